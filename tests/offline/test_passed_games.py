"""A game that goes to another phone as a link, and comes back further on, unchanged, or another way."""

import json
import re
import zlib
from base64 import urlsafe_b64decode

import pytest

from mousehole.core.game import Chance, Decide
from mousehole.table import Play, ThrowDice
from tests.offline.house import OpenHouse

TWO = b"players=2&side=one_paw&first=0&chair-0=me&chair-1=bot:easy&name-0=Anna"
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
async def phones(tmp_path):
    opened = [await OpenHouse("/a").open(tmp_path / f"{name}.db") for name in ("anna", "ben")]
    yield opened
    for phone in opened:
        await phone.house.close()


async def begun(phone):
    """A game with a bot at the phone of Anna."""
    _, headers, _ = await phone.get("/new/mmm", "POST", TWO, **FORM)
    return re.search(r"/table/(\w+)", headers["location"])[1]


async def passed_on(phone, table):
    """The game in the link of a table."""
    page = (await phone.get(f"/table/{table}/links"))[2].decode()
    held = re.search(r'#game=([\w-]+)"', page)[1]
    return zlib.decompress(urlsafe_b64decode(held + "=" * (-len(held) % 4)))


async def opened(phone, game):
    """Open a link; where that leads."""
    status, _, told = await phone.get("/upload", "POST", game, accept="application/json")
    assert status == 200, told
    return json.loads(told)["address"]


async def played(phone, table, moves, last=False):
    """Play some moves for the person at seat 0, each time the first choice or the last one; the events so far."""
    host = phone.house.server.host
    for _ in range(moves):
        await host.wait_until_idle(table)
        known = await host.table(table)
        if isinstance(known.turn, Decide):
            number = len(known.turn.of(known.turn.seat).actions) - 1 if last else 0
            await host.move(table, Play(known.turn.seat, known.entry, number, ""))
        elif isinstance(known.turn, Chance):
            await host.move(table, ThrowDice(known.turn.thrower, known.entry, ""))
    await host.wait_until_idle(table)
    return (await host.table(table)).events


async def shelf(phone):
    """The games that a phone lists."""
    return set(re.findall(r'href="/a/table/(\w+)"', (await phone.get("/me"))[2].decode()))


async def test_a_game_that_comes_back_further_on_goes_on_in_the_place_of_the_old_one(phones):
    anna, ben = phones
    table = await begun(anna)
    await played(anna, table, 3)
    there = (await opened(ben, await passed_on(anna, table))).rpartition("/")[2]
    further = await played(ben, there, 4)
    back = (await opened(anna, await passed_on(ben, there))).rpartition("/")[2]
    known = await anna.house.server.host.table(back)
    assert known.events[: len(further)] == further and back != table
    assert [(chair.kind, chair.name) for chair in known.chairs] == [("person", "Anna"), ("bot", "")]
    assert await shelf(anna) == {back}
    again = await played(anna, back, 2)  # and so on, to and fro
    assert (await opened(ben, await passed_on(anna, back))).rpartition("/")[2] != there
    assert len(await shelf(ben)) == 1 and again[: len(further)] == further


async def test_a_game_that_comes_back_as_it_was_leads_to_the_one_that_is_here(phones):
    anna, ben = phones
    table = await begun(anna)
    early = await passed_on(anna, table)
    await played(anna, table, 3)
    assert await opened(anna, early) == f"/table/{table}"
    assert await opened(anna, await passed_on(anna, table)) == f"/table/{table}"
    there = await opened(ben, early)
    assert await opened(ben, early) == there
    assert await shelf(anna) == {table}


async def test_a_game_that_went_on_in_two_ways_is_shown_side_by_side(phones):
    anna, ben = phones
    table = await begun(anna)
    await played(anna, table, 1)
    there = (await opened(ben, await passed_on(anna, table))).rpartition("/")[2]
    here, elsewhere = await played(anna, table, 4), await played(ben, there, 4, last=True)
    assert here != elsewhere
    page = await opened(anna, await passed_on(ben, there))
    both = {table, page.rpartition("/")[2]}
    words = (await anna.get(page))[2].decode()
    assert page.startswith(f"/parted/{table}/") and set(re.findall(r'href="/a/table/(\w+)"', words)) == both
    assert "As it was here" in words and "As it came" in words
    assert await shelf(anna) == both
    assert (await ben.get(page))[0] == 404


async def test_a_game_without_a_name_is_a_copy_and_one_that_breaks_the_rules_is_refused(phones):
    anna, _ = phones
    table = await begun(anna)
    await played(anna, table, 2)
    record = json.loads(await passed_on(anna, table))
    name = record.pop("passed")
    assert name == table and await opened(anna, json.dumps(record).encode()) != f"/table/{table}"
    wrong = json.dumps({**record, "passed": name, "events": record["events"][:1] * 9}).encode()
    status, _, told = await anna.get("/upload", "POST", wrong, accept="application/json")
    assert status == 422 and "not a game that can be opened here" in json.loads(told)["problem"]
    assert (await anna.get(f"/parted/{table}/{'0' * 16}"))[0] == 404
