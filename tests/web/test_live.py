"""The live channel: one ordered stream, moves applied once, refusals that change nothing, nobody left behind."""

import asyncio
import re
import sqlite3
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.browser import Browser
from tests.web.conftest import running
from tests.web.rubbish import rubbish

TWO = {"players": "2", "side": "one_paw", "first": "0"}
SHARED = {**TWO, "chair-0": "me", "chair-1": "link"}


def friend_of(browser, table, role="seat-1"):
    page = browser.get(f"/table/{table}/links").text
    address = re.search(rf'value="(http[^"]+/join/[^"]+)" id="link-{role}"', page)[1]
    friend = Browser(browser.port)
    friend.post(urlsplit(address).path)
    return friend


def choice(turn):
    return {} if turn["kind"] == "chance" else {"action": 0}


async def test_a_person_alone_plays_a_whole_game(unbraked):
    browser = Browser(unbraked)
    async with browser.live(browser.opened()) as talk:
        while not (talk.frame and talk.frame["turn"]["kind"] == "over"):
            chance = not talk.frame or talk.frame["turn"]["kind"] == "chance"
            await talk.move("throw" if chance else "play", **({} if chance else {"action": 0}))
        over = talk.frame["over"]
        assert over["reason"] in ("cat", "gathered")
        assert len(bytes.fromhex(over["seed"])) == 16
    check = browser.get(over["check"])
    assert talk.welcome["table"]["seed_hash"] in check.text
    assert "rolls match the secret" in check.text


async def test_friends_see_every_frame_once_and_in_order(browser):
    table = browser.opened(**SHARED)
    friend = friend_of(browser, table)
    async with browser.live(table) as mine, friend.live(table) as theirs:
        for kind, more in (("throw", {}), ("play", {"action": 0})):
            await mine.move(kind, **more)
        seen = []
        while len(seen) < 2:
            seen += [frame["entry"] for frame in (await theirs.hear("frames"))["frames"]]
        assert seen == list(range(theirs.welcome["frame"]["entry"] + 1, mine.entry + 1))
        assert theirs.frame["scene"]["pieces"] == mine.frame["scene"]["pieces"]
        assert all(seat["present"] for seat in (await theirs.hear("seats"))["seats"])


async def test_a_move_sent_twice_is_answered_twice_and_applied_once(browser):
    async with browser.live(browser.opened()) as talk:
        for _ in range(2):
            await talk.say(type="throw", seat=0, entry=talk.entry, ticket="same")
        one, two = await talk.hear("ack"), await talk.hear("ack")
        assert one == two
        assert one["ply"] == 1


async def test_a_move_is_acknowledged_before_it_is_shown(browser):
    async with browser.live(browser.opened()) as talk:
        for number in range(3):
            kind = {"type": "throw"} if talk.frame is None else {"type": "undo", "to": 0}
            await talk.say(**kind, seat=0, entry=talk.entry, ticket=f"t{number}")
            assert (await talk.hear("ack", "frames"))["type"] == "ack"
            await talk.hear("frames")
            talk.frame = None if "to" in kind else talk.frame


async def test_refusals_say_why_and_change_nothing(browser):
    table = browser.opened(**SHARED)
    async with browser.live(table) as talk:
        now = {"seat": 0, "entry": talk.entry, "ticket": "x"}
        assert await talk.refused("play", **now, action=0) == "not_your_turn"
        assert await talk.refused("throw", **{**now, "seat": 1}) == "not_your_seat"
        assert await talk.refused("throw", **{**now, "entry": 0}) == "stale"
        assert await talk.refused("undo", **now, to=0) == "no_undo"
        assert await talk.refused("nonsense") == "malformed"
        assert await talk.refused("throw", seat=0) == "malformed"
        assert await talk.refused("chat", text="x" * 9000) == "too_large"
        assert await talk.refused("again") == "not_allowed"
        await talk.move("throw")
        assert await talk.refused("play", seat=0, entry=talk.entry, ticket="y", action=999) == "no_such_action"
        assert browser.get(f"/table/{table}/scene.json").json["ply"] == 1


