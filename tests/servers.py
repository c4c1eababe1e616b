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
        deadline = time.monotonic() + 60
        while not self.answers():
            assert self.process.poll() is None, f"{self.command[0]} does not start"
            assert time.monotonic() < deadline, f"{self.command[0]} does not answer"
            time.sleep(0.02)

    def stop(self, signal: int) -> None:
        assert self.process
        self.process.send_signal(signal)
        self.process.wait(60)


def succeeds(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
