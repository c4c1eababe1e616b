"""The tables in memory: within a budget of bytes, and only while somebody is there or has just left."""

import asyncio
import gc
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from mousehole.core.words import UserError, line
from mousehole.host.frames import forget
from mousehole.host.stored_table import StoredSettings
from mousehole.table import Table

IDLE_SECONDS = 300.0  # that a light table stays after the last look at it; a heavy one less
SWEEP_INTERVAL = 10.0  # seconds between two looks at idle tables
FIRST_WEIGHT = 20_000  # bytes of a table around its moves, as measured: locks, settings, chairs, the first position
SAMPLED_PLIES = 48  # plies by which all of a table are weighed
GROWTH = 32  # entries after which a table is weighed again
ALLOCATION_FACTOR = 1.3  # bytes that a process takes for each that its objects count, as measured with all games
IN_USE = 1.0  # seconds after somebody asked for it in which a table never goes: a move may be on its way to its lock
LONG_GAME = 1_000  # entries of a table that is let in only while there is plenty of room
LONG_ROOM = 0.75  # of the budget: what tables in use may weigh when a long one is let in
SHARE = 1 / 3  # of the memory that a process may use
DEFAULT_MEMORY = 2 << 30  # bytes of memory where a system does not say
CODE = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)


class Crowded(UserError):
    """The tables in use take all the memory there is for them."""


class OpenTable:
    """A table in memory, with its lock and the task that plays luck and bots."""

    def __init__(self, table: Table, settings: StoredSettings) -> None:
        self.table = table
        self.settings = settings
        self.lock = asyncio.Lock()
        self.auto_play: asyncio.Task[None] | None = None
        self.failed_at = -1  # the entry at which the game itself failed: it would fail again
        self.used = 0.0  # when somebody last asked for it, by the clock of the loop
        self.weight, self.weighed = 0, -GROWTH  # its bytes, and the entry at which they were counted

    @property
    def playing(self) -> bool:
        """Whether luck or bots are being played."""
        return self.auto_play is not None and not self.auto_play.done()

    @property
    def busy(self) -> bool:
        """Whether a move is being made, or its settings are being changed."""
        return self.lock.locked() or self.playing or self.settings.changing

    @property
    def due(self) -> bool:
        """Whether luck or a bot is to move, so that no person is needed."""
        if self.table.stopped or self.failed_at == self.table.entry:
            return False
        return self.table.next_luck() or self.table.next_bot() is not None

    @property
    def patience(self) -> float:
        """Seconds that this table may lie idle: half of them for each megabyte."""
        return IDLE_SECONDS / (1 + self.weight / (1 << 19))


