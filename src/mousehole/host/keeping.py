"""What the host keeps of a table, and how it comes back from the store."""

import os
import secrets
import time
from typing import Any

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import Decide, Over, Result
from mousehole.core.record import Illegal, content_hash, objection, read_setup
from mousehole.store import ResultRow, TableRow
from mousehole.table import Entry, Fell, Options, Played, Table


class Begun(Struct, frozen=True):
    """What a new table starts with when it was begun elsewhere; the seed is known of a finished record only."""

    events: tuple[Any, ...] = ()
    seed: bytes | None = None


class TableSettings(Struct, frozen=True):
    """What the host keeps beside a log; `extra` belongs to the shell that opened the table."""

    options: Options
    extra: dict[str, Any] = {}


def fresh_seed() -> bytes:
    """Make the seed of a new table: unpredictable, unless a test wants the same luck every time."""
    fixed = os.environ.get("MOUSEHOLE_SEED")
    return bytes.fromhex(fixed) if fixed else secrets.token_bytes(16)


def replayed(table: Table, events: tuple[Any, ...]) -> list[Entry]:
    """Add events that were played elsewhere, each checked; what they were is told by the turn."""
    entries: list[Entry] = []
    for event in events:
        if reason := objection(table.turn, event):
            raise Illegal(table.ply + 1, reason)
        turn = table.turn
        entry = Played(turn.seat, event) if isinstance(turn, Decide) else Fell(event)
        table.add(entry)
        entries.append(entry)
    return entries


def row_of(table: Table, settings: TableSettings) -> TableRow:
    """Write down a new table."""
    now = time.time()
    setup, options = msgspec.json.encode(table.setup), msgspec.json.encode(settings)
    game, content = table.game, content_hash(table.game.package)
    return TableRow(
        table.id,
        table.group,
        game.name,
        game.edition,
        content,
        setup,
        table.seed,
        options,
        now,
        now,
        isinstance(table.turn, Over),
    )


def result_of(row: ResultRow) -> Result:
    """Read back how a table ended."""
    game = shelf.find(row.game)
    return Result(read_setup(game, row.setup), msgspec.json.decode(row.over, type=Over), row.clean)


def ended(table: Table, over: Over, earlier: tuple[Result, ...]) -> ResultRow:
    """Write down how a table ended, with the title it earns."""
    title = table.game.title_of((*earlier, Result(table.setup, over, table.clean)))
    setup, ending = msgspec.json.encode(table.setup), msgspec.json.encode(over)
    return ResultRow(
        table.id, table.group, table.game.name, setup, ending, table.clean, title.text if title else "", time.time()
    )
