"""Everybody can play: keyboard alone, phones upright and on their side, French, and without a mistake for axe."""

import re
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE, SIDEWAYS

NIGHT = {"color_scheme": "dark"}
AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
SMALL = """() => [...document.querySelectorAll("button, a, select, input, .can")]
    .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".unseen, .story")
        && (!e.closest(".stage") || e.classList.contains("can")))
    .map(e => [e.getBoundingClientRect(), e])
    .filter(([box, e]) => box.width && (box.width < 43.5 || box.height < 43.5) && !e.matches(".skip"))
    .map(([box, e]) => `${e.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)"""


def violations(page):
    page.evaluate(AXE)
    told = page.evaluate(
        "async () => (await axe.run(document, { resultTypes: ['violations'], preload: false })).violations"
    )
    return [f"{one['id']}: {node['html'][:160]}" for one in told for node in one["nodes"]]


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def tab_to(page, selector):
    for _ in range(40):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        press(page, "Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def test_the_keyboard_alone_plays_a_turn(invite):
    anna = invite().open("/")
    page = anna.page
    tab_to(page, "form[action='/play/mmm'] button")
    press(page, "Enter")
    anna.at_table()
    tab_to(page, ".actions .large")
    press(page, "Enter")
    expect(page.locator(".story li")).to_have_count(1)
    anna.wait_until_asked()
    tab_to(page, ".stage .thing")
    for _ in range(60):
        if page.evaluate("() => document.activeElement.matches('.can')"):
            break
        press(page, ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowDown")[_ % 4])
    press(page, "Enter")
    expect(page.locator(".story li")).to_have_count(2)
    press(page, *"gather")
    press(page, "Enter")
    expect(page.locator(".story li").nth(2)).to_contain_text("gathers")


def test_arrows_walk_from_every_square_also_where_nothing_can_be_done(invite):
    anna = invite().play_now()
    assert anna.glowing() == ["tray"]
    anna.spot("d4").focus()
    for key, square in (("ArrowRight", "e4"), ("ArrowUp", "e3"), ("ArrowLeft", "d3"), ("ArrowDown", "d4")):
        press(anna.page, key)
        assert anna.page.evaluate("() => document.activeElement.dataset.key") == square


def test_a_typed_square_is_a_move(invite):
    anna = invite().play_now()
    anna.hurry()
    square = anna.glowing()[-1]
    press(anna.page, *square)
    press(anna.page, "Enter")
    expect(anna.page.locator(".story li").nth(1)).to_contain_text(f"on {square}.")


def test_escape_clears_what_was_typed_and_leads_back_to_the_board(invite):
    anna = invite().play_now()
    anna.hurry()
    field, moves = anna.page.get_by_label("Type a move"), anna.page.locator(".moves li:visible")
    field.fill("no such move")
    expect(anna.page.locator(".typed-note")).to_have_text("0 moves fit")
    field.press("Escape")
    expect(field).to_have_value("")
    expect(anna.page.locator(".typed-note")).to_be_empty()
    expect(anna.page.locator(".stage .thing:focus")).to_have_count(1)
    expect(moves).to_have_count(0)  # the list is folded again, as it was


def test_a_screen_reader_hears_events_and_names(invite):
    anna = invite().play_now()
    anna.hurry()
    expect(anna.page.locator("[aria-live=polite]")).to_contain_text("rolls")
    square = anna.glowing()[0]
    assert anna.spot(square).get_attribute("aria-label").startswith(f"{square}: ")
    assert "Place" in anna.spot(square).get_attribute("aria-label")


@pytest.mark.parametrize("held", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_a_phone_has_room_for_fingers_and_nothing_sticks_out(invite, held):
    anna = invite(**held).play_now()
    for _ in range(3):
        assert anna.page.evaluate(SMALL) == []
        wide, seen = anna.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert wide <= seen
        anna.hurry()
    for tab in anna.page.locator(".tab:visible").all():
        tab.tap()
        expect(anna.page.locator(".drawer.open")).to_be_visible()
        assert anna.page.evaluate(SMALL) == []


def test_a_phone_taps_dice_and_squares_on_the_board(invite):
    anna = invite(**PHONE).play_now()
    tray = anna.spot("tray").bounding_box()
    anna.page.touchscreen.tap(tray["x"] + tray["width"] / 2, tray["y"] + tray["height"] / 2)
    expect(anna.page.locator(".story li")).to_have_count(1)
    anna.wait_until_asked()
    box = anna.spot(anna.glowing()[0]).bounding_box()
    anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(anna.page.locator(".story li")).to_have_count(2)


def test_the_language_follows_the_browser_until_one_is_chosen_by_hand_on_a_phone_too(invite):
    anna = invite(**PHONE, language="de-AT").open("/")
    html, choice = anna.page.locator("html"), anna.page.locator(".language select")
    expect(html).to_have_attribute("lang", "de")
    expect(anna.page.locator("h1")).to_have_text("Was spielen wir?")
    for language in ("es", "fr", "en"):
        choice.select_option(language)
        expect(html).to_have_attribute("lang", language)
        anna.open("/new/mmm")
        expect(html).to_have_attribute("lang", language)
        assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_language_can_be_changed_at_a_table(invite):
    anna = invite().play_now()
    table = anna.table
    anna.page.locator(".language select").select_option("fr")
    expect(anna.page.locator("html")).to_have_attribute("lang", "fr")
    expect(anna.large("Lancer")).to_be_visible()
    assert anna.table == table


def test_fingers_hit_pieces_that_are_smaller_than_they_are(invite):
    anna = invite(**PHONE).play_now("chopchop")
    anna.hurry()
    anna.wait_until_asked()
    mouse = anna.page.locator(f".piece[data-key='{anna.glowing()[0]}']")
    box = mouse.bounding_box()
    anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 21)
    expect(mouse).to_have_class(re.compile("picked"))
