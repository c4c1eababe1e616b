"""What the host keeps of a table, and how it comes back from the store."""

import os
import secrets
import time
from collections.abc import Sequence

import msgspec

from mousehole import shelf
from mousehole.core.game import Over, Result
from mousehole.core.record import Illegal, content_hash, read_setup
from mousehole.core.words import line
from mousehole.host.flow.slices import Slices
from mousehole.host.table_settings import KeptSettings, TableSettings
from mousehole.store import Damaged, ResultRow, Store, TableRow
from mousehole.table import Refused, Table, restoring


def fresh_seed() -> bytes:
    """Make the seed of a new table: unpredictable, unless a test wants the same luck every time."""
    fixed = os.environ.get("MOUSEHOLE_SEED")
    return bytes.fromhex(fixed) if fixed else secrets.token_bytes(16)


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


async def loaded(store: Store, table_id: str, slices: Slices) -> tuple[Table, KeptSettings]:
    """Bring a table back from the store; a damaged one ends at its last sound entry, and goes on only as a copy."""
    row = await store.table(table_id)
    if row is None:
        raise Refused(line("there is no table {table}", table=table_id))
    lines, damage = await _sound_log(store, table_id)
    settings, game = KeptSettings(row.id, row.options), shelf.find(row.game)
    table = Table(row.id, game, read_setup(game, row.setup), row.seed, settings.now.options, row.group)
    await slices.do(restoring(table, lines))
    if damage:
        table.stopped = Illegal(table.ply + 1, damage.line)
    return table, settings


async def _sound_log(store: Store, table: str) -> tuple[Sequence[bytes], Damaged | None]:
    """Read the log of a table, or of a damaged one the beginning that is sound."""
    try:
        return await store.log(table), None
    except Damaged as damage:
        if not damage.lines:
            raise
        return damage.lines, damage


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
