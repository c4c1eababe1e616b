"""What holds for every test: rings, no look at the person's own saves, the same luck, in CI a skip is a failure."""

import os
import signal
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from tests.servers import Postgres, Redis, place, program

_saves = tempfile.TemporaryDirectory(prefix="mousehole-tests-", ignore_cleanup_errors=True)
os.environ["MOUSEHOLE_DATA"] = _saves.name
os.environ["MOUSEHOLE_SOLVE_AHEAD"] = "false"  # every server of a test would work for a minute
os.environ.setdefault("MOUSEHOLE_RULES", "plain")  # the sources are tested, also where they have been compiled
os.environ.setdefault("MOUSEHOLE_SEED", "00" * 16)  # three crosses at once would surprise one run in 216

settings.register_profile("any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")  # a busy machine draws slowly; that is no fault of what is tested

SERVERS = {"postgres", "redis"}


def starts_a_server(item):
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return any(name in item.fixturenames or name in parameters for name in SERVERS)


def is_marked(item, name):
    return item.get_closest_marker(name) is not None


RINGS = {  # the quick one is made of fewer folders besides: see pyproject.toml
    "quick": lambda item: not (is_marked(item, "long") or is_marked(item, "browser") or starts_a_server(item)),
    "release": lambda item: not is_marked(item, "long"),
    "long": lambda item: is_marked(item, "long"),
}


def pytest_addoption(parser):
    group = parser.getgroup("rings of tests")
    group.addoption("--ring", choices=RINGS, default="release", help="which tests run: quick, release (default), long")
    group.addoption("--one-in", type=int, default=1, metavar="N", help="run one in N of them, chosen by the seed")
    group.addoption("--seed", type=int, default=0, help="what differs from day to day (default: the date)")


def pytest_configure(config):
    config.option.seed = config.option.seed or int(datetime.now(UTC).strftime("%Y%m%d"))  # workers are told of it


def pytest_report_header(config):
    if config.option.ring == "long" or config.option.one_in > 1:
        return f"ring: {config.option.ring}, one test in {config.option.one_in}, --seed {config.option.seed}"
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    wanted = [item for item in items if RINGS[config.option.ring](item)]
    chosen = set(Random(config.option.seed).sample(wanted, -(-len(wanted) // config.option.one_in)))
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


@pytest.fixture(scope="session")
def seed(request) -> int:
    """What differs from day to day, and is printed."""
    return request.config.option.seed


def pytest_xdist_auto_num_workers(config):
    """Run a single file in this process, which is quicker than starting workers first; browsers are worth the start."""
    files = {argument.partition("::")[0] for argument in config.args}
    name = files.pop() if len(files) == 1 else ""
    return 0 if name.endswith(".py") and "browser" not in name else None


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
