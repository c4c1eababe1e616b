"""Every screen shows the whole board, what was told beside it, and a way to everything else."""

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE
from tests.browser.test_everybody import violations

SCREENS = {
    "phone": (390, 844),
    "sideways": (844, 390),
    "tablet": (820, 1180),
    "zoomed": (640, 400),
    "wide": (1024, 768),
}
BOX = "e => (({ left, top, right, bottom }) => [left, top, right, bottom])(e.getBoundingClientRect())"
HEIGHT = "e => e.getBoundingClientRect().height"


def box(page, selector):
    return page.locator(selector).first.evaluate(BOX)


def within(inner, outer):
    return all(a >= b - 1 for a, b in zip(inner[:2], outer[:2], strict=True)) and all(
        a <= b + 1 for a, b in zip(inner[2:], outer[2:], strict=True)
    )


def apart(one, other):
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("game", ["mmm", "chopchop"])
def test_every_screen_shows_the_whole_board_and_nothing_lies_on_it(invite, game):
    anna = invite(**PHONE).play_now(game)
    anna.large().first.click()
    expect(anna.page.locator(".story li")).not_to_have_count(0)
    anna.wait_until_asked()
    for name, (wide, high) in SCREENS.items():
        anna.page.set_viewport_size({"width": wide, "height": high})
        anna.page.wait_for_function("wide => document.documentElement.scrollWidth <= wide", arg=wide)
        expect(anna.page.locator(".stage.crowded")).to_have_count(0)
        world, stage = box(anna.page, ".world"), box(anna.page, ".stage")
        assert within(world, stage) and within(world, (0, 0, wide, high)), name
        if name != "wide":
            expect(anna.page.locator(".last")).not_to_be_empty()
            assert apart(box(anna.page, ".last"), world), f"{name}: the words lie on what they tell about"
        anna.page.locator(".tab[data-drawer=facts]").click()
        expect(anna.page.locator("#ui-facts .row").first).to_be_in_viewport()
        anna.page.locator(".tab[data-drawer=facts]").click()


def test_the_story_keeps_its_place_while_hints_come_and_go(invite):
    anna = invite().play_now()
    anna.page.get_by_role("button", name="Show hints").click()
    story, heights = anna.page.locator("#ui-story"), set()
    for _ in range(3):
        anna.wait_until_asked()
        heights.add(round(story.evaluate(HEIGHT)))
        if not anna.large("Roll").count():
            expect(anna.page.locator(".hints .hint").first).to_be_visible(timeout=60_000)
            heights.add(round(story.evaluate(HEIGHT)))
        anna.hurry()
    assert len(heights) == 1 and heights.pop() >= 160


INK = "() => getComputedStyle(document.body).color"


def test_a_phone_sets_language_pace_sound_and_light_at_the_table_and_keeps_them(invite):
    anna = invite(color_scheme="light", **PHONE).play_now("chopchop")
    page, day = anna.page, anna.page.evaluate(INK)
    page.get_by_role("button", name="Settings").tap()
    page.get_by_label("slow").check(force=True)
    page.get_by_label("Music").fill("20")
    page.get_by_label("dark", exact=True).check(force=True)
    page.wait_for_function(f"day => ({INK})() !== day", arg=day)
    night = page.evaluate(INK)
    assert violations(page) == []
    page.locator("dialog.settings select").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.evaluate(INK) == night
    page.get_by_role("button", name="Réglages").tap()
    for kept in ("lent", "sombre"):
        expect(page.get_by_label(kept, exact=True)).to_be_checked()
    expect(page.get_by_label("Musique")).to_have_value("20")
    page.get_by_label("comme l’appareil").check(force=True)
    page.wait_for_function(f"day => ({INK})() === day", arg=day)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"night => ({INK})() === night", arg=night)


def test_the_finale_shows_stars_and_numbers_on_every_screen(invite):
    anna = invite(**PHONE).drawn("steps = 6\npantry = 'B'")
    anna.unfolded(anna.page.locator("[name=real_dice]")).check()
    anna.page.locator("form.setup > button.primary").click()
    page = anna.at_table().page
    for _ in range(3):
        page.get_by_role("button", name="bread", exact=True).click()
    expect(page.locator(".spot.can[data-key=a1]")).to_have_count(1)
    anna.tap("a1")
    anna.large("Stop").click()
    expect(anna.ended()).to_be_visible()
    expect(page.get_by_role("img", name="Stars: 3 of 3")).to_be_visible()
    expect(page.locator(".figure")).to_have_count(3)
    held = page.locator(".ending-actions").bounding_box()
    page.get_by_role("button", name="Luck or skill?").click()
    expect(page.locator(".balance .figure")).to_have_count(3, timeout=60_000)
    expect(page.locator(".balance")).to_contain_text("about")
    assert page.locator(".ending-actions").bounding_box() == held, "what was found moves what stands below it"
    page.locator(".ending-body").evaluate(
        "body => body.append('A long tale. '.repeat(500))"
    )  # more than any screen holds
    for wide, high in SCREENS.values():
        page.set_viewport_size({"width": wide, "height": high})
        for always in (".ending-next .primary", ".ending .close", ".ending h2"):
            expect(page.locator(always)).to_be_in_viewport(ratio=1)
        assert within(box(page, "dialog.ending"), (0, 0, wide, high)), "nothing is out of reach"
    assert violations(page) == []
