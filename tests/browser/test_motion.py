"""What moves: the same die goes from tray to square, rolls are seen to roll, and who wants stillness has it."""

import re
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import expect

from mousehole import shelf
from mousehole.core.record import dump, load, plies

GAMES = Path(__file__).parents[1] / "games"
TOLD = """() => {
    const piece = (key) => document.querySelector(`.piece[data-key='${key}']`), told = window.told = [];
    const look = () => told.push({
        walks: piece("cat").matches(".moving"),
        struck: document.querySelector(".burst")?.textContent,
        face: piece("mouse-1").querySelector("use").getAttribute("href"),
    });
    const how = { childList: true, characterData: true, subtree: true };
    new MutationObserver(look).observe(document.querySelector(".prompt"), how);
}"""
STILL = """() => {
    const told = window.told = [], done = (move) => move.currentTime >= move.effect.getComputedTiming().endTime - 1;
    const rests = (piece) => piece.getAnimations().every(done);
    const look = () => told.push([...document.querySelectorAll(".piece")].every(rests));
    const how = { childList: true, characterData: true, subtree: true };
    new MutationObserver(look).observe(document.querySelector(".prompt"), how);
}"""
MARK = "() => document.querySelectorAll('.piece').forEach(e => e.marked = e.querySelector('use').getAttribute('href'))"
STEADY = """() => {
    const lit = document.querySelectorAll(".spot.can"), dark = window.dark = new Set();
    const look = (changes) => changes.forEach(({ target }) => target.matches(".can") || dark.add(target.dataset.key));
    const watch = new MutationObserver(look);
    lit.forEach((spot) => watch.observe(spot, { attributeFilter: ["class"] }));
}"""
NEVER_LATE = """() => {
    const timer = window.setTimeout;  // an answer that takes 160 ms is late: sending.js puts the lights out
    window.setTimeout = (work, wait, ...rest) => wait === 160 ? 0 : timer(work, wait, ...rest);
}"""
PUT_OUT = "() => [...window.dark].filter(key => document.querySelector(`.spot.can[data-key='${key}']`))"
KEPT = "key => document.querySelector(`.piece[data-key='die-${key}']`).marked"


def test_the_die_that_is_laid_is_the_one_from_the_tray(invite):
    anna = invite().play_now()
    anna.hurry()
    square = anna.glowing()[0]
    anna.page.evaluate(MARK)
    anna.page.evaluate(STEADY)
    anna.page.evaluate(NEVER_LATE)
    anna.tap(square)
    laid = anna.page.locator(f".piece[data-key='die-{square}']")
    expect(laid).to_be_visible()
    anna.wait_until_asked()
    assert anna.page.evaluate(PUT_OUT) == []  # what stays a choice is not put out and lit again: each is a paint
    assert anna.page.evaluate(KEPT, square) == laid.locator("use").get_attribute("href")


def test_dice_roll_before_anything_is_told(invite):
    anna = invite(motion="no-preference").play_now()
    anna.large().click()
    anna.page.wait_for_function("() => document.querySelectorAll('.piece.moving').length === 3")
    assert anna.story() == []
    assert anna.glowing() == []
    expect(anna.page.locator(".story li")).to_have_count(1)


def test_nothing_moves_for_who_wants_stillness(invite):
    anna = invite().play_now()
    anna.hurry()
    assert anna.page.evaluate("() => document.getAnimations().length") == 0


def test_a_capture_is_told_when_the_cat_has_struck(invite):
    anna = invite(motion="no-preference").open("/")
    anna.page.locator("input[type=file]").set_input_files(GAMES / "chopchop/golden/ending-caught.json")
    anna.page.wait_for_url(re.compile("/replay"))
    anna.open(anna.page.url.partition("?")[0] + "?ply=170")
    expect(anna.page.locator(".prompt")).to_have_text("The cat: move the cat exactly 2 steps.")
    anna.page.evaluate(TOLD)
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page.locator(".prompt")).to_have_text("The cat wins: it has caught every mouse.")
    assert anna.page.evaluate("() => window.told[0]") == {
        "walks": False,
        "struck": "Chop!",
        "face": "#chopchop-mouse-1-caught",
    }


def test_the_end_of_a_game_is_told_when_the_last_move_has_been_shown(invite):
    anna = invite(motion="no-preference").open("/")
    game, whole = load((GAMES / "chopchop/golden/ending-home.json").read_bytes(), shelf.find)
    last = replace(whole, events=whole.events[:-1], seed=None)
    turn = list(plies(game, last))[-1].turn
    sent = {"data": dump(last), "headers": {"accept": "application/json"}}
    anna.open(anna.page.request.post(f"{anna.home}/upload", **sent).json()["address"]).at_table()
    anna.wait_until_asked()
    scene = anna.page.request.get(f"{anna.home}/table/{anna.table}/scene.json").json()["scene"]
    wanted = turn.actions.index(whole.events[-1])
    clicks = next(offer["clicks"] for offer in scene["offers"] if offer["action"] == wanted)
    anna.page.evaluate(STILL)
    for key in clicks:
        anna.page.locator(f".spot[data-key='{key}'], .piece[data-key='{key}']").first.dispatch_event("click")
    expect(anna.page.locator(".prompt")).to_contain_text("The mice win")
    assert anna.page.evaluate("() => window.told[0]") is True
