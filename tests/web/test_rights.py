"""Rights end when they end: at the next message, for open sockets too, and through no back door."""

import asyncio
import re
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from mousehole.web.rights.access import Keys, secret
from tests.web.browser import Browser
from tests.web.conftest import running
from tests.web.test_safety import SHARED

THREE = {**SHARED, "players": "3", "chair-2": "link"}
NO_MORE = 4403


def links(browser, table):
    """The paths of all links, by role."""
    page = browser.get(f"/table/{table}/links").text
    found = re.findall(r'value="(http[^"]+/join/[^"]+)" id="link-([^"]+)"', page)
    return {role: urlsplit(address).path for address, role in found}


def owner(browser, table, **wish):
    page = browser.post(f"/table/{table}/owner", wish)
    assert page.status == 303, page.text
    return page


def seated(port, anna, table, role="seat-1"):
    """Let somebody join by a link."""
    friend = Browser(port)
    assert friend.post(links(anna, table)[role]).status == 303
    return friend


async def gone(talk):
    """Hear the last word, and that the line is cut."""
    word = await talk.hear("gone")
    with pytest.raises(ConnectionClosed) as closed:
        await asyncio.wait_for(talk.socket.recv(), 240)
    assert closed.value.rcvd.code == NO_MORE
    return word["reason"]


async def test_a_removed_player_hears_it_and_the_line_is_cut(browser, port):
    table = browser.opened(**SHARED)
    ben = seated(port, browser, table)
    async with browser.live(table) as anna, ben.live(table) as talk:
        owner(browser, table, do="remove", seat=1)
        assert await gone(talk) == "removed"
        seats = (await anna.hear("seats"))["seats"]
        while seats[1]["kind"] != "empty":
            seats = (await anna.hear("seats"))["seats"]
    assert ben.get(f"/table/{table}").status == ben.get(f"/table/{table}/scene.json").status == 403
    assert "removed you" in ben.get(f"/table/{table}").text


@pytest.mark.parametrize(
    "message",
    [
        {"type": "throw", "seat": 1, "entry": 3, "ticket": "x"},
        {"type": "sit", "seat": 1, "chair": {"kind": "person"}},
        {"type": "chat", "text": "still here"},
        {"type": "point", "action": 0},
        {"type": "hello", "version": 1, "known": None},
    ],
)
async def test_nothing_a_removed_player_says_is_taken_any_more(browser, port, message):
    table = browser.opened(**SHARED)
    ben = seated(port, browser, table)
    async with ben.live(table, hello=message["type"] != "hello") as talk, browser.live(table) as anna:
        owner(browser, table, do="remove", seat=1)
        with suppress(ConnectionClosed):
            await talk.say(**message)
        assert await gone(talk) == "removed"
        assert {heard["type"] for heard in talk.heard} <= {"seats", "frames"}
        await anna.say(type="ping")
        await anna.hear("pong")
        assert not [heard for heard in anna.heard if heard["type"] in ("said", "pointed")]
        assert browser.get(f"/table/{table}/scene.json").json["ply"] == 0


async def test_whoever_was_removed_while_away_hears_it_on_coming_back(browser, port):
    table = browser.opened(**SHARED)
    ben = seated(port, browser, table)
    owner(browser, table, do="remove", seat=1)
    async with ben.live(table, hello=False, **{"Accept-Language": "fr"}) as talk:
        word = await talk.hear("gone")
    assert (word["reason"], "participation" in word["text"]) == ("removed", True)


def test_a_removed_player_comes_back_by_no_link_of_that_day_but_by_a_new_one(browser, port):
    table = browser.opened(**THREE)
    before = links(browser, table)
    ben = seated(port, browser, table)
    owner(browser, table, do="remove", seat=1)
    for path in (before["seat-1"], before["seat-2"], before["watch"]):
        assert ben.post(path).status == 403
    assert ben.post(links(browser, table)["seat-1"]).status == 303
    assert Browser(port).post(before["watch"]).status == 303