async def test_dice_are_never_taken_back_at_a_shared_table(browser):
    async with browser.live(browser.opened(**SHARED)) as talk:
        await talk.move("throw")
        await talk.move("play", action=0)
        assert talk.frame["undo"] == 1
        assert await talk.refused("undo", seat=0, entry=talk.entry, to=0, ticket="u") == "no_undo"
        await talk.move("undo", to=1)
        assert talk.frame["ply"] == 1
        assert "undo" not in talk.frame


async def test_a_spectator_sees_all_and_moves_nothing(browser):
    table = browser.opened(**SHARED)
    watcher = friend_of(browser, table, "watch")
    async with watcher.live(table) as seen, browser.live(table) as mine:
        await mine.move("throw")
        assert (await seen.hear("frames"))["frames"][0]["turn"].get("mine", False) is False
        assert await seen.refused("play", seat=0, entry=seen.entry, action=0, ticket="w") == "not_your_seat"
        assert await seen.refused("sit", seat=0, chair={"kind": "bot"}) == "not_allowed"


async def test_who_comes_back_gets_just_what_was_missed(browser):
    table = browser.opened()
    async with browser.live(table) as talk:
        await talk.move("throw")
        known = talk.entry
        await talk.move("play", action=0)
    async with browser.live(table, known=known) as back:
        missed = (await back.hear("frames"))["frames"]
        assert [frame["entry"] for frame in missed] == [known + 1]
        assert "story" not in back.welcome or not back.welcome["story"]


async def test_a_bot_takes_over_a_silent_seat_and_gives_it_back(browser):
    table = browser.opened(**{**TWO, "chair-0": "me", "chair-1": "here"})
    async with browser.live(table) as talk:
        await talk.say(type="sit", seat=0, chair={"kind": "bot", "level": "random"})
        while not (talk.frame and talk.frame["turn"].get("seat") == 1):
            await talk.hear("frames")
        await talk.say(type="sit", seat=0, chair={"kind": "person"})
        while talk.frame["story"] != ["Mouse 1 sits down."]:
            await talk.hear("frames")
        await talk.move("throw", seat=1)


async def test_people_point_and_talk(browser):
    table = browser.opened(**SHARED)
    friend = friend_of(browser, table)
    async with browser.live(table) as mine, friend.live(table) as theirs:
        await mine.move("throw")
        await theirs.say(type="point", action=0)
        assert (await mine.hear("pointed"))["action"] == 0
        await theirs.say(type="chat", text="  hi\x00\n there ")
        assert (await mine.hear("said"))["text"] == "hi there"
        await theirs.say(type="chat", phrase="well")
        assert (await mine.hear("said"))["text"] == "Well played!"
        browser.post(f"/table/{table}/owner", {"do": "chat"})
        assert await theirs.refused("chat", text="again") == "not_allowed"


async def test_a_guest_called_owner_is_told_from_the_owner(browser):
    table = browser.opened(**SHARED)
    guest = friend_of(browser, table)
    async with browser.live(table) as mine, guest.live(table) as theirs:
        await theirs.say(type="sit", seat=1, chair={"kind": "person", "name": "Owner"})
        while (seats := (await mine.hear("seats"))["seats"])[1]["name"] != "Owner" or "present" not in seats[0]:
            continue
        assert [seat.get("owner", False) for seat in seats] == [True, False]
        await theirs.say(type="chat", text="I am the owner")
        assert "owner" not in await mine.hear("said")
        await mine.say(type="chat", text="So am I")
        assert (await mine.hear("said"))["owner"]


