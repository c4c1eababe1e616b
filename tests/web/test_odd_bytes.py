"""Whatever bytes a stranger sends, the answer is no 5xx and the log holds no traceback."""

import asyncio
import logging
import random
import re
import socket
import sys
import tempfile
from collections import Counter
from contextlib import closing
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from mousehole import shelf
from mousehole.folders import data_folder
from mousehole.host import Host
from mousehole.web.app import routes
from mousehole.web.pages import form
from mousehole.web.rights.access import Keys
from mousehole.web.server.settings import Settings
from mousehole.web.server_state import ServerState
from tests.house import tree
from tests.web.browser import Browser

ODD = [
    *rb"0 -1 1e999 NaN %00 %ff%fe %C3%A9 %F0%9F%90%AD %ED%A0%80 %E2%80%AE % %zz ..%2f..%2fweb.secret %2e%2e".split(),
    *rb"[bad http://[bad https://evil.example <script> '%22;-- {} [] null true one_paw %0d%0aX:1".split(),
    *rb"+ & = ; # ? 1 mmm house icon seat-1 bot:best link me delete remove".split(),
    *[b"", b"9" * 5000, b"0" * 5000 + b"1", b"a" * 3000, b"\xff\xfe", b"\xc3\xa9", b"\x80"],
]
NAMES = b"ply from to seat chair-0 chair-1 name-0 do language hints v auto_throw real_dice".split()
HEADERS = [
    *b"Cookie Origin Referer Accept Accept-Language If-None-Match X-Forwarded-For Sec-Fetch-Site Content-Type".split(),
    *b"Range Accept-Encoding".split(),
]
COOKIES = [b"grants", b"tables", b"language", b"\xe9"]
FOLDERS = [str(place).encode() for place in (tree.ROOT, data_folder(), tempfile.gettempdir(), sys.prefix)]
NO_HEADER = re.compile(rb"[\x00-\x08\x0a-\x1f\x7f]")  # what no header may hold by the rules of HTTP


def fields():
    """All that forms and sketches send when they are right."""
    for game in shelf.every():
        setup = game.setup()
        yield from form.start(game, setup).items()
        for part in (game.parts.solvable.explorer, game.parts.solvable.designer):
            yield from part.fields(setup, game.new(setup)).items() if part else ()


RIGHT = [(name.encode(), quote(value).encode()) for name, value in fields()]


async def addresses():
    """Every address that the application answers at."""
    server = ServerState(Host(SimpleNamespace(shared=False)), Keys(bytes(32)), Settings())
    return [route.path for route in routes(server)]


class Odd:
    """Makes up requests: right in places, odd in others."""

    def __init__(self, port, table, cookie, seed):
        self.port, self.table, self.cookie, self.luck = port, table.encode(), cookie.encode(), random.Random(seed)
        self.paths = asyncio.run(addresses())

    def odd(self):
        return self.luck.choice(ODD)

    def path(self):
        good = {
            "game": self.luck.choice(shelf.names()).encode(),
            "table": self.table,
            "guide": b"first",
            "name": b"house",
        }
        path = self.luck.choice(self.paths).encode()
        for name in re.findall(rb"{(\w+)(?::\w+)?}", path):
            value = good.get(name.decode(), b"1") if self.luck.random() < 0.7 else self.odd()
            path = re.sub(rb"{" + name + rb"(:\w+)?}", lambda _, v=value: v, path)
        return re.sub(rb"[\x00-\x20\x7f-\xff]", b"~", path)  # the rest of such bytes is for the raw requests below

    def field(self):
        name, value = self.luck.choice([*RIGHT, *((name, b"1") for name in NAMES)])
        cut = self.luck.randrange(len(value) + 1)
        change = [
            value,
            value,
            self.odd(),
            value[:cut],
            value[:cut] + self.odd() + value[cut:],
            value[cut:] + value[:cut],
        ]
        return self.luck.choice([name, name, name, name, self.odd()]) + b"=" + self.luck.choice(change)

    def form(self):
        return b"&".join(self.field() for _ in range(self.luck.randrange(5)))

    def headers(self):
        yield b"Host", b"127.0.0.1:%d" % self.port
        if self.luck.random() < 0.7:
            yield b"Cookie", self.cookie
        for name in self.luck.sample(HEADERS, self.luck.randrange(3)):
            value = self.luck.choice(COOKIES) + b"=" + self.odd() if name == b"Cookie" else self.odd()
            yield name, NO_HEADER.sub(b"", value)

    def request(self):
        method, body = self.luck.choice([b"GET", b"GET", b"HEAD", b"POST", b"PUT"]), b""
        query = re.sub(rb"[\x00-\x20\x7f-\xff#]", b"~", self.form())
        if method in (b"POST", b"PUT"):
            body = self.luck.choice([self.form(), self.odd(), b'{"game":"mmm","edition":1,"setup":{},"events":[]}'])
        path = self.path()
        if path.endswith(b"/solve"):
            method = b"GET"  # nobody waits here for a board to be solved
        target = path + (b"?" + query if query else b"")
        rows = [*self.headers(), (b"Content-Length", b"%d" % len(body)), (b"Connection", b"close")]
        head = b"\r\n".join([method + b" " + target + b" HTTP/1.1", *(name + b": " + value for name, value in rows)])
        return head + b"\r\n\r\n" + body


