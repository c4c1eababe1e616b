"""Phones at one table without a server: one is the house, the others come over lines of their own."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.offline.guest import AUTOPLAY, LONGEST
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
ANOTHER = "(known) => peers.slice(known).some((one) => one.connectionState === 'connected')"
CAMERA = """
navigator.mediaDevices.getUserMedia = async () => {
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
    known = [other.shell.evaluate("peers.length") for other in others]
    anna.shell.evaluate(CUT)
    for other, count in zip(others, known, strict=True):
        other.shell.wait_for_function(ANOTHER, arg=count)
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
    for person in people:
        person.page.wait_for_function(OVER, timeout=LONGEST)
    assert len({tuple(person.story()) for person in people}) == 1


def test_two_phones_play_a_game_and_a_lost_line_comes_back_by_itself(phones, static_host):
    host = static_host("/")
    anna, ben = housed(phones(host), ["me", "link"]), phones(host)
    sits_down(brought_together(anna, ben, "Mouse 2"), "Ben")
    assert not any("house_worker" in one.url for one in ben.shell.workers)  # its pages are those of the other phone
    expect(at_her_table(anna).page.get_by_text("Ben").first).to_be_attached()
    play(anna, ben)
    further(ben)
    cut(anna, ben)
    further(ben)
    ben.shell.reload()
    play(back(ben))
    ended_alike(anna, ben)
    for one in (anna, ben):
        one.troubles.clear()  # the browser names requests that were broken off
