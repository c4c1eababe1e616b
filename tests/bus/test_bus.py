"""What every bus promises, whatever it is made of."""

import asyncio
from collections.abc import AsyncIterator

from mousehole.bus import Bus


async def soon(news: AsyncIterator[int]) -> int:
    return await asyncio.wait_for(anext(news), 120)


async def quiet(news: AsyncIterator[int]) -> bool:
    waiting = asyncio.ensure_future(anext(news))
    done, _ = await asyncio.wait([waiting], timeout=0.05)
    waiting.cancel()
    return not done


async def until(news: AsyncIterator[int], entry: int) -> list[int]:
    heard = [await soon(news)]
    while heard[-1] < entry:
        heard.append(await soon(news))
    return heard


async def test_a_listener_hears_the_newest_entry(bus: Bus) -> None:
    async with bus.subscribe("t") as news:
        await bus.publish("t", 3)
        assert await soon(news) == 3
        await bus.publish("t", 4)
        assert await soon(news) == 4


async def test_a_listener_hears_only_its_table(bus: Bus) -> None:
    async with bus.subscribe("t") as news, bus.subscribe("u") as other:
        await bus.publish("u", 1)
        assert await soon(other) == 1
        assert await quiet(news)


async def test_everybody_at_a_table_hears(bus: Bus) -> None:
    async with bus.subscribe("t") as one, bus.subscribe("t") as two:
        await bus.publish("t", 7)
        assert (await soon(one), await soon(two)) == (7, 7)


async def test_a_slow_listener_skips_to_the_newest(bus: Bus) -> None:
    async with bus.subscribe("t") as slow, bus.subscribe("t") as quick:
        for entry in range(10_000):
            await bus.publish("t", entry)
        assert (await until(quick, 9_999))[-1] == 9_999
        heard = await until(slow, 9_999)
        assert heard == [9_999]
        assert await quiet(slow)


async def test_late_news_of_an_earlier_entry_never_leads_back(bus: Bus) -> None:
    async with bus.subscribe("t") as news:
        await bus.publish("t", 5)
        assert await soon(news) == 5
        await bus.publish("t", 4)
        assert await soon(news) == 5


async def test_the_same_entry_again_wakes_again(bus: Bus) -> None:
    async with bus.subscribe("t") as news:
        for _ in range(3):
            await bus.publish("t", 5)
            assert await soon(news) == 5


async def test_who_comes_later_hears_only_what_comes_later(bus: Bus) -> None:
    async with bus.subscribe("t") as first:
        await bus.publish("t", 1)
        assert await soon(first) == 1
        async with bus.subscribe("t") as second:
            assert await quiet(second)


async def test_news_for_nobody_is_fine(bus: Bus) -> None:
    await bus.publish("empty", 1)


async def test_a_listener_that_was_cancelled_has_left(bus: Bus) -> None:
    listens = asyncio.Event()

    async def watch() -> None:
        async with bus.subscribe("t") as news:
            listens.set()
            async for _ in news:
                pass

    watching = asyncio.ensure_future(watch())
    await listens.wait()
    watching.cancel()
    await asyncio.wait([watching])
    async with bus.subscribe("t") as news:
        await bus.publish("t", 1)
        assert await soon(news) == 1


async def test_a_closing_bus_lets_every_listener_go(bus: Bus) -> None:
    listening = asyncio.Semaphore(0)

    async def watch(table: str) -> list[int]:
        async with bus.subscribe(table) as news:
            listening.release()
            return [entry async for entry in news]

    watching = [asyncio.ensure_future(watch(table)) for table in "aabc"]
    for _ in watching:
        await listening.acquire()
    await bus.close()
    assert await asyncio.wait_for(asyncio.gather(*watching), 120) == [[]] * 4


async def test_a_thousand_listeners_hear_one_move(bus: Bus) -> None:
    async def watch(ready: asyncio.Semaphore) -> int:
        async with bus.subscribe("t") as news:
            ready.release()
            return await soon(news)

    ready = asyncio.Semaphore(0)
    watching = [asyncio.ensure_future(watch(ready)) for _ in range(1000)]
    for _ in watching:
        await ready.acquire()
    await bus.publish("t", 42)
    assert await asyncio.gather(*watching) == [42] * 1000
