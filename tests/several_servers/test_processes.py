"""Several processes of one server on PostgreSQL and Redis, as people run them."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.web.browser import Browser
from tests.web.test_rights import links
from tests.web.test_safety import SHARED


@contextmanager
def serving(folder, *arguments):
    env = {**os.environ, "MOUSEHOLE_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--port", "0", *arguments]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        yield process, int(next(row for row in process.stdout if "127.0.0.1:" in row).rpartition(":")[2])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(240)
        process.stdout.close()


def children(process):
    """The processes that serve: those that began last among the children."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def until(happened):
    deadline = time.monotonic() + 240
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_process_that_dies_is_started_again_and_all_of_them_know_the_same_links(tmp_path, postgres, redis):
    (tmp_path / "mousehole.toml").write_text(f'store = "{postgres.fresh()}"\nprocesses = 2\n')
    settings = ("--config", str(tmp_path / "mousehole.toml"), "--bus", redis.address)
    with serving(tmp_path, *settings) as (process, port):
        until(lambda: len(children(process)) == 2)
        anna, ben = Browser(port), Browser(port)
        table = anna.opened(**SHARED)
        seat = links(anna, table)["seat-1"]
        os.kill(children(process)[0], signal.SIGKILL)
        assert [ben.get(seat).status for _ in range(8)] == [200] * 8
        until(lambda: len(children(process)) == 2)
        assert anna.get(f"/table/{table}").status == 200
        ended = children(process)
    assert process.returncode == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in ended)


def test_several_processes_on_a_file_are_refused(tmp_path):
    env = {**os.environ, "MOUSEHOLE_DATA": str(tmp_path), "LC_ALL": "C"}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--processes", "2"]
    refused = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "2 processes need saved games on a server" in refused.stderr
    assert "Traceback" not in refused.stderr
