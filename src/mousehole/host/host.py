"""The host joins tables, store, bus and bots, once for terminal and web: propose, write, add, publish."""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.bus import Bus, MemoryBus
from mousehole.core.game import AnyGame, Decide, Over, Result, Seat
from mousehole.core.held_tasks import shielded
from mousehole.core.knowledge import is_open
from mousehole.core.record import Illegal, check_setup, dump, load
from mousehole.core.words import Line, UserError, line
from mousehole.host.adventures import bring
from mousehole.host.advice import Advice
from mousehole.host.concurrency import SingleFlight, Slices
from mousehole.host.jobs import MOVE, Jobs, position_of
from mousehole.host.leases import Leases
from mousehole.host.limits import LoadGate, TableLimits
from mousehole.host.open_tables import SWEEP_INTERVAL, OpenTable, OpenTables
from mousehole.host.solving import Solving
from mousehole.host.stored_table import (
    Begun,
    Change,
    StoredSettings,
    TableSettings,
    load_table,
    open_table,
    origin_of,
    result_of,
    result_row,
    row_of,
)
from mousehole.store import (
    Closed,
    Damaged,
    LogGap,
    Missing,
    OtherOptions,
    ReadOnly,
    Store,
    StoreError,
    TableMark,
    Taken,
    options_mark,
)
from mousehole.table import Chair, DrawLuck, Move, NoHints, Options, Play, Refused, Sit, Stale, Table, encode, restoring

log = logging.getLogger(__name__)

SYNC_INTERVAL = 1.5  # seconds between two comparisons of the attended tables with the store
SYNC_BATCH = 2_000  # tables compared in one query
FIRST_RETRY, LONGEST_RETRY = 0.25, 2.0  # seconds until a failing store is tried again, doubled each time
SETTINGS_CHANGED = line("the owner has just changed this table; try again")


class Answer(Struct, frozen=True):
    """The answer to a move: the entry it led to, which is written for good."""

    entry: int
    ply: int


class MovedOn(Stale):
    """Another server was faster; its entries are in memory now."""


class SettingsChanged(Stale):
    """Another server has changed the settings of a table; they are in memory now, so check rights again."""


