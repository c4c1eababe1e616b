"""Plays very many random games with every set-up, checks all laws at every event and audits every record.

`./mousehole bench soak mmm --games 100000` plays 100,000 games of each set-up that the laws of Mmm! name.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.variants import laws, setups
from mousehole import shelf
from mousehole.cli.progress_bar import Bar
from mousehole.core.game import AnyGame, Over
from mousehole.core.record import Record, audit
from mousehole.players.parallel import spread
from mousehole.testing import random_record

BATCH = 100
Batch = tuple[str, str, str, int, int]  # game, variant, seed, first number, one after the last


def main() -> int:
    """Soak what was asked for; the exit code is 1 if a law was broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="games on the shelf; all of them otherwise")
    parser.add_argument("--games", type=int, default=1000, help="games of each way to play (default %(default)s)")
    parser.add_argument("--variant", action="append", help="only this way to play; may be repeated")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--messages", type=int, help="soak a web server with so many random messages instead of games")
    parser.add_argument("--kills", type=int, help="kill a web server so often under load instead")
    asked = parser.parse_args()
    if asked.messages or asked.kills:
        fuzz, kills = ("fuzz.py", "--messages", asked.messages), ("kills.py", "--kills", asked.kills)
        return stormed(*(fuzz if asked.messages else kills))
    broken = 0
    for name in asked.names or shelf.names():
        for variant in asked.variant or setups(shelf.find(name)):
            broken += soaked(name, variant, asked)
    return int(bool(broken))


def stormed(program: str, option: str, number: int) -> int:
    """Let a program of its own soak a web server: `fuzz.py` with random messages, `kills.py` with kill -9."""
    import subprocess

    return subprocess.call([sys.executable, str(Path(__file__).with_name(program)), option, str(number)])


def soaked(name: str, variant: str, asked: argparse.Namespace) -> int:
    """Soak one set-up and report what happened; returns the number of broken games."""
    bar, start, seen, complaints = Bar(sys.stderr), time.perf_counter(), Counter[str](), list[str]()
    for found, trouble in spread(batch, batches(name, variant, asked), asked.processes):
        seen += found
        complaints += trouble
        bar(seen["games"], asked.games)
    bar.close()
    seconds, endings = time.perf_counter() - start, {k: n for k, n in sorted(seen.items()) if k.startswith("ending")}
    told = ", ".join(f"{ending.removeprefix('ending ')} {count:,}" for ending, count in endings.items())
    print(
        f"{name}, {variant}: {seen['games']:,} games, {seen['events']:,} events, {len(complaints)} broken; {told}",
        end="",
    )
    print(f"; {seconds:,.0f} s with {asked.processes} processes", *complaints[:10], sep="\n    ", flush=True)
    return len(complaints)


def batches(name: str, variant: str, asked: argparse.Namespace) -> Iterator[Batch]:
    """Cut the games into pieces of work."""
    for first in range(0, asked.games, BATCH):
        yield name, variant, asked.seed, first, min(first + BATCH, asked.games)


def batch(work: Batch) -> tuple[Counter[str], list[str]]:
    """Play some games; returns what was seen, and what broke a law."""
    name, variant, seed, first, end = work
    game, seen, complaints = shelf.find(name), Counter[str](), list[str]()
    for number in range(first, end):
        seen["games"] += 1
        try:
            record, over = random_record(game, setups(game)[variant], f"{seed}/{number}".encode())
            seen += Counter({"events": len(record.events), f"ending {_ending(over)}": 1})
            lawful(game, record, over)
        except Exception as error:  # noqa: BLE001 - whatever a rule or law raises is what we look for
            complaints.append(f"seed {seed}/{number}: {type(error).__name__}: {error}")
    return seen, complaints


def lawful(game: AnyGame, record: Record, over: Any) -> None:
    """Check the laws at every event of a record, its end, and its audit."""
    assert isinstance(over, Over), "the game does not end"
    check, whole = _check(game.name), getattr(laws(game.name), "check_whole", None)
    state = game.new(record.setup)
    for event in record.events:
        after = game.apply(state, event)
        check(state, event, after)
        state = after
    if whole:
        whole(record.setup, record.events, over)
    audit(game, record)


@cache
def _check(name: str) -> Callable[[Any, Any, Any], None]:
    """Find the check for one event of a game; some laws need the game too."""
    check, game = getattr(laws(name), "check", lambda before, event, after: None), shelf.find(name)
    if len(signature(check).parameters) == 4:
        return lambda before, event, after: check(before, event, after, game)
    found: Callable[[Any, Any, Any], None] = check
    return found


def _ending(over: Any) -> str:
    return over.reason if isinstance(over, Over) else "none"


if __name__ == "__main__":
    raise SystemExit(main())
