"""The host joins table, store, bus and bots, once for terminal and web: propose, write, add, tell everybody."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from msgspec.structs import replace

from mousehole import shelf
from mousehole.bus import Bus, MemoryBus
from mousehole.core.game import AnyGame, Over, Result
from mousehole.core.knowledge import is_open
from mousehole.core.record import checked, dump, load
from mousehole.core.words import Line, line
from mousehole.host.advice import Advice
from mousehole.host.beginnings import ORIGIN, Begun, opening, origin_of
from mousehole.host.bots import Bots
from mousehole.host.flow.catching_up import CatchingUp
from mousehole.host.flow.following import Following
from mousehole.host.flow.leases import Driving, Leases
from mousehole.host.flow.load_gate import LoadGate
from mousehole.host.flow.slices import Slices
from mousehole.host.flow.together import Together
from mousehole.host.flow.writing import Answer, Writing
from mousehole.host.jobs.job import Jobs
from mousehole.host.open_table import OpenTable, SettingsOffice
from mousehole.host.solving import Solving
from mousehole.host.stored_table import loaded, row_of
from mousehole.host.table_settings import KeptSettings, TableSettings
from mousehole.store import Store, StoreError
from mousehole.table import (
    Chair,
    Move,
    NoHints,
    Options,
    Refused,
    Table,
    encode,
)

log = logging.getLogger(__name__)
AGAIN = "again"  # where a table remembers the one that continued it
HELD = 4000  # tables in memory; the store has them all


class Host:
    """Keeps tables: what is acknowledged is written, what is written is told."""

    def __init__(self, store: Store, bus: Bus | None = None, pace: float = 0.0, jobs: Jobs | None = None) -> None:
        self.store = store
        self.bus = bus or MemoryBus()
        self.jobs = jobs or _own_processes()
        self.advice = Advice(self.jobs, self.bus)
        self.solving = Solving(self.jobs)
        self.slices = Slices()
        self.load = LoadGate()
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._loading = Together[str, None]()
        self.settings = SettingsOffice(store, self.bus, self._open, self._opened)
        self.news = CatchingUp(store, self.bus, self._open, self.slices, self._settings_anew)
        leases = Leases(store, Driving(self._plays, self._idle, self._play_on))
        self.writing = Writing(store, self.bus, self._open, self.news, self.settings)
        self.following = Following(Bots(self.jobs), self._open, self.writing.write, self._reopen, leases, pace)
        self.news.go_on = self.following.go_on

    async def open(
        self,
        game: AnyGame,
        setup: Any,
        chairs: tuple[Chair, ...],
        options: Options | None = None,
        group: str = "",
        extra: dict[str, Any] | None = None,
        begun: Begun = Begun(),  # noqa: B008 (frozen)
    ) -> Table:
        """Open a new table, where useful begun elsewhere (an imported record, a fork)."""
        self.writing.limits.check_room(len(chairs) + len(begun.events) + len(begun.plies))
        name = secrets.token_hex(8)
        table = await self.slices.do(
            opening(lambda: Table(name, game, checked(game, setup), None, options, group), chairs, begun)
        )
        row = row_of(table, TableSettings(table.options, extra or {}))
        await self.store.create(row, [encode(entry) for entry in table.log])
        self.following.go_on(self._hold(OpenTable(table, KeptSettings(table.id, row.options))))
        return table

    @property
    def held(self) -> int:
        """The number of tables in memory."""
        return len(self._open)

    async def table(self, table_id: str) -> Table:
        """Find a table, in memory or in the store."""
        return (await self._opened(table_id)).table

    async def move(self, table_id: str, move: Move, judged: TableSettings | None = None) -> Answer:
        """Make a move, to the end even when whoever asked is gone: what is written must also be added.

        The same ticket again gets the same answer. Busy when it would wait too long; SettingsChanged when the settings
        are no longer those by which the mover was `judged`.
        """
        return await asyncio.shield(asyncio.create_task(self.move_by_one_who_waits(table_id, move, judged)))

    async def move_by_one_who_waits(self, table_id: str, move: Move, judged: TableSettings | None = None) -> Answer:
        """Make a move as above, for somebody who is sure to wait for its end: it needs no task of its own."""
        with self.load.admitted():
            opened = await self._opened(table_id)
            try:
                return await self.writing.moved(opened, move, judged)
            finally:  # a move that is refused may have read what was written elsewhere: a bot's turn, perhaps
                self.following.go_on(opened)

    async def again(self, table_id: str, inherit: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> Table:
        """Open the table that "play again" starts, for the same people in the same group; asked twice, it is one.

        `inherit` makes the shell's part of the new settings from the old.
        """
        opened = await self._opened(table_id)
        async with opened.lock:
            if AGAIN in opened.settings.now.extra:
                return await self.table(opened.settings.now.extra[AGAIN])
            table = opened.table
            setup = table.game.sequel(table.setup, table.state, await self.results(table.group))
            if setup is None or not isinstance(table.turn, Over):
                raise Refused(line("this game has no sequel yet"))
            chairs = tuple(table.chairs)[: len(table.game.seats(setup))]
            options = replace(table.options, drawn_from=0)
            extra = inherit(opened.settings.now.extra)
            following = await self.open(table.game, setup, chairs, options, table.group, extra)
            settings = await self.settings.change(
                table_id, lambda old: replace(old, extra={AGAIN: following.id, **old.extra})
            )
        if settings.extra[AGAIN] == following.id:
            return following
        await self.forget(following.id)  # another server was faster
        return await self.table(settings.extra[AGAIN])

    async def fork(
        self, table_id: str, ply: int, chairs: tuple[Chair, ...] | None = None, options: Options | None = None
    ) -> Table:
        """Play on from a ply at a new table with a fresh seed; the old one stays as it is."""
        table = self._openly(await self.table(table_id))
        if not 0 <= ply <= table.ply:
            raise Refused(line("there is no move {ply}; the game has {n}", ply=ply, n=table.ply))
        begun = Begun(plies=tuple(table.plies[1 : ply + 1]))
        seated, how = chairs or tuple(table.chairs), options or table.options
        extra = origin_of(table, (await self.settings.of(table_id)).extra)
        return await self.open(table.game, table.setup, seated, how, extra=extra, begun=begun)

    async def check_hints(self, table_id: str) -> None:
        """Stop who would learn here what a game that is still being played without hints does not tell."""
        if await self.withholds_hints(table_id):
            raise NoHints(line("the game this one was begun from is still being played, without hints"))

    async def withholds_hints(self, table_id: str) -> bool:
        """Whether hints here would tell what a game does not that this one was begun from."""
        origin = (await self.settings.of(table_id)).extra.get(ORIGIN)
        if origin is None:
            return False
        try:
            original = await self.table(origin)
        except (Refused, StoreError):  # it is gone
            return False
        return not isinstance(original.turn, Over) and not original.hints_on

    async def forget(self, table_id: str) -> None:
        """Delete a table for good, with its log and its result."""
        opened = await self._opened(table_id)
        async with opened.lock:
            self._open.pop(table_id, None)
            await self.store.delete(table_id)
        await self.settings.tell(opened)

    async def take_in(self, data: bytes, chairs: Callable[[int], tuple[Chair, ...]]) -> Table:
        """Open a table with an imported record; one that goes on gets a fresh seed, which nobody knows."""
        game, record = await asyncio.to_thread(load, data, shelf.find)
        seats = chairs(len(game.seats(record.setup)))
        return await self.open(game, record.setup, seats, begun=Begun(record.events, seed=record.seed))

    async def record(self, table_id: str) -> bytes:
        """A table's record as one JSON document."""
        return await asyncio.to_thread(dump, self._openly(await self.table(table_id)).record())

    def _openly(self, table: Table) -> Table:
        """Let everything of a table be seen, unless it still has secrets."""
        if not is_open(table.game, table.turn):
            raise Refused(line("what is hidden in this game is shown once it is over"))
        return table

    async def results(self, group: str) -> tuple[Result, ...]:
        """List how the tables of a group ended."""
        return await self.writing.results(group)

    async def title(self, table_id: str) -> Line | None:
        """Name the title that a finished table has earned."""
        rows = await self.store.results((await self.table(table_id)).group)
        words = next((row.title for row in rows if row.table == table_id), "")
        return Line(words) if words else None

    async def set_hints(self, table_id: str, wished: bool | None) -> None:
        """Turn the hints of a table on or off, or leave them to who plays."""
        await self.settings.change(table_id, lambda old: replace(old, options=replace(old.options, hints=wished)))

    def watch(self, table_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Hear of every new entry of a table, and of every change of its settings made or heard of here."""
        return self.bus.subscribe(table_id)

    def join_others(self) -> None:
        """Look at what other servers do from now on, and take over what those leave that end."""
        self.news.start()
        self.following.leases.start()

    async def settled(self, table_id: str) -> None:
        """Wait until bots and luck have nothing left to do at a table."""
        while (task := (await self._opened(table_id)).follow) and not task.done():
            await asyncio.shield(task)

    async def close(self) -> None:
        """Stop what runs; everything acknowledged is written already."""
        self.load.pulse.stop()
        self._loading.cancel()
        await self.news.close()
        await self.following.close()
        self.advice.close()
        self.solving.close()
        await self.jobs.close()
        await self.bus.close()
        await self.store.close()

    async def _opened(self, table_id: str) -> OpenTable:
        if table_id not in self._open:
            await self._loading.do(table_id, lambda: self._load(table_id))
        self._open.move_to_end(table_id)
        return self._open[table_id]

    async def _settings_anew(self, table_id: str) -> int:
        """Read the settings of a table again; one that is being loaded may have been read before they changed."""
        await self._loading.ended(table_id)
        return await self.settings.read(table_id)

    async def _load(self, table_id: str) -> None:
        self.following.go_on(self._hold(OpenTable(*await loaded(self.store, table_id, self.slices))))

    async def _reopen(self, table_id: str) -> None:
        """Take a table as the store has it, and tell everybody there."""
        opened = await self._opened(table_id)
        await self.bus.wake_here(table_id, opened.table.entry)

    async def _play_on(self, table_id: str) -> None:
        """Play on at a table that no other server plays at any more, as the store has it."""
        opened = await self._opened(table_id)
        await self.news.catch_up(opened)
        self.following.go_on(opened)

    def _plays(self, table_id: str) -> bool:
        return table_id in self._open and self._open[table_id].playing

    def _idle(self) -> list[str]:
        """Where people wait here for luck or a bot that this server does not play."""
        held = [opened for table_id in self.news.attended if (opened := self._open.get(table_id))]
        room = self.writing.limits.entries
        return [o.table.id for o in held if o.due and not o.playing and o.table.entry < room]

    def _hold(self, opened: OpenTable) -> OpenTable:
        """Keep a table in memory; beyond a number of them the longest unused make room."""
        self._open[opened.table.id] = opened
        idle = [p for p in self._open.values() if not p.busy and p is not opened] if len(self._open) > HELD else []
        for old in idle[: len(self._open) - HELD]:
            del self._open[old.table.id]
        return opened


def _own_processes() -> Jobs:
    """Late, because not every system that plays has processes."""
    from mousehole.host.jobs.own_processes import OwnProcesses

    return OwnProcesses()
