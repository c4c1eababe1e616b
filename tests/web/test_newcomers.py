"""Who comes, goes or comes back costs the others little: said once for all, a few times a second, never at length."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from mousehole import shelf
from mousehole.core.record import Record, dump
from mousehole.testing import random_record
from mousehole.web.live import room
from tests.web.browser import Browser
from tests.web.test_live import SHARED, friend_of

MMM = shelf.find("mmm")
CROWD = 30


@pytest.fixture
def counted(monkeypatch):
    """How often the server works something out."""
    counts = Counter()

    def watch(module, name):
        do = getattr(module, name)

        def ask(*given):
            counts[name] += 1
            return do(*given)

        monkeypatch.setattr(module, name, ask)

    watch(room, "levels")
    watch(room, "ply_view")
    return counts


def long_game(events):
    """A record of Mmm! with so many events at least."""
    found = (random_record(MMM, MMM.setup(), bytes([n]))[0] for n in range(256))
    return next(record for record in found if len(record.events) >= events)


def uploaded(browser, record, events=None):
    """Bring a record, or its beginning; give the table."""
    cut = Record(record.game, record.edition, record.setup, record.events[:events], None, record.content)
    page = browser.post("/upload", body=dump(cut))
    assert page.status == 200, page.text
    return page.json["address"].split("/")[2]


async def test_a_crowd_that_enters_is_told_of_a_few_times_and_counted_right(unbraked, counted):
    mine = Browser(unbraked)
    table = mine.opened(**SHARED)
    watcher = friend_of(mine, table, "watch")
    async with mine.live(table) as me:
        async with AsyncExitStack() as inside:
            for _ in range(CROWD):
                await inside.enter_async_context(watcher.live(table))
            seen = [await me.hear("seats")]
            while seen[-1].get("spectators", 0) < CROWD:
                seen.append(await me.hear("seats"))
            assert len(seen) < CROWD / 2
            assert seen[-1]["seats"][0]["you"]
        while (await me.hear("seats")).get("spectators", 0):
            pass
    assert counted["levels"] == 1


async def test_each_viewer_sees_which_seats_are_theirs(unbraked):
    mine = Browser(unbraked)
    table = mine.opened(**SHARED)
    friend, watcher = friend_of(mine, table), friend_of(mine, table, "watch")
    async with mine.live(table) as me, friend.live(table) as you, watcher.live(table) as guest:
        told = [talk.welcome["table"]["seats"] for talk in (me, you, guest)]
        own = [[seat["seat"] for seat in seats if seat.get("you")] for seats in told]
        assert own == [[0], [1], []]
        await asyncio.sleep(2 * room.PRESENCE_PAUSE)
        while not (seats := (await me.hear("seats"))["seats"])[1].get("present"):
            pass
        assert [seat["seat"] for seat in seats if seat.get("you")] == [0]


async def test_somebody_who_missed_much_gets_the_table_as_it_is_and_the_story(unbraked):
    browser = Browser(unbraked)
    table = uploaded(browser, long_game(40), 40)
    async with browser.live(table, known=0) as talk:
        assert [told["ply"] for told in talk.welcome["story"]] == list(range(1, 41))
        await talk.say(type="ping")
        await talk.hear("pong")
        assert not any(message["type"] == "frames" for message in talk.heard)


async def test_somebody_who_missed_little_gets_every_frame(unbraked):
    browser = Browser(unbraked)
    table = uploaded(browser, long_game(40), 40)
    async with browser.live(table) as first:
        known = first.entry - 3
    async with browser.live(table, known=known) as talk:
        frames = (await talk.hear("frames"))["frames"]
        assert [frame["entry"] for frame in frames] == [known + 1, known + 2, known + 3]
        assert not talk.welcome["story"]


async def test_a_story_is_worked_out_once_for_all_newcomers_and_only_its_newest_part(unbraked, counted, monkeypatch):
    monkeypatch.setattr(room, "STORY_PLIES", 30)
    browser = Browser(unbraked)
    table = uploaded(browser, long_game(40), 40)
    async with browser.live(table) as one, browser.live(table) as two, browser.live(table) as three:
        assert [told["ply"] for told in one.welcome["story"]] == list(range(11, 41))
        assert one.welcome["story"] == two.welcome["story"] == three.welcome["story"]
        assert counted["ply_view"] == 30


async def test_a_move_taken_back_and_made_otherwise_is_told_as_it_is_now(unbraked):
    browser = Browser(unbraked)
    table = browser.opened()
    async with browser.live(table) as talk:
        await talk.move("throw")
        await talk.move("play", action=0)
        async with browser.live(table) as before:
            pass
        await talk.move("undo", to=1)
        await talk.move("play", action=1)
        async with browser.live(table) as after:
            told = [[line["lines"] for line in other.welcome["story"]] for other in (before, after)]
        assert told[0][0] == told[1][0]
        assert told[0][1] != told[1][1] == talk.frame["story"]