class OpenTables:
    """The tables in memory, by id; those that are idle make room, the heaviest first."""

    def __init__(self, attended: Callable[[str], bool]) -> None:
        self.budget: float = allowance()
        self.weight = 0  # bytes of all of them
        self.unloaded = 0  # tables so far
        self._attended = attended
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()  # the longest unused first

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[OpenTable]:
        return iter(tuple(self._tables.values()))

    def __contains__(self, table_id: object) -> bool:
        return table_id in self._tables

    def get(self, table_id: str) -> OpenTable | None:
        """A table, if it is in memory."""
        return self._tables.get(table_id)

    def use(self, table_id: str) -> OpenTable | None:
        """A table, if it is in memory; it was used just now."""
        if opened := self._tables.get(table_id):
            opened.used = asyncio.get_running_loop().time()
            self._tables.move_to_end(table_id)
        return opened

    def hold(self, opened: OpenTable) -> None:
        """Keep a table in memory; others make room for it."""
        self.drop(opened.table.id)
        self.weigh(opened)
        self._tables[opened.table.id] = opened
        self.weight += opened.weight
        self.use(opened.table.id)
        self.make_room()

    def drop(self, table_id: str) -> OpenTable | None:
        """Let a table go; the store has it."""
        opened = self._tables.pop(table_id, None)
        if opened:
            self.weight -= opened.weight
        return opened

    def weigh(self, opened: OpenTable) -> None:
        """Count the bytes of a table that has grown."""
        if opened.table.entry >= opened.weighed + GROWTH or opened.table.entry < opened.weighed:
            before, opened.weight, opened.weighed = opened.weight, weight(opened.table), opened.table.entry
            if self._tables.get(opened.table.id) is opened:
                self.weight += opened.weight - before

    def check_room(self, entries: int) -> None:
        """Refuse a table where those in use leave no room for it."""
        most = self.budget * (LONG_ROOM if entries > LONG_GAME else 1.0)
        self.make_room(most)
        if self.weight >= most:
            raise Crowded(line("so many games are being played here that no other fits: try again in a few minutes"))

    def make_room(self, most: float | None = None) -> None:
        """While tables weigh too much, let idle ones go: those first that are heavy and were not used for long."""
        most = self.budget if most is None else most
        if self.weight < most:
            return
        now = asyncio.get_running_loop().time()
        for opened in sorted(self._idle(now), key=lambda one: (now - one.used) * one.weight, reverse=True):
            if self.weight < most:
                return
            self._unload(opened)

    def sweep(self) -> None:
        """Drop the cached scenes of tables that nobody is at, and let go of those that have been idle for long."""
        now = asyncio.get_running_loop().time()
        for opened in self._idle(now):
            if now - opened.used > opened.patience:
                self._unload(opened)
            elif now - opened.used > SWEEP_INTERVAL:
                forget(opened.table)
        self.make_room()

    def _idle(self, now: float) -> list[OpenTable]:
        """The tables that nobody is at and that have nothing under way."""
        return [
            one
            for one in self._tables.values()
            if now - one.used > IN_USE and not one.busy and not self._attended(one.table.id)
        ]

    def _unload(self, opened: OpenTable) -> None:
        self.drop(opened.table.id)
        forget(opened.table)
        self.unloaded += 1


def weight(table: Table) -> int:
    """How many bytes a table takes: the newest of its plies and entries are counted, and stand for all."""
    before, *newest = table.plies[-SAMPLED_PLIES - 1 :]
    seen: set[int] = set()
    size([table.setup, before], seen)  # what all plies share
    of_plies, of_log = size(newest, seen), size(table.log[-SAMPLED_PLIES:], seen)
    grown = of_plies * table.ply / max(1, len(newest)) + of_log * table.entry / SAMPLED_PLIES
    return int(FIRST_WEIGHT + ALLOCATION_FACTOR * grown)


def size(things: Sequence[Any], seen: set[int]) -> int:
    """The bytes of things and all that they hold, except code and what was counted before."""
    total, found = 0, list(things)
    while found:
        thing = found.pop()
        if id(thing) not in seen and not isinstance(thing, CODE):
            seen.add(id(thing))
            total += sys.getsizeof(thing)
            found.extend(gc.get_referents(thing))
    return total


def allowance() -> int:
    """The bytes that tables may take: a share of what this process may use."""
    return int(SHARE * min(chain(_of_container(), _of_process(), _of_machine()), default=DEFAULT_MEMORY))


def _of_machine() -> Iterator[int]:
    with suppress(AttributeError, ValueError, OSError):  # not every system counts pages
        yield os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _of_process() -> Iterator[int]:
    with suppress(ImportError):
        import resource

        if (most := resource.getrlimit(resource.RLIMIT_AS)[0]) != resource.RLIM_INFINITY:
            yield most


def _of_container(root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> Iterator[int]:
    """The limits of the control groups around this process, of both versions."""
    names = [""]
    with suppress(OSError):
        names += [row.split(":", 2)[2] for row in own.read_text().splitlines()]
    for name in names:
        inside = root / name.strip("/")
        for folder in (inside, *inside.parents):
            for file in ("memory.max", "memory.limit_in_bytes", "memory/memory.limit_in_bytes"):
                with suppress(OSError, ValueError):  # "max" is no limit
                    yield int((folder / file).read_text())
            if folder == root:
                break
