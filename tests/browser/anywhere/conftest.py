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

from tests.browser.anywhere.guest import Guest
from tests.browser.anywhere.static_host import StaticHost
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
        if "tests/browser/anywhere/" in item.path.as_posix():
            item.add_marker(pytest.mark.timeout(1200), append=False)  # the first one builds the folder


def newer(folder, place):
    """A copy of a folder as a later build would write it: one style is another, and the list says so."""
    copy = shutil.copytree(folder, place / "newer")
    style, service = copy / "shell.css", copy / "service_worker.js"
    before, style_before = service.read_text("utf-8"), style.read_bytes()
    style.write_bytes(style_before + b"/* newer */")
    build = json.loads((copy / "mousehole.json").read_text("utf-8"))["build"]
    after = before.replace(mark(style_before), mark(style.read_bytes())).replace(build, "newer")
    service.write_text(after, "utf-8")
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
