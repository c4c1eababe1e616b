"""Every kind of page, in every language: clean for axe, nothing untranslated, no jump, nothing that sticks out.

The languages are shared out over the pages. EVERY_PAGE=yes shows every page in every language, by day and by night.
"""

import os
from collections.abc import Callable
from itertools import islice

import pytest
from playwright.sync_api import expect

from mousehole import shelf
from tests.browser.jumps import WATCHED, jumps
from tests.browser.person import PHONE, SIDEWAYS
from tests.browser.spoken import untranslated
from tests.browser.test_everybody import NIGHT, violations

EVERYTHING = "EVERY_PAGE" in os.environ
BOARD = 'steps = 2\npantry = """\nB B\n"""\n'  # over after a few rolls, won or lost
TINY = {"players": "1", "side": "one_paw", "first": "0", "board": BOARD, "chair-0": "me", "name-0": "Anna"}
EXPECTED = ("404", "429") if EVERYTHING else ("404",)  # eight browsers at one address ask for many reviews
GUIDES = ("mmm/first", "chopchop/cat", "mousewarming/first", "mystics/search")
PLAIN = (
    "/",
    "/album",
    "/me",
    "/privacy",
    "/puzzles",
    "/week",
    "/explore/mmm",
    "/design/mmm",
    "/campaign/mystics",
    "/no/page",
)
HELD = {"en": {}, "fr": PHONE, "de": NIGHT, "es": {**PHONE, **NIGHT}}
OTHERS = {"en": {**PHONE, **NIGHT}, "fr": NIGHT, "de": PHONE, "es": {}}
CUT = "all => all.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent)"
WIDE = "() => document.documentElement.scrollWidth - innerWidth"
ROOM = "boxes => boxes.map((box) => parseFloat(getComputedStyle(box).paddingRight)).filter((room) => room < 24)"


def pages() -> dict[str, Callable]:
    """List the ways to all kinds of pages."""
    found = {path: lambda anna, path=path: anna.open(path) for path in PLAIN}
    for game in shelf.names():
        for path in (f"/new/{game}", f"/learn/{game}", f"/rules/{game}"):
            found[path] = lambda anna, path=path: anna.open(path)
        found[f"a table of {game}"] = lambda anna, game=game: begun(anna, game)
        if shelf.find(game).parts.puzzles:
            found[f"/puzzles/{game}"] = lambda anna, game=game: answered(anna, game)
    for guide in GUIDES:
        found[f"/learn/{guide}"] = lambda anna, guide=guide: guided(anna, guide)
    return {**found, "links": links, "an invitation": invitation, "an ending": ended, **AFTER}


def begun(anna, game):
    """Sit down, and do the first thing."""
    anna.play_now(game).hurry()
    anna.wait_until_asked()
    held = anna.page.viewport_size
    anna.page.set_viewport_size(SIDEWAYS["viewport"])
    assert anna.page.locator(".tab span:visible").evaluate_all(CUT) == []
    anna.page.set_viewport_size(held)


def answered(anna, game):
    """Give a puzzle up, to see its answer."""
    anna.open(f"/puzzles/{game}").page.locator(".coach-buttons button").last.click()
    anna.page.wait_for_selector(".hints .hint", state="attached")


def guided(anna, guide):
    """Begin a guided game."""
    anna.open(f"/learn/{guide}").page.wait_for_selector(".coach-buttons button")


def links(anna):
    """Open a table for two, and look at its links."""
    anna.new_table(["me", "link"]).link("seat-1")


def invitation(anna):
    """Follow a link to a seat."""
    anna.open(anna.new_table(["me", "link"]).link("seat-1")).page.wait_for_selector(".invitation button")


def ended(anna):
    """Play a very small game to its end, once."""
    if anna.finished:
        return anna.open(f"/table/{anna.finished}").at_table()
    answer = anna.page.request.post(f"{anna.home}/new/mmm", form=TINY)
    anna.open(answer.url).at_table()
    while anna.hurry() != "ended":
        pass
    expect(anna.ended()).to_be_visible()
    anna.finished = anna.table
    return anna


def after(*ways: str):
    """Pages of a game that has ended."""

    def go(anna):
        ended(anna)
        for way in ways:
            anna.open(way.format(table=anna.table) if "{" in way else way)
        anna.page.wait_for_load_state("networkidle")

    return go


AFTER = {
    "a replay": after("/table/{table}/replay"),
    "the check of the dice": after("/table/{table}/check"),
    "a full album": after("/album"),
    "a finale": after("/album/{table}"),
}


def faults(anna, language):
    """What is wrong with the page that somebody looks at."""
    page = anna.page
    found = [*violations(page), *untranslated(page, language), *jumps(page)]
    found += [f"sticks out by {wide} pixels" for wide in [page.evaluate(WIDE)] if wide > 0]
    return found + [f"no room for an arrow: {room}" for room in page.locator("select:visible").evaluate_all(ROOM)]


def seen(anna, language, name, go):
    """Go to a page, and say what is wrong with it."""
    go(anna)
    anna.page.wait_for_load_state("networkidle")
    assert anna.page.locator("html").get_attribute("lang") == language, name
    return [f"{name} in {language}: {fault}" for fault in faults(anna, language)]


@pytest.mark.timeout(3600 if EVERYTHING else 900)
@pytest.mark.parametrize("language", HELD)
def test_every_kind_of_page_in_four_languages(invite, language):
    found = []
    for wishes in (HELD, OTHERS) if EVERYTHING else (HELD,):
        anna = invite(language=language, **wishes[language])
        anna.context.add_init_script(WATCHED)
        anna.finished = ""
        for name, go in shared_out(language):
            found += seen(anna, language, name, go)
            anna.troubles = [trouble for trouble in anna.troubles if not any(code in trouble for code in EXPECTED)]
    assert not found, "\n".join(found)


def shared_out(language):
    """The pages that a language shows: every fourth, or all of them."""
    return pages().items() if EVERYTHING else islice(pages().items(), [*HELD].index(language), None, len(HELD))
