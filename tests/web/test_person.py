"""What a person can do about themselves: find their tables, take them along, leave, and be forgotten."""

import re

import pytest

from tests.web.browser import Browser
from tests.web.conftest import running
from tests.web.test_rights import gone, links, owner, seated
from tests.web.test_safety import SHARED

NAMED = {**SHARED, "name-0": "Anna", "name-1": "Ben"}


def code_of(browser, table):
    return re.search(r'class="owner-code">([^<]+)<', browser.get(f"/table/{table}/links").text)[1]


def listed(page):
    return re.findall(r'href="/table/(\w+)"', page.text)


def test_the_links_for_watching_and_for_owners_say_so(browser):
    table = browser.opened(**SHARED)
    found = links(browser, table)
    assert found["watch"].startswith(f"/join/{table}/watch/")
    assert found["owner"].startswith(f"/join/{table}/owner/")


def test_a_link_that_says_something_else_than_it_is_opens_nothing(browser, port):
    table = browser.opened(**SHARED)
    token = links(browser, table)["owner"].rpartition("/")[2]
    assert Browser(port).post(f"/join/{table}/watch/{token}").status == 403
    assert Browser(port).post(f"/join/{table}/{token}").status == 303  # as older links were


def test_an_owners_link_brings_the_table_to_another_browser_by_one_button(browser, port):
    table = browser.opened(**SHARED)
    phone, path = Browser(port), links(browser, table)["owner"]
    assert "Make this my table" in phone.get(path).text
    assert phone.get(f"/table/{table}").status == 403
    assert phone.post(path).status == 303
    assert phone.get(f"/table/{table}/links").status == browser.get(f"/table/{table}/links").status == 200


def test_a_code_brings_the_table_to_another_browser(browser, port):
    table = browser.opened(**SHARED)
    code = code_of(browser, table)
    phone = Browser(port)
    page = phone.post("/code", {"code": f" {code.lower().replace('-', ' ')} "})
    assert (page.status, page.headers["location"]) == (303, f"/table/{table}")
    assert phone.get(f"/table/{table}/links").status == 200
    assert code_of(phone, table) == code


async def test_a_renewed_owners_link_ends_all_other_owners_and_the_code(browser, port):
    table = browser.opened(**SHARED)
    code, path = code_of(browser, table), links(browser, table)["owner"]
    thief = Browser(port)
    thief.post(path)
    async with thief.live(table) as talk, browser.live(table) as anna:
        owner(browser, table, do="renew", role="owner")
        assert await gone(talk) == "revoked"
        await anna.say(type="ping")
        await anna.hear("pong")
    assert browser.get(f"/table/{table}/links").status == 200
    assert thief.get(f"/table/{table}/links").status == thief.post(path).status == 403
    assert thief.post("/code", {"code": code}).status == 404
    assert code_of(browser, table) != code


def test_codes_cannot_be_tried_without_end(tmp_path):
    with running(tmp_path) as (_, port):
        told = [Browser(port).post("/code", {"code": "0000-0000-0000-0000-0000"}).status for _ in range(12)]
    assert told == [404] * 10 + [429] * 2


def test_my_tables_are_listed_beyond_forty_those_that_go_on_first(tmp_path):
    with running(tmp_path, "--limit", "openings=1000") as (_, port):
        anna = Browser(port)
        tables = [anna.opened() for _ in range(45)]
        pages = [listed(anna.get(f"/me?page={place}")) for place in (1, 2, 3)]
        assert [len(page) for page in pages] == [20, 20, 5]
        assert [name for page in pages for name in page] == tables[::-1]
        assert len(listed(anna.get("/"))) == 12
        assert listed(Browser(port).get("/me")) == []


async def test_a_muted_seat_cannot_chat_until_it_may_again(browser, port):
    table = browser.opened(**NAMED)
    ben = seated(port, browser, table)
    async with ben.live(table) as talk:
        for _ in range(2):  # pressed twice, it is said twice, and stays
            owner(browser, table, do="mute", who="seat-1", to="on")
            assert (await talk.hear("changed"))["muted"] is True
        assert await talk.refused("chat", text="me too") == "not_allowed"
        owner(browser, table, do="mute", who="seat-1", to="off")
        assert not (await talk.hear("changed")).get("muted")
        await talk.say(type="chat", text="thanks")
        assert (await talk.hear("said"))["text"] == "thanks"


