"""Lines between people and servers, as the application sees them: requests and live connections, which may break."""

import asyncio
from collections import deque
from contextlib import suppress
from urllib.parse import urlencode

from msgspec import json

WAY = (0.002, 0.05)  # seconds a message travels
SLOW_FORMS, SLOWLY = 0.2, (0.0, 1.0)  # what a page sends comes in parts, and some of it seconds later
AT_ONCE = "mousehole.texts"


class Cut(Exception):
    """The line is gone."""


class Way:
    """One direction of a line: messages arrive in order, a while later, or never once it is cut."""

    def __init__(self, loop, chance, context):
        self._loop, self._chance, self._context = loop, chance, context
        self._last = 0.0
        self._arrived = deque()
        self._waiting = None
        self.lost = False  # what is sent gets nowhere, and nobody notices

    def send(self, message):
        """Send something on its way."""
        if not self.lost:
            self._last = max(self._last + 1e-6, self._loop.now + self._chance.uniform(*WAY))
            self._loop.call_at(self._last, self._arrive, message, context=self._context)

    def _arrive(self, message):
        if not self.lost:
            self._arrived.append(message)
            self._ring()

    def _ring(self, *_):
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    async def receive(self, patience=None):
        """Wait for the next message; None when nothing came in time."""
        timer = self._loop.call_later(patience, self._ring) if patience is not None else None
        while not self._arrived:
            self._waiting = self._loop.create_future()
            await self._waiting
            if timer and self._loop.now >= timer.when() and not self._arrived:
                return None
        if timer:
            timer.cancel()
        return self._arrived.popleft()


class Line:
    """A live connection between somebody and a server."""

    def __init__(self, world, place, person, table):
        loop, chance = world.loop, world.chance
        self.place = place
        self._there = Way(loop, chance, world.context)
        self._back = Way(loop, chance, world.context)
        self._there.send({"type": "websocket.connect"})
        scope = _scope("websocket", f"/table/{table}/live", person.key)
        scope["extensions"] = {AT_ONCE: {"write": self._write}}
        place.lines[self] = None
        self._chance, self.closed = chance, False
        self.task = place.run(self._serve(world, scope))

    async def _serve(self, world, scope):
        try:
            with suppress(OSError):
                await self.place.app(scope, self._there.receive, self._send)
        finally:
            self.place.lines.pop(self, None)
            self._back.send({"type": "close"})

    async def _send(self, message):
        if self.closed:
            raise OSError("the other side is gone")
        match message["type"]:
            case "websocket.send":
                for text in message.get("texts") or [message.get("text") or message["bytes"]]:
                    self._back.send({"type": "text", "text": text})
            case "websocket.close":
                self._back.send({"type": "close"})

    def _write(self, texts):
        if self.closed or self._chance.random() < 0.05:  # the line is full: the other way of sending has its turn
            return False
        for text in texts:
            self._back.send({"type": "text", "text": text})
        return True

    def say(self, **message):
        """Send a message to the server."""
        self._there.send({"type": "websocket.receive", "text": json.encode(message).decode()})

    async def hear(self, patience):
        """The next message from the server, or None; Cut when the line is gone."""
        message = await self._back.receive(patience)
        if message is None:
            return None
        if message["type"] == "close":
            raise Cut
        return json.decode(message["text"])

    def hang_up(self):
        """Leave; the server hears of it."""
        self._there.send({"type": "websocket.disconnect", "code": 1001})
        self._back.lost = True

    def cut(self, silently):
        """Break the line: both sides notice, or neither does."""
        if silently:
            self._there.lost = self._back.lost = True
            return
        self.closed = True
        self._there.send({"type": "websocket.disconnect", "code": 1006})
        self._back.send({"type": "close"})


async def request(world, place, person, path, method="POST", raw=b"", **form):
    """Ask for a page, or post a form or a file: status, address and body of the answer, or Cut when none came."""
    if place.dead:
        await asyncio.sleep(world.chance.uniform(*WAY))
        raise Cut
    answer = world.loop.create_future()
    there, back = (world.chance.uniform(*WAY) for _ in range(2))
    sent = {"method": method, **_scope("http", path, person.key)}, raw or urlencode(form).encode()
    world.loop.call_later(there, _begin, world, place, sent, answer, back, context=world.context)
    timer = world.loop.call_later(8.0, _give_up, answer)
    place.requests[answer] = None
    try:
        return await answer
    finally:
        timer.cancel()
        place.requests.pop(answer, None)


def _begin(world, place, sent, answer, back):
    if not place.dead:
        place.run(_answer(world, place, sent, answer, back))


async def _answer(world, place, sent, answer, back):
    heard, body = [], deque([{"type": "http.request", "body": sent[1]}])

    async def receive():
        if world.chance.random() < SLOW_FORMS:
            await asyncio.sleep(world.chance.uniform(*SLOWLY))
        return body.popleft() if body else {"type": "http.disconnect"}

    async def send(message):
        heard.append(message)

    await place.app(sent[0] | {"http_version": "1.1"}, receive, send)
    start, where = heard[0], dict(heard[0]["headers"]).get(b"location", b"").decode()
    said = b"".join(part.get("body", b"") for part in heard[1:])
    world.loop.call_later(back, _tell, place, answer, (start["status"], where, said), context=world.context)


def _tell(place, answer, found):
    if not answer.done() and not place.dead:
        answer.set_result(found)


def _give_up(answer):
    if not answer.done():
        answer.set_exception(Cut())


def _scope(kind, path, key):
    headers = [(b"host", b"localhost"), (b"cookie", f"browser={key}".encode())]
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "subprotocols": [],
        "extensions": {},
        "state": {},
    }
