"""On its way through the server an event asks the game for everything once, however many people watch."""

from collections import Counter
from dataclasses import replace

import pytest

from mousehole import shelf
from tests.web.browser import Browser
from tests.web.test_live import friend_of

MMM = shelf.find("mmm")
ASKED = ("apply", "turn", "tell", "scene")
BOT = 2
SEATS = {"players": "3", "side": "one_paw", "first": "0", "chair-0": "me", "chair-1": "link", "chair-2": "bot:greedy"}


@pytest.fixture
def asked(monkeypatch):
    """What the server asks of Mmm!, counted; bots think in processes of their own."""
    counts = Counter()

    def counted(name):
        def ask(*given):
            counts[name] += 1
            return getattr(MMM, name)(*given)

        return ask

    game, found = replace(MMM, **{name: counted(name) for name in ASKED}), shelf._built_in
    monkeypatch.setattr(shelf, "_built_in", lambda name: game if name == "mmm" else found(name))
    return counts


async def all_shown(talks):
    """Wait until everybody has seen the newest entry and no bot is to move; give the frame."""
    while True:
        for talk in talks:
            await talk.shown(max(talk.entry for talk in talks))
        turn = talks[0].frame["turn"]
        if turn.get("seat") != BOT and len({talk.entry for talk in talks}) == 1:
            return talks[0].frame
        await talks[0].hear("frames")


async def test_an_event_is_worked_out_once_for_all_who_watch_in_whatever_language(unbraked, asked):
    mine = Browser(unbraked)
    table = mine.opened(**SEATS)
    friend, watcher = friend_of(mine, table), friend_of(mine, table, "watch")
    french = {"Accept-Language": "fr"}
    async with mine.live(table) as me, friend.live(table) as you, watcher.live(table, **french) as guest:
        await me.move("throw")
        frame = await all_shown((me, you, guest))
        asked.clear()
        while (turn := frame["turn"])["kind"] != "over":
            move = {"kind": "throw"} if turn["kind"] == "chance" else {"kind": "play", "action": 0}
            await (me, you)[turn["seat"]].move(**move, seat=turn["seat"])
            frame = await all_shown((me, you, guest))
        assert asked == dict.fromkeys(ASKED, frame["ply"] - 1)
        assert guest.frame["story"] != me.frame["story"] == you.frame["story"]
    frames = mine.get(f"/table/{table}/frames.json?from=1").json["frames"]
    assert {one.get("mover") for one in frames} == {0, 1, BOT, None}, "people, bots and luck were all seen"
