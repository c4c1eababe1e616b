"""What holds for every test: no look at the person's own saves, the same luck, and in CI a skip is a failure."""

import os
import signal
import tempfile
from collections.abc import Iterator

import pytest

from tests.servers import Postgres, Redis, place, program

_saves = tempfile.TemporaryDirectory(prefix="mousehole-tests-", ignore_cleanup_errors=True)
os.environ["MOUSEHOLE_DATA"] = _saves.name
os.environ["MOUSEHOLE_SOLVE_AHEAD"] = "false"  # every server of a test would work for a minute
os.environ.setdefault("MOUSEHOLE_RULES", "plain")  # the sources are tested, also where they have been compiled
os.environ.setdefault("MOUSEHOLE_SEED", "00" * 16)  # three crosses at once would surprise one run in 216


def skipped(config):
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter and os.environ.get("CI") == "true" else []


def pytest_sessionfinish(session):
    if skipped(session.config):
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter, config):
    if reports := skipped(config):
        terminalreporter.section("skipped in CI, so failed")
        for report in reports:
            terminalreporter.line(f"{report.nodeid}: {report.longrepr[2]}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    pytest.importorskip("asyncpg")
    program("postgres")
    with place() as folder:
        found = Postgres(folder)
        yield found
        found.server.stop(signal.SIGQUIT)


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    pytest.importorskip("redis")
    program("redis-server")
    with place() as folder:
        found = Redis(folder)
        yield found
        found.server.stop(signal.SIGKILL)
