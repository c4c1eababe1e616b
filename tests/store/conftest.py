"""Real stores for the tests: the same suite runs over each kind."""

from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest

from mousehole.offline.browser_house import SameThread
from mousehole.store import SqliteStore, Store
from tests.servers import Postgres
from tests.store.rows import Clock

Open: TypeAlias = Callable[[], Awaitable[Store]]
Fresh: TypeAlias = Callable[[Clock], Open]
files = count()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "one-thread", "postgres"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Fresh:
    """Finds an empty place for a store, and how to open it."""
    if request.param == "sqlite":
        return lambda clock: sqlite_at(tmp_path / f"{next(files)}.db", clock)
    if request.param == "one-thread":
        return lambda clock: one_thread_at(tmp_path / f"{next(files)}.db", clock)
    server: Postgres = request.getfixturevalue("postgres")
    return lambda clock: postgres_at(server.fresh(), clock)


def sqlite_at(path: Path, clock: Clock) -> Open:
    return lambda: SqliteStore.open(path, clock)


def one_thread_at(path: Path, clock: Clock) -> Open:
    """As it runs inside a browser: no threads, and a journal that needs no memory shared between connections."""
    return lambda: SqliteStore.open(path, clock, journal="TRUNCATE", thread=SameThread())


def postgres_at(address: str, clock: Clock) -> Open:
    from mousehole.store.postgres import PostgresStore

    return lambda: PostgresStore.open(address, clock)


@pytest.fixture
def open_again(fresh: Fresh, clock: Clock) -> Open:
    """Opens the store of this test, as often as asked."""
    return fresh(clock)


@pytest.fixture
async def store(open_again: Open) -> AsyncIterator[Store]:
    store = await open_again()
    yield store
    await store.close()
