"""Whole evenings of two families: from the invitation to the album, in four languages, without a jump of any page."""

import re

import pytest
from playwright.sync_api import expect

from mousehole.core.words import line, voice
from tests.browser.jumps import WATCHED, jumps
from tests.browser.person import PHONE
from tests.browser.spoken import untranslated
from tests.browser.test_everybody import violations

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
FAMILIES = {
    "English and French": (("en", {}), ("fr", PHONE)),
    "German and Spanish": (("de", TABLET), ("es", {**PHONE, "color_scheme": "dark"})),
}


class Relative:
    """Somebody of a family: knows its own language, and looks at every page before it leaves it."""

    def __init__(self, person, language):
        self.person, self.language, self.page = person, language, person.page
        person.context.add_init_script(WATCHED)
        self.say = voice(language, "mousehole.games.mmm")

    def words(self, text, **values):
        return self.say(line(text, **values))

    def button(self, text):
        return self.page.get_by_role("button", name=self.words(text), exact=True)

    def look(self):
        """Find a page that does not jump, speaks one language, fits its window, and is fit for everybody."""
        told = jumps(self.page)
        assert not told, "\n".join([self.page.url, *told])
        assert untranslated(self.page, self.language) == []
        assert self.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0

    def open(self, path):
        """Look once more at this page, then go to another."""
        if "/" in self.page.url:
            self.look()
        self.person.open(path)
        self.page.wait_for_load_state("networkidle")
        self.look()
        return self


@pytest.fixture
def family(invite):
    return lambda name: [Relative(invite(language=language, **held), language) for language, held in FAMILIES[name]]


@pytest.mark.parametrize("name", ["English and French", pytest.param("German and Spanish", marks=pytest.mark.long)])
def test_an_evening_of_a_family(family, name):
    anna, ben = family(name)
    table = invited(anna, ben)
    away_and_back(anna, ben, table)
    played(anna, ben)
    remembered(anna, ben)


def test_what_stands_around_a_board_stays_where_it_is_when_the_turn_passes(family):
    anna, ben = family("English and French")
    anna.open(f"/table/{invited(anna, ben)}")
    hers = places(anna)
    turn_of(anna)
    ben.person.hurry()  # he rolls, and has places to choose from
    expect(anna.page.locator(".actions .idle")).to_contain_text("Tap the board to point.")
    assert places(anna) == hers
    assert violations(anna.page) == []


def places(one):
    """Where everything around the board stands, from top to bottom."""
    boxes = one.page.locator(".above, .actions, .drawer, .seat, .agreed")
    return boxes.evaluate_all("all => all.map(e => [e.id || e.className, e.getBoundingClientRect().y])")


def invited(anna, ben):
    """Anna opens a table for two with her name, Ben comes by a link with a name and a face."""
    anna.open("/").page.locator("a[href='/new/mmm']").first.click()
    anna.page.wait_for_load_state("networkidle")
    anna.page.locator("[data-field=players]").get_by_role("button", name=anna.words("More"), exact=True).click()
    expect(anna.page.locator(".seat-row:visible")).to_have_count(2)
    anna.page.locator(".seat-row[data-seat='0'] > summary").click()
    anna.page.locator("[name=name-0]").fill("Anna")
    anna.page.keyboard.press("Escape")
    anna.person.unfolded(anna.page.locator("[name=steps]")).fill("5")
    anna.person.sit(1, "link")
    anna.look()
    anna.page.locator("form.setup > button.primary").click()
    anna.page.wait_for_url(re.compile(r"/table/\w+"))
    link = anna.person.link("seat-1")
    anna.look()
    ben.open(link)
    ben.page.get_by_label(ben.words("Your name"), exact=True).fill("Ben")
    ben.page.get_by_label(ben.words("a mouse with glasses")).check()
    assert violations(ben.page) == []
    ben.page.locator(".invitation button").click()
    ben.person.at_table()
    table = ben.person.table
    anna.open(f"/table/{table}")
    seat = anna.page.locator(".seat").nth(1)
    expect(seat).to_contain_text("Ben")
    expect(seat.locator(".badge use")).to_have_attribute("href", "#house-face-glasses")
    expect(anna.page.locator(".agreed li")).to_contain_text("5")
    renamed(ben)
    expect(seat).to_contain_text("Benedict the Small")
    expect(seat.locator(".badge use")).to_have_attribute("href", "#house-face-cat")
    return table


