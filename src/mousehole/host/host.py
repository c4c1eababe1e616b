"""The host joins table, store, bus and bots, once for terminal and web: propose, write, add, tell everybody."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.bus import Bus, MemoryBus
from mousehole.core.game import Decide, Over, Result, Seat
from mousehole.core.record import audit, checked, dump, load
from mousehole.core.words import Line, line
from mousehole.host.advice import Advice
from mousehole.host.bots import Bots
from mousehole.host.solving import Solving
from mousehole.host.stored_table import Begun, TableSettings, add_events, ended, fresh_seed, loaded, result_of, row_of
from mousehole.store import Ahead, Store, Taken
from mousehole.table import (
    Chair,
    Fall,
    Move,
    Options,
    Play,
    Refused,
    Sit,
    Stale,
    Step,
    Table,
    encode,
)

log = logging.getLogger(__name__)
AGAIN = "again"  # where a table remembers the one that continued it
HELD = 4000  # tables in memory; the store has them all


class Answer(Struct, frozen=True):
    """What a mover hears back: the entry the move led to, written for good."""

    entry: int
    ply: int


class OpenTable:
    """A table in memory with its lock and the task that plays what nobody has to."""

    def __init__(self, table: Table, settings: TableSettings) -> None:
        self.table = table
        self.settings = settings
        self.lock = asyncio.Lock()
        self.follow: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody or something is moving right now."""
        return self.lock.locked() or (self.follow is not None and not self.follow.done())


