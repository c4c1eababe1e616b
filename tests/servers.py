"""Real servers for the tests, in a folder of their own, reached through a socket in that folder."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def program(name: str) -> str:
    """Find a server's program, or skip: in CI that fails."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name) or next((str(place / name) for place in places if (place / name).exists()), None)
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def keeper() -> str | None:
    """Name the user that runs servers: PostgreSQL refuses to be root."""
    if os.name == "nt" or os.getuid() != 0:
        return None
    import pwd

    return "postgres" if any(user.pw_name == "postgres" for user in pwd.getpwall()) else "nobody"


@contextmanager
def place() -> Iterator[Path]:
    """Make a folder with a short path (a socket's name is limited) that the keeper may use."""
    folder = Path(tempfile.mkdtemp(prefix="mh"))
    if user := keeper():
        shutil.chown(folder, user)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


class Server:
    """A server process that can be started, killed and started again."""

    def __init__(self, command: list[str], answers: Callable[[], bool]) -> None:
        self.command = command
        self.answers = answers
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command, user=keeper(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 240
        while not self.answers():
            assert self.process.poll() is None, f"{self.command[0]} does not start"
            assert time.monotonic() < deadline, f"{self.command[0]} does not answer"
            time.sleep(0.02)

    def stop(self, signal: int) -> None:
        assert self.process
        self.process.send_signal(signal)
        self.process.wait(240)


def succeeds(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


_EMPTY = """
    DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT nspname FROM pg_namespace WHERE nspname LIKE 'mousehole%' LOOP
            EXECUTE format('DROP SCHEMA %I CASCADE', name);
        END LOOP;
    END $$"""


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

    def fresh(self, name: str = "postgres") -> str:
        """Empty a database and name its address."""
        self._do(name, _EMPTY)
        return f"postgresql://mouse@/{name}?host={self.folder}"

    def another(self) -> str:
        """Make a second database, or empty it, and name its address."""
        if not succeeds(program("psql"), "-h", str(self.folder), "-U", "mouse", "-d", "another", "-c", "SELECT"):
            self._do("postgres", "CREATE DATABASE another")
        return self.fresh("another")

    def _do(self, database: str, statement: str) -> None:
        words = ["-q", "-d", database, "-c", statement]
        subprocess.run([program("psql"), "-h", self.folder, "-U", "mouse", *words], check=True, capture_output=True)


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
