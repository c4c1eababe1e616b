"""Which server plays what nobody has to at a table: exactly one, by a lease in the store that lapses when it dies."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from msgspec import Struct

from mousehole.core.words import Trouble
from mousehole.store import Damaged, Missing, Store, StoreError

log = logging.getLogger(__name__)
SECONDS = 6.0  # how long a lease lasts
LOOK = 0.5  # seconds between two looks whether a server has left a table where people wait here
RENEW = 4  # looks between two times that leases are renewed
SURE = SECONDS - 1  # how long this server relies on it: clocks differ a little
LOST = (Damaged, Missing)
SCAN = 3 * RENEW  # looks between two scans for tables whose server died


class Driving(Struct, frozen=True):
    """What leases must know about tables."""

    busy: Callable[[str], bool]  # whether this server is playing there
    idle: Callable[[], Iterable[str]]  # where people on this server wait for something that it does not play
    begin: Callable[[str], Awaitable[None]]  # opens a table and plays on there


class Leases:
    """Takes leases when there is something to play, renews them meanwhile, and lets them go soon afterwards."""

    def __init__(self, store: Store, driving: Driving) -> None:
        self.name = secrets.token_hex(8)
        self._store, self._driving = store, driving
        self._mine: dict[str, float] = {}  # until when each lease is sure
        self._wished: set[str] = set()
        self._waiting: set[str] = set()  # another server plays there, for people who are here too
        self._asking = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Renew leases from now on, and take over what other servers leave."""
        if self._store.shared and self._keeping is None:
            self._keeping = asyncio.create_task(self._keep())

    def has(self, table_id: str) -> bool:
        """Whether this server certainly may play at a table now."""
        return not self._store.shared or self._mine.get(table_id, 0.0) > time.monotonic()

    def waits(self, table_id: str) -> bool:
        """Whether another server plays at a table, and this one will once that one does not."""
        return table_id in self._waiting

    async def take(self, table_id: str) -> bool:
        """Whether this server may play at a table; what others ask for meanwhile is asked for together."""
        if not self.has(table_id):
            self.start()
            self._wished.add(table_id)
            async with self._asking:
                if not self.has(table_id):
                    wished, self._wished = {*self._wished, table_id}, set()
                    await self._ask(wished)
            if not self.has(table_id):
                self._waiting.add(table_id)
        return self.has(table_id)

    async def let_go(self, tables: Iterable[str], done: bool = True) -> None:
        """End leases: nothing is left to do, or another server shall go on at once."""
        async with self._asking:
            mine = [table_id for table_id in tables if self._mine.pop(table_id, None)]
            if mine:
                await self._store.let_go(self.name, mine, done)

    async def close(self) -> None:
        """Hand everything on."""
        if self._keeping:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        try:
            await self.let_go(tuple(self._mine), done=False)
        except StoreError as error:
            log.warning("other servers go on only when leases lapse: %s", error)

    async def _keep(self) -> None:
        looks, failing = 0, False
        while True:
            await asyncio.sleep(LOOK)
            looks += 1
            try:
                if looks % RENEW == 0:
                    await self._renew()
                await self._look()
                if looks % SCAN == RENEW:
                    await self._take_over(await self._store.lapsed())
                    failing = False
            except StoreError as error:
                if not failing:
                    log.warning("leases cannot be renewed for now: %s", error)
                failing = True

    async def _renew(self) -> None:
        """Let go of what is played no longer, and renew the rest."""
        await self.let_go([table_id for table_id in self._mine if not self._driving.busy(table_id)])
        async with self._asking:
            await self._ask(self._mine)

    async def _look(self) -> None:
        """Ask for every table where people wait here, also for those that nobody here asked for lately."""
        self._waiting = set(self._driving.idle())
        if self._waiting:
            await self._take_over(self._waiting)

    async def _take_over(self, tables: Iterable[str]) -> None:
        """Play on at tables that no other server plays at any more."""
        wished = sorted(tables)
        async with self._asking:
            await self._ask(wished)
        for table_id in wished:
            if not self.has(table_id):  # another's, or told too late to be relied on: then it stays to be found
                self._mine.pop(table_id, None)
                continue
            self._waiting.discard(table_id)
            with suppress(Trouble):  # it is gone: so will be its lease
                await self._begin(table_id)

    async def _begin(self, table_id: str) -> None:
        """Play on at a table; where the store fails just then, the lease stays for the next look to find."""
        try:
            await self._driving.begin(table_id)
        except StoreError as error:
            if not isinstance(error, LOST):
                self._mine.pop(table_id, None)
                self._waiting.add(table_id)
            raise

    async def _ask(self, tables: Iterable[str]) -> None:
        """Take or renew leases in one question."""
        wished, asked = sorted(tables), time.monotonic()
        got = await self._store.lease(self.name, wished, SECONDS) if wished else set()
        for table_id in wished:
            if table_id in got:
                self._mine[table_id] = asked + SURE
            else:
                self._mine.pop(table_id, None)
