"""Puzzles in a real browser: from the shelf to the answer and the next one, by keyboard and on a phone, axe clean."""

from playwright.sync_api import expect

from mousehole.games.mmm import GAME
from tests.browser.person import PHONE
from tests.browser.test_everybody import violations


def test_the_puzzle_of_the_day_is_found_on_the_shelf_answered_by_keyboard_and_followed_by_more(invite):
    page = invite().open("/").page
    page.locator(".day-card[href$='/puzzles']").click()
    expect(page.locator(".puzzle .coach-buttons button").last).to_have_text("Show me")
    expect(page.locator(".stage .spot").first).to_be_visible()
    assert violations(page) == []
    page.locator(".coach-buttons button").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".coach-words")).to_contain_text("The best move: ")
    expect(page.locator(".hints .hint.best").first).to_be_visible()
    expect(page.locator(".coach-buttons button")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Enter")
    page.wait_for_url("**/puzzles/*")
    expect(page.locator(".puzzle-facts dd").nth(2)).to_have_text("0/1")
    page.goto(page.url.rpartition("/")[0] + "/mousewarming")  # its facts are longer than a window
    expect(page.locator(".panels .row").first).to_be_visible()
    assert violations(page) == []


def test_a_phone_shows_the_whole_board_and_takes_the_best_move(invite):
    anna = invite(**PHONE)
    with anna.page.expect_response("**/next.json") as told:
        anna.open("/puzzles/mmm")
    puzzle = GAME.parts.puzzles.named[told.value.json()["name"]]
    offer = next(one for one in told.value.json()["scene"]["offers"] if one["action"] in puzzle.best)
    expect(anna.page.locator(".coach-buttons button").last).to_be_visible()
    assert anna.page.locator(".stage.crowded").count() == 0
    if offer["clicks"]:
        anna.tap(offer["clicks"][0])
    else:
        anna.page.get_by_role("button", name=offer["label"], exact=True).click()
    expect(anna.page.locator(".coach-words.right")).to_contain_text("Right!")
    expect(anna.page.locator(".puzzle-facts dd").nth(1)).to_have_text("1")
    wide, seen = anna.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen
    anna.page.get_by_role("button", name="Next puzzle").click()
    expect(anna.page.locator(".coach-words.right")).to_have_count(0)
