"""Phones at one table without a server: one is the house, the others come over lines of their own."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline.guest import AUTOPLAY, LONGEST
from tests.browser.offline.test_whole_games import GAMES
from tests.browser.offline.test_without_a_server import accessible

PEERS = """
globalThis.peers = [];
globalThis.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...given) {
    super(...given);
    peers.push(this);
  }
};
"""
CUT = "peers.filter((one) => one.connectionState === 'connected').forEach((one) => one.close())"
KNOWN = "peers.forEach((one) => (one.known = one.connectionState === 'connected'))"
ANOTHER = "() => peers.some((one) => !one.known && one.connectionState === 'connected')"
CAMERA = """
if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 480, height: 480 });
  const page = canvas.getContext("2d");
  setInterval(() => {
    page.setTransform(1, 0, 0, 1, 0, 0);
    page.fillStyle = "white";
    page.fillRect(0, 0, 480, 480);
    if (!globalThis.inFront) return;
    page.setTransform(400 / inFront.size, 0, 0, 400 / inFront.size, 40, 40);
    page.fillStyle = "black";
    page.fill(new Path2D(inFront.dark));
  }, 50);
  return canvas.captureStream();
};
"""
HELD_UP = "(seen) => (globalThis.inFront = seen)"
CODE = """(svg) => ({
  size: svg.viewBox.baseVal.width,
  dark: svg.querySelector("path").getAttribute("d"),
})"""
OVER = "() => document.querySelector('dialog.ending[open]')"


@pytest.fixture
def phones(guests):
    """People whose lines can be cut, and whose cameras see what is held in front of them."""

    def invite(host, **wishes):
        person = guests(host, **wishes)
        for script in (PEERS, CAMERA):
            person.context.add_init_script(script)
        return person

    return invite


def housed(anna, chairs):
    """A phone with a table of Mmm! to which others come."""
    anna.arrive().new_table(chairs)
    expect(anna.page.get_by_role("heading", name="Play together, phone to phone")).to_be_visible()
    return anna


def held_up(reader, shower):
    """Hold a phone with a code in front of the camera of another one."""
    reader.shell.evaluate(HELD_UP, shower.shell.locator("#together .code svg").evaluate(CODE))


def brought_together(anna, ben, seat):
    """Ben opens the code of a seat, as the camera of a phone does, and Anna reads his."""
    anna.page.get_by_role("button", name=f"Somebody joins: {seat}").click()
    ben.shell.goto(anna.shell.locator("#shown").input_value())
    expect(ben.shell.locator("#together .code")).to_be_visible()
    accessible(anna.shell, ben.shell)
    anna.shell.get_by_role("button", name="Now read the code of the other phone").click()
    accessible(anna.shell)
    held_up(anna, ben)
    expect(anna.shell.get_by_text("The other phone is here.")).to_be_visible()
    anna.shell.get_by_role("button", name="Done").click()
    ben.inside().page.wait_for_url(re.compile("/join/"))
    return ben


def sits_down(ben, name):
    ben.page.locator("#name").fill(name)
    ben.page.get_by_role("button", name="Sit down").click()
    return ben.at_table()


def at_her_table(anna):
    anna.page.get_by_role("link", name="To the table").click()
    return anna.at_table()


def back(ben):
    """Wait until a line that was lost is there again, and the pages with it."""
    return ben.inside().at_table()


def cut(anna, *others):
    """Cut every line of a phone, and wait until each of the others has found another way to it."""
    for other in others:
        other.shell.evaluate(KNOWN)
    anna.shell.evaluate(CUT)
    for other in others:
        other.shell.wait_for_function(ANOTHER)
        expect(other.shell.locator("body[data-open]")).to_be_attached()


def play(*people):
    for number, person in enumerate(people):
        person.page.evaluate(AUTOPLAY, number + 7)


def further(person, lines=2):
    """Wait until a game has gone on, or is over."""
    told = len(person.story())
    more = "n => document.querySelector('dialog.ending[open]') || document.querySelectorAll('.story li').length > n"
    person.page.wait_for_function(more, arg=told + lines)


def ended_alike(*people):
    """Wait until everybody has seen the end of the same game."""
    for person in people:
        person.page.wait_for_function(OVER, timeout=LONGEST)
    assert len({str(events(person)) for person in people}) == 1


def left(anna, *others):
    """The phone of the house leaves; what the others say."""
    anna.shell.goto("about:blank")
    for other in others:
        expect(other.word()).to_contain_text("The other phone cannot be reached.")


def comes_back_by_one_code(anna, ben, name, path):
    """The house is there again, as another page, and a guest needs to read a single code."""
    anna.arrive(path)
    anna.page.get_by_role("button", name=re.compile("Somebody joins")).first.click()
    anna.shell.get_by_role("button", name=f"{name} comes back").click()
    ben.shell.get_by_role("button", name="Read a new code").click()
    held_up(ben, anna)
    back(ben)
    anna.shell.get_by_role("button", name="Done").click()


def takes_over(ben):
    """Go on without the phone of the house, at a page that invites the others again."""
    ben.shell.get_by_role("button", name="Play on here").click()
    ben.inside().page.wait_for_url(re.compile("/table/.*/links"))
    return ben


def events(person):
    """The record of a game, as this person knows it."""
    path = f"/table/{person.table}/whole.json"
    return person.page.evaluate("path => fetch(document.body.dataset.base + path).then((found) => found.json())", path)[
        "record"
    ]["events"]


def test_two_phones_play_a_lost_line_comes_back_and_a_guest_takes_over(phones, static_host):
    host = static_host("/")
    anna, ben = housed(phones(host), ["me", "link"]), phones(host)
    sits_down(brought_together(anna, ben, "Mouse 2"), "Ben")
    assert not any("house_worker" in one.url for one in ben.shell.workers)  # its pages are those of the other phone
    expect(at_her_table(anna).page.get_by_text("Ben").first).to_be_attached()
    table = anna.table
    play(anna, ben)
    further(ben)
    cut(anna, ben)
    further(ben)
    ben.shell.reload()
    play(back(ben))
    further(ben)
    told = ben.story()
    left(anna, ben)
    accessible(ben.shell)
    comes_back_by_one_code(anna, ben, "Ben", f"/table/{table}/links")
    ben.page.wait_for_function("n => document.querySelectorAll('.story li').length >= n", arg=len(told))
    assert ben.story()[: len(told)] == told
    known = events(ben)
    left(anna, ben)
    takes_over(ben)
    expect(ben.shell.locator("footer")).to_be_hidden()  # no game of his own is missing: he had none
    at_her_table(ben)
    assert events(ben)[: len(known)] == known
    expect(ben.page.get_by_text("Ben").first).to_be_attached()
    play(ben)
    ben.page.wait_for_function(OVER, timeout=LONGEST)
    for one in (anna, ben):
        one.troubles.clear()  # the browser names requests that were broken off


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [2, 4])
def test_whole_games_of_every_box_between_phones_whose_lines_are_cut(phones, static_host, game, people):
    host = static_host("/a/b/")
    anna, others = phones(host).arrive(), [phones(host) for _ in range(people - 1)]
    told = opened(anna, game, people)
    for number, other in enumerate(others):
        anna.open(told)
        brought_together(anna, other, free(anna) or "Only watch")
        if other.page.locator("#name").count():
            sits_down(other, f"Guest {number}")
        else:
            other.page.locator(".invitation button").click()
            other.at_table()
    at_her_table(anna)
    play(anna, *others)
    for _ in range(10):
        further(anna, 1)
        cut(anna, *others)
    ended_alike(anna, *others)
    for one in (anna, *others):
        one.troubles.clear()  # the browser names requests that were broken off


def opened(anna, game, people):
    """A table of a game whose other seats are on other phones, as far as it has that many; the page of its links."""
    page = anna.open(f"/new/{game}").page
    players = page.locator("[name=players]")
    if players.count():
        players.fill(str(min(people, int(players.get_attribute("max") or people))))
    rows = page.locator(".seat-row:visible")
    for seat in range(rows.count()):
        rows.nth(seat).locator(f"[value={'me' if seat == 0 or seat >= people else 'link'}]").check()
    page.locator("form.setup > button.primary").click()
    page.wait_for_url(re.compile(r"/table/\w+"))
    return f"/table/{anna.table}/links"


def free(anna):
    """The first seat that is still free, by its name."""
    cards = anna.page.locator(".link-card", has_text="Still free.").locator("h2")
    return cards.first.inner_text() if cards.count() else ""