class Host:
    """Opens tables, makes moves at them, plays luck and bots on, and keeps up with other servers on the same store.

    A move is acknowledged once it is written, and published once it is acknowledged.
    """

    def __init__(self, store: Store, bus: Bus | None = None, pace: float = 0.0, jobs: Jobs | None = None) -> None:
        self.store = store
        self.bus = bus or MemoryBus()
        self.pace = pace  # seconds a bot waits before it moves, so that people can follow
        self.jobs = jobs or _own_processes()
        self.advice = Advice(self.jobs, self.bus)
        self.solving = Solving(self.jobs)
        self.slices = Slices()
        self.load = LoadGate()
        self.limits = TableLimits()
        self.leases = Leases(store, self)
        self.written: Callable[[Table], None] = lambda table: None  # hears of every move that was made here
        self._attended: Counter[str] = Counter()  # the people at each table, on this server
        self.open_tables = OpenTables(self._attended.__contains__)
        self._loading = SingleFlight[str, None]()
        self._sweeping: asyncio.Task[None] | None = None
        self._syncing: asyncio.Task[None] | None = None
        self._stalled: set[str] = set()  # tables whose luck and bots wait for a failing store

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
        """Open a new table, from the start or from what was played elsewhere (an imported record, a fork)."""
        entries = len(chairs) + len(begun.events) + len(begun.plies)
        self.limits.check_room(entries)
        self.open_tables.check_room(entries)
        name = secrets.token_hex(8)
        table = await self.slices.do(
            open_table(lambda: Table(name, game, check_setup(game, setup), None, options, group), chairs, begun)
        )
        row = row_of(table, TableSettings(table.options, extra or {}))
        opened = OpenTable(table, StoredSettings(table.id, row.options))
        self.open_tables.weigh(opened)
        self.limits.check_room(entries, opened.weight)
        await self.store.create(row, [encode(entry) for entry in table.log])
        self._hold(opened)
        return table

    async def table(self, table_id: str) -> Table:
        """A table, from memory or from the store."""
        return (await self.opened(table_id)).table

    async def move(self, table_id: str, move: Move, judged: TableSettings | None = None) -> Answer:
        """Make a move, to the end even if the caller is cancelled: what is written must also be added.

        The same ticket gets the same answer again. Raises `Busy` when the move would wait too long, and
        `SettingsChanged` when the settings are no longer those by which the mover was `judged`.
        """
        return await shielded(asyncio.create_task(self.move_unshielded(table_id, move, judged)))

    async def move_unshielded(self, table_id: str, move: Move, judged: TableSettings | None = None) -> Answer:
        """Make a move as `move` does, for a caller that is never cancelled: it needs no task of its own."""
        with self.load.admitted():
            opened = await self.opened(table_id)
            try:
                async with opened.lock:
                    return await self._move(opened, move, judged)
            finally:  # even a refused move may have read what another server wrote, and then a bot is to move
                self._play_on(opened)

    async def _move(self, opened: OpenTable, move: Move, judged: TableSettings | None) -> Answer:
        """Make a move once, or find the answer it got before; the lock is held."""
        table = opened.table
        if table.answered(move) is None:
            self.limits.check(table, move, judged is not None)
        if not isinstance(move, Sit) and move.entry > table.entry:  # the mover was at another server before
            await self._read_log(opened)
        for attempt in (1, 2):
            answered = table.answered(move)
            if answered is not None:
                return Answer(answered, table.ply)
            if judged and judged.version != opened.settings.now.version:
                raise SettingsChanged(SETTINGS_CHANGED)
            try:
                await self._write(opened, move, opened.settings.written)
                break
            except MovedOn:
                if attempt == 2:
                    raise
        return Answer(table.entry, table.ply)

    async def _write(self, opened: OpenTable, move: Move, options: bytes | None = None) -> None:
        """Propose a move, write its entry, add it to the table and publish it; the lock is held.

        A move that needs a right names the options by which it was granted: the store compares them.
        """
        table, was_over = opened.table, isinstance(opened.table.turn, Over)
        step = table.propose(move)
        self.limits.check_room(step.known, opened.weight)
        result = None
        if isinstance(step.turn, Over) and not was_over:
            result = result_row(table, step.turn, await self.results(table.group))
        reopened = was_over and not isinstance(step.turn, Over)
        try:
            await self.store.append(table.id, step.known, [encode(step.entry)], result, reopened, options)
        except Taken:
            if await self._read_log(opened):
                await self.bus.wake_here(table.id, table.entry)
                raise MovedOn from None
            self.open_tables.drop(table.id)
            raise Stale from None
        except OtherOptions:
            await self._reload_settings(table.id)
            raise SettingsChanged(SETTINGS_CHANGED) from None
        except LogGap:  # the store has lost entries that are still in memory: the store wins
            self.open_tables.drop(table.id)
            raise Stale from None
        table.add(step)
        self.open_tables.weigh(opened)
        self.written(table)
        await self.bus.publish(table.id, table.entry)

    async def play_again(
        self,
        table_id: str,
        inherit: Callable[[dict[str, Any]], dict[str, Any]] = dict,
        change: Callable[[Any], Any] = lambda setup: setup,
    ) -> Table:
        """Open the sequel of a finished table, for the same people in the same group; there is only one.

        `inherit` makes the shell's part of the new settings from the old, `change` may change the set-up.
        """
        opened = await self.opened(table_id)
        async with opened.lock:
            if (known := opened.settings.now.sequel) is not None:
                return await self.table(known)
            table = opened.table
            setup = table.game.sequel(table.setup, table.state, await self.results(table.group))
            if setup is None or not isinstance(table.turn, Over):
                raise Refused(line("this game has no sequel yet"))
            setup = change(setup)
            chairs = tuple(table.chairs)[: len(table.game.seats(setup))]
            options = replace(table.options, drawn_from=0)
            extra = inherit(opened.settings.now.extra)
            sequel = await self.open(table.game, setup, chairs, options, table.group, extra)
            settings = await self.change_settings(table_id, lambda old: old.continued(sequel.id))
        if settings.sequel is None or settings.sequel == sequel.id:
            return sequel
        await self.delete(sequel.id)  # another server was faster
        return await self.table(settings.sequel)

    async def fork(
        self, table_id: str, ply: int, chairs: tuple[Chair, ...] | None = None, options: Options | None = None
    ) -> Table:
        """Play on from a ply at a new table with a fresh seed; the old one stays as it is."""
        table = require_open(await self.table(table_id))
        if not 0 <= ply <= table.ply:
            raise Refused(line("there is no move {ply}; the game has {n}", ply=ply, n=table.ply))
        begun = Begun(plies=tuple(table.plies[1 : ply + 1]))
        extra = origin_of(table, await self.settings(table_id))
        return await self.open(
            table.game,
            table.setup,
            chairs or tuple(table.chairs),
            options or table.options,
            extra=extra,
            begun=begun,
        )

    async def import_record(self, data: bytes, chairs: Callable[[int], tuple[Chair, ...]]) -> Table:
        """Open a table with an imported record; an unfinished one gets a fresh, secret seed."""
        await bring(self.store, data)
        game, record = await asyncio.to_thread(load, data, shelf.find)
        seats = chairs(len(game.seats(record.setup)))
        return await self.open(game, record.setup, seats, begun=Begun(record.events, seed=record.seed))

    async def record(self, table_id: str) -> bytes:
        """A table's record as one JSON document."""
        return await asyncio.to_thread(dump, require_open(await self.table(table_id)).record())

    async def results(self, group: str) -> tuple[Result, ...]:
        """How the tables of a group ended."""
        return tuple(result_of(row) for row in await self.store.results(group))

    async def title(self, table_id: str) -> Line | None:
        """The title that a finished table has earned."""
        rows = await self.store.results((await self.table(table_id)).group)
        words = next((row.title for row in rows if row.table == table_id), "")
        return Line(words) if words else None

    async def delete(self, table_id: str) -> None:
        """Delete a table for good, with its log and its result."""
        opened = await self.opened(table_id)
        async with opened.lock:
            self.open_tables.drop(table_id)
            await self.store.delete(table_id)
        await self._publish_settings(opened)

    async def settings(self, table_id: str) -> TableSettings:
        """The settings of a table; a new object after every change."""
        return (await self.opened(table_id)).settings.now

    def settings_in_memory(self, table_id: str) -> TableSettings | None:
        """The settings of a table that is in memory: cheap enough for every message."""
        opened = self.open_tables.get(table_id)
        return opened.settings.now if opened else None

    async def change_settings(self, table_id: str, change: Change) -> TableSettings:
        """Change the settings of a table for good and publish them; concurrent changes all succeed."""
        opened = await self.opened(table_id)
        await opened.settings.change(self.store, change)
        opened.table.options = opened.settings.now.options
        await self._publish_settings(opened)
        return opened.settings.now

    async def set_hints(self, table_id: str, wished: bool | None) -> None:
        """Turn the hints of a table on or off; with None they depend on the players."""
        await self.change_settings(table_id, lambda old: replace(old, options=replace(old.options, hints=wished)))

    async def check_hints(self, table_id: str) -> None:
        """Refuse hints at a copy of a running game that has hints switched off."""
        if await self.withholds_hints(table_id):
            raise NoHints(line("the game this one was begun from is still being played, without hints"))

    async def withholds_hints(self, table_id: str) -> bool:
        """Whether a table is a copy of a running game that has hints switched off."""
        origin = (await self.settings(table_id)).origin
        if origin is None:
            return False
        try:
            original = await self.table(origin)
        except (Refused, StoreError):  # it is gone
            return False
        return not isinstance(original.turn, Over) and not original.hints_on

    async def _reload_settings(self, table_id: str) -> int:
        """Read the settings of a table in memory again; returns how many entries it has in the store, -1 if none.

        A deleted table is dropped from memory. One that is being loaded may have been read before its settings
        changed, so the load is awaited first.
        """
        await self._loading.ended(table_id)
        opened, entries = self.open_tables.get(table_id), -1
        if opened is None:
            return entries
        before = opened.settings.now
        try:
            entries = await opened.settings.read(self.store)
            changed = opened.settings.now is not before
        except Missing:
            changed = self.open_tables.drop(table_id) is not None
        if changed:
            opened.table.options = opened.settings.now.options
            await self.bus.wake_here(table_id, opened.table.entry)
        return entries

    async def _publish_settings(self, opened: OpenTable) -> None:
        """Wake everybody at a table, and have other servers read its settings again."""
        await self.bus.publish(opened.table.id, opened.table.entry)
        await self.bus.publish(_settings_topic(opened.table.id), opened.settings.now.version)

    def watch(self, table_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Subscribe to new entries of a table, and to changes of its settings known to this server."""
        return self.bus.subscribe(table_id)

    def watch_settings(self, table_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Subscribe to changes that any server makes to the settings of a table; `refresh` it after each."""
        return self.bus.subscribe(_settings_topic(table_id))

    def join_other_servers(self) -> None:
        """Follow what other servers write from now on, and take over tables they leave."""
        if self.store.shared and self._syncing is None:
            self._syncing = asyncio.create_task(self._keep_in_sync())
        self.leases.start()
        self._sweeping = self._sweeping or asyncio.create_task(self._sweep())

    def attend(self, table_id: str) -> None:
        """Keep a table in sync for somebody who has come to it."""
        self._attended[table_id] += 1

    def leave(self, table_id: str) -> None:
        """Undo one `attend`."""
        self._attended[table_id] -= 1
        if not self._attended[table_id]:
            del self._attended[table_id]

    async def catch_up(self, table_id: str, newest: int) -> None:
        """Read what a table in memory lacks up to entry `newest`; any other table is read when it is opened."""
        opened = self.open_tables.get(table_id)
        if opened and newest > opened.table.entry:
            await self._catch_up(opened)

    async def refresh(self, table_id: str) -> None:
        """Bring a table in memory up to date with the store, settings included; one query if nothing is new."""
        await self.catch_up(table_id, await self._reload_settings(table_id))

    async def sync(self) -> None:
        """Compare all attended tables with the store, to find changes whose news was lost."""
        attended = tuple(self._attended)
        for first in range(0, len(attended), SYNC_BATCH):
            batch = attended[first : first + SYNC_BATCH]
            marks = await self.store.marks(batch)
            for table_id in batch:
                with suppress(UserError):  # the next sync finds it again
                    await self._sync_table(table_id, marks.get(table_id))

    async def _keep_in_sync(self) -> None:
        failing = False
        while True:
            await asyncio.sleep(SYNC_INTERVAL)
            try:
                await self.sync()
                failing = False
            except StoreError as error:
                if not failing:
                    log.warning("what other servers write cannot be seen for now: %s", error)
                failing = True

    async def _sweep(self) -> None:
        """Let go of tables that nobody is at any more."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            self.open_tables.sweep()

    async def _sync_table(self, table_id: str, mark: TableMark | None) -> None:
        opened = self.open_tables.get(table_id)
        if opened is None:
            return
        if mark is None:
            await self._drop(table_id)
            return
        if mark.options != options_mark(opened.settings.written):
            await self._reload_settings(table_id)
        await self.catch_up(table_id, mark.entries)

    async def _catch_up(self, opened: OpenTable) -> None:
        """Bring a table up to date with the store, wake everybody at it here, and play on."""
        async with opened.lock:
            found = await self._read_log(opened)
        if found:
            await self.bus.wake_here(opened.table.id, opened.table.entry)
            self._play_on(opened)

    async def _read_log(self, opened: OpenTable) -> bool:
        """Add the entries that only the store has; the lock is held. Whether there were any."""
        table = opened.table
        if table.stopped:  # these rules cannot read what follows
            return False
        try:
            lines = await self.store.log(table.id, table.entry)
        except Damaged as damage:
            table.stopped = Illegal(table.ply + 1, damage.line)
            return False
        except Missing:
            await self._drop(table.id)
            return False
        await self.slices.do(restoring(table, lines))
        return bool(lines)

    async def _drop(self, table_id: str) -> None:
        """Drop a deleted table from memory; everybody at it is woken and finds out."""
        if self.open_tables.drop(table_id):
            await self.bus.wake_here(table_id, -1)

    async def wait_until_idle(self, table_id: str) -> None:
        """Wait until luck and bots have nothing left to do at a table."""
        while (task := (await self.opened(table_id)).auto_play) and not task.done():
            await asyncio.shield(task)

    def is_playing(self, table_id: str) -> bool:
        """Whether this server is playing luck or bots at a table."""
        opened = self.open_tables.get(table_id)
        return opened is not None and opened.playing

    def waiting_tables(self) -> list[str]:
        """The tables where people on this server wait for luck or a bot played by another server."""
        attended = [opened for table_id in self._attended if (opened := self.open_tables.get(table_id))]
        room = self.limits.entries
        return [one.table.id for one in attended if one.due and not one.playing and one.table.entry < room]

    async def take_over(self, table_id: str) -> None:
        """Play on at a table that another server has left, from where the store has it."""
        opened = await self.opened(table_id)
        await self._catch_up(opened)
        self._play_on(opened)

    def _play_on(self, opened: OpenTable) -> None:
        """Play luck and bots from here on, unless this or another server does so already."""
        if opened.due and not opened.playing and not self.leases.waits(opened.table.id):
            opened.auto_play = asyncio.create_task(self._auto_play(opened))

    async def _auto_play(self, opened: OpenTable) -> None:
        """Play luck and bots, an entry each, until a person is needed or another server plays; retry failed writes."""
        table, wait = opened.table, FIRST_RETRY
        try:
            while self.open_tables.get(table.id) is opened and not table.stopped:
                try:
                    if not await self.leases.take(table.id) or not await self._play_next(opened):
                        return
                except (Closed, Damaged, Missing, ReadOnly):
                    return
                except MovedOn:  # written by another server, or by this one with the store's answer lost on the way
                    continue
                except StoreError as error:
                    self._stall(table, error)
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST_RETRY)
                except Refused:
                    if self.open_tables.get(table.id) is not opened:  # it was dropped: believe the store
                        entry = (await self.table(table.id)).entry
                        await self.bus.wake_here(table.id, entry)
                    return
                else:
                    self._unstall(table)
                    wait = FIRST_RETRY
        finally:
            self._unstall(table)

    async def _play_next(self, opened: OpenTable) -> bool:
        """Play one entry of luck or of a bot; whether there was one to play."""
        table = opened.table
        try:
            if table.next_luck():
                await self._draw_luck(opened)
                return True
            seat = table.next_bot()
            if seat is not None:
                await self._move_bot(opened, seat)
        except Exception as error:
            broken = shelf.game_to_blame(error)
            if broken is None:
                raise
            opened.failed_at = table.entry
            log.error("%s (table %s, ply %d)", broken, table.id, table.ply)
            return False
        return seat is not None

    async def _draw_luck(self, opened: OpenTable) -> None:
        async with opened.lock:
            if opened.table.next_luck():
                await self._write(opened, DrawLuck(opened.table.entry))

    async def _move_bot(self, opened: OpenTable, seat: Seat) -> None:
        table, known = opened.table, opened.table.entry
        action, _ = await asyncio.gather(self._choose(table, seat), asyncio.sleep(self.pace))
        async with opened.lock:
            if table.entry == known:  # otherwise somebody has moved meanwhile
                await self._write(opened, Play(seat, known, action, ticket=""))

    async def _choose(self, table: Table, seat: Seat) -> int:
        """The action a bot chooses; a bot that fails moves at random, so that people can go on."""
        level, luck = table.chairs[seat].level, f"{table.id}/{table.entry}/{seat}"
        try:
            return await self.jobs.do(MOVE, position_of(table), seat, level, luck, table.people, table=table.id)
        except Exception:
            log.exception("bot %s failed at table %s, ply %d", level, table.id, table.ply)
            decision = table.turn.of(seat) if isinstance(table.turn, Decide) else None
            return secrets.randbelow(len(decision.actions)) if decision else 0

    def _stall(self, table: Table, error: StoreError) -> None:
        """Note that a table waits for the store; the first one is logged."""
        if not self._stalled:
            log.warning("bots and luck wait until games can be saved again: %s", error)
        self._stalled.add(table.id)

    def _unstall(self, table: Table) -> None:
        if table.id in self._stalled:
            self._stalled.discard(table.id)
            if not self._stalled:
                log.warning("bots and luck no longer wait for the saved games")

    async def opened(self, table_id: str) -> OpenTable:
        """A table in memory, loaded from the store if need be."""
        while (opened := self.open_tables.use(table_id)) is None:
            await self._loading.do(table_id, lambda: self._load(table_id))
        return opened

    async def _load(self, table_id: str) -> None:
        self._hold(OpenTable(*await load_table(self.store, table_id, self.slices, self.open_tables.check_room)))

    def _hold(self, opened: OpenTable) -> None:
        """Keep a table in memory and play on there."""
        self.open_tables.hold(opened)
        self._play_on(opened)

    async def stop_playing(self) -> None:
        """Stop luck and bots at all tables, and hand them on to other servers."""
        tasks = [opened.auto_play for opened in self.open_tables if opened.auto_play]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.leases.close()

    async def close(self) -> None:
        """Stop everything; acknowledged moves are written already."""
        self.load.pulse.stop()
        self._loading.cancel()
        for task in filter(None, (self._syncing, self._sweeping)):
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await self.stop_playing()
        self.advice.close()
        self.solving.close()
        await self.jobs.close()
        await self.bus.close()
        await self.store.close()


def require_open(table: Table) -> Table:
    """Return a table in which nothing is hidden (any more), or refuse it."""
    if not is_open(table.game, table.turn):
        raise Refused(line("what is hidden in this game is shown once it is over"))
    return table


def _settings_topic(table_id: str) -> str:
    return f"{table_id}/settings"  # no table has such an id


def _own_processes() -> Jobs:
    """Processes of this machine, imported late: not every system that plays has them."""
    from mousehole.host.processes import OwnProcesses

    return OwnProcesses()