async def test_play_again_takes_everybody_along(unbraked):
    browser = Browser(unbraked)
    table = browser.opened(**SHARED, steps="1")
    friend = friend_of(browser, table)
    async with browser.live(table) as mine, friend.live(table) as theirs:
        turn = mine.welcome["frame"]["turn"]
        while turn["kind"] != "over":
            talk = (mine, theirs)[turn["seat"]]
            await talk.shown(max(mine.entry, theirs.entry))
            await talk.move("throw" if turn["kind"] == "chance" else "play", seat=turn["seat"], **choice(turn))
            turn = talk.frame["turn"]
        await theirs.say(type="again")
        places = [(await talk.hear("next"))["address"] for talk in (mine, theirs)]
    new = [person.follow(person.get(place)) for person, place in zip((browser, friend), places, strict=True)]
    assert [page.status for page in new] == [200, 200]
    first, second = (
        urlsplit(p.get(place).headers["location"]).path for p, place in zip((browser, friend), places, strict=True)
    )
    assert first == second != f"/table/{table}"


async def test_whoever_let_bots_play_may_let_them_play_again(unbraked):
    browser = Browser(unbraked)
    bots = {"chair-0": "bot:random", "chair-1": "bot:random"}
    table = browser.opened(players="2", side="one_paw", first="0", steps="1", **bots)
    async with browser.live(table) as talk:
        while (talk.frame or talk.welcome["frame"])["turn"]["kind"] != "over":
            await talk.hear("frames")
        await talk.say(type="again")
        place = (await talk.hear("next"))["address"]
    assert browser.follow(browser.get(place)).status == 200


async def test_a_flood_is_slowed_and_then_cut_while_the_table_goes_on(browser):
    table = browser.opened()
    async with browser.live(table) as flood:
        with pytest.raises(ConnectionClosed):
            await pinging(flood)
    async with browser.live(table) as talk:
        await talk.move("throw")


async def pinging(talk):
    for _ in range(4000):
        await talk.say(type="ping")
        await asyncio.sleep(0)
    await talk.hear("what never comes")


async def test_twenty_thousand_random_messages_leave_the_server_serving(unbraked):
    browser, luck = Browser(unbraked), Random(7)
    table = browser.opened(**SHARED)
    async with browser.live(table) as talk:

        async def hear():
            async for _ in talk.socket:
                pass

        listening = asyncio.create_task(hear())
        for number in range(20_000):
            text = rubbish(luck)
            await talk.socket.send(text if number % 10 else text.encode("utf-8", "replace"))
        listening.cancel()
    fresh = browser.opened()
    async with browser.live(fresh) as talk:
        await talk.move("throw")


def memory(process):
    status = Path(f"/proc/{process.pid}/status")
    return int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1]) if status.exists() else 0


async def test_connections_that_come_and_go_leave_nothing_behind(tmp_path):
    with running(tmp_path, "--limit", "requests=1000") as (process, port):  # a fast machine makes more than 50 a second
        browser = Browser(port)
        table = browser.opened()

        async def visits(count):
            for _ in range(count):
                async with browser.live(table) as talk:
                    await talk.say(type="ping")
                    await talk.hear("pong")

        async def growth():
            before = memory(process)
            await visits(250)
            return memory(process) - before

        await visits(60)
        assert min([await growth() for _ in range(2)]) < 12_000  # a server still warms up meanwhile, once


async def test_the_move_of_a_page_that_is_gone_is_made_to_its_end(tmp_path):
    with running(tmp_path, "--limit", "wait_seconds=60") as (_, port):
        browser = Browser(port)
        table = browser.opened()
        async with browser.live(table) as friend:
            disk = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
            async with browser.live(table) as talk:
                disk.execute("BEGIN IMMEDIATE")
                await talk.say(type="throw", seat=0, entry=talk.entry, ticket="t1")
            disk.execute("ROLLBACK")
            disk.close()
            await friend.shown(talk.entry + 1)
            await friend.move("play", action=0)


async def test_a_killed_server_goes_on_where_it_was(tmp_path):
    with running(tmp_path) as (_, port):
        browser = Browser(port)
        table = browser.opened()
        async with browser.live(table) as talk:
            await talk.move("throw")
            entry = talk.entry
    with running(tmp_path) as (_, port):
        browser.port = port
        async with browser.live(table) as talk:
            assert talk.entry == entry
            await talk.move("play", action=0)
