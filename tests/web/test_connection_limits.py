"""Nobody takes all the room: connections, live ones and silent ones, long addresses, and what is logged of it."""

import asyncio
import logging
import os
import socket
import subprocess
import sys
import time
from contextlib import AsyncExitStack, ExitStack, closing, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from mousehole.core.words import UserError
from mousehole.web import static_files
from mousehole.web.server.connection_limits import FULL, ConnectionCounter
from mousehole.web.server.logs import FloodFilter, RedactingFormatter
from mousehole.web.server.settings import LIMITS, Settings, with_limits
from mousehole.web.server.visitor import address, home
from tests.web.browser import Browser
from tests.web.conftest import running


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("sockets=3", "Too many pages"),
        ("sockets_address=3", "Too many pages"),
        ("sockets_table=3", "This table is full"),
    ],
)
async def test_who_finds_no_room_at_a_table_is_told_why(tmp_path, limit, words):
    with running(tmp_path, "--limit", limit) as (_, port):
        browser = Browser(port)
        table = browser.opened()
        async with AsyncExitStack() as inside:
            talks = [await inside.enter_async_context(browser.live(table)) for _ in range(3)]
            with pytest.raises(ConnectionClosed) as refused:
                await inside.enter_async_context(browser.live(table))
            assert (refused.value.rcvd.code, words in refused.value.rcvd.reason) == (FULL, True)
            await talks[0].socket.close()
            await asyncio.sleep(0.2)
            await inside.enter_async_context(browser.live(table))
        if limit.startswith("sockets_table"):
            async with browser.live(browser.opened()):
                pass


async def test_the_words_are_those_of_the_visitor(tmp_path):
    with running(tmp_path, "--limit", "sockets=1") as (_, port):
        browser = Browser(port)
        table = browser.opened()
        async with browser.live(table):
            with pytest.raises(ConnectionClosed) as refused:
                async with browser.live(table, **{"Accept-Language": "fr"}):
                    pass
            assert "Trop de pages" in refused.value.rcvd.reason


def line_to(port, sent=b""):
    line = socket.create_connection(("127.0.0.1", port), timeout=240)
    line.sendall(sent)
    return line


def heard(line):
    """Read until the other side has had enough."""
    data = b""
    try:
        while part := line.recv(65536):
            data += part
    except ConnectionResetError:
        pass
    return data


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127.0",
        b"POST /new/mmm HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\nplayers=",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /lea",
    ],
    ids=["silent", "half a header", "half a form", "half a second request"],
)
def test_who_does_not_come_to_the_point_is_let_go(tmp_path, sent):
    with running(tmp_path, "--limit", "headers_seconds=0.5", "--limit", "request_seconds=0.5") as (_, port):
        with closing(line_to(port, sent)) as line:
            assert b" 500 " not in heard(line)  # ends by itself, or the line would time out
        assert Browser(port).get("/").status == 200


def dripped(line):
    """Send a byte now and then until the other side has had enough."""
    for byte in b"GET / HTTP/1.1\r\n" * 100:
        line.sendall(bytes([byte]))
        time.sleep(0.05)


def test_a_drip_of_bytes_buys_no_time(tmp_path):
    with running(tmp_path, "--limit", "headers_seconds=0.5") as (_, port), closing(line_to(port)) as line:
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            dripped(line)
        assert Browser(port).get("/").status == 200


def test_who_does_not_read_the_answer_is_let_go(tmp_path):
    asked = b"GET /art/mystics.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 60
    with running(tmp_path, "--limit", "request_seconds=0.5") as (_, port), ExitStack() as stack:
        line = socket.socket()
        stack.enter_context(closing(line))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.sendall(asked)
        time.sleep(2)
        line.settimeout(240)
        got = len(heard(line))
        assert got < 60 * len(static_files.art("mystics").data)


def test_one_address_holds_so_many_connections_and_is_told(tmp_path):
    with running(tmp_path, "--limit", "connections_address=5") as (_, port), ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(closing(line_to(port)))
        time.sleep(0.2)
        with closing(line_to(port)) as line:
            assert heard(line).startswith(b"HTTP/1.1 503 ")


