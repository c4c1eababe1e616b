"""Whole chapters as people play them: by the keyboard at a desk, by taps on a phone, on four sizes of windows."""

import re
from itertools import islice, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from mousehole import shelf
from mousehole.core.game import Decide
from mousehole.core.record import load, plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from tests.browser.conftest import House
from tests.browser.person import PHONE
from tests.browser.test_adventure import OFF

GOLDEN = Path(__file__).parents[1] / "games" / "mystics" / "golden"
SAY = voice("en", GAME.package)
BEGINNING = 20  # choices, with one look around
AT_ONCE = "localStorage['mousehole-pace'] = '\"once\"'"
DESKS = ({"width": 1280, "height": 800}, {"width": 820, "height": 1180})
HANDS = ({"width": 390, "height": 844}, {"width": 844, "height": 390})
ASKED = """label => {
    if (!document.querySelector(".table:not(.sent)")) return false;
    const words = [...document.querySelectorAll(".moves .move > span:first-child")].map(e => e.textContent);
    if (words.includes(label)) return true;
    document.querySelector(".actions .large .icon")?.closest("button").click();
    return false;
}"""  # dice that are one's own to throw are thrown on the way
THROWN = """() => {
    if (document.querySelector("dialog.ending")) return true;
    document.querySelector(".table:not(.sent) .actions .large .icon")?.closest("button").click();
    return false;
}"""  # a chapter may end by dice, after the last choice
ALL_IN_SIGHT = f"() => !({OFF})().length"  # once what was said for a moment has gone
READY = f"label => ({ASKED})(label) && ({ALL_IN_SIGHT})()"
MIDDLE = """key => {
    const lit = document.querySelector(`.stage .can[data-key='${key}']`)?.getBoundingClientRect();
    return lit && [lit.x + lit.width / 2, lit.y + lit.height / 2];
}"""
UNLIT = """() => {
    for (const thing of document.querySelectorAll(".stage .thing[data-key]:not(.can)")) {
        const box = thing.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
        const hit = document.elementFromPoint(x, y);
        if (hit?.closest(".stage") && !hit.closest(".can") && hit.closest(".thing[data-key]")) return [x, y];
    }
    return null;
}"""


@pytest.fixture
def luck(monkeypatch, tmp_path, people):
    """A house whose luck is that of a golden record, and what its players chose, in words."""
    houses = []

    def opened(name, **wishes):
        record = load((GOLDEN / f"{name}.json").read_bytes(), shelf.find)[1]
        monkeypatch.setenv("MOUSEHOLE_SEED", record.seed.hex())
        houses.append(House(tmp_path / "house").start())
        return people(houses[-1], **wishes), chosen(record)

    yield opened
    for house in houses:
        house.kill()


def chosen(record):
    """The offers that were chosen in a record, one after the other."""
    walked = list(plies(GAME, record))
    for ply, after in pairwise(walked):
        if isinstance(ply.turn, Decide):
            number = ply.turn.actions.index(after.event)
            offers = GAME.scene(ply.state, ply.turn, None, ply.event).offers
            yield next(offer for offer in offers if offer.action == number)


def typed(anna, offer):
    """Choose an offer by its words, from the keyboard."""
    anna.page.locator("input.typed").fill(SAY(offer.label))
    anna.page.keyboard.press("Enter")


def tapped(anna, offer):
    """Choose an offer where it is lit, or by its button, below its heading where it has one."""
    for key in offer.clicks:
        anna.page.mouse.click(*anna.page.evaluate(MIDDLE, key))
    if offer.clicks:
        return
    button = anna.page.locator(".actions .large", has=anna.page.get_by_text(SAY(offer.label), exact=True))
    if not button.count() and offer.under and not offer.minor:
        anna.large(SAY(offer.under)).click()
    if button.count():
        button.first.click()
    else:  # what hardly anybody wants stands in the list of all moves alone
        anna.page.locator(".moves .move", has_text=SAY(offer.label)).first.dispatch_event("click")


def nothing_falls_off(anna, sizes):
    """No choice and no end button lies outside of the window, however it is turned."""
    for size in sizes:
        anna.page.set_viewport_size(size)
        anna.page.wait_for_function("wide => innerWidth === wide", arg=size["width"])
        anna.page.wait_for_function(ALL_IN_SIGHT)


def an_unlit_tap_only_explains(anna):
    """A tap beside what is lit says what lies there, and does nothing else."""
    at, told = anna.page.evaluate(UNLIT), len(anna.story())
    if at:
        anna.page.mouse.click(*at)
        anna.page.keyboard.press("Escape")
        assert len(anna.story()) == told


def played(anna, offers, choose, sizes):
    """Play a chapter to its end."""
    played_on(anna, offers, choose, sizes)
    anna.page.wait_for_function(THROWN)
    expect(anna.ended()).to_be_visible()


def played_on(anna, offers, choose, sizes):
    """Choose one offer after the other, with a look around every now and then."""
    for number, offer in enumerate(offers):
        anna.page.wait_for_function(READY, arg=SAY(offer.label))
        if number % 60 == 12:
            nothing_falls_off(anna, (*sizes[1:], sizes[0]))
            an_unlit_tap_only_explains(anna)
        choose(anna, offer)


def the_pages_of_the_tale_are_read_by_the_keyboard(anna):
    """The tale waits for its reader, holds the keyboard, and is closed by it."""
    tale = anna.page.get_by_role("dialog", name="The Lamp Goes Out")
    expect(tale).to_be_visible()
    expect(anna.page.locator("dialog.tale [autofocus]")).to_be_focused()
    expect(tale).to_have_accessible_description(re.compile("Every evening the great lamp"))
    anna.page.keyboard.press("Enter")
    expect(tale).to_be_hidden()


def test_a_chapter_begins_by_the_keyboard(luck):
    anna, offers = luck("campaign/1")
    first_chapter(anna)
    played_on(anna, islice(offers, BEGINNING), typed, DESKS)


def test_a_chapter_begins_on_a_phone_by_taps_on_what_is_lit(luck):
    anna, offers = luck("hill_lost", **PHONE)
    last_chapter(anna)
    played_on(anna, islice(offers, BEGINNING), tapped, HANDS)


def first_chapter(anna):
    anna.page.add_init_script("localStorage['mousehole-pace'] = '\"normal\"'")
    anna.play_now("mystics")
    the_pages_of_the_tale_are_read_by_the_keyboard(anna)
    for pace in ("quick", "at once"):
        anna.page.locator(".pace").click()
        expect(anna.page.locator(".pace")).to_have_text(f"Pace: {pace}")


def last_chapter(anna):
    anna.context.add_init_script(AT_ONCE)
    anna.open("/new/mystics?chapter=c3")
    anna.page.locator("form.setup > button.primary").click()
    anna.at_table()


@pytest.mark.long
def test_the_first_chapter_is_won_by_the_keyboard_and_leads_to_the_map(luck):
    anna, offers = luck("campaign/1")
    first_chapter(anna)
    played(anna, offers, typed, DESKS)
    expect(anna.ended()).to_contain_text("The charming thief is beaten")
    anna.ended().get_by_role("link", name="The campaign").click()
    expect(anna.page.locator(".chapter.won")).to_have_attribute("id", "chapter-c1")
    expect(anna.page.locator(".chapter.next button")).to_have_text("Go on")


@pytest.mark.long
def test_the_last_chapter_is_lost_on_a_phone_by_taps_on_what_is_lit(luck):
    anna, offers = luck("hill_lost", **PHONE)
    last_chapter(anna)
    played(anna, offers, tapped, HANDS)
    expect(anna.ended()).to_contain_text("The hill closes its door")
