"""The manual, built once in every process of the tests that asks for it."""

import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
_place = tempfile.TemporaryDirectory(prefix="mousehole-manual-", ignore_cleanup_errors=True)


@cache
def manual():
    """The folder of the manual; whatever Sphinx complains about is a mistake."""
    folder = Path(_place.name, "manual")
    command = [sys.executable, "-P", ROOT / "docs" / "make_site.py", folder]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return folder
