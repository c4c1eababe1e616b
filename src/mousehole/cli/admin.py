"""`mousehole admin`."""

import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any

from msgspec.structs import asdict

from mousehole.cli.stores import address_of, alone, check_exists, store_argument, with_store
from mousehole.cli.streams import as_json
from mousehole.core.words import Line, UserError, line, voice
from mousehole.store import DAY, AlbumSize, Missing, Store, TableRow

CHANGES = ("close", "remove", "remove-album")
ALL_TABLES = 10**9
TABLE_FIELDS = ("id", "game", "entries", "over", "touched", "sound")


def arguments(parser: ArgumentParser) -> None:
    """Take what to do, and with which table."""
    parser.add_argument("what", choices=sorted(DEEDS), help="all but close and remove only look")
    parser.add_argument("table", nargs="?", default="", help="the table to remove or to close, or the album to remove")
    parser.add_argument("--limit", type=int, default=100, help="list so many tables at most (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="write JSON")
    store_argument(parser)


def run(asked: Namespace, language: str) -> int:
    """Look at tables, or end them."""
    say = voice(language)
    address = address_of(asked)
    check_exists(address)
    with alone(address) if asked.what in CHANGES else nullcontext():  # a server of a folder would not hear of it
        found, words = with_store(address, lambda store: DEEDS[asked.what](store, asked))
    print(as_json(found) if asked.json else "\n".join(map(say, words)))
    return 0


async def tables(store: Store, asked: Namespace) -> tuple[Any, list[Line]]:
    """List tables, the last touched first."""
    rows = await store.tables(limit=max(0, asked.limit))
    shown = [{key: getattr(row, key) for key in TABLE_FIELDS} for row in rows]
    return shown, [_listed(row) for row in rows] or [line("there are no tables yet")]


async def size(store: Store, asked: Namespace) -> tuple[Any, list[Line]]:
    """Say how much room the games take, and which tables have the longest logs."""
    rows = sorted(await store.tables(limit=ALL_TABLES), key=lambda row: -row.entries)
    total, longest = await store.size(), rows[: min(10, max(0, asked.limit))]
    found = {"bytes": total, "tables": len(rows), "longest": {row.id: row.entries for row in longest}}
    head = line("{size} MB for {n} table", plural="{size} MB for {n} tables", n=len(rows), size=f"{total / 1e6:.1f}")
    return found, [head, *map(_listed, longest)]


async def statistics(store: Store, asked: Namespace) -> tuple[Any, list[Line]]:
    """Count tables by game, and how many are in use."""
    rows, now = await store.tables(limit=ALL_TABLES), time.time()
    found = {
        "tables": len(rows),
        "over": sum(row.over for row in rows),
        "damaged": sum(not row.sound for row in rows),
        "today": sum(row.touched > now - DAY for row in rows),
        "week": sum(row.touched > now - 7 * DAY for row in rows),
        "entries": sum(row.entries for row in rows),
    }
    games = Counter(row.game for row in rows).most_common()
    return {**found, "games": dict(games)}, [*_counted(found), *(_of_game(game, n) for game, n in games)]


async def remove(store: Store, asked: Namespace) -> tuple[Any, list[Line]]:
    """Delete a table for good."""
    row = await _row(store, asked.table)
    await store.delete(row.id)
    return {"removed": row.id}, [line("table {table} is deleted, with its log and its result", table=row.id)]


async def close(store: Store, asked: Namespace) -> tuple[Any, list[Line]]:
    """End all links and seats of a table; its game is kept."""
    from mousehole.web.rights import table_rules

    row = await _row(store, asked.table)
    await table_rules.close(store, row)
    return {"closed": row.id}, [line("table {table} is closed to everybody; its game is kept", table=row.id)]


async def albums(store: Store, asked: Namespace) -> tuple[Any, list[Line]]:
    """List the family albums by the hash of their browser's key, the largest first."""
    found, total = await store.albums(max(0, asked.limit)), await store.albums_size()
    head = line("{size} MB in all albums", size=f"{total / 1e6:.1f}")
    return {"bytes": total, "albums": [asdict(one) for one in found]}, [head, *map(_album, found)]


async def remove_album(store: Store, asked: Namespace) -> tuple[Any, list[Line]]:
    """Delete an album for good; the start of its browser's hash names it."""
    found = [
        one.browser for one in await store.albums(ALL_TABLES) if asked.table and one.browser.startswith(asked.table)
    ]
    if len(found) != 1:
        raise UserError(line("{n} albums begin with {name}: name exactly one", n=len(found), name=asked.table))
    await store.forget_memories(found[0])
    return {"removed": found[0]}, [line("the album {name} is deleted", name=found[0])]


def _album(one: AlbumSize) -> Line:
    when = time.strftime("%Y-%m-%d", time.gmtime(one.opened)) if one.opened else "?"
    words = "{name}  {n} pages, {size} MB, opened {when}"
    return line(words, name=one.browser, n=one.pages, size=f"{one.bytes / 1e6:.1f}", when=when)


async def _row(store: Store, table: str) -> TableRow:
    row = await store.table(table) if table else None
    if row is None:
        raise Missing(table)
    return row


def _counted(found: dict[str, int]) -> list[Line]:
    return [
        line("{n} table, {over} over", plural="{n} tables, {over} over", n=found["tables"], over=found["over"]),
        line("touched today: {today}; this week: {week}", today=found["today"], week=found["week"]),
        line("{n} entry in all logs", plural="{n} entries in all logs", n=found["entries"]),
        *([line("damaged: {n}", n=found["damaged"])] if found["damaged"] else []),
    ]


def _of_game(game: str, n: int) -> Line:
    return line("{game}: {n} table", plural="{game}: {n} tables", game=game, n=n)


def _listed(row: TableRow) -> Line:
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row.touched))
    state = line("damaged") if not row.sound else line("over") if row.over else line("goes on")
    words = "{table}  {game}, {n} entries, {state}, {when}"
    return line(words, table=row.id, game=row.game, n=row.entries, state=state, when=when)


Deed = Callable[[Store, Namespace], Awaitable[tuple[Any, list[Line]]]]
DEEDS: dict[str, Deed] = {
    "albums": albums,
    "close": close,
    "remove": remove,
    "remove-album": remove_album,
    "size": size,
    "statistics": statistics,
    "tables": tables,
}
