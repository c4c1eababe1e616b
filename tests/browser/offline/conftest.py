"""The folder without a server, built once in a run of the tests, for all its processes."""

import base64
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.browser.offline.guest import Guest
from tests.browser.offline.static_host import StaticHost
from tests.browser.person import PHONE


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Build the folder for a base; whichever process comes first does it, the others wait."""
    place = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent

    def build(base):
        folder = place / f"pages{base.replace('/', '-')}"
        with (place / "pages.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                command = [sys.executable, "-m", "mousehole", "pages", str(folder), "--base", base]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                assert done.returncode == 0, done.stderr
        return folder

    return build


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser/offline/" in item.path.as_posix():
            item.add_marker(pytest.mark.timeout(1200), append=False)  # the first one builds the folder


def newer(folder, place):
    """A copy of a folder as a later build would write it: one style is another, and the list says so."""
    return changed(folder, place / "newer", "shell.css", b"", b"/* newer */")


def changed(folder, place, name, before, after, listed=True):
    """A copy of a folder with a change in one file, or in front of it, that the list knows of if it is `listed`."""
    copy = shutil.copytree(folder, place)
    file, service = copy / name, copy / "service_worker.js"
    data = file.read_bytes()
    assert before in data
    file.write_bytes(data.replace(before, after, 1))
    if listed:
        build = json.loads((copy / "mousehole.json").read_text("utf-8"))["build"]
        words = service.read_text("utf-8").replace(mark(data), mark(file.read_bytes()))
        service.write_text(words.replace(build, place.name), "utf-8")
    return copy


def mark(data):
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


@pytest.fixture
def static_host(built):
    """Serve the folder below a base, until the test ends or stops it."""
    hosts = []

    def serve(base="/"):
        hosts.append(StaticHost(built(base), base))
        return hosts[-1]

    yield serve
    for host in hosts:
        host.stop()


@pytest.fixture
def guests(chromium):
    """Invite people to a static host; afterwards none of them may have seen an error, or asked anybody else."""
    invited = []

    def invite(host, language="en", **wishes):
        wishes = {**PHONE, **wishes}
        context = chromium.new_context(locale=language, reduced_motion="reduce", **wishes)
        invited.append(Guest(context, host.address))
        return invited[-1]

    yield invite
    for guest in invited:
        guest.leave()
