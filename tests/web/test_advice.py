"""Hints, reviews and sketches over the wire: for those who may ask, in words, and never without bounds."""

import asyncio
import json
import time
from urllib.parse import urlencode, urlsplit

from tests.web.browser import Browser
from tests.web.conftest import running
from tests.web.test_live import SHARED, TWO, friend_of

ALL_MICE = {"players": "1", "steers": "", "opening": "asked"}  # of the adventure: nobody else decides first
SMALL = 'steps = 2\npantry = """\nB B F\n. G F\n"""\n'


def small(browser, **more):
    return browser.opened(players="1", side="one_paw", first="0", board=SMALL, **more)


def asked(browser, path, until, method="GET", **fields):
    """Ask again and again, as a page does."""
    address = f"{path}?{urlencode(fields)}" if fields else path
    page = browser.post(address) if method == "POST" else browser.get(address)
    for _ in range(2400):  # a first solve waits for a compiler
        told = page.json
        if until(told):
            return told
        time.sleep(0.1)
        page = browser.get(address)
    raise AssertionError(told)


async def deciding(talk):
    while not talk.frame or talk.frame["turn"]["kind"] != "decide":
        await talk.move("throw")


async def test_hints_come_with_words_and_bounds(unbraked):
    browser = Browser(unbraked)
    async with browser.live(small(browser)) as talk:
        assert talk.welcome["table"]["options"]["hints"] is True
        assert await talk.refused("hint", entry=talk.entry) == "no_hints"
        await deciding(talk)
        await talk.say(type="hint", entry=talk.entry)
        told = await talk.hear("hints")
        offers = [offer["action"] for offer in talk.frame["scene"]["offers"]]
        assert [row["action"] for row in told["rows"]] == offers
        assert told["entry"] == talk.entry and told["exact"] is False and told["solve"] is True
        assert told["kind"].startswith("Estimates")
        assert all(row["low"] <= row["chance"] <= row["high"] and "about" in row["words"] for row in told["rows"])
        assert await talk.refused("hint", entry=talk.entry - 1) == "stale"


async def test_a_tip_comes_before_the_chances_and_names_its_action(unbraked):
    browser = Browser(unbraked)
    table = urlsplit(browser.post("/play/mystics", ALL_MICE).headers["location"]).path.split("/")[2]
    async with browser.live(table) as talk:
        await talk.shown(1)
        await talk.say(type="hint", entry=talk.entry)
        told = await talk.hear("hints")
        assert told["rows"] == [] and told["tip"]
        assert told["advised"] in [offer["action"] for offer in talk.held["scene"]["offers"]]
        later = await talk.hear("hints")
        assert later["rows"] and (later["tip"], later["advised"]) == (told["tip"], told["advised"])


async def test_a_level_is_called_perfect_as_soon_as_its_board_is_solved(tmp_path):
    fields = {"players": "2", "side": "one_paw", "first": "0", "board": SMALL, "chair-0": "me", "chair-1": "bot:best"}
    with running(tmp_path) as (_, port):
        browser = Browser(port)
        table = browser.opened(**fields)
        noted = [problem["text"] for problem in browser.post("/new/mmm/check", fields).json["problems"]]
        assert "best – not perfect here: this board is not solved yet" in noted
        async with browser.live(table) as talk:
            assert talk.welcome["table"]["levels"]["best"] == "best, but not perfect here"
            done = (f"/table/{table}/solve", lambda page: page["stage"] == "done", "POST")
            await asyncio.to_thread(asked, browser, *done)
            while (await talk.hear("seats"))["levels"]["best"] != "best":
                pass  # told when somebody came
        later = browser.post("/new/mmm/check", fields).json["problems"]
        assert not any("perfect" in problem["text"] for problem in later)


async def test_who_only_watches_gets_no_hints_and_friends_do(unbraked):
    browser = Browser(unbraked)
    table = browser.opened(**SHARED)
    friend, watcher = friend_of(browser, table), friend_of(browser, table, "watch")
    async with browser.live(table) as mine, friend.live(table) as theirs, watcher.live(table) as seen:
        await mine.move("throw")
        await theirs.shown(mine.entry)
        await seen.shown(mine.entry)
        assert await seen.refused("hint", entry=seen.entry) == "no_hints"
        await theirs.say(type="hint", entry=theirs.entry)
        assert (await theirs.hear("hints"))["rows"]


async def test_hints_can_be_off_from_the_start_or_turned_off(unbraked):
    browser = Browser(unbraked)
    async with browser.live(small(browser, hints="off")) as talk:
        assert talk.welcome["table"]["options"]["hints"] is False
        await deciding(talk)
        assert await talk.refused("hint", entry=talk.entry) == "no_hints"
    table = browser.opened(**{**TWO, "chair-0": "me", "chair-1": "here"})
    browser.post(f"/table/{table}/owner", {"do": "hints"})
    async with browser.live(table) as talk:
        assert talk.welcome["table"]["options"]["hints"] is False


