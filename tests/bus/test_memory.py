"""The bus of one process keeps no more than it must."""

import gc
import tracemalloc
import weakref

import pytest

from mousehole.bus import MemoryBus


async def test_a_listener_that_leaves_frees_everything() -> None:
    bus = MemoryBus()
    async with bus.subscribe("t") as news, bus.subscribe("t"):
        trace = weakref.ref(news)
        await bus.publish("t", 1)
    del news
    gc.collect()
    assert bus.listeners == {}
    assert trace() is None


async def test_a_failing_listener_frees_everything_too() -> None:
    bus = MemoryBus()
    with pytest.raises(ValueError, match="oops"):
        async with bus.subscribe("t"):
            raise ValueError("oops")
    assert bus.listeners == {}


async def test_a_slow_listener_grows_by_nothing() -> None:
    bus = MemoryBus()
    async with bus.subscribe("t") as news:
        tracemalloc.start()
        for entry in range(50_000):
            await bus.publish("t", entry)
        kept, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert kept < 10_000  # a queue would hold some 2,000,000 bytes
        assert await anext(news) == 49_999


async def test_a_closed_bus_ends_new_listeners_at_once() -> None:
    bus = MemoryBus()
    await bus.close()
    async with bus.subscribe("t") as news:
        assert [entry async for entry in news] == []
