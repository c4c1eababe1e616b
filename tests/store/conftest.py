"""Real stores for the tests: the same suite runs over each kind."""

import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest

from mousehole.store import SqliteStore, Store
from tests.servers import Server, keeper, place, program, succeeds
from tests.store.rows import Clock

Open: TypeAlias = Callable[[], Awaitable[Store]]
Fresh: TypeAlias = Callable[[Clock], Open]
files = count()


class Postgres:
    """A PostgreSQL server with one database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        data, socket = str(folder / "data"), str(folder)
        initdb = [program("initdb"), "-D", data, "-U", "mouse", "--auth=trust", "--no-sync", "-E", "UTF8"]
        subprocess.run(initdb, user=keeper(), check=True, capture_output=True)
        command = [program("postgres"), "-D", data, "-k", socket, "-c", "listen_addresses="]
        asking = [program("pg_isready"), "-h", socket, "-q"]
        self.server = Server(command, lambda: succeeds(*asking))
        self.server.start()

    def fresh(self) -> str:
        """Empty the database and name its address."""
        forget = ["-q", "-d", "postgres", "-c", "DROP SCHEMA IF EXISTS mousehole CASCADE"]
        subprocess.run([program("psql"), "-h", self.folder, "-U", "mouse", *forget], check=True, capture_output=True)
        return f"postgresql://mouse@/postgres?host={self.folder}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    pytest.importorskip("asyncpg")
    program("postgres")
    with place() as folder:
        found = Postgres(folder)
        yield found
        found.server.stop(signal.SIGQUIT)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgres"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Fresh:
    """Finds an empty place for a store, and how to open it."""
    if request.param == "sqlite":
        return lambda clock: sqlite_at(tmp_path / f"{next(files)}.db", clock)
    server: Postgres = request.getfixturevalue("postgres")
    return lambda clock: postgres_at(server.fresh(), clock)


def sqlite_at(path: Path, clock: Clock) -> Open:
    return lambda: SqliteStore.open(path, clock)


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
