"""The server of this tree and that of another commit, in turns: bytes of a move, and moves per CPU second.

Bytes are those of whole games of every game, played at random, on the sockets of a player and of a spectator; moves are
those of `bench/web.py`. `bench/sides.py --against COMMIT`; without it, this tree alone.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import sys
import tempfile
from itertools import chain
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.checkouts import ROOT, checked_out
from bench.load import FRAMES, WELCOME, Line, listening, server, upgrade
from bench.web import measured
from mousehole import shelf
from mousehole.core.game import Decide, Over
from mousehole.table import Chair, DrawLuck, Play, Sit, Table, ThrowDice
from mousehole.web.live.wire import encode
from mousehole.web.pages import form

SEED = bytes(range(16))
VERSION = re.compile(r"^VERSION = (\d+)", re.MULTILINE)


class Side(NamedTuple):
    """A tree to be measured."""

    name: str
    tree: Path

    @property
    def version(self):
        """The version of the wire that its pages speak."""
        places = (self.tree / "src/mousehole/web" / name for name in ("live/wire.py", "wire.py"))
        return int(VERSION.search(next(place for place in places if place.exists()).read_text())[1])


@contextlib.asynccontextmanager
async def started(side):
    """Run the server of a tree with the same luck every time."""
    script = next(file for name in ("load.py", "web.py") if (file := side.tree / "bench" / name).exists())
    asked = ["--wait", "1e9"] if '"--wait"' in script.read_text() else []
    env = {**os.environ, "PYTHONPATH": str(side.tree / "src"), "MOUSEHOLE_SEED": SEED.hex()}
    with tempfile.TemporaryDirectory() as folder, server(folder, script, asked, env) as (port, process):
        await listening(port)
        yield port, process


class OtherRules(Exception):
    """A server plays a game otherwise than this tree does."""


class Watcher:
    """A socket at a table: how many bytes each of its frames took."""

    def __init__(self, port, table, cookie, version):
        self.port, self.sizes, self.frames, self.greeted = port, [], 0, asyncio.Event()
        self.line = Line(upgrade(port, table, cookie), version, self._hear)
        self.news, self.refused = asyncio.Event(), False

    async def enter(self):
        """Say hello."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self.line, "127.0.0.1", self.port)
        await self.greeted.wait()
        return self

    async def seen(self, frames):
        """Wait for so many frames in all."""
        while self.frames < frames:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)
            if self.refused:
                raise OtherRules

    def _hear(self, message, size):
        if message.startswith(WELCOME):
            self.greeted.set()
        elif message.startswith(FRAMES):
            n = message.count(b'"ply":')
            self.sizes += [size / n] * n
            self.frames += n
            self.news.set()
        elif message.startswith(b'{"type":"refused"'):
            self.refused = True
            self.news.set()


async def opened(port, game):
    """Open a table where one browser plays all seats; return its id and the browser's cookies."""
    seats = len(game.seats(game.setup()))
    asked = urlencode({**form.start(game, game.setup()), **{f"chair-{seat}": "me" for seat in range(seats)}})
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST /new/{game.name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {len(asked)}\r\n"
    kind = "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n"
    writer.write(f"{head}{kind}{asked}".encode())
    answer = (await reader.read()).decode("latin-1")
    writer.close()
    cookies = re.findall(r"set-cookie: ([^;]+)", answer)
    return re.search(r"location: /table/(\w+)", answer)[1], "; ".join(cookies)


async def game_sizes(port, version, game, number):
    """Play a whole game at random; the bytes of every frame, for the player and for a spectator."""
    name, cookie = await opened(port, game)
    watchers = [await Watcher(port, name, cookie, version).enter() for _ in range(2)]
    table, luck = Table(name, game, game.setup(), SEED), random.Random(number)
    for seat in range(len(table.chairs)):
        table.add(table.propose(Sit(seat, Chair("person"))))
    while not isinstance(turn := table.turn, Over):
        move = next_move(table, turn, luck)
        if not isinstance(move, DrawLuck):
            watchers[0].line.send(encode(move))
        table.add(table.propose(move))
        for watcher in watchers:
            await watcher.seen(table.ply)
    return [size for watcher in watchers for size in watcher.sizes]


def next_move(table, turn, luck):
    """Choose at random, or let luck happen."""
    if isinstance(turn, Decide):
        return Play(turn.seat, table.entry, luck.randrange(len(turn.actions)), f"t{table.entry}")
    return DrawLuck(table.entry) if table.next_luck() else ThrowDice(turn.thrower, table.entry, f"t{table.entry}")


async def bytes_of_moves(sides, games):
    """Print the bytes of a move, game by game."""
    print(f"{'bytes of a move':<16} {'commit':<10} {'moves':>6} {'median':>7} {'mean':>7} {'p95':>7}")
    for game in shelf.every():
        for side in sides:
            try:
                row = sizes_row(await sizes_of(side, game, games))
            except OtherRules:
                row = "played by other rules"
            print(f"{game.name:<16} {side.name:<10} {row}", flush=True)


async def sizes_of(side, game, games):
    """Play some whole games; the bytes of every frame."""
    async with started(side) as (port, _):
        played = [await game_sizes(port, side.version, game, number) for number in range(games)]
    return sorted(chain.from_iterable(played))


def sizes_row(sizes):
    """Sum up the bytes of frames, of which there are two for each move."""
    tail = sizes[int(len(sizes) * 0.95)]
    return f"{len(sizes) // 2:>6} {median(sizes):>7.0f} {mean(sizes):>7.0f} {tail:>7.0f}"


async def moves_per_cpu_second(sides, rounds, tables, seconds):
    """Print durable moves per CPU second of the server: the median of rounds in turns, and the ratio to the first."""
    rates = {side: [] for side in sides}
    for number in range(rounds):
        for side in sides if number % 2 else sides[::-1]:
            async with started(side) as (port, process):
                done = await measured(port, process, tables, seconds, 0, side.version)
                rates[side].append(done.rate / done.server)
    for side, found in rates.items():
        ratio = median(here / there for here, there in zip(found, rates[sides[0]], strict=True))
        told = f"median {median(found):.0f}, best {max(found):.0f}, ratio {ratio:.2f}"
        print(f"moves per CPU second, {side.name:<10} {told}", flush=True)


async def main():
    """Measure this tree, and beside it another commit."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--against", metavar="COMMIT", action="append", default=[])
    parser.add_argument("--games", type=int, default=3, help="whole games of each game; 0 leaves the bytes out")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of moves; 0 leaves them out")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=4)
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        others = [Side(commit, stack.enter_context(checked_out(commit))) for commit in asked.against]
        sides = [*others, Side("this", ROOT)]
        if asked.games:
            await bytes_of_moves(sides, asked.games)
        if asked.rounds:
            await moves_per_cpu_second(sides, asked.rounds, asked.tables, asked.seconds)


if __name__ == "__main__":
    asyncio.run(main())