def answered(port, request):
    """Send a request; the status of the answer, which names no folder of the server."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=240)) as line:
        line.sendall(request)
        data = b""
        while part := line.recv(65536):
            data += part
    assert not any(folder in data for folder in FOLDERS), request[:2000]
    return int(data.split(b" ", 2)[1]) if data else 0


@pytest.fixture
def complaints():
    """Errors that were logged; the server runs in a thread of this process."""
    found = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: found.append(record.getMessage())
    loggers = [logging.getLogger(name) for name in ("", "uvicorn", "uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    yield found
    for logger in loggers:
        logger.removeHandler(handler)


@pytest.mark.parametrize("seed", range(6))
def test_no_request_makes_the_server_fail(unbraked, complaints, seed):
    browser = Browser(unbraked)
    table = browser.opened()
    odd, seen = Odd(unbraked, table, browser.cookie(f"/table/{table}"), seed), Counter()
    for _ in range(300):
        request = odd.request()
        status = answered(unbraked, request)
        assert status < 500, request[:2000]
        assert complaints == [], request[:2000]
        seen[status] += 1
    assert seen[200] > 20  # the requests were not all nonsense


@pytest.mark.parametrize(
    ("path", "header"),
    [
        (b"/join/TABLE/%C3%A9", b""),
        (b"/table/TABLE", b"Cookie: grants=\xc3\xa9"),
        (b"/table/TABLE/scene.json?ply=" + b"9" * 5000, b"COOKIE"),
        (b"/table/TABLE/frames.json?from=1&to=" + b"9" * 5000, b"COOKIE"),
        (b"/learn/mmm/first/" + b"9" * 5000 + b".svg", b""),
        (b"/table/%00", b""),
        (b"/", b"Cookie: tables=%ff.\xff.\x80"),
    ],
)
def test_odd_tokens_cookies_and_numbers_are_answered_in_words(unbraked, complaints, path, header):
    browser = Browser(unbraked)
    table = browser.opened()
    header = header.replace(b"COOKIE", b"Cookie: " + browser.cookie(f"/table/{table}").encode())
    head = [b"GET " + path.replace(b"TABLE", table.encode()) + b" HTTP/1.1", b"Host: 127.0.0.1", b"Connection: close"]
    assert answered(unbraked, b"\r\n".join([*head, *filter(None, [header])]) + b"\r\n\r\n") in (200, 403, 404)
    assert complaints == []


@pytest.mark.parametrize("header", [b"Origin: http://[bad", b"Origin: \xff", b"Cookie: grants=\xe9.\xe9"])
def test_odd_requests_for_a_socket_are_refused(unbraked, complaints, header):
    table = Browser(unbraked).opened().encode()
    head = [
        b"GET /table/" + table + b"/live HTTP/1.1",
        b"Host: 127.0.0.1",
        b"Connection: Upgrade",
        b"Upgrade: websocket",
    ]
    head += [b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", header]
    assert answered(unbraked, b"\r\n".join(head) + b"\r\n\r\n") == 403
    assert complaints == []


def test_a_form_from_an_address_that_is_none_is_refused(unbraked):
    assert Browser(unbraked).post("/play/mmm", Origin="http://[bad").status == 403
