"""Real buses for the tests: the same suite runs over each kind."""

import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from mousehole.bus import Bus, open_bus
from tests.servers import Server, place, program, succeeds


class Redis:
    """A Redis server without a port, reached through a socket."""

    def __init__(self, folder: Path) -> None:
        socket = str(folder / "socket")
        settings = [
            "--port",
            "0",
            "--unixsocket",
            socket,
            "--unixsocketperm",
            "777",
            "--save",
            "",
            "--dir",
            str(folder),
        ]
        asking = [program("redis-cli"), "-s", socket, "ping"]
        self.address = f"unix://{socket}"
        self.server = Server([program("redis-server"), *settings], lambda: succeeds(*asking))
        self.server.start()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    pytest.importorskip("redis")
    program("redis-server")
    with place() as folder:
        found = Redis(folder)
        yield found
        found.server.stop(signal.SIGKILL)


@pytest.fixture(params=["memory", "redis"])
async def bus(request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    bus = await open_bus("" if request.param == "memory" else request.getfixturevalue("redis").address)
    yield bus
    await bus.close()
