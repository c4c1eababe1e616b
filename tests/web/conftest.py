"""Real servers on loopback: one as people run it, one with its brakes off."""

import asyncio
import os
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest
import uvicorn

from mousehole.host import Host
from mousehole.store import SqliteStore
from mousehole.web.app import application
from mousehole.web.rights.access import Keys
from mousehole.web.server.settings import no_limits
from mousehole.web.server_state import ServerState
from tests.web.browser import Browser


@contextmanager
def running(folder, *arguments):
    """Run the product's own server in a process of its own."""
    env = {**os.environ, "MOUSEHOLE_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--port", "0", *arguments]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    address = next(row for row in process.stdout if "127.0.0.1:" in row)
    try:
        yield process, int(address.rpartition(":")[2])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture(scope="session")
def port(tmp_path_factory):
    limits = "openings=1000", "downloads=1000", "requests=1000", "wait_seconds=60"  # for fast machines and busy ones
    shared = [word for limit in limits for word in ("--limit", limit)]
    with running(tmp_path_factory.mktemp("web"), *shared) as (_, number):
        yield number


@pytest.fixture
def browser(port):
    return Browser(port)


@pytest.fixture(scope="session")
def unbraked(tmp_path_factory):
    """A server in a thread that never says "too fast": for floods that are not about speed."""
    folder = tmp_path_factory.mktemp("unbraked")
    ready, box = threading.Event(), {}

    async def serve():
        host = Host(await SqliteStore.open(folder / "tables.db"))
        free = no_limits()
        config = uvicorn.Config(application(ServerState(host, Keys(b"k" * 32), free)), port=0, log_level="error")
        server = box["server"] = uvicorn.Server(config)
        asyncio.get_running_loop().call_later(0.01, poll)
        await server.serve()
        await host.close()

    def poll():
        if box["server"].started:
            box["port"] = box["server"].servers[0].sockets[0].getsockname()[1]
            ready.set()
        else:
            asyncio.get_running_loop().call_later(0.01, poll)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait(240)
    yield box["port"]
    box["server"].should_exit = True
    thread.join(240)
