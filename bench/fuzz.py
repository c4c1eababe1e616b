"""Sends very many random messages down live sockets, and reports what the server answered and how its memory grew.

`./mousehole bench fuzz --messages 1000000`; the exit code is 1 if the server no longer works afterwards.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.asyncio.client import connect

from bench.load import SECRET, listening, memory, opened, server
from mousehole.cli.progress_bar import Bar
from mousehole.web.rights.access import Keys
from tests.web.rubbish import rubbish

ROUND = 5000  # messages down one socket before the next one opens
BURST = 100  # messages sent before waiting for the server to read them all
MARK = "are-you-there"


async def main() -> int:
    """Fuzz, then play a move to see whether the server still works."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    luck, bar, answers, began = Random(asked.seed), Bar(sys.stderr), Counter[str](), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, server(folder) as (port, process):
        await listening(port)
        table, cookie = await opened(port, Keys(SECRET))
        address, headers = f"ws://127.0.0.1:{port}/table/{table}/live", {"Cookie": cookie}
        first = 0
        for sent in range(0, asked.messages, ROUND):
            answers += await flood(address, headers, luck, min(ROUND, asked.messages - sent))
            first = first or memory(process)
            bar(sent + ROUND, asked.messages)
        bar.close()
        seconds = time.perf_counter() - began
        print(f"{asked.messages:,} messages in {seconds:,.0f} s; answers: {dict(answers.most_common())}")
        print(f"memory after the first {ROUND:,}: {first:,} KiB, at the end: {memory(process):,} KiB")
        return int(not await serves(port))


async def flood(address: str, headers: dict[str, str], luck: Random, count: int) -> Counter[str]:
    """Send garbage down one socket and count what comes back."""
    answers = Counter[str]()
    async with connect(address, additional_headers=headers, compression=None, max_queue=None) as socket:

        async def hear() -> None:
            async for text in socket:
                found = re.match(r'\{"type":"(\w+)"(?:,"reason":"(\w+)")?', text)
                answers[" ".join(filter(None, found.groups())) if found else "unreadable"] += 1
                if MARK in text:
                    heard.set()

        heard, listener = asyncio.Event(), asyncio.create_task(hear())
        for number in range(count):
            text = rubbish(luck)
            await socket.send(text if number % 10 else text.encode("utf-8", "replace"))
            if number % BURST == BURST - 1 or number == count - 1:  # let the server keep up
                heard.clear()
                await socket.send(f'{{"type":"throw","seat":99,"entry":0,"ticket":"{MARK}"}}')
                await asyncio.wait_for(heard.wait(), 20)
        listener.cancel()
    return answers


async def serves(port: int) -> bool:
    """See whether a new table can still be opened and played."""
    table, cookie = await opened(port, Keys(SECRET))
    async with connect(f"ws://127.0.0.1:{port}/table/{table}/live", additional_headers={"Cookie": cookie}) as socket:
        await socket.send('{"type":"hello","version":1}')
        await socket.send('{"type":"throw","seat":0,"entry":1,"ticket":"t"}')
        for _ in range(6):
            if '"type":"ack"' in await asyncio.wait_for(socket.recv(), 10):
                print("and it still serves")
                return True
    return False


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main()))
