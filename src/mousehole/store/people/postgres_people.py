"""What a PostgreSQL server keeps about browsers: grants, and the pages of albums."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, TypeVar

from mousehole.store import grants
from mousehole.store import postgres_rows as rows
from mousehole.store.people import memories
from mousehole.store.people.memory_row import MemoryRow
from mousehole.store.postgres_rows import Connection
from mousehole.store.store import GrantRow, TableRow

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], Awaitable[T]]


class PostgresPeople(ABC):
    """The part of the store that is asked by browser."""

    async def grant(self, rows: Sequence[GrantRow]) -> None:
        await self._write(lambda db: grants.grant_there(db, rows))

    async def grants(self, table: str, browser: str = "") -> list[GrantRow]:
        asked = (grants.OF_AT, table, browser) if browser else (grants.AT, table)
        return grants.read(await self._read(lambda db: db.fetch(*asked)))

    async def grants_of(self, browser: str) -> list[GrantRow]:
        return grants.read(await self._read(lambda db: db.fetch(grants.OF, browser)))

    async def tables_of(self, browser: str, limit: int = 100, skip: int = 0) -> list[TableRow]:
        return await self._read(lambda db: rows.listed(db, grants.TABLES, browser, limit, skip))

    async def drop(self, browser: str, table: str = "", role: str = "") -> None:
        await self._write(lambda db: db.execute(grants.DROP, browser, table, role, ""))

    async def remember(self, rows: Sequence[MemoryRow]) -> None:
        await self._write(lambda db: db.executemany(memories.KEEP, [memories.written(row) for row in rows]))

    async def memories(self, browser: str, table: str = "") -> list[MemoryRow]:
        return memories.read(await self._read(lambda db: db.fetch(memories.OF, browser, table)))

    async def unremembered(self, browser: str, limit: int = 100) -> list[str]:
        found = await self._read(lambda db: db.fetch(memories.MISSING, browser, limit))
        return [name for name, _ in found]

    async def forget_memories(self, browser: str) -> None:
        await self._write(lambda db: db.execute(memories.FORGET, browser))

    @abstractmethod
    async def _write(self, work: Work[T], whole: bool = True) -> T: ...

    @abstractmethod
    async def _read(self, work: Work[T]) -> T: ...
