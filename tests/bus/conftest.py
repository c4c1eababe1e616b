"""Real buses for the tests: the same suite runs over each kind."""

from collections.abc import AsyncIterator

import pytest

from mousehole.bus import Bus, MemoryBus


@pytest.fixture(params=["memory"])
async def bus() -> AsyncIterator[Bus]:
    bus = MemoryBus()
    yield bus
    await bus.close()
