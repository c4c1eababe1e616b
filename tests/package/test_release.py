"""A release: the same bytes whoever builds it, a list of what it contains, and hashes that are signed."""

import json
import subprocess
import sys
from hashlib import sha256

import pytest

import mousehole
from tests.cli.test_cli import ROOT
from tests.servers import program

WHO = "founders@example.org"


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    pytest.importorskip("cyclonedx_py")
    folder = tmp_path_factory.mktemp("release")
    subprocess.run([program("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(folder / "key")], check=True)
    command = [sys.executable, "-P", "tools/release.py", str(folder / "dist"), "--key", str(folder / "key")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr  # wheel and source were the same when built again
    return folder


def test_the_list_names_what_the_lock_of_the_image_names(release):
    found = json.loads((release / "dist/server.cdx.json").read_text("utf-8"))
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    locked = [row.split("==")[0] for row in (ROOT / "locks/server.txt").read_text("utf-8").splitlines() if "==" in row]
    assert sorted(one["name"] for one in found["components"]) == sorted(locked)


def test_the_notes_are_what_the_changelog_says_about_this_version(release):
    notes = (release / "dist/NOTES.md").read_text("utf-8")
    assert notes.startswith(f"## {mousehole.__version__}") and notes in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert notes.count("\n## ") == 0 and "\n- " in notes


def test_a_release_whose_hashes_were_changed_is_not_taken(release):
    sums = release / "dist/SHA256SUMS"
    for row in sums.read_text("utf-8").splitlines():
        digest, name = row.split("  ")
        assert sha256((release / "dist" / name).read_bytes()).hexdigest() == digest
    (release / "known").write_text(f"{WHO} {(release / 'key.pub').read_text('utf-8')}")
    command = [program("ssh-keygen"), "-Y", "verify", "-f", str(release / "known"), "-I", WHO, "-n", "mousehole"]
    command += ["-s", f"{sums}.sig"]
    for text, taken in ((sums.read_bytes(), True), (sums.read_bytes().replace(b"0", b"1", 1), False)):
        assert (subprocess.run(command, input=text, capture_output=True, check=False).returncode == 0) is taken


def test_an_image_is_built_on_a_base_with_its_digest_only(tmp_path):
    command = [sys.executable, "tools/release.py", str(tmp_path), "--key", "k", "--base", "python:3.13"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "digest" in done.stderr
