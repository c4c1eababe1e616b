"""One server to a folder: the second is told where the first is, and a killed one leaves nothing locked."""

import subprocess
import sys
from pathlib import Path

import pytest

from mousehole.store import FolderLock, Open

HOLD = """
import sys
from pathlib import Path
from mousehole.store import FolderLock
with FolderLock(Path(sys.argv[1])) as lock:
    lock.tell("http://127.0.0.1:4711")
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", HOLD, str(folder)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_server_is_refused_and_told_where_the_first_is(tmp_path: Path) -> None:
    with holder(tmp_path) as first:
        with pytest.raises(Open, match=r"already open: http://127\.0\.0\.1:4711") as refusal, FolderLock(tmp_path):
            pass
        assert refusal.value.address == "http://127.0.0.1:4711"
        first.kill()
    with FolderLock(tmp_path):
        pass


def test_one_that_still_starts_is_told_too(tmp_path: Path) -> None:
    with FolderLock(tmp_path), pytest.raises(Open, match="already being opened"), FolderLock(tmp_path):
        pass


def test_the_lock_goes_with_the_process(tmp_path: Path) -> None:
    for _ in range(3):
        with holder(tmp_path) as process:
            process.kill()
