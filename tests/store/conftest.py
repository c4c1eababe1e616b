"""Real stores for the tests: the same suite runs over each kind."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from mousehole.store import SqliteStore, Store
from tests.store.rows import Clock

Open: TypeAlias = Callable[[], Awaitable[Store]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite"])
def open_again(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Open:
    """Opens the store of this test, as often as asked."""
    return lambda: SqliteStore.open(tmp_path / "mousehole.db", clock)


@pytest.fixture
async def store(open_again: Open) -> AsyncIterator[Store]:
    store = await open_again()
    yield store
    await store.close()
