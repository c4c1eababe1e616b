"""A program sits down at a server's table by its link and plays."""

import asyncio
import itertools
import os
import re
import signal
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

import mousehole
from mousehole import shelf
from tests.hidden.on_the_shelf import installed
from tests.web.browser import Browser
from tests.web.conftest import running

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"
CHAIRS = {
    "mmm": {"players": "2", "chair-0": "link", "chair-1": "bot:greedy"},
    "chopchop": {"chair-0": "link", "chair-1": "bot:greedy", "chair-4": "bot:greedy"},
    "mousewarming": {"players": "2", "chair-0": "link", "chair-1": "bot:greedy"},
    "mystics": {"players": "2", "chair-0": "link", "chair-1": "bot:random"},
}


class Form(HTMLParser):
    """The fields of a page's form, as it comes."""

    def __init__(self, page):
        super().__init__()
        self.fields, self._select = {}, ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        has = dict(attrs)
        if tag == "select":
            self._select = has.get("name", "")
        elif tag == "option" and (self._select not in self.fields or "selected" in has):
            self.fields[self._select] = has.get("value", "")
        elif tag == "input" and "name" in has and (has.get("type") in ("text", "number") or "checked" in has):
            self.fields[has["name"]] = has.get("value", "")


def invited(port, game):
    """Open a table with a seat for a guest; return the guest's link, the table and its owner."""
    owner = Browser(port)
    page = owner.post(f"/new/{game}", Form(owner.get(f"/new/{game}").text).fields | CHAIRS[game])
    assert page.status == 303, re.findall(r"problem[^<]*>([^<]+)", page.text)
    table = page.headers["location"].split("/")[2]
    links = re.findall(rf"/join/{table}/\w+", owner.get(f"/table/{table}/links").text)
    return f"http://127.0.0.1:{port}{links[0]}", table, owner


async def played(link, most=10_000):
    """Play at random, to the end or so many turns."""
    luck, turns = Random(1), 0
    async with mousehole.sit(link) as seat:
        async for here in seat.turns():
            turns += 1
            await seat.play(luck.choice(here.actions))
            if turns >= most:
                break
        return seat.position, turns


def test_a_link_for_watching_holds_no_seat(port):
    _, table, owner = invited(port, "mmm")
    every = re.findall(rf"/join/{table}/[\w/]+", owner.get(f"/table/{table}/links").text)
    watching = [link for link in every if "/owner/" not in link][-1]
    with pytest.raises(mousehole.UserError, match="holds no seat"):
        asyncio.run(played(f"http://127.0.0.1:{port}{watching}", most=1))


@pytest.mark.parametrize("game", ["mmm", "chopchop", "mousewarming", "mystics"])
def test_a_program_plays_and_knows_the_position(port, game):
    link, table, owner = invited(port, game)
    position, turns = asyncio.run(played(link, most=25))
    assert turns == 25 or position.over
    found, record = mousehole.load(owner.get(f"/table/{table}/record.json").data)
    shown = [mousehole.Position(found, ply.state) for ply in mousehole.plies(found, record)]
    assert position in shown[-12:]  # the others may have moved on since