def served_soon(port):
    """Whether a visitor gets in before long, however slow the machine is."""
    for _ in range(240):
        time.sleep(1)
        with suppress(OSError):
            if Browser(port).get("/").status == 200:
                return True
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts no sockets as files")
def test_very_many_silent_connections_shut_nobody_out_and_fill_no_log(tmp_path):
    limits = "--limit connections_address=400 --limit headers_seconds=1"
    command = f"ulimit -n 300; exec {sys.executable} -m mousehole web --no-browser --port 0 {limits}"
    env = {**os.environ, "MOUSEHOLE_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with (tmp_path / "log").open("wb") as log, ExitStack() as stack:
        server = subprocess.Popen(["sh", "-c", command], env=env, stdout=subprocess.PIPE, stderr=log, text=True)
        stack.enter_context(server)
        stack.callback(server.kill)
        port = int(next(row for row in server.stdout if "127.0.0.1:" in row).rpartition(":")[2])
        for _ in range(400):
            stack.enter_context(closing(line_to(port)))
        assert served_soon(port)
    assert (tmp_path / "log").stat().st_size < 20_000


def test_a_very_long_address_is_refused_and_leaves_nothing_behind(browser):
    assert browser.get(f"/art/{'a' * 60_000}.svg").status == 414
    assert browser.get(f"/learn/mmm?{'a' * 30_000}").status == 414
    for number in range(50):
        assert browser.get(f"/art/{number}.svg").status == 404
    assert static_files.art("nothing") is None
    assert static_files._art.cache_info().currsize <= 6


async def test_a_ticket_has_a_bounded_length(browser):
    table = browser.opened()
    async with browser.live(table) as talk:
        assert await talk.refused("throw", seat=0, entry=talk.entry, ticket="t" * 65) == "malformed"
        await talk.move("throw", ticket="t" * 64)


def test_a_home_counts_as_one_address():
    assert home("2001:db8:1:2:3:4:5:6") == home("2001:db8:1:2::9") != home("2001:db8:1:3::9")
    networks = {home(f"2001:db8:7:{n:x}::1") for n in range(0x100, 0x180)}
    assert len(networks) == 5 and home("2001:db8:7:1ff::1") in networks  # four networks, and their /56
    assert home("::ffff:203.0.113.7") == home("203.0.113.7") == "203.0.113.7"
    assert home("fe80::1%eth0") == home("fe80::2")
    assert home("no address") == "no address"
    assert address({"client": None}) == "local"


def test_a_home_with_many_addresses_opens_no_more_tables_than_one(tmp_path):
    with running(tmp_path, "--proxy", "127.0.0.1", "--limit", "openings=5") as (_, port):
        browser = Browser(port)
        told = [browser.post("/play/mmm", X_Forwarded_For=f"2001:db8:1:2::{n:x}").status for n in range(1, 12)]
        assert told.count(303) == 5


def test_a_counter_forgets_names_that_have_left():
    crowd = ConnectionCounter(limit=3, limit_each=2)
    assert [crowd.enter(name) for name in "aaab"] == [True, True, False, True]
    assert not crowd.enter("c")
    assert not crowd.enter("c", free=True)
    for name in "aab":
        crowd.leave(name)
    assert (crowd.count, len(crowd._inside)) == (0, 0)
    assert [crowd.enter("p", free=True) for _ in range(4)] == [True, True, True, False]


def test_limits_are_changed_by_name():
    assert with_limits(Settings(), ["sockets=5", "requests=0.5"]) == Settings(sockets=5, requests=0.5)
    assert {"pace", "openings", "sockets_table"} <= set(LIMITS)
    for wish in ("socks=5", "sockets", "sockets=many", "sockets=-1", "sockets=nan", "url=x"):
        with pytest.raises(UserError):
            with_limits(Settings(), [wish])


def test_a_flood_of_log_lines_is_counted_instead_of_written(caplog):
    calm, log = FloodFilter(), logging.getLogger("flood")
    log.addFilter(calm)
    for number in range(10_000):
        log.error("accept failed %d", number)
    assert len(caplog.messages) <= 6
    log.error("something else")
    assert caplog.messages[-1].startswith("something else (99")
    log.removeFilter(calm)


def test_no_token_of_a_link_is_logged():
    told = logging.LogRecord(
        "x", logging.INFO, "f", 1, '%s "GET %s"', ("1.2.3.4", "/join/abc/0123456789abcdef?x=1"), None
    )
    assert RedactingFormatter("%(message)s").format(told) == '1.2.3.4 "GET /join/abc/…?x=1"'
