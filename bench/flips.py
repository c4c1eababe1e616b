"""Flips random bits in copies of a database with real games: every one must be told or harmless, none silent.

`./mousehole bench flips --flips 10000` opens 10,000 copies, each with one wrong bit, reads all tables, logs, results
and lists, and compares them with the original. The exit code is 1 when a difference was not told.
"""

import argparse
import asyncio
import logging
import random
import shutil
import sys
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mousehole import shelf
from mousehole.core.game import Chance, Decide
from mousehole.core.words import UserError
from mousehole.host import Host
from mousehole.store import GrantRow, Missing, SqliteStore, StoreError, TableRow
from mousehole.table import Chair, Options, Play, Table, ThrowDice, Undo

LOGGED = "logged while opening"
ROUNDS = 120  # moves a table at most


def main() -> int:
    """Make a database, wound copies of it, and tell what became of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--flips", type=int, default=1000, help="copies to open (default %(default)s)")
    parser.add_argument("--bits", type=int, default=1, help="wrong bits in each copy (default %(default)s)")
    parser.add_argument("--within", type=int, default=0, help="wound only so many bytes at the start of the file")
    parser.add_argument("--tables", type=int, default=24, help="tables in the database (default %(default)s)")
    parser.add_argument("--seed", default="flips")
    asked = parser.parse_args()
    told = Heard()
    logging.getLogger("mousehole.store").addHandler(told)
    logging.getLogger("mousehole.store").propagate = False
    with TemporaryDirectory() as place:
        return asyncio.run(flipped(Path(place), asked, told))


class Heard(logging.Handler):
    """Counts what the store logs."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note a line."""
        self.lines.append(record.getMessage())


async def flipped(folder: Path, asked: argparse.Namespace, heard: Heard) -> int:
    """Open one wounded copy after the other."""
    luck = random.Random(asked.seed)
    origin = folder / "origin.db"
    names = await played(origin, asked.tables, luck)
    plain = await answers(origin, names, heard)
    data, copy, seen = origin.read_bytes(), folder / "copy.db", Counter[str]()
    for number in range(1, asked.flips + 1):
        bits = [luck.randrange((asked.within or len(data)) * 8) for _ in range(asked.bits)]
        wounded(origin, copy, bits)
        verdict = judged(plain, await answers(copy, names, heard))
        seen[verdict] += 1
        if verdict == "silent":
            print("silent:", bits, *differing(plain, await answers(copy, names, heard)), file=sys.stderr)
        if number % 1000 == 0 or number == asked.flips:
            print(f"{number:>7,} copies of {len(data):,} bytes, {len(names)} tables:", dict(seen), flush=True)
    return int(bool(seen["silent"]))


def wounded(origin: Path, copy: Path, bits: list[int]) -> None:
    """Copy a file and turn some of its bits over."""
    for old in copy.parent.glob(f"{copy.name}*"):
        old.unlink()
    shutil.copyfile(origin, copy)
    with copy.open("r+b") as file:
        for bit in bits:
            file.seek(bit // 8)
            byte = file.read(1)[0]
            file.seek(bit // 8)
            file.write(bytes([byte ^ 1 << bit % 8]))


async def played(path: Path, tables: int, luck: random.Random) -> list[str]:
    """Fill a database with games of all kinds, some of them over, some taken back."""
    host = Host(await SqliteStore.open(path, synchronous="OFF"))
    games = [shelf.find(name) for name in shelf.names()]
    opened = []
    for number in range(tables):
        game = games[number % len(games)]
        setup = game.setup()
        chairs = tuple(Chair("person", f"Élodie {seat}") for seat in range(len(game.seats(setup))))
        opened.append(await host.open(game, setup, chairs, Options(auto_throw=True), extra={"epochs": {"seat-1": 2}}))
    await host.store.grant([GrantRow(f"browser-{luck.randrange(9)}", table.id, "seat-1", 2, 0.0) for table in opened])
    await asyncio.gather(*(play(host, table, random.Random(luck.random())) for table in opened))
    await host.close()
    return [table.id for table in opened]


async def play(host: Host, table: Table, luck: random.Random) -> None:
    """Move at random, and take back now and then."""
    for _ in range(ROUNDS):
        await host.wait_until_idle(table.id)
        if isinstance(table.turn, Decide):
            action = luck.randrange(len(table.turn.actions))
            await host.move(table.id, Play(table.turn.seat, table.entry, action, f"t{luck.random()}"))
        elif isinstance(table.turn, Chance):
            await host.move(table.id, ThrowDice(table.turn.thrower, table.entry, ""))
        else:
            return
        if luck.random() < 0.03 and table.ply > 2 and isinstance(table.turn, Decide):
            await host.move(table.id, Undo(table.turn.seat, table.entry, table.ply - 1, ""))


async def answers(path: Path, names: list[str], heard: Heard) -> dict[str, Any]:
    """Ask a store everything; a StoreError is an answer, any other exception is not."""
    heard.lines.clear()
    found: dict[str, Any] = {}
    try:
        store = await SqliteStore.open(path)
    except StoreError as error:
        return {"open": error}
    found[LOGGED] = sorted(heard.lines)
    groups = set(names)
    for name in names:
        found[f"table {name}"] = await said(store.table(name))
        found[f"log {name}"] = await said(store.log(name))
        heard.lines.clear()
        found[f"grants {name}"] = (await said(store.grants(name)), len(heard.lines))
    for group in sorted(groups):
        heard.lines.clear()
        found[f"results {group}"] = (await said(store.results(group)), len(heard.lines))
    found["all"] = await said(store.tables(limit=10_000))
    found["some"] = await said(store.tables(names[::2]))
    host = Host(store)
    for name in names:
        if isinstance(found[f"log {name}"], StoreError):
            found[f"opened {name}"] = await opened(host, name)
    await host.close()
    return found


async def opened(host: Host, name: str) -> Any:
    """Open a damaged table as people do: it is refused in words, or stops and says so."""
    try:
        table = await host.table(name)
    except UserError as error:
        return StoreError(error.line)
    return StoreError(table.stopped.line) if table.stopped else table


async def said(asking: Awaitable[Any]) -> Any:
    """Wait for an answer, or for the reason why there is none."""
    try:
        return await asking
    except StoreError as error:
        return error


def judged(plain: dict[str, Any], now: dict[str, Any]) -> str:
    """Whether a copy answers as the original did, tells its damage, or is wrong in silence."""
    if isinstance(now.get("open"), UserError):
        return "told at the start"
    different = [name for name in differing(plain, now) if name != LOGGED]
    if all(tells(plain.get(name), now[name]) for name in different):
        return "told by the table" if different else "told at the start" if now[LOGGED] else "harmless"
    return "told at the start" if now[LOGGED] else "silent"


def differing(plain: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Name the questions that are answered in another way."""
    return [name for name, answer in now.items() if answer != plain.get(name)]


def tells(plain: Any, answer: Any) -> bool:
    """Whether an answer that differs says that something is damaged, and only that is missing."""
    match answer:
        case list():
            hurt = {row.id for row in answer if not row.sound}
            return bool(hurt) and [row for row in answer if row.sound] == [row for row in plain if row.id not in hurt]
        case (list(), int(logged)):
            return logged > 0
        case TableRow():
            return not answer.sound
    return isinstance(answer, StoreError) and not isinstance(answer, Missing)


if __name__ == "__main__":
    sys.exit(main())
