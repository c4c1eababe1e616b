"""In CI a skipped test fails the run."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.house import tree

SKIPPING = {
    "test_one.py": "import pytest\ndef test_one(): pytest.skip('no cat')\ndef test_two(): pass\n",
    "test_all.py": "import pytest\npytest.importorskip('no_such_module')\ndef test_three(): pass\n",
}
PASSING = {"test_none.py": "def test_four(): pass\n"}
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # most of a short run's time goes into plugins


@pytest.mark.parametrize(
    ("files", "ci", "workers", "code"),
    [
        (SKIPPING | PASSING, "true", "0", 1),
        (SKIPPING | PASSING, "true", "1", 1),
        (SKIPPING | PASSING, "", "0", 0),
        (PASSING, "true", "0", 0),
    ],
    ids=["skips in CI", "skips in CI, with workers", "skips elsewhere", "no skips in CI"],
)
def test_a_skip_fails_the_run_in_ci_alone(tmp_path, files, ci, workers, code):
    shutil.copy(tree.ROOT / "tests" / "conftest.py", tmp_path)
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", workers, "-c", os.devnull]
    command += ["--rootdir", tmp_path, tmp_path]
    done = subprocess.run(command, env=os.environ | BARE | {"CI": ci}, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    told = done.stdout.partition("skipped in CI, so failed")[2]
    assert [name for name in files if name in told] == (list(SKIPPING) if code else [])