async def test_whoever_only_loses_the_seat_may_go_on_watching(browser, port):
    table = browser.opened(**SHARED)
    ben = seated(port, browser, table)
    async with ben.live(table) as talk:
        owner(browser, table, do="free", seat=1)
        you = (await talk.hear("welcome"))["you"]
        assert (you["seats"], you["owner"]) == ([], False)
        assert await talk.refused("throw", seat=1, entry=talk.entry, ticket="x") == "not_your_seat"
    assert ben.get(f"/table/{table}").status == 200


async def test_a_renewed_watch_link_sends_those_who_watch_away_and_nobody_else(browser, port):
    table = browser.opened(**SHARED)
    before = links(browser, table)["watch"]
    ben, zoe = seated(port, browser, table), seated(port, browser, table, "watch")
    async with ben.live(table) as player, zoe.live(table) as watcher:
        owner(browser, table, do="renew", role="watch")
        assert await gone(watcher) == "revoked"
        await player.say(type="ping")
        await player.hear("pong")
    assert Browser(port).post(before).status == 403
    assert zoe.post(links(browser, table)["watch"]).status == 303


async def test_a_renewed_link_of_a_seat_frees_it(browser, port):
    table = browser.opened(**SHARED)
    ben = seated(port, browser, table)
    async with ben.live(table) as talk:
        owner(browser, table, do="renew", role="seat-1")
        assert await gone(talk) == "revoked"
    assert "Still free." in browser.get(f"/table/{table}/links").text
    owner(browser, table, do="renew", role="seat-0")  # one's own
    async with browser.live(table) as anna:
        assert anna.welcome["you"]["seats"] == [0]


async def test_a_deleted_table_says_goodbye_to_everybody(browser, port):
    table = browser.opened(**SHARED)
    ben = seated(port, browser, table)
    async with browser.live(table) as anna, ben.live(table) as talk, ben.live(table, hello=False) as silent:
        owner(browser, table, do="delete")
        assert [await gone(one) for one in (anna, talk, silent)] == ["deleted"] * 3
    async with ben.live(table, hello=False) as late:
        assert (await late.hear("gone"))["reason"] == "deleted"


async def test_a_change_of_the_chat_is_shown_at_once(browser, port):
    table = browser.opened(**SHARED)
    ben = seated(port, browser, table)
    async with ben.live(table) as talk:
        owner(browser, table, do="chat")
        assert (await talk.hear("changed"))["options"]["chat"] is False
        assert await talk.refused("chat", text="hello") == "not_allowed"


@pytest.mark.parametrize("switch", ["chat", "stand_in", "hints"])
async def test_a_switch_pressed_twice_stands_as_it_was_put(browser, port, switch):
    table = browser.opened(**SHARED)
    for to in ("off", "off", "on", "on"):
        owner(browser, table, do=switch, to=to)
        async with browser.live(table) as talk:
            assert talk.welcome["table"]["options"][switch] is (to == "on")
    owner(browser, table, do=switch)  # a page from before it said so
    async with browser.live(table) as talk:
        assert talk.welcome["table"]["options"][switch] is False


async def finished(anna, table):
    """Play a game of one mouse to its end, and ask for another."""
    async with anna.live(table) as talk:
        while (frame := talk.frame or talk.welcome["frame"])["turn"]["kind"] != "over":
            if frame["turn"]["kind"] == "chance":
                await talk.move("throw", seat=frame["turn"]["seat"])
            else:
                await talk.move("play", seat=frame["turn"]["seat"], action=len(frame["scene"]["offers"]) - 1)
        await talk.say(type="again")
        return await talk.hear("next")


@pytest.fixture
async def sequel(browser, port):
    """A finished table of two people, who both have the same browser's help to finish it, and the next one."""
    table = browser.opened(**SHARED)
    path = links(browser, table)["seat-1"]
    browser.post(path)
    ben = seated(port, browser, table)
    await finished(browser, table)
    following = browser.follow(browser.get(f"/table/{table}/next"))
    assert following.status == 200
    new = browser.get(f"/table/{table}/next").headers["location"].rpartition("/")[2]
    return table, new, ben


async def test_a_guest_goes_on_to_the_next_table_with_the_seat(sequel):
    table, new, ben = sequel
    assert ben.get(f"/table/{table}/next").headers["location"] == f"/table/{new}"
    async with ben.live(new) as talk:
        assert talk.welcome["you"]["seats"] == [1]


