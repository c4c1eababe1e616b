"""What the host stores of a table (row, settings, result), and how tables are loaded, copied and imported."""

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Decide, Over, Result, Turn
from mousehole.core.record import Illegal, Ply, content_hash, contradiction, objection, read_setup
from mousehole.core.words import line
from mousehole.host.adventures import bring
from mousehole.host.concurrency import Slices, Work
from mousehole.store import Damaged, Missing, ResultRow, Store, TableRow, Taken
from mousehole.table import Chair, LuckDrawn, Options, Played, Refused, Sit, Step, Table, restoring


class TableSettings(Struct, frozen=True):
    """What the host keeps beside a log; `extra` belongs to the shell that opened the table."""

    options: Options
    extra: dict[str, Any] = {}
    version: int = 0  # grows with every change

    @property
    def sequel(self) -> str | None:
        """The table that continued this one, if any."""
        return self.extra.get(_SEQUEL)

    @property
    def origin(self) -> str | None:
        """The running game that this table was begun from, if any."""
        return self.extra.get(_ORIGIN)

    def continued(self, sequel: str) -> "TableSettings":
        """These settings with a sequel, unless there is one already."""
        return replace(self, extra={_SEQUEL: sequel, **self.extra})


_SEQUEL, _ORIGIN = "again", "origin"  # keys of `extra` that belong to the host
Change: TypeAlias = Callable[[TableSettings], TableSettings]


class StoredSettings:
    """The settings of an open table, in memory as they are in the store."""

    def __init__(self, table: str, written: bytes) -> None:
        self.table = table
        self.written = written
        self.now = read_settings(table, written)
        self._lock = asyncio.Lock()

    @property
    def changing(self) -> bool:
        """Whether they are being changed or read right now."""
        return self._lock.locked()

    async def change(self, store: Store, change: Change) -> None:
        """Change and store them; if another server was faster, reload and apply the change again."""
        async with self._lock:
            while True:
                new = replace(change(self.now), version=self.now.version + 1)
                data = msgspec.json.encode(new)
                try:
                    await store.set_options(self.table, self.written, data)
                except Taken:
                    await self._read(store)
                else:
                    self.now, self.written = new, data
                    return

    async def read(self, store: Store) -> int:
        """Reload from the store; returns the table's number of entries, raises `Missing` if it is gone."""
        async with self._lock:
            return await self._read(store)

    async def _read(self, store: Store) -> int:
        row = await store.table(self.table)
        if row is None:
            raise Missing(self.table)
        if row.options != self.written:
            self.now, self.written = settings_of(row), row.options
        return row.entries


def settings_of(row: TableRow) -> TableSettings:
    """The settings in a table's row."""
    return read_settings(row.id, row.options)


def read_settings(table: str, data: bytes) -> TableSettings:
    """Decode stored settings."""
    try:
        return msgspec.json.decode(data, type=TableSettings)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Damaged(table) from None


def fresh_seed() -> bytes:
    """Make the seed of a new table: unpredictable, unless a test wants the same luck every time."""
    fixed = os.environ.get("MOUSEHOLE_SEED")
    return bytes.fromhex(fixed) if fixed else secrets.token_bytes(16)


def row_of(table: Table, settings: TableSettings) -> TableRow:
    """The row of a new table."""
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


async def load_table(
    store: Store, table_id: str, slices: Slices, admit: Callable[[int], None]
) -> tuple[Table, StoredSettings]:
    """Bring a table back from the store; a damaged one ends at its last sound entry, and goes on only as a copy.

    `admit` refuses one with so many entries where there is no room for it.
    """
    row = await store.table(table_id)
    if row is None:
        raise Refused(line("there is no table {table}", table=table_id))
    admit(row.entries)
    await bring(store, row.setup)
    lines, damage = await _sound_log(store, table_id)
    settings, game = StoredSettings(row.id, row.options), shelf.find(row.game)
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
    """The result in a row."""
    game = shelf.find(row.game)
    return Result(read_setup(game, row.setup), msgspec.json.decode(row.over, type=Over), row.clean)


def result_row(table: Table, over: Over, earlier: tuple[Result, ...]) -> ResultRow:
    """The result row of a finished table, with the title it earned."""
    title = table.game.title_of((*earlier, Result(table.setup, over, table.clean)))
    setup, ending = msgspec.json.encode(table.setup), msgspec.json.encode(over)
    return ResultRow(
        table.id, table.group, table.game.name, setup, ending, table.clean, title.text if title else "", time.time()
    )


class Begun(Struct, frozen=True):
    """What a new table starts with when the game was begun elsewhere."""

    events: tuple[Any, ...] = ()  # of a record: each is checked
    plies: tuple[Ply, ...] = ()  # of another table: legal, and their positions known
    seed: bytes | None = None  # the seed that drew all luck of a record; kept only of a finished one
    luck: bytes | None = None  # the seed that is to draw all luck of a new game: the same for everybody who gets it


def open_table(make: Callable[[], Table], chairs: Sequence[Chair], begun: Begun) -> Work[Table]:
    """Make a table with everybody in their chairs, and what was played elsewhere."""
    yield  # even a new position may take a while, so it takes a slice of its own
    table = make()
    for seat, chair in enumerate(chairs):
        table.add(table.propose(Sit(seat, chair)))
    yield from adding(table, begun)
    give_luck(table, begun)
    return table


def adding(table: Table, begun: Begun) -> Work[None]:
    """Add what was played elsewhere; the turn before each event tells moves from luck."""
    for event in begun.events:
        turn = table.turn
        reason = objection(turn, event) or contradiction(turn, event, begun.seed, table.ply)
        if reason:
            raise Illegal(table.ply + 1, reason)
        table.add(table.step(_entry(turn, event)))
        yield
    for ply in begun.plies:
        table.add(Step(table.entry, _entry(table.turn, ply.event), ply.state, ply.turn))
        yield


def origin_of(table: Table, settings: TableSettings) -> dict[str, Any]:
    """The `extra` of a copy of a table: which running game it comes from."""
    known = settings.origin
    return {_ORIGIN: known or table.id} if known or not isinstance(table.turn, Over) else {}


def give_luck(table: Table, begun: Begun) -> None:
    """Give a table the seed of its luck: a fresh one nobody knows, unless it is given one, or a finished record is."""
    known = begun.seed if isinstance(table.turn, Over) else begun.luck
    if known:
        table.draw_from(known)
    else:
        table.draw_from(None if table.options.real_dice else fresh_seed(), table.ply)


def _entry(turn: Turn[Any], event: Any) -> Played | LuckDrawn:
    return Played(turn.answered_by(event).seat, event) if isinstance(turn, Decide) else LuckDrawn(event)
