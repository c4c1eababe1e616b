"""Whatever a news server says, the house goes on: it is asked again, and its counts shut nobody out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from mousehole.host.limits import SharedBuckets

pytest.importorskip("redis")

from mousehole.bus.redis import MAX_MESSAGE_BYTES, RedisBus

OK, ONE = b"+OK\r\n", b":1\r\n"


class Liar:
    """A server that speaks the protocol of Redis, and says what it likes."""

    def __init__(self) -> None:
        self.count = b"$1\r\n1\r\n"  # what it answers to whoever asks it to count
        self.says: list[bytes] = []  # to each who subscribes, one after the other
        self.connections = 0
        self._tasks: set[asyncio.Task[None] | None] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection."""
        self._tasks.add(asyncio.current_task())
        self.connections += 1
        try:
            while words := await asked(reader):
                writer.write(self._answer(words))
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def _answer(self, words: list[bytes]) -> bytes:
        match words[0].upper():
            case b"PING":
                return b"+PONG\r\n"
            case b"SUBSCRIBE":
                heard = b"".join(array(b"subscribe", name) + ONE for name in words[1:])
                return heard + (self.says.pop(0) if self.says else b"")
            case b"INCRBYFLOAT":
                return self.count
            case b"EXPIRE" | b"PUBLISH":
                return ONE
        return OK

    def close(self) -> None:
        """End all connections."""
        for task in self._tasks:
            if task:
                task.cancel()


async def asked(reader: asyncio.StreamReader) -> list[bytes]:
    """Read one command."""
    head = await reader.readline()
    return [await word(reader) for _ in range(int(head[1:]))] if head else []


async def word(reader: asyncio.StreamReader) -> bytes:
    size = int((await reader.readline())[1:])
    return (await reader.readexactly(size + 2))[:-2]


def array(*words: bytes, more: int = 1) -> bytes:
    """Words as Redis writes them, with something to follow."""
    return b"*%d\r\n" % (len(words) + more) + b"".join(b"$%d\r\n%b\r\n" % (len(one), one) for one in words)


@asynccontextmanager
async def house(*says: bytes) -> AsyncIterator[tuple[Liar, RedisBus]]:
    """A bus at such a server."""
    liar = Liar()
    liar.says = list(says)
    server = await asyncio.start_server(liar.serve, "127.0.0.1", 0)
    bus = await RedisBus.open(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    try:
        yield liar, bus
    finally:
        await bus.close()
        liar.close()
        server.close()


NEWS = array(b"message", b"mousehole:news", b'["x","t",5]', more=0)
ODD = {
    "a number": ONE,
    "nothing": b"*-1\r\n",
    "an empty list": b"*0\r\n",
    "a short list": array(b"message", more=0),
    "a number for words": array(b"message", b"mousehole:news") + b":7\r\n",
    "nothing for words": array(b"message", b"mousehole:news") + b"$-1\r\n",
    "a list for words": array(b"message", b"mousehole:news") + array(b"x", more=0),
    "a channel that is a number": b"*3\r\n$7\r\nmessage\r\n:1\r\n:2\r\n",
    "lists in lists": b"*1\r\n" * 5000,
    "another protocol": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "no sign": b"$5\r\nhe",
    "an end": array(b"unsubscribe", b"mousehole:news") + b":0\r\n",
    "no text": array(b"message", b"mousehole:news", b'["\xff","t",5]', more=0),
    "nested JSON": array(b"message", b"mousehole:news", b"[" * 50_000, more=0),
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
async def test_news_goes_on_after_whatever_a_server_says(odd: bytes) -> None:
    async with house(b"", odd + NEWS, NEWS, NEWS) as (_, bus), bus.subscribe("t") as news:
        async with asyncio.timeout(60):
            async for entry in news:  # of what was said after it, or by the next connection
                if entry == 5:
                    break


async def test_what_is_longer_than_any_server_of_the_house_says_is_not_even_read() -> None:
    long = array(b"message", b"mousehole:news", b'["x","t",9,"%b"]' % (b"w" * MAX_MESSAGE_BYTES), more=0)
    heard: list[str] = []
    async with house(b"", long + NEWS) as (_, bus):
        bus.overhear(lambda table, words: heard.append(words))
        async with bus.subscribe("t") as news, asyncio.timeout(60):
            while await anext(aiter(news)) != 5:
                pass
    assert heard == []


COUNTS = (
    b"$-1\r\n",
    b":-1\r\n",
    b"$3\r\nnan\r\n",
    b"$3\r\ninf\r\n",
    b"$1\r\nx\r\n",
    b"*0\r\n",
    b"-ERR no\r\n",
    b"$1\r\n0\r\n",
)


@pytest.mark.parametrize("count", COUNTS)
async def test_a_count_that_cannot_be_is_no_count(count: bytes) -> None:
    async with house() as (liar, bus):
        liar.count = count
        assert await bus.count("a", 1.0, 5.0, 60.0) is None


async def test_a_server_that_counts_everybody_out_leaves_them_a_share() -> None:
    async with house() as (liar, bus):
        liar.count = b"$9\r\n999999999\r\n"
        buckets = SharedBuckets(bus, "openings", 1e-9, 60)
        assert [await buckets.take("a") for _ in range(10)].count(True) == 6
        assert await buckets.take("b")
