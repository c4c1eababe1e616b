"""Probes, figures, the log of requests, and an ending that nobody minds."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from http.client import HTTPConnection

import pytest
from websockets.exceptions import ConnectionClosed

from mousehole.host import Host
from mousehole.store import SqliteStore
from mousehole.web.rights.access import Keys
from mousehole.web.serve import metrics_address
from mousehole.web.server.health import Probes
from mousehole.web.server.logs import redacted
from mousehole.web.server.settings import Settings
from mousehole.web.server_state import ServerState
from tests.web.browser import Browser


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def serving(folder, *arguments):
    """Run a server in a process of its own; what it says on standard error is in a file."""
    folder.mkdir(exist_ok=True)
    env = {**os.environ, "MOUSEHOLE_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--port", "0", *arguments]
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=said, text=True)
    port = int(next(row for row in process.stdout if "127.0.0.1:" in row).rpartition(":")[2])
    try:
        yield process, port
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def told(log, word):
    """Read a log once it has a word: the end of a live channel is noticed a moment later."""
    while word not in (said := log.read_text()):
        time.sleep(0.01)
    return said


def asked(port, path, **headers):
    line = HTTPConnection("127.0.0.1", port, timeout=240)
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    page = answer.status, answer.read().decode()
    line.close()
    return page


def test_probes_are_answered_under_any_name_and_as_often_as_anybody_likes(tmp_path):
    with serving(tmp_path / "data", "--limit", "requests=1", "--access-log") as (_, port):
        for _ in range(30):
            assert asked(port, "/healthz", Host="10.1.2.3") == (200, "ok\n")
        status, page = asked(port, "/readyz", Host="10.1.2.3")
        assert (status, json.loads(page) | {"lag": 0}) == (
            200,
            {"ready": True, "store": True, "bus": True, "draining": False, "lag": 0},
        )
        assert asked(port, "/")[0] == 200
        assert asked(port, "/", Host="10.1.2.3")[0] == 421
    assert "healthz" not in (tmp_path / "data/said").read_text()


async def test_a_server_that_cannot_reach_its_games_is_not_ready(tmp_path):
    host = Host(await SqliteStore.open(tmp_path / "db"))
    server = ServerState(host, Keys(b"k" * 32), Settings())
    assert (await Probes(server).readiness()).ready
    server.draining = True
    assert not (await Probes(server).readiness()).ready
    server.draining = False
    await host.store.close()
    found = await Probes(server).readiness()
    assert (found.ready, found.store) == (False, False)
    host.load.pulse.stop()


async def test_figures_are_offered_at_their_own_address_alone(tmp_path):
    figures = free_port()
    with serving(tmp_path / "data", "--metrics", f"127.0.0.1:{figures}") as (_, port):
        browser = Browser(port)
        async with browser.live(browser.opened()) as talk:
            await talk.move("throw")
            assert await talk.refused("play", seat=0, entry=0, action=0, ticket="x") == "stale"
            status, page = asked(figures, "/metrics")
        assert status == 200
        rows = dict(row.rsplit(" ", 1) for row in page.splitlines() if not row.startswith("#"))
        assert rows['mousehole_move_seconds_count{game="mmm"}'] == "1.0"
        assert rows['mousehole_refusals_total{reason="stale"}'] == "1.0"
        assert rows["mousehole_sockets"] == rows["mousehole_rooms"] == rows["mousehole_tables_held"] == "1.0"
        assert rows["mousehole_watchers"] == "0.0"
        assert float(rows['mousehole_store_seconds_count{call="append"}']) >= 1
        assert float(rows["mousehole_loop_lag_seconds"]) >= 0
        assert float(rows['mousehole_requests_total{status="303"}']) == 1
        assert browser.get("/metrics").status == 404


def test_every_process_of_a_server_offers_figures_at_the_next_port():
    assert [metrics_address("127.0.0.1:9100", place) for place in range(3)][2] == "127.0.0.1:9102"
    assert metrics_address("", 1) == ""


@pytest.mark.parametrize("wish", ["nonsense", "127.0.0.1:99999999"])
def test_a_wrong_address_for_figures_is_told(tmp_path, wish):
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--port", "0", "--metrics", wish]
    env = {**os.environ, "MOUSEHOLE_DATA": str(tmp_path), "LC_ALL": "C"}
    called = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert called.returncode == 2
    assert "is not an address for figures" in called.stderr and "Traceback" not in called.stderr


async def test_a_server_that_is_told_to_end_asks_pages_back_and_leaves_with_0(tmp_path):
    with serving(tmp_path / "data") as (process, port):
        browser = Browser(port)
        table = browser.opened()
        async with browser.live(table) as talk:
            answer = await talk.move("throw")
            process.send_signal(signal.SIGTERM)
            assert (await talk.hear("come_back"))["within"] > 0
            with pytest.raises(ConnectionClosed) as closed:
                await talk.hear("never")
            assert closed.value.rcvd.code == 1012
        assert await asyncio.to_thread(process.wait, 30) == 0
    assert (tmp_path / "data/said").read_text() == ""
    store = await SqliteStore.open(tmp_path / "data/mousehole.db")
    assert len(await store.log(table)) >= answer["entry"]
    await store.close()


async def test_a_move_sent_just_before_the_end_is_acknowledged_or_never_made(tmp_path):
    with serving(tmp_path / "data") as (process, port):
        browser = Browser(port)
        tables = [browser.opened() for _ in range(5)]

        async def ending(table):
            """Send a move and see what becomes of it: its acknowledgement, or nothing."""
            async with browser.live(table) as talk:
                await talk.say(type="throw", seat=0, entry=talk.entry, ticket="t")
                told.append(1)
                if len(told) == len(tables):
                    process.send_signal(signal.SIGTERM)
                heard = []
                with suppress(ConnectionClosed):
                    while True:
                        heard.append((await talk.hear("ack", "refused", "come_back"))["type"])
                return heard

        told = []
        found = await asyncio.gather(*map(ending, tables))
        assert await asyncio.to_thread(process.wait, 30) == 0
    store = await SqliteStore.open(tmp_path / "data/mousehole.db")
    for table, heard in zip(tables, found, strict=True):
        written = sum(b'"ticket":"t"' in row for row in await store.log(table))
        assert heard in (["ack", "come_back"], ["come_back"])
        assert written == heard.count("ack")
    await store.close()


def test_a_draining_server_says_so_and_a_second_word_ends_it_at_once(tmp_path):
    with serving(tmp_path / "data", "--drain-seconds", "600") as (process, port):
        assert asked(port, "/readyz")[0] == 200
        process.send_signal(signal.SIGTERM)
        while asked(port, "/readyz")[0] == 200:
            pass
        assert json.loads(asked(port, "/readyz")[1])["draining"]
        assert asked(port, "/healthz")[0] == asked(port, "/")[0] == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(240) == 128 + signal.SIGTERM


async def test_no_secret_is_ever_logged(tmp_path):
    with serving(tmp_path / "data", "--access-log", "--log", "json") as (_, port):
        browser = Browser(port)
        table = browser.opened()
        links = browser.get(f"/table/{table}/links").text
        tokens = {part.split('"')[0] for part in links.split("/join/")[1:]}
        token = next(iter(tokens)).rpartition("/")[2]
        code = next(word for word in links.replace("<", " ").replace(">", " ").split() if word.count("-") == 4)
        key = next(value for (name, _), value in browser.cookies.items() if name == "browser")
        assert len(token) == 32 and len(key) == 40 and len(code) == 24
        for secret in (token, key, code):
            for path in (
                f"/{secret}",
                f"/join/{table}/{secret}",
                f"/join/{table}/owner/{secret}",
                f"/x/join/y/{secret}",
            ):
                browser.get(path)
                browser.get(f"/?q={secret}", Referer=f"http://127.0.0.1/{secret}", User_Agent=secret)
                browser.post(path, {"code": secret})
            browser.post("/code", {"code": secret})
        async with browser.live(table):
            pass
        browser.get("/")
        said = await asyncio.to_thread(told, tmp_path / "data/said", '"LIVE"')
    rows = [json.loads(row) for row in said.splitlines()]
    for secret in (token, key, code, token.upper(), code.replace("-", "")):
        assert secret not in said
    paths = {(row["method"], row["path"]) for row in rows if "path" in row}  # a slow machine is told of, too
    assert {("GET", "/"), ("POST", "/play/mmm"), ("GET", "/…"), ("LIVE", f"/table/{table}/live")} <= paths
    assert ("GET", f"/join/{table}/…") in paths


def test_a_log_says_nothing_of_requests_unless_it_is_asked_to(tmp_path):
    with serving(tmp_path / "data") as (_, port):
        assert asked(port, "/nowhere")[0] == 404
    assert (tmp_path / "data/said").read_text() == ""


def test_only_plain_words_and_tables_of_an_address_are_told():
    assert redacted("/table/0123456789abcdef/scene.json") == "/table/0123456789abcdef/scene.json"
    assert redacted("/join/0123456789abcdef/seat-0/" + "a" * 32) == "/join/0123456789abcdef/…/…"
    assert redacted("/static/0a1b2c/board.js") == "/static/…/board.js"
    assert redacted("/static/0a1b2c/board/board.js") == "/static/…/board/board.js"
    assert redacted("/" + "/".join("x" * 20)) == "/x/x/x/x/x/x/x/x"
