"""Hints at the table: figures where choices differ, words where they do not, on a phone too."""

import re

from playwright.sync_api import expect

from tests.browser.person import PHONE
from tests.browser.test_advice import BOARD, FIRST, hinted
from tests.browser.test_everybody import violations

TWO = 'steps = 1\npantry = "B . F"\n'


def rolled(anna, board, *faces):
    """Sit down with dice of one's own, and tell what they show."""
    anna.drawn(board)
    anna.unfolded(anna.page.locator("[name=real_dice]")).check()
    anna.page.locator("form.setup > button.primary").click()
    anna.at_table()
    for face in faces:
        anna.page.get_by_role("button", name=face, exact=True).click()
    expect(anna.page.locator(".spot.can[data-key=a1]")).to_have_count(1)
    return anna


def torn(anna):
    """Two of three dice fit and win; with one placed, to roll again or to stop is a clear mistake."""
    rolled(anna, TWO, "bread", "fish", "carrot").tap("a1")
    expect(anna.large()).to_have_count(3)
    return anna


def test_hints_stand_beside_the_offers_and_say_that_they_are_estimates(invite):
    anna = hinted(torn(invite()))
    page = anna.page
    expect(page.locator(".hints-kind")).to_have_text(re.compile("^Estimates"))
    expect(page.locator(".hints .hint-words").first).to_have_text(re.compile(r"about \d+% ± \d+%"))
    expect(page.locator(".hints .hint-words").first).to_be_visible()
    assert page.locator(".odds span.odds").count() == len(anna.glowing()) > 1
    expect(page.locator("[aria-live=polite]")).to_contain_text("Best: Place fish on c1.")
    assert violations(page) == []
    page.locator(".hints .hint").first.click()
    expect(page.locator(".story li")).to_have_count(3)
    page.locator(".hints-toggle").click()
    expect(page.locator(".hints .hint")).to_have_count(0)
    expect(page.locator(".odds span.odds")).to_have_count(0)


def test_hints_that_cannot_be_told_apart_say_so_and_show_no_figures(invite):
    anna = hinted(rolled(invite(), BOARD, "bread", "carrot", "carrot"))
    page, close = anna.page, "These choices are too close to tell apart."
    assert anna.glowing() == ["a1", "b1"]
    expect(page.locator(".hints-kind")).to_have_text(re.compile(f"^{re.escape(close)} .*Estimates"))
    expect(page.locator(".hints .hint")).to_have_count(1)
    told = page.locator(".hints .hint").inner_text()
    assert re.fullmatch(r"Place bread on [ab]1\nand 1 like it\n1 square of its item is left then", told)
    expect(page.locator(".odds span.odds, .odds-beside, .odds-bar:visible")).to_have_count(0)
    expect(page.locator("[aria-live=polite]")).to_contain_text(close)
    expect(page.locator("[aria-live=polite]")).not_to_contain_text("Best: ")


def test_hints_fall_down_the_list_and_show_what_they_are_about(invite):
    anna = hinted(torn(invite()))
    rows = anna.page.locator(".hints .hint")
    told = [int(re.search(r"about (\d+)%", row)[1]) for row in rows.all_inner_texts()]
    assert len(told) == 3
    assert told == sorted(told, reverse=True)
    assert ["below the best" in row for row in rows.all_inner_texts()] == [False, True, True]
    expect(rows.first).to_contain_text("Place fish on c1")
    rows.first.hover()
    expect(anna.spot("c1")).to_have_class(re.compile("eyed"))
    anna.page.mouse.move(2, 2)
    expect(anna.page.locator(".eyed")).to_have_count(0)


def test_hints_beside_many_buttons_stay_on_a_phone(invite):
    anna = torn(invite(**PHONE))
    anna.page.locator(".tab[data-drawer=hints]").click()
    hinted(anna)
    anna.page.locator(".tab[data-drawer=hints]").click()
    expect(anna.page.locator("#ui-hints")).to_be_hidden()
    expect(anna.page.locator(".actions .odds-beside .odds-bar")).to_have_count(3)
    for beside in anna.page.locator(".actions .odds-beside").all():
        expect(beside).to_be_in_viewport(ratio=1)
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_a_hint_is_one_glow_and_one_reason_until_somebody_asks_for_more(people, house):
    anna = people(house, chances=False, **PHONE)
    torn(anna)
    page, tab = anna.page, anna.page.locator(".tab[data-drawer=hints]")
    tab.click()
    page.locator(".hints-toggle").click()
    strip = page.locator(".hint-strip .hint")
    expect(strip).to_have_text("Place fish on c1 – it completes an item, so the cat will stay", timeout=FIRST)
    expect(page.locator("#ui-hints")).to_be_hidden()  # nothing lies over the square
    expect(page.locator(".best-glow")).to_have_count(1)
    expect(page.locator("span.odds, .odds-bar:visible")).to_have_count(0)
    tab.click()
    page.get_by_role("button", name="Show the chances").click()
    expect(page.locator(".hints .hint")).to_have_count(3)
    square = anna.spot("c1").bounding_box()
    sheet = page.locator("#ui-hints").bounding_box()
    assert square["y"] + square["height"] <= sheet["y"]
    page.get_by_role("button", name="Only the hint").click()
    expect(strip).to_be_visible()
    strip.click()
    expect(page.locator(".story li")).to_have_count(3)
