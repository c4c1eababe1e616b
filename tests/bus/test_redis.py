"""The bus between processes: they hear each other, also after the server was away."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis as Client

from mousehole.bus import BusError, open_bus
from mousehole.bus.redis import RedisBus, channel_of
from mousehole.core.words import languages, voice
from tests.bus.test_bus import quiet, soon, until
from tests.servers import Redis, Server, place, program, succeeds


async def test_processes_hear_each_other(redis: Redis) -> None:
    here, there = await open_bus(redis.address), await open_bus(redis.address)
    async with here.subscribe("t") as mine, there.subscribe("t") as yours, there.subscribe("u") as other:
        await here.publish("t", 3)
        assert (await soon(mine), await soon(yours)) == (3, 3)
        await there.publish("t", 4)
        assert (await soon(mine), await soon(yours)) == (4, 4)
        assert await quiet(mine)
        assert await quiet(other)
    await here.close()
    await there.close()


async def test_a_burst_travels_as_its_newest_entry(redis: Redis) -> None:
    here, there = await open_bus(redis.address), await open_bus(redis.address)
    async with there.subscribe("t") as news:
        for entry in range(5000):
            await here.publish("t", entry)
        assert len(await until(news, 4999)) <= 5
    await here.close()
    await there.close()


async def test_a_last_word_before_closing_is_heard(redis: Redis) -> None:
    here, there = await open_bus(redis.address), await open_bus(redis.address)
    async with there.subscribe("t") as news:
        await here.publish("t", 9)
        await here.close()
        assert await soon(news) == 9
    await there.close()


async def test_nobody_misses_news_while_the_server_is_away(redis: Redis) -> None:
    here, there = await open_bus(redis.address), await open_bus(redis.address)
    async with here.subscribe("t") as mine, there.subscribe("t") as yours:
        await here.publish("t", 1)
        assert (await soon(mine), await soon(yours)) == (1, 1)
        await asyncio.to_thread(redis.server.stop, signal.SIGKILL)
        await here.publish("t", 2)
        assert await soon(mine) == 2  # own viewers need no server
        assert await quiet(yours)
        await asyncio.to_thread(redis.server.start)
        assert await soon(yours) in (1, 2)  # woken by the news, or on the way back: then 2 is in the store
    await here.close()
    await there.close()


async def test_who_may_have_missed_news_is_woken(redis: Redis) -> None:
    bus = await open_bus(redis.address)
    async with bus.subscribe("t") as news:
        await bus.publish("t", 7)
        assert await soon(news) == 7
        await asyncio.to_thread(redis.server.stop, signal.SIGKILL)
        await asyncio.to_thread(redis.server.start)
        assert await soon(news) == 7
    await bus.close()


async def test_strange_words_on_the_channel_are_ignored(redis: Redis) -> None:
    from redis.asyncio import Redis as Client

    bus, client = await open_bus(redis.address), Client.from_url(redis.address)
    async with bus.subscribe("t") as news:
        for words in (b"\xff", b"hello", b"[1, 2]", b'["x", "t", "five"]'):
            await client.publish("mousehole:news:t", words)
        await client.publish("mousehole:news:t", b'["x", "t", 5]')
        assert await soon(news) == 5
    await client.aclose()
    await bus.close()


async def test_a_server_out_of_reach_is_explained() -> None:
    pytest.importorskip("redis")
    with pytest.raises(BusError, match="The server for news does not answer: ") as refusal:
        await open_bus("redis://localhost:1")
    assert all(voice(language).knows(refusal.value.line) for language in languages()[1:])


async def test_an_address_of_nothing_known_is_explained() -> None:
    pytest.importorskip("redis")
    with pytest.raises(BusError, match="ftp://x is not the address of a news server") as refusal:
        await open_bus("ftp://x")
    assert all(voice(language).knows(refusal.value.line) for language in languages()[1:])


async def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mousehole.bus.redis", raising=False)
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(BusError, match=r"needs the package redis.asyncio, which is not installed") as refusal:
        await open_bus("redis://localhost")
    assert all(voice(language).knows(refusal.value.line) for language in languages()[1:])


async def test_a_table_that_is_entered_while_the_server_hangs_is_heard_afterwards(redis: Redis) -> None:
    bus, asking = await RedisBus.open(redis.address), Client.from_url(redis.address)
    await asking.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    assert redis.server.process
    redis.server.process.send_signal(signal.SIGSTOP)
    await true(bus._channels._changing.locked)  # it takes up its channels again, and gets no answer
    async with bus.subscribe("t") as news:
        redis.server.process.send_signal(signal.SIGCONT)
        for _ in range(100):
            await asking.publish(channel_of("t"), b'["somebody","t",3]')
            if await soon(news) == 3:
                break
    await asking.aclose()
    await bus.close()


async def true(asked: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(1000):
        if asked():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it never comes about")


@pytest.fixture
def guarded() -> Iterator[tuple[str, Path]]:
    """The address of a server that wants TLS and a password, and the certificate it is known by."""
    with place() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port, certificate, key = probe.getsockname()[1], folder / "cert.pem", folder / "key.pem"
        probe.close()
        making = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
        making += ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key), "-out"]
        assert succeeds(program("openssl"), *making, str(certificate))
        key.chmod(0o644)  # of a test, which another user runs
        folder.chmod(0o755)
        tls = ["--tls-cert-file", str(certificate), "--tls-key-file", str(key), "--tls-auth-clients", "no"]
        more = ["--port", "0", "--tls-port", str(port), "--requirepass", "mouse", "--save", "", "--dir", str(folder)]
        asking = [program("redis-cli"), "--tls", "--cacert", str(certificate), "-p", str(port), "-a", "mouse", "ping"]
        server = Server([program("redis-server"), *more, *tls], lambda: succeeds(*asking))
        server.start()
        yield f"127.0.0.1:{port}", certificate
        server.stop(signal.SIGKILL)


async def test_a_server_with_tls_and_a_password_is_spoken_to_by_its_certificate(guarded: tuple[str, Path]) -> None:
    where, certificate = guarded
    bus = await open_bus(f"rediss://:mouse@{where}/0?ssl_ca_certs={certificate}")
    assert await bus.count("a", 1.0, 1.0, 60.0)
    await bus.close()
    for wrong in (f"rediss://:mouse@{where}", f"rediss://:cat@{where}?ssl_ca_certs={certificate}", f"redis://{where}"):
        with pytest.raises(BusError, match="does not answer"):
            await open_bus(wrong)
