"""What is kept beside the log of a table, and how several who change it at once never erase each other's change."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mousehole.store import Damaged, Missing, Store, TableRow, Taken
from mousehole.table import Options


class TableSettings(Struct, frozen=True):
    """What the host keeps beside a log; `extra` belongs to the shell that opened the table."""

    options: Options
    extra: dict[str, Any] = {}
    version: int = 0  # grows with every change


Change: TypeAlias = Callable[[TableSettings], TableSettings]


class KeptSettings:
    """The settings of an open table, in memory as they are in the store."""

    def __init__(self, table: str, written: bytes) -> None:
        self.table = table
        self.written = written
        self.now = read_settings(table, written)
        self._lock = asyncio.Lock()

    async def change(self, store: Store, change: Change) -> None:
        """Change them for good; where another server was faster, its change is read and this one made again."""
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
        """Read them again, and how many entries the table has. Missing when it is gone."""
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
    """Read back what is kept beside a log."""
    return read_settings(row.id, row.options)


def read_settings(table: str, data: bytes) -> TableSettings:
    """Read settings as they were written."""
    try:
        return msgspec.json.decode(data, type=TableSettings)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Damaged(table) from None
