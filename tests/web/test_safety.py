"""Strangers stay outside: tokens, cookies, hosts, origins."""

import re
import socket
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from mousehole.host import Host
from mousehole.store import SqliteStore
from mousehole.web.app import application
from mousehole.web.rights.access import Keys
from mousehole.web.server.settings import no_limits
from mousehole.web.server_state import ServerState
from tests.web.browser import Browser
from tests.web.conftest import running

SHARED = {"players": "2", "side": "one_paw", "first": "0", "chair-0": "me", "chair-1": "link"}


def links(browser, table):
    page = browser.get(f"/table/{table}/links").text
    found = dict(re.findall(r'value="(http[^"]+/join/[^"]+)" id="link-([^"]+)"', page))
    return [urlsplit(address).path for address in sorted(found, key=found.__getitem__) if found[address] != "owner"]


def test_a_table_is_closed_to_those_without_a_link(browser, port):
    table = browser.opened()
    stranger = Browser(port)
    for path in ("", "/replay", "/scene.json", "/frames.json", "/record.json", "/links", "/check"):
        assert stranger.get(f"/table/{table}{path}").status == 403


async def test_the_socket_is_closed_to_those_without_a_link(browser, port):
    table = browser.opened()
    with pytest.raises(InvalidStatus) as refused:
        async with Browser(port).live(table):
            pass
    assert refused.value.response.status_code == 403


def test_a_link_becomes_a_cookie_at_a_clean_address(browser, port):
    table = browser.opened(**SHARED)
    _, seat, watch = links(browser, table)
    assert len(seat.rpartition("/")[2]) == 32  # 128 bits
    friend = Browser(port)
    page = friend.post(seat)
    assert (page.status, page.headers["location"]) == (303, f"/table/{table}")
    (cookie,) = page.headers.get_all("set-cookie")
    assert len(cookie.partition("=")[2].partition(";")[0]) == 40  # 160 bits
    assert all(words in cookie for words in ("browser=", "HttpOnly", "SameSite=lax", "Path=/;"))
    assert friend.get(f"/table/{table}").status == 200
    assert friend.get(f"/table/{table}/links").status == 403
    assert Browser(port).post(watch).status == 303


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_preview_of_a_link_takes_no_seat(browser, port, method):
    table = browser.opened(**SHARED, **{"name-0": "Ana"})
    _, seat, watch = links(browser, table)
    for path in (seat, watch):
        page = Browser(port).ask(method, path, None, {})
        assert page.status == 200
        assert page.headers.get_all("set-cookie") is None
        assert page.headers["cache-control"] == "no-store"
    assert "Still free." in browser.get(f"/table/{table}/links").text


def test_an_invitation_says_who_invites_to_what_and_has_one_button(browser, port):
    table = browser.opened(**SHARED, **{"name-0": "<b>Ana"})
    _, seat, watch = links(browser, table)
    invited = Browser(port).get(seat).text
    assert all(words in invited for words in ("Mmm!", "&lt;b&gt;Ana invites you to play.", "Mouse 2", "Sit down"))
    assert invited.count("<button") == 2  # this one, and the language's
    assert "s’asseoir" in Browser(port).get(seat, Accept_Language="fr").text.lower()
    assert "Watch" in Browser(port).get(watch).text
    Browser(port).post(seat)
    assert all(words in Browser(port).get(seat).text for words in ("on another device", "Play on"))


def test_an_invitation_is_accepted_from_its_own_page_only(browser, port):
    seat = links(browser, browser.opened(**SHARED))[1]
    assert Browser(port).post(seat, Origin="https://evil.example").status == 403
    assert Browser(port).post(seat, Origin=f"http://127.0.0.1:{port}").status == 303


def test_the_page_of_links_says_whose_each_one_is(browser, port):
    table = browser.opened(**SHARED)
    page = browser.get(f"/table/{table}/links").text
    assert [page.count(words) for words in ("This is you.", "Still free.", "Taken.")] == [1, 1, 0]
    assert page.index("Still free.") < page.index("This is you.")
    Browser(port).post(links(browser, table)[1])
    page = browser.get(f"/table/{table}/links").text
    assert [page.count(words) for words in ("This is you.", "Still free.", "Taken.")] == [1, 0, 1]


