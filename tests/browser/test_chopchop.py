"""Chop! Chop! in the browser: lessons, picking up a mouse, the danger zone, fingers."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from mousehole.core.learn import guides
from mousehole.core.words import voice
from mousehole.games.chopchop import GAME
from tests.browser.person import PHONE

FINGER = 44
GOLDEN = Path(__file__).parents[1] / "games/chopchop/golden"
PRESS = """() => {
    const lit = [...document.querySelectorAll(".stage .can")];
    const next = document.querySelector(".coach-buttons button") ?? lit.at(-1);
    next?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


def rolled(person):
    """Sit down as the mice and roll."""
    person.play_now("chopchop")
    person.large("Roll the die").click()
    expect(person.page.locator(".piece.can").first).to_be_visible()
    return person


@pytest.mark.parametrize("name", ["mouse", "cat"])
def test_a_guided_game_is_played_to_its_end(invite, name):
    page, lesson, say = invite().open(f"/learn/chopchop/{name}").page, guides(GAME)[name], voice("en", GAME.package)
    expect(page.locator(".coach-words")).to_have_text(say(lesson.intro))
    while not page.locator(".coach-buttons form").count():
        page.wait_for_selector(".coach-buttons :is(a, button), .stage .can")
        page.evaluate(PRESS)
    expect(page.locator(".coach-words")).to_have_text(say(lesson.outro))


def test_a_mouse_that_is_picked_up_lights_the_spaces_it_can_reach(invite):
    anna = rolled(invite())
    assert set(anna.glowing()) == {"mouse-1", "mouse-2", "mouse-3", "mouse-4"}
    anna.page.locator(".piece[data-key='mouse-1']").click()
    lit = set(anna.glowing()) - {"mouse-1", "mouse-2", "mouse-3", "mouse-4"}
    assert lit
    assert lit <= {"d1", "c1", "d2", "e1", "b1", "c2", "d3", "e2", "f1", "a1", "b2", "d4", "f2", "g1"}
    anna.tap(min(lit))
    expect(anna.page.locator(".story li").filter(has_text="the red mouse goes to").first).to_be_visible()


def test_the_danger_zone_is_shown_on_request(invite):
    anna = invite().play_now("chopchop")
    shades, button = anna.page.locator(".shade"), anna.page.get_by_role("button", name="Where the cat can strike")
    expect(button).to_be_visible()
    assert shades.count() == 0
    button.click()
    expect(shades.first).to_be_visible()
    assert set(shades.locator("span").all_inner_texts()) == {"1/2", "1/6"}
    button.click()
    expect(shades).to_have_count(0)


def test_everything_that_can_be_tapped_on_a_phone_is_large_enough(invite):
    anna = rolled(invite(**PHONE))
    for locator in (anna.page.locator(".piece.can"), anna.page.locator(".spot")):
        boxes = [locator.nth(n).bounding_box() for n in range(locator.count())]
        assert min(min(box["width"], box["height"]) for box in boxes if box) >= FINGER - 2


@pytest.mark.parametrize(("record", "art"), [("ending-caught", "house-cheer-cat"), ("ending-home", "house-cheer")])
def test_a_cat_cheers_for_the_cat_and_a_mouse_for_the_mice(invite, record, art):
    anna = invite().open("/")
    anna.page.locator("input[type=file]").set_input_files(GOLDEN / f"{record}.json")
    anna.page.wait_for_url(re.compile("/replay"))
    anna.open(anna.page.url.partition("/replay")[0])
    expect(anna.ended().locator(".ending-art use")).to_have_attribute("href", f"#{art}")
