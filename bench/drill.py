"""Kills and freezes parts of a whole house while people play there: nothing may be lost, no table may stand still.

`./mousehole bench drill --tables 200 --minutes 10`: nginx, three servers, two workers, PostgreSQL and Redis. The exit
code is 1 if an acknowledged move was lost or doubled, if a table stood still, came back too late or fails its audit.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import json
import re
from contextlib import suppress
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

from bench.house_parts import Part, Parts, whole_house
from mousehole.core.game import Chance, Decide
from mousehole.players.player import players
from mousehole.shelf import find
from mousehole.store import Store, open_store
from mousehole.web.live.wire import WHOLE_SCENES

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


KINDS = ("server", "worker", "redis", "postgres")
PAUSE = (1.0, 4.0)  # seconds between two faults
DOWN = (0.2, 1.5)  # seconds until a killed part is started again
STILL = (1.0, 5.0)  # seconds for which a part is frozen
QUICK = (0.3, 0.005)  # seconds until the next move once faults are over: at least, and for each table
GATHER = 120.0  # seconds for everybody to sit down


async def main() -> int:
    """Drill, check and tell."""
    asked = arguments()
    think_once()
    with whole_house(asked.servers, asked.workers) as parts:
        found = await drilled(parts, asked)
        found |= await checked(parts, found.pop("people"))
        if asked.logs:
            parts.copy_logs(asked.logs)
    return told(found, asked.back)


def arguments() -> argparse.Namespace:
    """Read what is wished."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=KINDS, action="append", help="faults of these parts alone")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between two moves of a person")
    parser.add_argument("--back", type=float, default=5.0, help="seconds after the last fault until all must be back")
    parser.add_argument("--calm", type=float, default=60.0, help="seconds after which a table counts as standing still")
    parser.add_argument("--logs", type=Path, help="a folder that gets what all parts logged")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    return parser.parse_args()


async def drilled(parts: Parts, asked: argparse.Namespace) -> dict[str, Any]:
    """Let people play under faults; what happened, and who came back when."""
    people = [Person(parts.port, number, asked.pace) for number in range(asked.tables)]
    playing = [asyncio.create_task(person.play()) for person in people]
    await until(lambda: all(person.acked_at for person in people), GATHER)
    seated, begun = sum(bool(person.acked_at) for person in people), time.monotonic()
    faults = await faulted(parts, random.Random(asked.seed), 60 * asked.minutes, asked.only or KINDS)
    last = time.monotonic()
    for person in people:
        person.calm_down(max(QUICK[0], QUICK[1] * len(people)))
    await until(lambda: all(person.back_at for person in people), asked.calm)
    back = sorted(person.back_at - last for person in people if person.back_at)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    still = [f"{person}" for person in people if not person.back_at]
    return {"people": people, "seated": seated, "seconds": last - begun, "faults": faults, "back": back, "still": still}


async def faulted(parts: Parts, luck: random.Random, seconds: float, kinds: tuple[str, ...]) -> Counter[str]:
    """Kill or freeze one part after the other; when it returns, all of them run."""
    faults, until_then = Counter[str](), time.monotonic() + seconds
    while time.monotonic() < until_then:
        await asyncio.sleep(luck.uniform(*PAUSE))
        part = luck.choice(parts.of(luck.choice(kinds)))
        if luck.random() < 0.5:
            faults[f"{part.kind} killed"] += 1
            await asyncio.to_thread(kill, part, luck.uniform(*DOWN))
        else:
            faults[f"{part.kind} frozen"] += 1
            part.freeze()
            await asyncio.sleep(luck.uniform(*STILL))
            part.thaw()
    return faults


def kill(part: Part, down: float) -> None:
    """Kill a part, and start it again after a moment."""
    part.kill()
    time.sleep(down)
    part.start()


async def checked(parts: Parts, people: list[Person]) -> dict[str, Any]:
    """Look for acknowledged moves in the logs, and audit every table by the rules."""
    store = await open_store(parts.store)
    faults = [await person.faults(store) for person in people]
    await store.close()
    env = {**os.environ, "MOUSEHOLE_STORE": parts.store}
    audit = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-P", "-m", "mousehole", "verify"], env=env, capture_output=True, text=True
    )
    return {
        "tables": sum(len(person.tables) for person in people),
        "moves": sum(len(acked) for person in people for acked in person.played),
        "calls": sum(person.calls for person in people),
        "lost": sum(lost for lost, _ in faults),
        "doubled": sum(doubled for _, doubled in faults),
        "audit": audit.returncode,
        "said": (audit.stdout + audit.stderr).strip()[-1500:],
    }


def told(found: dict[str, Any], allowed: float) -> int:
    """Print what was found; 1 if anything went wrong."""
    print(f"{found['seated']} people sat down; {found['seconds']:.0f} s of faults:")
    for name, times in sorted(found["faults"].items()):
        print(f"  {name:<18}{times:>5}")
    back = found["back"]
    middle, worst = (back[len(back) // 2], back[-1]) if back else (0.0, 0.0)
    print(f"{found['tables']} tables, {found['moves']:,} moves acknowledged, {found['calls']:,} times called again")
    print(f"lost {found['lost']}, doubled {found['doubled']}")
    print(f"back after the last fault: half within {middle:.1f} s, all that came within {worst:.1f} s")
    print(f"tables that stood still: {len(found['still'])} {'; '.join(found['still'][:5])}")
    print(f"audit of all tables: {'sound' if not found['audit'] else found['said']}")
    wrong = [found[name] for name in ("lost", "doubled", "still", "audit")]
    return int(any(wrong) or worst > allowed or not found["moves"])


async def until(happened: Callable[[], bool], seconds: float) -> None:
    """Wait until something has happened, though no longer than so many seconds."""
    deadline = time.monotonic() + seconds
    while not happened() and time.monotonic() < deadline:  # noqa: ASYNC110 (many tell it, each in its own way)
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
