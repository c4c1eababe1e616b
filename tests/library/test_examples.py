"""The example programs: short, typed as a user would write them, and each of them runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
ELSEWHERE = ("learn_mmm.py", "remote_bot.py")  # tests/docs and tests/web run these
SHORT = sorted(path for path in EXAMPLES.glob("*.py") if path.name not in ELSEWHERE)
SAYS = {
    "random_game": "Player 1", "match": "the mice win", "analysis": "mmm.1.", "exact_chances": "cat 6 steps away",
    "own_board": "random play wins", "own_player": "dreamer", "records": "decisions cost", "pictures": "move-010.svg",
    "fast_simulation": "million decisions", "server_and_bot": "Over(",
}  # fmt: skip


@pytest.mark.parametrize("path", SHORT, ids=lambda path: path.stem)
def test_an_example_runs(path, tmp_path):
    env = os.environ | {"MOUSEHOLE_DATA": str(tmp_path), "TMPDIR": str(tmp_path)}
    told = subprocess.run([sys.executable, str(path)], env=env, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert SAYS[path.stem] in told.stdout


@pytest.mark.parametrize("path", SHORT, ids=lambda path: path.stem)
def test_an_example_is_short(path):
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= 30


def test_examples_use_the_public_face_alone():
    for path in EXAMPLES.glob("*.py"):
        text = path.read_text("utf-8")
        assert "from mousehole." not in text and "import mousehole." not in text, path.name