def test_a_made_up_or_foreign_token_opens_nothing(browser, port):
    one, two = browser.opened(**SHARED), browser.opened(**SHARED)
    token = links(browser, one)[1].rpartition("/")[2]
    assert Browser(port).get(f"/join/{two}/{token}").status == 403
    assert Browser(port).get(f"/join/{one}/{'0' * 32}").status == 403


def test_a_removed_seat_makes_its_link_worthless(browser, port):
    table = browser.opened(**SHARED)
    seat = links(browser, table)[1]
    friend = Browser(port)
    friend.post(seat)
    browser.post(f"/table/{table}/owner", {"do": "remove", "seat": "1"})
    assert Browser(port).get(seat).status == Browser(port).post(seat).status == 403
    assert friend.get(f"/table/{table}/scene.json").status == 403
    assert links(browser, table)[1] != seat


def test_only_the_owner_decides_about_the_table(browser, port):
    table = browser.opened(**SHARED)
    friend = Browser(port)
    friend.post(links(browser, table)[1])
    assert friend.post(f"/table/{table}/owner", {"do": "delete"}).status == 403
    assert browser.post(f"/table/{table}/owner", {"do": "delete"}).status == 303
    assert browser.get(f"/table/{table}").status == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::1", "localhost@evil"]
)
def test_another_host_is_not_served(browser, host):
    assert browser.get("/", Host=host).status in (400, 421)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_this_machine_is_served_under_its_names(browser, port, host):
    assert browser.get("/", Host=f"{host}:{port}").status == 200


def test_a_form_from_elsewhere_is_refused(browser):
    assert browser.post("/play/mmm", Origin="https://evil.example").status == 403
    assert browser.post("/play/mmm", Origin="null").status == 403
    assert browser.post("/play/mmm", Sec_Fetch_Site="cross-site").status == 403


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"name": "evil.example"}])
async def test_a_socket_from_elsewhere_is_refused(browser, headers):
    table = browser.opened()
    with pytest.raises(InvalidStatus) as refused:
        async with browser.live(table, **headers):
            pass
    assert refused.value.response.status_code in (403, 421)


def test_uploads_are_limited_and_checked(browser):
    record = b'{"game":"mmm","edition":1,"setup":{},"events":[]}'
    assert browser.post("/upload", body=record, Accept="application/json").json["address"].startswith("/table/")
    for body, words in (
        (b"x", "not JSON"),
        (b'{"game":"chess","edition":1,"setup":{},"events":[]}', "no game chess"),
        (b'{"game":"mmm","edition":1,"setup":{},"events":[{"type":"gather"}]}', "move 1"),
        (b"[" * 100_000, "record"),
        (b" " * (9 * 1024 * 1024), "too large"),
    ):
        page = browser.post("/upload", body=body, Accept="application/json")
        assert page.status in (403, 404, 422)
        assert words in " ".join(page.json.values())


def test_one_address_cannot_open_tables_without_end(tmp_path):
    with running(tmp_path) as (_, port):
        browser = Browser(port)
        told = [browser.post("/play/mmm").status for _ in range(80)]
    assert set(told) <= {303, 403, 429}
    assert told[-1] in (403, 429)


@pytest.mark.parametrize("path", ["/upload", "/album/import"])
async def test_an_upload_whose_sender_leaves_is_no_fault_of_the_server(tmp_path, path):
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    sent, coming = [], [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
    headers = [(b"host", b"localhost"), (b"content-length", b"9999")]
    asked = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers,
    }

    async def receive():
        return coming.pop(0)

    async def send(message):
        sent.append(message)

    await application(ServerState(host, Keys(b"k" * 32), no_limits()))(asked, receive, send)
    assert sent[0]["status"] == 499
    await host.close()


def test_a_request_that_says_in_two_ways_how_long_it_is_is_refused(port):
    with socket.create_connection(("127.0.0.1", port)) as line:
        head = ("POST /play/mmm HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 3", "Transfer-Encoding: chunked")
        line.sendall("\r\n".join((*head, "", "0", "", "")).encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 400")


def test_pages_about_whoever_asks_are_kept_by_nobody_between(browser):
    table = browser.opened()
    for path in ("/", f"/table/{table}", "/me", "/album", f"/table/{table}/replay"):
        told = browser.get(path).headers["cache-control"]
        assert "no-store" in told or told == "private, no-cache"