async def test_a_flood_of_hints_is_refused_and_the_table_goes_on(unbraked):
    browser = Browser(unbraked)
    async with browser.live(browser.opened()) as talk:
        reasons = []
        while "too_much" not in reasons and talk.entry < 150:
            decides = talk.frame and talk.frame["turn"]["kind"] == "decide"
            if decides:
                await talk.say(type="hint", entry=talk.entry)
            now = {"seat": 0, "entry": talk.entry, "ticket": f"n{talk.entry}"}
            await talk.say(type="play", action=0, **now) if decides else await talk.say(type="throw", **now)
            await talk.shown((await talk.hear("ack"))["entry"])
            reasons += [message["reason"] for message in talk.heard if message["type"] == "refused"]
        assert set(reasons) == {"too_much"}
        assert browser.get(f"/table/{talk.welcome['table']['id']}/scene.json").json["ply"] == talk.frame["ply"]


async def test_a_finished_game_is_looked_back_at_and_an_unfinished_one_is_not(unbraked):
    browser = Browser(unbraked)
    table = small(browser)
    async with browser.live(table) as talk:
        assert (
            "once it is over" in browser.get(f"/table/{table}/review.json", accept="application/json").json["problem"]
        )
        while not (talk.frame and talk.frame["turn"]["kind"] == "over"):
            chance = not talk.frame or talk.frame["turn"]["kind"] == "chance"
            await talk.move("throw" if chance else "play", **({} if chance else {"action": 0}))
    path = f"/table/{table}/review.json"
    told = await asyncio.to_thread(asked, browser, path, lambda page: "review" in page)
    review = told["review"]
    assert [moment["ply"] for moment in review["moments"]] == list(range(1, talk.frame["ply"] + 1))
    assert review["whose"] == "Chance of winning: Mouse 1"
    for ply in review["costliest"]:
        moment = review["moments"][ply - 1]
        assert moment["better"] and moment["explore"].startswith("/explore/mmm?")
        assert browser.get(moment["explore"]).status == 200
    french = Browser(unbraked, accept_language="fr")
    french.cookies = browser.cookies
    assert french.get(path).json["review"]["whose"] == "Chances de gagner : Souris 1"


def test_strangers_see_no_review(unbraked):
    table = small(Browser(unbraked))
    assert Browser(unbraked).get(f"/table/{table}/review.json").status == 403
    assert Browser(unbraked).post(f"/table/{table}/solve").status == 403


def test_a_sketch_is_drawn_and_solved_and_its_choices_are_exact(browser):
    fields = {"board": SMALL.replace("= 2", "= 3"), "hand": "BBF"}
    look = browser.get(f"/explore/mmm/look.json?{urlencode(fields)}").json
    assert look["ready"] and not look["solved"] and look["play"].startswith("/new/mmm?board=")
    assert len(look["changes"]) == len(look["scene"]["offers"])
    asked(browser, "/explore/mmm/solve", lambda page: page["stage"] == "done", "POST", **fields)
    told = browser.get(f"/explore/mmm/hints.json?{urlencode(fields)}").json
    assert told["kind"].startswith("Exact") and {row["label"] for row in told["rows"]} >= {"Place bread on a1"}
    after = browser.get(f"/explore/mmm/look.json?{urlencode(told['rows'][0]['fields'])}").json
    assert after["ready"] and after["solved"] and after["fields"]["dice"]


def test_a_design_is_surveyed_without_being_kept(browser):
    fields = {"board": SMALL.replace("G", "H")}
    found = asked(browser, "/design/mmm/solve", lambda page: page["stage"] == "done", "POST", **fields)["found"]
    assert [row["label"] for row in found] == ["cat 1 step away", "cat 2 steps away"]
    assert found[0]["chance"] < found[1]["chance"] < 1
    form = browser.get(browser.get(f"/design/mmm/look.json?{urlencode(fields)}").json["play"]).text
    assert "B B F\n. H F" in form


def test_nonsense_is_told_in_words(unbraked):
    browser = Browser(unbraked)
    assert "no position" in browser.get("/explore/mmm/look.json?cat=zebra").json["note"]
    assert "TOML" in browser.get("/design/mmm/look.json?board=%5B").json["note"]
    assert browser.get("/explore/chopchop").status == 404
    assert browser.get("/design/mmm/look.json?board=" + "x" * 7000, accept="application/json").json["problem"]
    assert json.loads(browser.get("/explore/mmm/solve?cat=zebra").text)["stage"] == "none"
