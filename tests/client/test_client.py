"""The browser's modules that need no browser, tried by node's own runner."""

import shutil
import subprocess

import pytest

from tests.house import tree

FOLDER = tree.ROOT / "tests" / "client"
FLOOR = 18


def node():
    """Find node, or skip loudly: in CI that fails."""
    found = shutil.which("node")
    if not found:
        pytest.skip("NO NODE: the client's unit tests did not run; install Debian's package nodejs")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.lstrip("v").partition(".")[0]) < FLOOR:
        pytest.skip(f"NODE {version} IS TOO OLD: the client's unit tests did not run; {FLOOR} or newer will do")
    return found


def test_node_finds_nothing_wrong():
    files = sorted(FOLDER.glob("*.test.mjs"))
    done = subprocess.run([node(), "--test", *files], capture_output=True, text=True, check=False, timeout=200)
    print(done.stdout, done.stderr)
    assert files
    assert done.returncode == 0