class Host:
    """Keeps tables: what is acknowledged is written, what is written is told."""

    def __init__(self, store: Store, bus: Bus | None = None, pace: float = 0.0) -> None:
        self.store = store
        self.bus = bus or MemoryBus()
        self.bots = Bots()
        self.advice = Advice()
        self.solving = Solving()
        self.pace = pace  # seconds a bot waits before it moves, so that people can follow
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._opening = asyncio.Lock()

    async def open(
        self,
        game: shelf.AnyGame,
        setup: Any,
        chairs: tuple[Chair, ...],
        options: Options | None = None,
        group: str = "",
        extra: dict[str, Any] | None = None,
        begun: Begun = Begun(),  # noqa: B008 (frozen)
    ) -> Table:
        """Open a new table, where useful begun elsewhere (an imported record, a fork)."""
        options = replace(options or Options(), drawn_from=0 if begun.seed else len(begun.events))
        seed = begun.seed or (None if options.real_dice else fresh_seed())
        table = Table(secrets.token_hex(8), game, checked(game, setup), seed, options, group)
        for seat, chair in enumerate(chairs):
            table.add(table.propose(Sit(seat, chair)))
        add_events(table, begun.events)
        settings = TableSettings(options, extra or {})
        await self.store.create(row_of(table, settings), [encode(entry) for entry in table.log])
        self._go_on(self._hold(OpenTable(table, settings)))
        return table

    async def table(self, table_id: str) -> Table:
        """Find a table, in memory or in the store."""
        return (await self._opened(table_id)).table

    async def extra(self, table_id: str) -> dict[str, Any]:
        """What the shell keeps with a table."""
        return (await self._opened(table_id)).settings.extra

    async def keep(self, table_id: str, extra: dict[str, Any]) -> None:
        """Keep something of the shell's with a table."""
        await self._keep(await self._opened(table_id), extra)

    async def move(self, table_id: str, move: Move) -> Answer:
        """Make a move, to the end even when whoever asked is gone: what is written must also be added.

        The same ticket again gets the same answer.
        """
        opened = await self._opened(table_id)
        answer = await asyncio.shield(asyncio.create_task(self._moved(opened, move)))
        self._go_on(opened)
        return answer

    async def again(self, table_id: str) -> Table:
        """Open the table that "play again" starts, for the same people in the same group; asked twice, it is one."""
        opened = await self._opened(table_id)
        async with opened.lock:
            if AGAIN in opened.settings.extra:
                return await self.table(opened.settings.extra[AGAIN])
            table = opened.table
            setup = table.game.sequel(table.setup, table.state, await self.results(table.group))
            if setup is None or not isinstance(table.turn, Over):
                raise Refused(line("this game has no sequel yet"))
            chairs = tuple(table.chairs)[: len(table.game.seats(setup))]
            options = replace(table.options, drawn_from=0)
            following = await self.open(table.game, setup, chairs, options, table.group, opened.settings.extra)
            await self._keep(opened, {**opened.settings.extra, AGAIN: following.id})
        await self.bus.publish(table_id, table.entry)
        return following

    async def fork(
        self, table_id: str, ply: int, chairs: tuple[Chair, ...] | None = None, options: Options | None = None
    ) -> Table:
        """Play on from a ply at a new table with a fresh seed; the old one stays as it is."""
        table = await self.table(table_id)
        if not 0 <= ply <= table.ply:
            raise Refused(line("there is no move {ply}; the game has {n}", ply=ply, n=table.ply))
        begun = Begun(tuple(table.events[:ply]))
        seated, how = chairs or tuple(table.chairs), options or table.options
        return await self.open(table.game, table.setup, seated, how, begun=begun)

    async def forget(self, table_id: str) -> None:
        """Delete a table for good, with its log and its result."""
        opened = await self._opened(table_id)
        async with opened.lock:
            del self._open[table_id]
            await self.store.delete(table_id)

    async def take_in(self, data: bytes, chairs: Callable[[int], tuple[Chair, ...]]) -> Table:
        """Open a table with an imported record; one that goes on gets a fresh seed, which nobody knows."""
        game, record = load(data, shelf.find)
        seed = record.seed if isinstance(audit(game, record), Over) else None
        seats = chairs(len(game.seats(record.setup)))
        return await self.open(game, record.setup, seats, begun=Begun(record.events, seed))

    async def record(self, table_id: str) -> bytes:
        """A table's record as one JSON document."""
        return dump((await self.table(table_id)).record())

    async def results(self, group: str) -> tuple[Result, ...]:
        """List how the tables of a group ended."""
        rows = await self.store.results(group)
        return tuple(result_of(row) for row in rows)

    async def title(self, table_id: str) -> Line | None:
        """Name the title that a finished table has earned."""
        rows = await self.store.results((await self.table(table_id)).group)
        words = next((row.title for row in rows if row.table == table_id), "")
        return Line(words) if words else None

    async def set_hints(self, table_id: str, wished: bool | None) -> None:
        """Turn the hints of a table on or off, or leave them to who plays."""
        opened = await self._opened(table_id)
        async with opened.lock:
            options = replace(opened.table.options, hints=wished)
            opened.table.options, opened.settings = options, replace(opened.settings, options=options)
            await self.store.set_options(table_id, msgspec.json.encode(opened.settings))
        await self.bus.publish(table_id, opened.table.entry)

    def watch(self, table_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Hear of every new entry of a table."""
        return self.bus.subscribe(table_id)

    async def settled(self, table_id: str) -> None:
        """Wait until bots and luck have nothing left to do at a table."""
        while (task := (await self._opened(table_id)).follow) and not task.done():
            await asyncio.shield(task)

    async def close(self) -> None:
        """Stop what runs; everything acknowledged is written already."""
        tasks = [opened.follow for opened in self._open.values() if opened.follow]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.bots.close()
        self.advice.close()
        self.solving.close()
        await self.bus.close()
        await self.store.close()

    async def _keep(self, opened: OpenTable, extra: dict[str, Any]) -> None:
        opened.settings = replace(opened.settings, extra=extra)
        await self.store.set_options(opened.table.id, msgspec.json.encode(opened.settings))

    async def _opened(self, table_id: str) -> OpenTable:
        if table_id not in self._open:
            async with self._opening:
                if table_id not in self._open:
                    await self._load(table_id)
        self._open.move_to_end(table_id)
        return self._open[table_id]

    async def _load(self, table_id: str) -> None:
        self._go_on(self._hold(OpenTable(*await loaded(self.store, table_id))))

    def _hold(self, opened: OpenTable) -> OpenTable:
        """Keep a table in memory; beyond a number of them the longest unused make room."""
        self._open[opened.table.id] = opened
        idle = [p for p in self._open.values() if not p.busy and p is not opened] if len(self._open) > HELD else []
        for old in idle[: len(self._open) - HELD]:
            del self._open[old.table.id]
        return opened

    async def _moved(self, opened: OpenTable, move: Move) -> Answer:
        async with opened.lock:
            table = opened.table
            answered = table.answered(move)
            if answered is None:
                await self._write(opened, table.propose(move))
            return Answer(answered or table.entry, table.ply)

    async def _write(self, opened: OpenTable, step: Step) -> None:
        """Write a step, then add it, then tell everybody; the lock is held."""
        table, over, was_over = opened.table, step.turn, isinstance(opened.table.turn, Over)
        result = None
        if isinstance(over, Over) and not was_over:
            result = ended(table, over, await self.results(table.group))
        reopen = was_over and not isinstance(over, Over)
        try:
            await self.store.append(table.id, step.known, [encode(step.entry)], result, reopen)
        except (Taken, Ahead):
            del self._open[table.id]
            raise Stale(line("the table has moved on elsewhere; look again")) from None
        table.add(step)
        await self.bus.publish(table.id, table.entry)

    def _go_on(self, opened: OpenTable) -> None:
        table, following = opened.table, opened.follow and not opened.follow.done()
        if not following and not table.stopped and (table.next_luck() or table.next_bot() is not None):
            opened.follow = asyncio.create_task(self._follow(opened))

    async def _follow(self, opened: OpenTable) -> None:
        """Let luck that nobody throws happen and bots move, an entry each, until a person is needed."""
        table = opened.table
        while self._open.get(table.id) is opened:
            if table.next_luck():
                async with opened.lock:
                    if table.next_luck():
                        await self._write(opened, table.propose(Fall(table.entry)))
            elif (seat := table.next_bot()) is not None:
                await self._bot_move(opened, seat)
            else:
                return

    async def _bot_move(self, opened: OpenTable, seat: Seat) -> None:
        table, known = opened.table, opened.table.entry
        choice, _ = await asyncio.gather(self._choice(table, seat), asyncio.sleep(self.pace))
        async with opened.lock:
            if table.entry == known:  # otherwise somebody moved meanwhile: look again
                await self._write(opened, table.propose(Play(seat, known, choice, ticket="")))

    async def _choice(self, table: Table, seat: Seat) -> int:
        """Ask a bot; one that fails moves at random, so that people can go on."""
        try:
            return await self.bots.choose(table, seat)
        except Exception:
            log.exception("bot %s failed at table %s, ply %d", table.chairs[seat].level, table.id, table.ply)
            return secrets.randbelow(len(table.turn.actions)) if isinstance(table.turn, Decide) else 0
