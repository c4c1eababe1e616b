"""What the pages about environments show is run, and their lists are those of the games."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mousehole.compiled.gpu import obstacle

ROOT = Path(__file__).parents[2]
PROGRAMS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/environments.md").read_text("utf-8"), re.DOTALL)


NAMES = ["one-agent", "own-game", "batch", "oracle", "openspiel", "masks"]


@pytest.mark.parametrize("program", [one for one in PROGRAMS if "cuda" not in one], ids=NAMES)
def test_the_programs_of_the_page_run(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    if "tricks" in program or "spiel" in program:
        return
    assert re.fullmatch(r"-?1\.0\n|0\.0\n|(random|perfect) play wins \d+\.\d%\n", done.stdout)


def test_the_program_for_a_card_runs_where_there_is_one():
    (program,) = [one for one in PROGRAMS if "cuda" in one]
    compile(program, "docs/environments.md", "exec")
    if obstacle() is None:
        subprocess.run([sys.executable, "-c", program], check=True)


def test_a_short_lesson_already_beats_chance():
    command = [sys.executable, ROOT / "examples/learn_mmm.py", "--decisions", "600000", "--games", "50"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    shares = [float(share) for share in re.findall(r"([\d.]+)% of games won", done.stdout)]
    assert len(shares) == 10 and shares[-1] > 2 * shares[0], done.stdout + done.stderr
    assert re.search(r"learned: [\d.]+% of 20,000 games; greedy: [\d.]+% of 50", done.stdout)