@pytest.mark.parametrize("came", [True, False])
@pytest.mark.parametrize("where", ["old", "new"])
async def test_whoever_was_removed_at_either_table_does_not_get_back_through_the_next(browser, sequel, where, came):
    table, new, ben = sequel
    if came:
        ben.get(f"/table/{table}/next")
    owner(browser, table if where == "old" else new, do="remove", seat=1)
    assert ben.get(f"/table/{table}/next").status == 403
    if where == "new" or not came:
        assert ben.get(f"/table/{new}").status == 403


async def test_a_seat_given_away_at_the_next_table_stays_given_away(browser, port, sequel):
    table, new, ben = sequel
    owner(browser, new, do="renew", role="seat-1")
    assert ben.get(f"/table/{table}/next").status == 403
    assert seated(port, browser, new).get(f"/table/{new}").status == 200


async def test_whoever_got_a_new_link_at_the_next_table_goes_there(browser, sequel):
    table, new, ben = sequel
    owner(browser, new, do="remove", seat=1)
    assert ben.post(links(browser, new)["seat-1"]).status == 303
    assert ben.get(f"/table/{table}/next").headers["location"] == f"/table/{new}"


def test_a_visitor_without_tables_gets_no_key(port):
    stranger = Browser(port)
    for path in ("/", "/me", "/privacy", "/new/mmm", "/learn/mmm"):
        assert stranger.get(path).headers.get_all("set-cookie") is None


def test_a_browser_has_one_key_for_all_its_tables(browser):
    tables = [browser.opened() for _ in range(5)]
    assert [name for name, _ in browser.cookies] == ["browser"]
    assert all(browser.get(f"/table/{table}").status == 200 for table in tables)


@pytest.mark.parametrize("forged", ["0" * 40, "x" * 40, "", "é", "'; --", "0" * 64])
def test_a_made_up_key_opens_nothing(browser, port, forged):
    table = browser.opened()
    stranger = Browser(port)
    stranger.cookies["browser", "/"] = forged
    assert stranger.ask("GET", f"/table/{table}", None, {}).status == 403


def test_a_forged_list_of_tables_shows_none(browser, port):
    table = browser.opened()
    assert table in browser.get("/").text
    stranger = Browser(port)
    stranger.cookies["tables", "/"] = table
    assert table not in stranger.get("/").text


def test_a_table_taken_off_the_list_can_still_be_played(browser):
    table = browser.opened()
    assert browser.post(f"/forget/{table}").status == 303
    assert table not in browser.get("/").text
    assert browser.get(f"/table/{table}/links").status == 200


async def test_cookies_of_earlier_versions_are_honoured_and_carried_over_once(tmp_path):
    with running(tmp_path) as (_, port):
        anna = Browser(port)
        table, keys = anna.opened(**SHARED), Keys(secret(tmp_path))
        old = Browser(port)
        old.cookies["grants", f"/table/{table}"] = keys.cookie(table, ["seat-1", "watch"], {})
        async with old.live(table) as talk:
            assert talk.welcome["you"]["seats"] == [1]
        page = old.get(f"/table/{table}")
        assert [text.partition("=")[0] for text in page.headers.get_all("set-cookie")] == ["browser", "grants"]
        del old.cookies["grants", f"/table/{table}"]
        assert old.get(f"/table/{table}").status == 200
        assert "/table/" + table in old.get("/").text
        owner(anna, table, do="remove", seat=1)
        assert old.get(f"/table/{table}").status == 403


async def test_a_removal_ends_an_old_cookie_as_a_whole(tmp_path):
    with running(tmp_path) as (_, port):
        anna = Browser(port)
        table, keys = anna.opened(**SHARED), Keys(secret(tmp_path))
        old = Browser(port)
        old.cookies["grants", f"/table/{table}"] = keys.cookie(table, ["seat-1", "watch"], {})
        async with old.live(table) as talk:
            owner(anna, table, do="remove", seat=1)
            assert await gone(talk) == "revoked"
        assert old.get(f"/table/{table}").status == 403
