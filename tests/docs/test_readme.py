"""What the README shows is run."""

import re
import subprocess
import sys
from pathlib import Path

from mousehole.cli.main import COMMANDS

README = Path(__file__).parents[2] / "README.md"


def test_the_first_program_plays_a_whole_game_in_twelve_lines():
    (program,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert len([line for line in program.splitlines() if line.strip()]) <= 12
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "Over(" in told.stdout.splitlines()[-1]


def test_every_command_it_names_exists():
    named = set(re.findall(r"`(?:\./)?mousehole (\w+)", README.read_text("utf-8")))
    assert named <= {*COMMANDS, "test", "docs"}
    assert {"play", "new"} <= named
