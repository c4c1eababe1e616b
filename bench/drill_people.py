"""Scripted people for `bench drill`: each plays at a table through every fault, and notes what was acknowledged."""

import asyncio
import json
import random
import re
import time
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

from mousehole.core.game import Chance, Decide
from mousehole.players.player import players
from mousehole.shelf import find
from mousehole.store import Store
from mousehole.web.wire import WHOLE_SCENES

ANSWER = 4.0  # seconds without an answer after which a person calls again, as a page does
BUSY = (0.15, 0.45)  # seconds until a server that said "busy" is asked again, as a page does
MMM = {"side": "one_paw", "first": "0", "chair-0": "me"}
PARTY = {"mice.0": "mommy", "mice.1": "slingshot", "mice_start.0": "1", "mice_start.1": "9", "raccoon_start": "0"}
PARTY |= {"players": "2", "chair-0": "me"}
TABLES = (  # what people play: alone, and with bots that think or hardly do
    ("mmm", MMM | {"players": "1"}),
    ("mmm", MMM | {"players": "2", "chair-1": "bot:greedy"}),
    ("mousewarming", PARTY | {"chair-1": "bot:greedy"}),
    ("mousewarming", PARTY | {"chair-1": "bot:easy"}),  # asks workers
)


def think_once() -> None:
    """Let every bot that will play choose once: what it needs is compiled before the clock runs."""
    for name, form in TABLES:
        kind, _, level = form.get("chair-1", "").partition(":")
        game, luck = find(name), random.Random(0)
        state = game.new(game.setup())
        while not isinstance(turn := game.turn(state), Decide) or len(turn.actions) < 2:
            state = game.apply(state, turn.at(luck.random()) if isinstance(turn, Chance) else turn.actions[0])
        if kind == "bot":
            players(game)[level].choose(game, state, turn, luck)


class Person:
    """Somebody who plays on through every fault; a game that is over is followed by another one."""

    def __init__(self, port: int, number: int, pace: float) -> None:
        self.port, self.pace, self.luck = port, pace, random.Random(number)
        self.game = TABLES[number % len(TABLES)]
        self.played: list[dict[str, int]] = []  # for each table the entry of every acknowledged ticket
        self.tables: list[str] = []
        self.cookie = ""
        self.pending: dict[str, Any] | None = None
        self.frame: dict[str, Any] | None = None
        self.asked = self.acked_at = self.back_at = 0.0
        self.calm = asyncio.Event()  # faults are over
        self.quick = pace
        self.calls = 0

    async def play(self) -> None:
        """Play until nobody wants it any more."""
        while True:
            with suppress(Exception):  # whatever may go wrong does
                if not self.tables or self.over:
                    await self._open()
                await self._talk()
            self.calls += 1
            await asyncio.sleep(self.luck.uniform(0.1, 0.5))

    def calm_down(self, quick: float) -> None:
        """Hear that faults are over, and move soon: the next acknowledged move shows that all is well here."""
        self.quick = quick
        self.calm.set()

    def __str__(self) -> str:
        """Where a person is, for whoever looks for a fault."""
        turn = self.frame and (self.frame["entry"], self.frame["turn"])
        return f"{self.game[0]} {self.tables[-1] if self.tables else '-'} {turn} pending {self.pending}"

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.frame is not None and self.frame["turn"]["kind"] == "over" and self.pending is None

    async def _open(self) -> None:
        game, form = self.game
        body = urlencode(form).encode()
        reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", self.port), ANSWER)
        try:
            head = f"POST /new/{game} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n"
            head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            answer = (await asyncio.wait_for(reader.read(), 3 * ANSWER)).decode("latin-1")
        finally:
            writer.close()
        found = re.search(r"location: /table/(\w+)", answer, re.IGNORECASE)
        if found is None:
            raise OSError(answer[:300])
        cookies = re.findall(r"set-cookie: ([^;\r]+)", answer, re.IGNORECASE)
        self.cookie = "; ".join(cookies) or self.cookie
        self.tables.append(found[1])
        self.played.append({})
        self.frame = None

    async def _talk(self) -> None:
        address = f"ws://127.0.0.1:{self.port}/table/{self.tables[-1]}/live"
        async with connect(
            address,
            additional_headers={"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.port}"},
            max_queue=None,
            open_timeout=ANSWER,
            close_timeout=0.2,
            ping_interval=1.0,
            ping_timeout=3.0,
            compression=None,
        ) as line:
            await line.send(json.dumps({"type": "hello", "version": WHOLE_SCENES}))
            moving = asyncio.create_task(self._move(line))
            try:
                async for text in line:
                    told = json.loads(text)
                    self._hear(told)
                    if told["type"] == "refused" and told["reason"] == "busy":
                        await asyncio.sleep(self.luck.uniform(*BUSY))
                        await self._send(line)
            finally:
                moving.cancel()

    def _hear(self, told: dict[str, Any]) -> None:
        if told["type"] == "ack":
            self.played[-1][told["ticket"]] = told["entry"]
            self.acked_at, self.pending = time.monotonic(), None
            if self.calm.is_set() and not self.back_at:
                self.back_at = self.acked_at
        elif told["type"] == "refused" and told["reason"] in ("stale", "no_such_action", "not_your_turn"):
            self.pending = None
        frame = told.get("frame") or (told.get("frames") or [None])[-1]
        if frame:
            self.frame = frame

    async def _move(self, line: ClientConnection) -> None:
        """Send the next move now and then, or the one that nobody has answered, with the same ticket."""
        await self._send(line)
        while not self.over:
            await self._pause()
            if self.pending and time.monotonic() - self.asked > ANSWER:
                break
            if self.pending is None and self.frame and self.frame["turn"].get("mine"):
                self.pending = self._next(self.frame)
                await self._send(line)
        await line.close()

    async def _pause(self) -> None:
        """Think for a while; less long once faults are over, until a move was acknowledged."""
        if not self.calm.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.calm.wait(), self.pace * self.luck.uniform(0.5, 1.5))
        if self.calm.is_set():
            await asyncio.sleep((self.pace if self.back_at else self.quick) * self.luck.uniform(0.5, 1.5))

    async def _send(self, line: ClientConnection) -> None:
        if self.pending:
            self.asked = time.monotonic()
            await line.send(json.dumps(self.pending))

    def _next(self, frame: dict[str, Any]) -> dict[str, Any]:
        ticket, turn = f"{self.luck.getrandbits(64):x}", frame["turn"]
        how = {"type": "throw"} if turn["kind"] == "chance" else {"type": "play", "action": 0}
        return {**how, "seat": turn.get("seat") or 0, "entry": frame["entry"], "ticket": ticket}

    async def faults(self, store: Store) -> tuple[int, int]:
        """How many acknowledged moves are not where they were said to be, and how many are there twice."""
        lost = doubled = 0
        for table, acked in zip(self.tables, self.played, strict=True):
            at = [json.loads(text).get("ticket", "") for text in await store.log(table)]
            tickets = [ticket for ticket in at if ticket]
            lost += sum(entry > len(at) or at[entry - 1] != ticket for ticket, entry in acked.items())
            doubled += len(tickets) - len(set(tickets))
        return lost, doubled
