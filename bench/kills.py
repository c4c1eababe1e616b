"""Kills a server again and again while people play, and looks whether anything acknowledged was lost or doubled.

`./mousehole bench kills --kills 1000`; the exit code is 1 if a table lost a move, has a hole or plays a move twice.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.asyncio.client import connect

from bench.load import SECRET, listening, opened, server
from mousehole.cli.progress_bar import Bar
from mousehole.store import SqliteStore
from mousehole.web.live.wire import WHOLE_SCENES
from mousehole.web.rights.access import Keys

BACK = 12  # plies after which a game is taken back to its beginning


class Player:
    """Somebody who plays on at one table through every crash, and notes what was acknowledged."""

    def __init__(self, table, cookie):
        self.table, self.cookie = table, cookie
        self.acked = {}  # the entry of every ticket
        self.pending = None

    async def play(self, port):
        """Play until the server is gone."""
        address = f"ws://127.0.0.1:{port}/table/{self.table}/live"
        with contextlib.suppress(Exception):  # it is killed at any moment
            async with connect(address, additional_headers={"Cookie": self.cookie}, max_queue=None) as line:
                await line.send(json.dumps({"type": "hello", "version": WHOLE_SCENES}))
                while True:
                    await self.hear(line, json.loads(await line.recv()))

    async def hear(self, line, told):
        """Answer the server: with the next move, or with the one it has not acknowledged yet."""
        if told["type"] == "ack":
            self.acked[told["ticket"]] = told["entry"]
            self.pending = None
        elif told["type"] == "refused":
            self.pending = None if told["reason"] == "stale" else self.pending
            await asyncio.sleep(0.05)
        frame = told.get("frame") or (told.get("frames") or [None])[-1]
        if told["type"] == "welcome" and self.pending:
            await line.send(json.dumps(self.pending))
        elif frame and not self.pending:
            await line.send(json.dumps(self.move(frame)))

    def move(self, frame):
        """The next move at a table, with a ticket of its own."""
        kind = {"type": "throw"} if frame["turn"]["kind"] == "chance" else {"type": "play", "action": 0}
        kind = {"type": "undo", "to": 0} if frame["ply"] >= BACK else kind
        self.pending = {**kind, "seat": 0, "entry": frame["entry"], "ticket": f"{random.getrandbits(48):x}"}
        return self.pending

    async def faults(self, store):
        """What is wrong with the log: a ticket lost, elsewhere or twice."""
        lines = await store.log(self.table)
        at = [json.loads(text).get("ticket", "") for text in lines]
        tickets = [ticket for ticket in at if ticket]
        lost = [ticket for ticket, entry in self.acked.items() if entry > len(at) or at[entry - 1] != ticket]
        return len(lost), len(tickets) - len(set(tickets))


async def killed(folder, players, seconds):
    """Run a server for a while under load, and kill it."""
    with server(folder) as (port, process):
        await listening(port)
        if not players:
            players += [Player(*await opened(port, Keys(SECRET))) for _ in range(20)]
        playing = [asyncio.create_task(player.play(port)) for player in players]
        await asyncio.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        await asyncio.gather(*playing)


async def main():
    """Kill, look, and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    asked = parser.parse_args()
    bar, players, began = Bar(sys.stderr), [], time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(asked.kills):
            await killed(folder, players, 0.5 + random.random())
            bar(number + 1, asked.kills)
        bar.close()
        store = await SqliteStore.open(Path(folder) / "bench.db")
        found = [await player.faults(store) for player in players]
        await store.close()
    acked, spent = sum(len(player.acked) for player in players), time.perf_counter() - began
    lost, doubled = (sum(fault[n] for fault in found) for n in (0, 1))
    print(f"{asked.kills} kills in {spent:,.0f} s, {len(players)} tables, {acked:,} moves acknowledged:", end=" ")
    print(f"{lost} lost, {doubled} doubled")
    return int(bool(lost or doubled))


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
