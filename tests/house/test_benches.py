"""Benches and tests share parts: they find ours, whatever a package that a bench compares with brings along."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_our_tests_are_found_before_those_of_an_installed_package(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "__init__.py").touch()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    found = subprocess.run(
        [sys.executable, "-c", "import tests.simulation.checker"], env=env, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