def test_the_example_plays_a_whole_game(port):
    link, table, owner = invited(port, "mmm")
    told = subprocess.run([sys.executable, EXAMPLE, link], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("Over(")
    assert mousehole.audit(*mousehole.load(owner.get(f"/table/{table}/record.json").data)).reason


def test_a_program_comes_back_after_the_connection_was_lost(tmp_path):
    async def steady(link):
        luck, turns = Random(1), 0
        async with mousehole.sit(link) as seat:
            async for here in seat.turns():
                turns += 1
                if turns % 5 == 0:
                    await seat._socket.close()
                await seat.play(luck.choice(here.actions))
            return seat.position, turns

    with running(tmp_path) as (_, port):
        position, turns = asyncio.run(steady(invited(port, "mmm")[0]))
    assert position.over and turns > 5


def alone(port):
    """Open a table for one program; nobody holds it up."""
    return mousehole.open_table(f"http://127.0.0.1:{port}", "mmm", ["link"], players=1).links["seat-0"]


def test_a_program_plays_on_where_the_server_is_late(tmp_path):
    async def patient(link, server):
        async with mousehole.sit(link) as seat:
            turns = seat.turns()
            here = await anext(turns)
            server.send_signal(signal.SIGSTOP)
            asyncio.get_running_loop().call_later(1.0, server.send_signal, signal.SIGCONT)
            await seat.play(here.actions[0])
            return here, await anext(turns)

    with running(tmp_path) as (server, port):
        before, after = asyncio.run(patient(alone(port), server))
    assert before != after


def test_a_program_that_plays_too_fast_is_slowed_down(tmp_path):
    with running(tmp_path, "--limit", "pace=4") as (_, port):
        _, turns = asyncio.run(played(alone(port), most=12))
    assert turns == 12


def test_a_program_that_comes_back_too_often_is_slowed_down(tmp_path):
    async def restless(link):
        seen = []
        async with mousehole.sit(link) as seat:
            for _ in range(8):
                await seat.leave()
                seen.append(await anext(seat.turns()))
                await seat.play(seen[-1].actions[0])
        return seen

    with running(tmp_path, "--limit", "requests=2") as (_, port):
        seen = asyncio.run(restless(alone(port)))
    assert all(before != after for before, after in itertools.pairwise(seen))


@pytest.mark.parametrize("link", ["http://127.0.0.1:9/join/a/b", "not a link", "http://127.0.0.1:{port}/join/nope/0"])
def test_a_wrong_link_is_explained(port, link):
    with pytest.raises(mousehole.UserError):
        asyncio.run(played(link.format(port=port)))


def test_a_removed_program_is_told(port):
    link, table, owner = invited(port, "mmm")

    async def removed():
        async with mousehole.sit(link) as seat:
            turns = seat.turns()
            await anext(turns)
            await asyncio.to_thread(owner.post, f"/table/{table}/owner", {"do": "remove", "seat": "0"})
            async for _ in turns:
                pass

    with pytest.raises(mousehole.UserError):
        asyncio.run(removed())


def test_a_program_opens_a_table_where_every_seat_waits_for_its_link(port):
    opened = mousehole.open_table(f"http://127.0.0.1:{port}", "mmm", ["link", "link"], players=2, steps=3)
    assert set(opened.links) == {"seat-0", "seat-1", "watch"}

    async def all_seats():
        return await asyncio.gather(*(played(opened.links[f"seat-{seat}"]) for seat in (0, 1)))

    (one, _), (two, _) = asyncio.run(all_seats())
    assert one == two and one.over and one.state.pantry.setup.steps == 3


def test_a_table_is_opened_with_the_set_up_that_was_asked_for(port):
    opened = mousehole.open_table(
        f"http://127.0.0.1:{port}",
        "mousewarming",
        ["link", "bot:random", "link"],
        players=3,
        mice=("ninja", "sprinter"),
    )

    async def look():
        async with mousehole.sit(opened.links["seat-0"]) as seat:
            return seat.position

    setup = asyncio.run(look()).state.party.setup
    assert (setup.mice, setup.players) == (("ninja", "sprinter"), 3)


def test_a_table_that_cannot_be_opened_is_explained(port):
    server = f"http://127.0.0.1:{port}"
    with pytest.raises(mousehole.NotOpened, match="players"):
        mousehole.open_table(server, "mmm", ["link"], players=99)
    with pytest.raises(mousehole.NotOpened, match="there is no game chess"):
        mousehole.open_table(server, "chess", ["link"])
    with pytest.raises(mousehole.NotOpened, match="cannot be reached"):
        mousehole.open_table("http://127.0.0.1:9", "mmm", ["link"])


@pytest.mark.parametrize(
    ("seats", "fields", "words"),
    [
        (["link", "greedy"], {}, 'a seat is "link", "bot:NAME", not \'greedy\''),
        ([], {}, "a seat is"),
        (["link"], {}, "seats named: 1; this table has 2"),
        (["link"] * 5, {}, "seats named: 5; this table has 2"),
        (["link", "bot:gredy"], {}, "chair-1: there is no player gredy; the players are random"),
        (["link", "bot:greedy"], {"cats": 1}, "there is no field cats; the fields are players"),
    ],
)
def test_seats_and_fields_that_nobody_knows_open_no_table(port, seats, fields, words):
    with pytest.raises(mousehole.NotOpened, match=words):
        mousehole.open_table(f"http://127.0.0.1:{port}", "chopchop", seats, **fields)


def test_a_program_plays_where_hands_are_hidden_and_sees_its_own_alone(tmp_path, monkeypatch):
    site = installed(tmp_path / "site")
    for path in site:
        monkeypatch.syspath_prepend(path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*site, *sys.path]))
    shelf._outside.cache_clear()
    seen = {}

    async def plays(link, seat_number):
        async with mousehole.sit(link) as seat:
            async for here in seat.turns():
                seen.setdefault(seat_number, []).append(here.state.hands)
                assert here.seat == seat_number and len(here.hints(budget=mousehole.Budget(games=2))) == len(
                    here.actions
                )
                await seat.play(here.actions[0])
            return seat.position.over

    async def both(links):
        return await asyncio.gather(*(plays(links[f"seat-{seat}"], seat) for seat in (0, 1)))

    with running(tmp_path / "house") as (_, port):
        opened = mousehole.open_table(f"http://127.0.0.1:{port}", "nibbles", ["link", "link"])
        one, two = asyncio.run(both(opened.links))
    shelf._outside.cache_clear()
    assert one == two and one.reason == "eaten"
    for seat, hands in seen.items():
        assert len({hand[seat] for hand in hands}) == 5  # asked again where the other was faster
        assert all(all(hand[seat]) and not any(hand[1 - seat]) for hand in hands)
