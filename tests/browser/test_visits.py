"""A second visit asks the server for the page alone: scripts, styles, fonts and art are kept."""

import re

import pytest
from playwright.sync_api import expect

KEPT = re.compile(r"/(?:static|art)/")


def asked(person, path, seen):
    """Open a page in a new tab; list what the server was asked for."""
    tab = person.context.new_page()
    network, found = person.context.new_cdp_session(tab), {}
    network.on("Network.requestWillBeSent", lambda event: found.update({event["requestId"]: event["request"]["url"]}))
    network.on("Network.requestServedFromCache", lambda event: found.pop(event["requestId"], None))
    network.on("Network.responseReceived", lambda event: kept_on_disk(event) and found.pop(event["requestId"], None))
    network.send("Network.enable")
    tab.goto(person.home + path, wait_until="networkidle")
    expect(tab.locator(seen).first).to_be_visible()
    tab.close()
    return [url.removeprefix(person.home) for url in found.values() if url.startswith(person.home)]


def kept_on_disk(event):
    return event["response"].get("fromDiskCache", False)


@pytest.fixture
def table(invite):
    """Somebody's table, and the same person in a browser that has not been here yet."""
    anna, fresh = invite().play_now(), invite()
    fresh.context.add_cookies(anna.context.cookies())
    return fresh, f"/table/{anna.table}"


def test_a_second_visit_of_a_table_asks_for_no_file(table):
    anna, path = table
    first = asked(anna, path, ".stage .spot")
    kinds = {url.partition("?")[0].rpartition(".")[2] for url in first if KEPT.search(url)}
    assert kinds == {"js", "css", "svg", "woff2"}
    assert asked(anna, path, ".stage .spot") == [path]


def test_a_page_says_at_once_which_modules_it_will_need(table):
    anna, path = table
    loaded = {url for url in asked(anna, path, ".stage .spot") if url.endswith(".js")}
    anna.open(path)
    linked = anna.page.locator("link[rel=modulepreload]").evaluate_all("all => all.map(e => e.getAttribute('href'))")
    named = anna.page.locator("head script[src]").evaluate_all("all => all.map(e => e.getAttribute('src'))")
    assert len(named) == 1  # light or dark is settled before anything is painted
    assert loaded == {*linked, *named}
