"""The adventure on every screen: a board one can read, cards of the heroes, choices that never fall off."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE, SIDEWAYS

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
# the smallest mouse, in pixels, and the share of the window that the board takes
SCREENS = {
    "desk": ({}, 40, 0.5),
    "upright": (PHONE, 32, 0.56),
    "sideways": (SIDEWAYS, 32, 0.6),
    "tablet": (TABLET, 40, 0.52),
}
SHARE = """() => {
    const { width, height } = document.querySelector(".world").getBoundingClientRect();
    return width * height / innerWidth / innerHeight;
}"""
OFF = """() => [...document.querySelectorAll(".actions .large")].map(e => [e, e.getBoundingClientRect()])
    .filter(([e, box]) => box.top < 0 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5
        || !e.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)))
    .map(([e]) => e.textContent)"""
STANDS = """() => {
    const { x, y, width, height } = document.querySelector(".world").getBoundingClientRect();
    return [x, y, width, height];
}"""
HIDDEN = """thing => {
    const [words, box] = [".over-board .panel", thing].map(e => document.querySelector(e).getBoundingClientRect());
    return words.top < box.bottom - 1 && box.top < words.bottom && words.left < box.right - 1 && box.left < words.right;
}"""
CONTRAST = """() => {
    const light = color => color.match(/[\\d.]+/g).slice(0, 3).map(c => c / 255)
        .map(c => c <= 0.04 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
    return Math.min(...[...document.querySelectorAll(".sheet-card .row:has(.long) > span")].map(words => {
        const pair = [getComputedStyle(words).color, getComputedStyle(words.parentElement).backgroundColor].map(light);
        return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    }));
}"""  # of words on the cards of a sheet, by night too
WIDTHS = "keys => keys.map(key => document.querySelector(`.piece[data-key='${key}']`).getBoundingClientRect().width)"
PARTY = ["bram", "yarrow", "pip", "fenna"]


def to_the_first_turn(anna):
    """Choose abilities, put all mice on one space, and wait for the first turn of a mouse; returns that space."""
    home = ""
    for _ in range(200):
        anna.wait_until_asked()
        spaces, told = [key for key in anna.glowing() if "/" in key], len(anna.story())
        if anna.large("End the turn").count():
            return home
        if spaces:
            home = home or spaces[-1]
            anna.tap(spaces[-1])
        elif anna.page.locator(".actions .wordy").count():
            anna.large().first.click()
        anna.page.wait_for_function("n => document.querySelectorAll('.story li').length > n", arg=told)
    raise AssertionError("no mouse came to its turn")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_and_four_mice_on_one_space_are_large_and_no_choice_falls_off(invite, screen):
    held, least, share = SCREENS[screen]
    anna = invite(**held).play_now("mystics")
    assert anna.page.evaluate(SHARE) >= share
    stood = anna.page.evaluate(STANDS)
    expect(anna.large().first.locator("b")).to_have_text("Resolve.")
    anna.large("Other abilities").click()
    expect(anna.large()).to_have_count(9)
    assert anna.page.evaluate(STANDS) == pytest.approx(stood, abs=2), "the board moves when a heading is opened"
    anna.page.get_by_role("button", name="Choose again").click()
    home = to_the_first_turn(anna)
    assert anna.page.evaluate(SHARE) >= share
    assert min(anna.page.evaluate(WIDTHS, PARTY)) >= least
    assert anna.large("End the turn").count() == 1
    assert anna.page.evaluate(OFF) == []
    wide, seen = anna.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen
    goes_away_and_back_to_friends(anna, home)


def goes_away_and_back_to_friends(anna, home):
    """Tap a space beside, and then the one with three friends on it: a tap on a lit space goes there."""
    anna.large("Move: roll the die").click()
    near = anna.page.locator(".spot.can:not(.far)[data-key*='/']")
    expect(near.first).to_be_attached()
    for key in (near.first.get_attribute("data-key"), home):
        expect(anna.page.locator(f".table:not(.sent) .spot.can[data-key='{key}']")).to_be_attached()
        tapped(anna, key)
        expect(anna.page.locator(".story li", has_text=f"goes to {key.partition('/')[2]}.")).to_have_count(1)
    expect(anna.page.locator(".about")).to_be_hidden()
    expect(anna.page.locator(".actions.opened")).to_have_count(0)  # nothing to share is opened


def test_a_lit_space_further_on_is_walked_to_with_one_tap(invite):
    anna = invite().play_now("mystics")
    to_the_first_turn(anna)
    anna.large("Move: roll the die").click()
    far = anna.page.locator(".spot.can.far")
    expect(far.first).to_be_attached()
    goal = far.last.get_attribute("data-key")
    anna.tap(goal)
    arrived = re.compile(f"goes to {goal.partition('/')[2]}\\.")
    expect(anna.page.locator(".story li", has_text=arrived)).to_have_count(1)
    expect(anna.page.locator(".about")).to_be_hidden()  # what is chosen does not explain itself as well


def test_a_card_of_the_party_shows_life_and_turns_over_into_the_sheet(invite):
    anna = invite(color_scheme="dark").play_now("mystics")
    card = anna.page.locator(".card[data-card=sheet-bram]")
    expect(card.locator(".heart:not(.empty)")).to_have_count(3)
    assert "Life 3 of 3" in card.get_attribute("aria-label")
    card.click()
    sheet = anna.page.locator("dialog.sheet-card")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("For: warrior.")
    expect(sheet).to_contain_text("To choose one of now")
    expect(sheet).to_contain_text("Each use: 2 cheese.")
    assert sheet.locator("h2").inner_text() == "Bram"
    assert anna.page.evaluate(CONTRAST) >= 4.5
    anna.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_the_tale_is_staged_and_waits_for_its_reader(invite):
    anna = invite()
    anna.context.add_init_script("localStorage['mousehole-pace'] = '\"normal\"'")
    anna.play_now("mystics")
    tale = anna.page.locator("dialog.tale")
    expect(tale).to_be_visible()
    expect(tale).to_contain_text("The Lamp Goes Out")
    assert anna.page.evaluate("document.activeElement.textContent") == "Go on"
    assert "Every evening" in tale.locator("#tale-words").inner_text()
    anna.page.keyboard.press("Enter")
    expect(tale).to_be_hidden()
    anna.large().first.click()
    expect(anna.page.locator(".story li")).to_have_count(1)


def test_the_pace_changes_during_play_and_the_last_turn_is_shown_again(invite):
    anna = invite().play_now("mystics")
    to_the_first_turn(anna)
    button = anna.page.locator(".pace")
    expect(button).to_have_text("Pace: quick")
    button.click()
    expect(button).to_have_text("Pace: at once")
    anna.large("Move: roll the die").click()
    rolled = anna.page.locator(".story li", has_text="up to")
    expect(rolled).to_have_count(1)
    told = anna.story()
    anna.page.get_by_role("button", name="Show me that again").click()
    expect(anna.page.locator(".spot.can").first).to_be_attached()
    expect(anna.page.locator(".story li div")).to_have_count(len(told))
    assert anna.story() == told


def tapped(anna, key):
    """Tap the middle of a thing, lit or not."""
    thing = anna.page.locator(f".spot[data-key='{key}'], .piece[data-key='{key}']").first
    expect(thing).to_be_visible()
    box = thing.bounding_box()
    anna.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return anna.page.locator(".about")


def test_what_is_not_lit_explains_itself_with_a_tap_at_a_table_in_a_replay_and_in_a_lesson(invite):
    anna = invite().play_now("mystics")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("dialog.tale")).to_be_hidden()
    about = tapped(anna, "hourglass")
    expect(about).to_contain_text("hourglass")
    expect(about).to_contain_text("The time that is left")
    anna.page.keyboard.press("Escape")
    expect(about).to_be_hidden()
    for page in (f"/table/{anna.table}/replay", "/learn/mystics/first"):
        expect(tapped(anna.open(page), "hourglass")).to_contain_text("The time that is left")


def test_the_end_of_a_chapter_is_staged_with_a_picture(invite):
    anna = invite(**SIDEWAYS).open("/")
    record = Path(__file__).parents[1] / "games/mystics/golden/won.json"
    anna.page.locator("input[type=file]").set_input_files(record)
    anna.page.wait_for_url(re.compile("/replay"))
    anna.open(anna.page.url.partition("/replay")[0])
    expect(anna.ended()).to_contain_text("The Lamp Goes Out")
    expect(anna.ended()).to_contain_text("The charming thief is beaten")
    place = anna.ended().locator(".tale-picture > .sprite use")
    expect(place).to_have_attribute("href", re.compile("mystics-tile-t3b$"))
    expect(anna.ended().locator(".tale-cast .actor")).to_have_count(4)
    expect(anna.page.locator("dialog.tale")).to_be_hidden()
    anna.open(f"/table/{anna.table}/replay?ply=112")
    for screen in (*(held["viewport"] for held in (SIDEWAYS, PHONE, TABLET)), {"width": 1280, "height": 800}):
        anna.page.set_viewport_size(screen)
        expect(anna.page.locator(".over-board")).to_contain_text("2 wounds")
        anna.page.wait_for_function(f"() => !({HIDDEN})('.world')")  # a fight is told beside the board
