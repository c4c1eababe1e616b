"""Leases: exactly one server plays luck and bots at a table, by a lease in the store that lapses when it dies."""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from mousehole.core.words import UserError
from mousehole.store import Damaged, Missing, Store, StoreError

log = logging.getLogger(__name__)
LEASE_SECONDS = 6.0
SAFE_SECONDS = LEASE_SECONDS - 1  # how long a lease is relied on: less than its term, since clocks differ
POLL_INTERVAL = 0.5  # seconds between two polls for tables that another server has left while people wait here
RENEW_POLLS = 4  # polls between two renewals
SCAN_POLLS = 3 * RENEW_POLLS  # polls between two scans for tables of dead servers
LOST = (Damaged, Missing)


class Driver(Protocol):
    """The host, as leases see it."""

    def is_playing(self, table_id: str) -> bool:
        """Whether this server is playing luck or bots at a table."""

    def waiting_tables(self) -> Iterable[str]:
        """The tables where people on this server wait for luck or a bot that this server does not play."""

    async def take_over(self, table_id: str) -> None:
        """Play on at a table that another server has left."""


class Leases:
    """Takes leases when there is something to play, renews them meanwhile, and releases them soon afterwards."""

    def __init__(self, store: Store, driver: Driver) -> None:
        self.name = secrets.token_hex(8)
        self._store, self._driver = store, driver
        self._mine: dict[str, float] = {}  # until when each lease is safe
        self._wanted: set[str] = set()
        self._waiting: set[str] = set()  # tables with people here at which another server plays
        self._asking = asyncio.Lock()
        self._polling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Renew leases from now on, and take over what other servers leave."""
        if self._store.shared and self._polling is None:
            self._polling = asyncio.create_task(self._poll())

    def has(self, table_id: str) -> bool:
        """Whether this server holds a valid lease on a table."""
        return not self._store.shared or self._mine.get(table_id, 0.0) > time.monotonic()

    def waits(self, table_id: str) -> bool:
        """Whether this server waits for another one to stop playing at a table."""
        return table_id in self._waiting

    async def take(self, table_id: str) -> bool:
        """Whether this server may play at a table; concurrent requests share one query."""
        if not self.has(table_id):
            self.start()
            self._wanted.add(table_id)
            async with self._asking:
                if not self.has(table_id):
                    wanted, self._wanted = {*self._wanted, table_id}, set()
                    await self._ask(wanted)
            if not self.has(table_id):
                self._waiting.add(table_id)
        return self.has(table_id)

    async def release(self, tables: Iterable[str], done: bool = True) -> None:
        """End leases, because nothing is left to do or (not `done`) for another server to go on at once."""
        async with self._asking:
            mine = [table_id for table_id in tables if self._mine.pop(table_id, None)]
            if mine:
                await self._store.let_go(self.name, mine, done)

    async def close(self) -> None:
        """Release all leases for other servers to take."""
        if self._polling:
            self._polling.cancel()
            await asyncio.gather(self._polling, return_exceptions=True)
        try:
            await self.release(tuple(self._mine), done=False)
        except StoreError as error:
            log.warning("other servers go on only when leases lapse: %s", error)

    async def _poll(self) -> None:
        polls, failing = 0, False
        while True:
            await asyncio.sleep(POLL_INTERVAL)
            polls += 1
            try:
                if polls % RENEW_POLLS == 0:
                    await self._renew()
                self._waiting = set(self._driver.waiting_tables())  # including those nobody asked for lately
                if self._waiting:
                    await self._take_over(self._waiting)
                if polls % SCAN_POLLS == RENEW_POLLS:
                    await self._take_over(await self._store.lapsed())
                    failing = False
            except StoreError as error:
                if not failing:
                    log.warning("leases cannot be renewed for now: %s", error)
                failing = True

    async def _renew(self) -> None:
        """Release the leases of tables at which nothing is played, and renew the rest."""
        await self.release([table_id for table_id in self._mine if not self._driver.is_playing(table_id)])
        async with self._asking:
            await self._ask(self._mine)

    async def _take_over(self, tables: Iterable[str]) -> None:
        """Play on at tables that no other server plays at."""
        wanted = sorted(tables)
        async with self._asking:
            await self._ask(wanted)
        for table_id in wanted:
            if not self.has(table_id):  # another's, or granted too late to be safe: a later scan finds it
                self._mine.pop(table_id, None)
                continue
            self._waiting.discard(table_id)
            with suppress(UserError):  # the table is gone: its lease will lapse
                await self._begin(table_id)

    async def _begin(self, table_id: str) -> None:
        """Play on at a table; if the store fails just then, the next poll tries again."""
        try:
            await self._driver.take_over(table_id)
        except StoreError as error:
            if not isinstance(error, LOST):
                self._mine.pop(table_id, None)
                self._waiting.add(table_id)
            raise

    async def _ask(self, tables: Iterable[str]) -> None:
        """Take or renew leases in one query."""
        wanted, asked = sorted(tables), time.monotonic()
        got = await self._store.lease(self.name, wanted, LEASE_SECONDS) if wanted else set()
        for table_id in wanted:
            if table_id in got:
                self._mine[table_id] = asked + SAFE_SECONDS
            else:
                self._mine.pop(table_id, None)
