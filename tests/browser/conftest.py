"""People with real browsers, at a real server. Without Chromium these tests are skipped, loudly."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from tests.browser.person import Person

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
NEAR = ["--allow-loopback-in-peer-connection", "--disable-features=WebRtcHideLocalIpsWithMdns"]


def pytest_collection_modifyitems(items):
    missing = pytest.mark.skip(reason="NO CHROMIUM: the browser tests did not run; install Debian's package chromium")
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(900))
            if not CHROMIUM:
                item.add_marker(missing)


class House:
    """The product's own server in a process of its own, which can be killed and started again."""

    def __init__(self, folder):
        self.folder, self.port, self.process = folder, 0, None
        self.program = ("-m", "mousehole")

    def start(self, *arguments):
        env = {**os.environ, "MOUSEHOLE_DATA": str(self.folder), "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, *self.program, "web", "--no-browser", "--port", str(self.port), *arguments]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().split()[-1].rpartition(":")[2])
        return self

    def update(self):
        """End as an update does, and start again at the same address."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait() == 0
        self.process.stdout.close()
        self.start()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    wide = ("--limit", "openings=2000", "--limit", "edits=20000")  # all tests come from one address
    house = House(tmp_path_factory.mktemp("house")).start(*wide)
    yield house
    house.kill()


@pytest.fixture
def own_house(tmp_path):
    house = House(tmp_path / "house").start()
    yield house
    house.kill()


@pytest.fixture
def chromium():
    """A fresh browser; its loop must not outlive the test, or tests with loops of their own would stumble."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS + NEAR)
        yield browser
        browser.close()


@pytest.fixture
def people(chromium):
    """Invite people, each with a browser profile of their own; afterwards none of them may have seen an error."""
    invited = []

    def invite(house, language="en", motion="reduce", quiet=True, chances=True, **wishes):
        wishes.setdefault("viewport", {"width": 1280, "height": 800})
        context = chromium.new_context(locale=language, reduced_motion=motion, **wishes)
        invited.append(Person(context, house.address, quiet, chances))
        return invited[-1]

    yield invite
    for person in invited:
        person.leave()


@pytest.fixture
def invite(people, house):
    """Invite people to the house that all tests share."""
    return lambda **wishes: people(house, **wishes)
