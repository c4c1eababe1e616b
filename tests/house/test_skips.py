"""In CI a skipped test fails the run."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.house import tree

SKIPS = {
    "test_one.py": "import pytest\ndef test_one(): pytest.skip('no cat')\ndef test_two(): pass\n",
    "test_all.py": "import pytest\npytest.importorskip('no_such_module')\ndef test_three(): pass\n",
    "test_none.py": "def test_four(): pass\n",
}


@pytest.mark.parametrize("workers", ["0", "1"])
@pytest.mark.parametrize(
    ("file", "ci", "code"),
    [("test_one.py", "true", 1), ("test_all.py", "true", 1), ("test_none.py", "true", 0), ("test_one.py", "", 0)],
)
def test_a_skip_fails_the_run_in_ci_alone(tmp_path, file, ci, code, workers):
    shutil.copy(tree.ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / file).write_text(SKIPS[file])
    (tmp_path / "test_more.py").write_text(SKIPS["test_none.py"])
    command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "-c", os.devnull, "--rootdir", tmp_path, tmp_path]
    done = subprocess.run(command, env=os.environ | {"CI": ci}, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout
    assert ("skipped in CI, so failed" in done.stdout) == bool(code)
