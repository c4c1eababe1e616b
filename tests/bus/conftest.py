"""Real buses for the tests: the same suite runs over each kind."""

from collections.abc import AsyncIterator

import pytest

from mousehole.bus import Bus, open_bus


@pytest.fixture(params=["memory", "redis"])
async def bus(request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    bus = await open_bus("" if request.param == "memory" else request.getfixturevalue("redis").address)
    yield bus
    await bus.close()
