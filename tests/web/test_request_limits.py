"""A limit holds for a whole server, whatever page asks; refusals are told apart by their class alone."""

import asyncio
import select
import socket
import time
from contextlib import ExitStack, suppress
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from starlette.responses import Response

from mousehole.bus import MemoryBus
from mousehole.host.limits import TooMuch
from mousehole.web.refusals import REASONS, STATUS, nearest
from mousehole.web.server import request_limits
from mousehole.web.server.request_limits import RequestLimits
from mousehole.web.server.settings import Settings
from mousehole.web.server.transfers import LARGE, PART, Transfers
from tests.web.browser import Browser
from tests.web.conftest import running


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    limits = (word for limit in ("downloads=2", "changes=1", "films=2") for word in ("--limit", limit))
    with running(tmp_path_factory.mktemp("strict"), *limits) as (_, number):
        yield Browser(number)


def test_downloads_of_album_and_person_are_counted_together(strict):
    asked = ("/me/data.json", "/album/album.json", "/me/data.json", "/album/album.json")
    assert [strict.get(path).status for path in asked] == [200, 200, 429, 429]


def test_whole_scenes_of_a_replay_cost_more_than_changes(monkeypatch):
    monkeypatch.setattr(request_limits, "FILMS_SECONDS", 1e12)  # so that none comes back in time
    for changes, due in ((False, 2), (True, 10)):
        limits = RequestLimits(MemoryBus(), replace(Settings(), films=2))
        asked = SimpleNamespace(scope={"client": ("203.0.113.1", 1)})
        for _ in range(due):
            limits.check_film(asked, changes)
        with pytest.raises(TooMuch):
            limits.check_film(asked, changes)


def test_replays_are_limited(strict):
    table = strict.opened()
    assert 429 in [strict.get(f"/table/{table}/frames.json").status for _ in range(50)]


def test_changes_of_tables_and_answers_to_puzzles_are_counted_together(strict):
    table, puzzle = strict.opened(), strict.get("/puzzles/mmm/next.json").json["name"]
    began = time.monotonic()
    asked = [(f"/table/{table}/owner", {"do": "chat"}), (f"/puzzles/mmm/{puzzle}/answer", {"action": "0"})] * 8
    passed = [status for path, form in asked if (status := strict.post(path, form).status) != 429]
    assert 0 < len(passed) <= 1 + time.monotonic() - began, "one at once, and one more comes free every second"


def test_albums_are_looked_at_and_brought_by_the_bytes(tmp_path):
    limits = ("album_looks=3", "album_imports=0.001")
    with running(tmp_path, *(word for limit in limits for word in ("--limit", limit))) as (_, number):
        browser, began = Browser(number), time.monotonic()
        looks = [browser.get("/album").status for _ in range(12)]
        assert looks[:3] == [200] * 3 and looks.count(200) <= 3 + (time.monotonic() - began) / 2 + 1
        brought = b'{"mousehole":"album","form":1,"pages":[]}'
        assert browser.post("/album/import", body=brought).status == 200
        assert browser.post("/album/import", body=brought + b" " * 2000).status == 429


@pytest.mark.parametrize("answers", [STATUS, REASONS], ids=["status", "reason"])
def test_a_refusal_is_answered_by_its_nearest_class_in_any_order(answers):
    for kind, answer in answers.items():
        error = type("Special", (kind,), {"__init__": lambda self: None})()
        for order in (answers, dict(reversed(answers.items()))):
            assert nearest(order, error, None) == answer


HALF = b"POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8000000\r\n\r\n" + bytes(200_000)


def brought(port):
    """How a file that is no game is answered; a server that refuses it may not wait for its end."""
    with suppress(ConnectionError):
        return Browser(port).post("/upload", body=bytes(200_000)).status


def test_files_that_are_on_their_way_take_no_more_memory_than_they_may(tmp_path):
    limits = ("--limit", "transfers_megabytes=1", "--limit", "openings=10000")
    with running(tmp_path, *limits) as (_, port), ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(2)]
        for line in lines:
            line.sendall(HALF)
        (answered, *_), _, _ = select.select(lines, [], [], 240)
        assert answered.recv(100).startswith(b"HTTP/1.1 429 ")
        for line in lines:
            line.close()
        assert any(brought(port) == 422 for _ in range(2000)), "there is room again"


async def test_a_large_answer_is_handed_over_in_parts_and_counted_until_it_is_taken():
    async def large(scope, receive, send):
        await Response(bytes(LARGE))(scope, receive, send)

    async def send(message):
        sent.append(message)
        if message.get("more_body"):
            await asyncio.sleep(0)

    app = Transfers(large, replace(Settings(), transfers_megabytes=4 * LARGE / (1 << 20)))
    scope, sent = {"type": "http", "client": ("1.2.3.4", 1), "headers": [], "method": "GET"}, []
    await asyncio.gather(app(scope, None, send), app(scope, None, send))
    bodies = [len(message["body"]) for message in sent if "body" in message]
    assert sorted(message["status"] for message in sent if "status" in message) == [200, 429]
    assert (max(bodies), sum(size == PART for size in bodies)) == (PART, LARGE // PART)
    sent.clear()
    await app(scope, None, send)
    assert sent[0]["status"] == 200
    assert sum(len(message.get("body", b"")) for message in sent) == LARGE