async def test_spectators_are_muted_and_removed_one_by_one_or_muted_together(browser, port):
    table = browser.opened(**SHARED)
    zoe, max_ = seated(port, browser, table, "watch"), seated(port, browser, table, "watch")
    async with zoe.live(table) as one, max_.live(table) as two, browser.live(table) as anna:
        await one.say(type="chat", text="psst")
        mark = (await anna.hear("said"))["mark"]
        owner(browser, table, do="mute", who=mark)
        assert await one.refused("chat", text="psst") == "not_allowed"
        await two.say(type="chat", text="hello")
        assert (await anna.hear("said"))["mark"] != mark
        owner(browser, table, do="mute", who="watch")
        assert await two.refused("chat", text="hello") == "not_allowed"
        await anna.say(type="chat", text="quiet now")
        assert "mark" not in await anna.hear("said")
        owner(browser, table, do="expel", who=mark)
        assert await gone(one) == "removed"
        await two.say(type="ping")
        await two.hear("pong")
    assert zoe.post(links(browser, table)["watch"]).status == 403


async def test_a_guest_leaves_and_is_forgotten(browser, port):
    table = browser.opened(**NAMED)
    ben = seated(port, browser, table)
    assert "Ben" in browser.get(f"/table/{table}/links").text
    async with ben.live(table) as talk:
        assert ben.post(f"/table/{table}/leave").status == 303
        assert await gone(talk) == "left"
    page = browser.get(f"/table/{table}/links").text
    assert ("Ben" in page, "Still free." in page) == (False, True)
    assert ben.get(f"/table/{table}").status == 403
    assert ben.get("/me/data.json").json["tables"] == []


async def test_a_seat_that_another_device_plays_too_is_not_freed(browser, port):
    table = browser.opened(**NAMED)
    ben, phone = seated(port, browser, table), seated(port, browser, table)
    phone.post(f"/table/{table}/leave")
    assert "Ben" in browser.get(f"/table/{table}/links").text
    async with ben.live(table) as talk:
        assert talk.welcome["you"]["seats"] == [1]


def test_everything_kept_about_a_person_can_be_downloaded(browser, port):
    table = browser.opened(**NAMED)
    ben = seated(port, browser, table)
    (kept,) = ben.get("/me/data.json").json["tables"]
    assert (kept["table"], kept["game"], kept["roles"], kept["names"]) == (table, "mmm", ["seat-1"], ["Ben"])
    page = ben.get("/me/data.json")
    assert (page.headers["cache-control"], "attachment" in page.headers["content-disposition"]) == ("no-store", True)
    assert ben.cookies["browser", "/"] not in page.text
    assert Browser(port).get("/me/data.json").json["tables"] == []


@pytest.mark.parametrize("wish", ["leave", "delete"])
def test_a_person_is_forgotten_with_or_without_their_tables(browser, port, wish):
    anna = Browser(port)
    mine, other = anna.opened(**NAMED), browser.opened(**NAMED)
    ben = seated(port, anna, mine)
    anna.post(links(browser, other)["seat-1"])
    key = anna.cookies["browser", "/"]
    page = anna.post("/me/forget", {"owned": wish})
    assert page.status == 303
    assert any(text.startswith('browser=""') and "Max-Age=0" in text for text in page.headers.get_all("set-cookie"))
    anna.cookies["browser", "/"] = key  # even who keeps the cookie has nothing
    assert anna.get(f"/table/{mine}").status == (404 if wish == "delete" else 403)
    assert anna.get("/me/data.json").json["tables"] == []
    assert ben.get(f"/table/{mine}").status == (404 if wish == "delete" else 200)
    assert "Ben" not in browser.get(f"/table/{other}/links").text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_leads_to_what_is_kept(browser, language):
    for path in ("/", "/me", "/new/mmm", "/learn/mmm"):
        page = browser.get(path, Accept_Language=language)
        assert 'href="/privacy"' in page.text
    page = browser.get("/privacy", Accept_Language=language)
    assert {"en": "no accounts", "fr": "Pas de compte"}[language] in page.text
