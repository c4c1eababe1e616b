"""How browsers get on with puzzles, in both kinds of database: the same statements, asked in two ways."""

import logging
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Sequence
from sqlite3 import Connection as Sqlite
from typing import Any, TypeAlias

from mousehole.store.seals import sealed

log = logging.getLogger(__name__)
Postgres: TypeAlias = Any
Clock: TypeAlias = Callable[[], float]
SWEPT = 4  # records nobody has touched for long that each change clears away
KEPT = 366 * 24 * 3600.0  # seconds: a browser's key lasts a year from its last visit
FIND = "SELECT browser, value, touched, seal FROM puzzles WHERE browser = $1"
KEEP = """
    INSERT INTO puzzles (browser, value, touched, seal) VALUES ($1, $2, $3, $4)
    ON CONFLICT (browser) DO UPDATE SET value = excluded.value, touched = excluded.touched, seal = excluded.seal"""
OLD = f"SELECT browser FROM puzzles WHERE touched < $1 ORDER BY touched LIMIT {SWEPT}"
SWEEP = f"DELETE FROM puzzles WHERE browser IN ({OLD})"
SWEEP_THERE = f"DELETE FROM puzzles WHERE browser IN ({OLD} FOR UPDATE SKIP LOCKED)"
FORGET = "DELETE FROM puzzles WHERE browser = $1"


class SqlitePuzzles:
    """The same in a SQLite file."""

    _clock: Clock

    @abstractmethod
    async def _write(self, work: Callable[[Sqlite], Any]) -> Any: ...

    @abstractmethod
    async def _read(self, work: Callable[[Sqlite], Any]) -> Any: ...

    async def puzzle_progress(self, browser: str) -> bytes:
        return read(await self._read(lambda db: _found(db, browser)))

    async def keep_puzzle_progress(self, browser: str, known: bytes, value: bytes) -> bool:
        now = self._clock()

        def work(db: Sqlite) -> bool:
            if read(_found(db, browser)) != known:
                return False
            db.execute(KEEP, _named(*written(browser, value, now)))
            db.execute(SWEEP, _named(now - KEPT))
            return True

        return bool(await self._write(work))

    async def forget_puzzles(self, browser: str) -> None:
        await self._write(lambda db: db.execute(FORGET, _named(browser)))


class PostgresPuzzles:
    """The same on a PostgreSQL server."""

    _clock: Clock

    @abstractmethod
    async def _write(self, work: Callable[[Postgres], Awaitable[Any]], whole: bool = True) -> Any: ...

    @abstractmethod
    async def _read(self, work: Callable[[Postgres], Awaitable[Any]]) -> Any: ...

    async def puzzle_progress(self, browser: str) -> bytes:
        return read(await self._read(lambda db: db.fetch(FIND, browser)))

    async def keep_puzzle_progress(self, browser: str, known: bytes, value: bytes) -> bool:
        now = self._clock()

        async def work(db: Postgres) -> bool:
            await db.execute("SELECT pg_advisory_xact_lock(hashtext($1))", f"puzzles/{browser}")
            if read(await db.fetch(FIND, browser)) != known:
                return False
            await db.execute(KEEP, *written(browser, value, now))
            await db.execute(SWEEP_THERE, now - KEPT)
            return True

        return bool(await self._write(work))

    async def forget_puzzles(self, browser: str) -> None:
        await self._write(lambda db: db.execute(FORGET, browser))


def written(browser: str, value: bytes, now: float) -> tuple[Any, ...]:
    """A record as the database keeps it, with its seal."""
    return browser, value, now, sealed(browser, value, now)


def read(found: Iterable[Sequence[Any]]) -> bytes:
    """Check a record; a damaged one is none."""
    for browser, value, touched, seal in found:
        if seal == sealed(browser, value, touched):
            return bytes(value)
        log.warning("what is kept of somebody's puzzles is damaged and left out")
    return b""


def _found(db: Sqlite, browser: str) -> list[Any]:
    return db.execute(FIND, _named(browser)).fetchall()


def _named(*values: Any) -> dict[str, Any]:
    """Name values as the statements do: $1 and so on."""
    return {str(n): value for n, value in enumerate(values, 1)}