def renamed(ben):
    """Ben changes name and face at the table."""
    ben.page.locator(".tab[data-drawer=seats]").click()
    ben.button("Your name and mouse").click()
    who = ben.page.locator("dialog.who")
    who.get_by_label(ben.words("Your name"), exact=True).fill("Benedict the Small")
    who.get_by_label(ben.words("a cat")).check()
    assert violations(ben.page) == []
    who.get_by_role("button", name=ben.words("That's me")).click()
    ben.page.locator(".tab[data-drawer=seats]").click()


def away_and_back(anna, ben, table):
    """Ben has to leave for a while; Anna lets a bot play for him, and he gets his seat back."""
    ben.open("/")
    seat = anna.page.locator(".seat").nth(1)
    expect(seat).to_contain_text(anna.words("away"))
    players = anna.page.locator(".tab[data-drawer=seats]")
    if players.is_visible():
        players.click()
    seat.get_by_role("button", name=anna.words("Let a bot play")).click()
    if players.is_visible():
        players.click()
    expect(seat).to_contain_text(anna.words("bot"))
    turn_of(anna)
    expect(anna.person.my_turn()).to_be_visible()  # the bot has played
    ben.open(f"/table/{table}").person.at_table()
    note = ben.page.locator(".absence")
    expect(note).to_contain_text(ben.words("A bot is playing for you."))
    assert violations(ben.page) == []
    note.get_by_role("button", name=ben.words("Play myself")).click()
    expect(note).to_be_hidden()
    expect(seat).to_contain_text(anna.words("here"))


def turn_of(one):
    """Play until somebody else decides, or the game is over."""
    while one.person.my_turn().count() and not one.person.ended().count():
        one.person.hurry()


def played(anna, ben):
    """Both play to the end, which shows both how it went."""
    while not (anna.person.ended().count() and ben.person.ended().count()):
        for one in (anna, ben):
            turn_of(one)
        anna.page.wait_for_timeout(50)
    for one in (anna, ben):
        told = one.person.ended()
        expect(told.locator("h2")).to_have_text(
            re.compile("|".join(re.escape(one.words(text)) for text in ("You win!", "Not this time")))
        )
        expect(told.locator(".figure")).not_to_have_count(0)
        assert len(one.person.story()) > 8
        assert violations(one.page) == []


def remembered(anna, ben):
    """The game stands in the album of both, and the group goes on together."""
    old = anna.person.table
    for one in (anna, ben):
        one.look()
    ways = []
    anna.page.on("request", lambda request: ways.append(request.url) if request.url.endswith("/next") else None)
    anna.person.ended().get_by_role("button", name=anna.words("Play again")).click()
    anna.page.wait_for_url(lambda address: "/table/" in address and old not in address)
    assert len(ways) == 1  # nobody sets out twice
    expect(ben.person.ended().get_by_role("link", name=ben.words("To the next game"))).to_be_visible()
    ben.open(f"/table/{old}")  # whoever opens the old one finds the way, not a second game
    expect(ben.person.ended().get_by_role("link", name=ben.words("To the next game"))).to_be_visible()
    expect(ben.person.ended().get_by_role("button", name=ben.words("Play again"))).to_have_count(0)
    for one in (anna, ben):
        one.open("/album")
        expect(one.page.locator(".album-numbers li").first).to_contain_text("1")
        expect(one.page.locator(".trophy:not(.missing)")).not_to_have_count(0)
        assert violations(one.page) == []
        one.open("/")
    ben.open(anna.person.new_table(["me", "link"]).link("seat-1"))  # the browser remembers who sits before it
    expect(ben.page.get_by_label(ben.words("Your name"), exact=True)).to_have_value("Benedict the Small")
    expect(ben.page.get_by_label(ben.words("a cat"), exact=True)).to_be_checked()
