"""Moves are checked, written, added and told, in this order; where another server was faster, they look again."""

from collections.abc import MutableMapping

from msgspec import Struct

from mousehole.bus import Bus
from mousehole.core.game import Over, Result
from mousehole.core.words import line
from mousehole.host.flow.catching_up import CatchingUp
from mousehole.host.flow.table_limits import TableLimits
from mousehole.host.open_table import MovedOn, OpenTable, SettingsChanged, SettingsOffice
from mousehole.host.stored_table import ended, result_of
from mousehole.host.table_settings import TableSettings
from mousehole.store import Ahead, OtherOptions, Store, Taken
from mousehole.table import Move, Sit, Stale, Step, encode

CHANGED = line("the owner has just changed this table; try again")


class Answer(Struct, frozen=True):
    """What a mover hears back: the entry the move led to, written for good."""

    entry: int
    ply: int


class Writing:
    """Writes the moves of tables in memory: what is acknowledged is written, what is written is told."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        held: MutableMapping[str, OpenTable],
        news: CatchingUp,
        settings: SettingsOffice,
    ) -> None:
        self.limits = TableLimits()
        self._store, self._bus, self._held, self._news, self._settings = store, bus, held, news, settings

    async def results(self, group: str) -> tuple[Result, ...]:
        """List how the tables of a group ended."""
        return tuple(result_of(row) for row in await self._store.results(group))

    async def moved(self, opened: OpenTable, move: Move, judged: TableSettings | None = None) -> Answer:
        """Make a move; where another server was faster, look at what it wrote and try once more."""
        table = opened.table
        async with opened.lock:
            if table.answered(move) is None:
                self.limits.check(table, move)
            if not isinstance(move, Sit) and move.entry > table.entry:  # the mover was at another server before
                await self._news.read(opened)
            try:
                return await self._answered(opened, move, judged)
            except MovedOn:
                return await self._answered(opened, move, judged)

    async def _answered(self, opened: OpenTable, move: Move, judged: TableSettings | None) -> Answer:
        """Find the answer that a move got before, or make it; the lock is held."""
        table = opened.table
        answered = table.answered(move)
        if answered is None:
            if judged and judged.version != opened.settings.now.version:
                raise SettingsChanged(CHANGED)
            await self.write(opened, table.propose(move), opened.settings.written)
        return Answer(answered or table.entry, table.ply)

    async def write(self, opened: OpenTable, step: Step, options: bytes | None = None) -> None:
        """Write a step, then add it, then tell everybody; the lock is held.

        Who needs a right for it names the options by which it has that.
        """
        self.limits.check_room(step.known)
        table, over, was_over = opened.table, step.turn, isinstance(opened.table.turn, Over)
        result = None
        if isinstance(over, Over) and not was_over:
            result = ended(table, over, await self.results(table.group))
        reopen = was_over and not isinstance(over, Over)
        try:
            await self._store.append(table.id, step.known, [encode(step.entry)], result, reopen, options)
        except Taken:
            if await self._news.read(opened):
                await self._bus.wake_here(table.id, table.entry)
                raise MovedOn from None
            self._held.pop(table.id, None)
            raise Stale from None
        except OtherOptions:
            await self._settings.read(table.id)
            raise SettingsChanged(CHANGED) from None
        except Ahead:  # the store has lost what was here: it is right
            self._held.pop(table.id, None)
            raise Stale from None
        table.add(step)
        await self._bus.publish(table.id, table.entry)
