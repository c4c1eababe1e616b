"""From a fresh start to exact hints: `./mousehole bench first_hint [--against DIR] [--rounds N] [--warm]`.

Starts a server with empty folders, opens a table of Mmm!, sits down there and waits until its board is solved: hints
are exact from then on. Where a version does not begin by itself, it is asked to, as by the button beside the hints.
With another checkout in DIR both take turns. `--warm` keeps what was compiled from one round to the next.
"""

import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import connect

ROOT = Path(__file__).parents[1]
LONGEST = 1800  # seconds
EVERY = 0.25
PATIENCE = 4  # looks before the button is pressed


def main() -> int:
    """Measure in turns, and report."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--warm", action="store_true", help="keep what was compiled")
    asked = parser.parse_args()
    trees = [ROOT, *([asked.against.resolve()] if asked.against else [])]
    found: dict[Path, list[tuple[float, float]]] = {tree: [] for tree in trees}
    with tempfile.TemporaryDirectory() as kept:
        for number in range(asked.rounds + asked.warm):
            for place, tree in enumerate(trees):
                spent = once(tree, Path(kept) / str(place) if asked.warm else None)
                print(f"round {number}, {tree.name}: {spent[0]:.1f} s, {spent[1]:.1f} s of CPU", flush=True)
                found[tree] += [spent] if number or not asked.warm else []
    for tree, times in found.items():
        seconds, work = (median(column) for column in zip(*times, strict=True))
        print(f"{tree.name}: median {seconds:.1f} s, {work:.1f} s of CPU, of {len(times)}")
    return 0


def once(tree: Path, cache: Path | None) -> tuple[float, float]:
    """Seconds from the start of a server to a solved board, and the work of all its processes."""
    with tempfile.TemporaryDirectory() as folder:
        places = {"MOUSEHOLE_DATA": f"{folder}/data", "MOUSEHOLE_CACHE": str(cache or f"{folder}/cache")}
        env = {**os.environ, **places, "PYTHONPATH": str(tree / "src"), "PYTHONUNBUFFERED": "1"}
        before, began = work_of_children(), time.monotonic()
        command = [sys.executable, "-P", "-m", "mousehole", "web", "--no-browser", "--port", "0"]
        server = subprocess.Popen(command, env=env, cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            port = int(re.findall(r":(\d+)", server.stdout.readline())[-1])
            asyncio.run(until_solved(port))
            seconds = time.monotonic() - began
        finally:
            server.terminate()
            server.wait()
        return seconds, work_of_children() - before


def work_of_children() -> float:
    """Seconds of CPU of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def until_solved(port: int) -> None:
    """Open a table, sit there, and look until its board is solved."""
    status, headers, _ = ask(port, "POST", "/play/mmm", "")
    cookies = "; ".join(value.partition(";")[0] for name, value in headers if name.lower() == "set-cookie")
    table = dict(headers).get("location") or dict(headers)["Location"]
    assert status in (302, 303), status
    address = f"ws://127.0.0.1:{port}{table}/live"
    async with connect(address, additional_headers={"Cookie": cookies}, origin=f"http://127.0.0.1:{port}") as line:
        looks, pressed, until = 0, False, time.monotonic() + LONGEST
        while time.monotonic() < until:
            looks += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(line.recv(), EVERY)
            told = json.loads(ask(port, "GET", f"{table}/solve", cookies)[2])
            if told["stage"] == "done":
                return
            if told["stage"] == "none" and looks > PATIENCE and not pressed:
                pressed = True
                ask(port, "POST", f"{table}/solve", cookies)
    raise TimeoutError("the board was not solved")


def ask(port: int, method: str, path: str, cookies: str) -> tuple[int, list[tuple[str, str]], bytes]:
    """Ask a server."""
    line: Any = HTTPConnection("127.0.0.1", port, timeout=60)
    line.request(method, path, b"" if method == "POST" else None, {"Cookie": cookies})
    answer = line.getresponse()
    found = answer.status, answer.getheaders(), answer.read()
    line.close()
    return found


if __name__ == "__main__":
    sys.exit(main())
