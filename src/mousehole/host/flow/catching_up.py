"""What other servers write comes into memory: told by news, and where these are lost, by a look now and then."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import suppress

from mousehole.bus import Bus
from mousehole.core.record import Illegal
from mousehole.core.words import Trouble
from mousehole.host.flow.slices import Slices
from mousehole.host.open_table import OpenTable
from mousehole.store import Damaged, Missing, Store, StoreError, TableMark, options_mark
from mousehole.table import restoring

log = logging.getLogger(__name__)
EVERY = 1.5  # seconds between two looks at all tables where somebody is
AT_ONCE = 2_000  # tables in one question


class CatchingUp:
    """Reads only what a table in memory lacks; whoever watches it here is woken."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        held: MutableMapping[str, OpenTable],
        slices: Slices,
        settle: Callable[[str], Awaitable[int]],
    ) -> None:
        self._store, self._bus, self._held, self._slices = store, bus, held, slices
        self._settle = settle  # reads the settings of a table again; how many entries it has
        self.attended: Counter[str] = Counter()  # tables where somebody is, on this server
        self.go_on: Callable[[OpenTable], None] = lambda opened: None
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look now and then from now on, where other servers may write."""
        if self._store.shared and self._looking is None:
            self._looking = asyncio.create_task(self._now_and_then())

    def attend(self, table_id: str) -> None:
        """Look after a table from now on, until whoever came leaves."""
        self.attended[table_id] += 1

    def leave(self, table_id: str) -> None:
        """Look after a table no longer, once the last has left."""
        self.attended[table_id] -= 1
        if not self.attended[table_id]:
            del self.attended[table_id]

    async def hear(self, table_id: str, newest: int) -> None:
        """Take the news that a table has so many entries; one that is not in memory is read when it is asked for."""
        opened = self._held.get(table_id)
        if opened and newest > opened.table.entry:
            await self.catch_up(opened)

    async def refresh(self, table_id: str) -> None:
        """Take a table in memory as the store has it, settings and all; it costs one question where nothing is new."""
        await self.hear(table_id, await self._settle(table_id))

    async def catch_up(self, opened: OpenTable) -> None:
        """Bring a table up to what the store has."""
        async with opened.lock:
            found = await self.read(opened)
        if found:
            await self._bus.wake_here(opened.table.id, opened.table.entry)
            self.go_on(opened)

    async def read(self, opened: OpenTable) -> bool:
        """Add what the store has beyond a table, whose lock is held; whether there was anything."""
        table = opened.table
        if table.stopped:  # what follows cannot be read by these rules
            return False
        try:
            lines: Sequence[bytes] = await self._store.log(table.id, table.entry)
        except Damaged as damage:
            table.stopped = Illegal(table.ply + 1, damage.line)
            return False
        except Missing:
            await self._gone(table.id)
            return False
        await self._slices.do(restoring(table, lines))
        return bool(lines)

    async def look(self) -> None:
        """Compare all tables where somebody is with the store: what no news told is found here."""
        every = tuple(self.attended)
        for first in range(0, len(every), AT_ONCE):
            some = every[first : first + AT_ONCE]
            marks = await self._store.marks(some)
            for table_id in some:
                with suppress(Trouble):  # the next look finds it again
                    await self._compare(table_id, marks.get(table_id))

    async def close(self) -> None:
        """Look no more."""
        if self._looking:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _now_and_then(self) -> None:
        failing = False
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
                failing = False
            except StoreError as error:
                if not failing:
                    log.warning("what other servers write cannot be seen for now: %s", error)
                failing = True

    async def _compare(self, table_id: str, mark: TableMark | None) -> None:
        opened = self._held.get(table_id)
        if opened is None:
            return
        if mark is None:
            await self._gone(table_id)
            return
        if mark.options != options_mark(opened.settings.written):
            await self._settle(table_id)
        await self.hear(table_id, mark.entries)

    async def _gone(self, table_id: str) -> None:
        """Forget a table that is not there any more; whoever is at it finds out."""
        if self._held.pop(table_id, None):
            await self._bus.wake_here(table_id, -1)
