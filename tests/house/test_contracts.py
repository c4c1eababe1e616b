"""The import contracts catch what they forbid."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.house import tree

LINT = "from importlinter.cli import lint_imports_command as main; main()"
CRIMES = {
    "downwards": ("core/crime.py", "import mousehole.paint.svg\n"),
    "sideways": ("players/crime.py", "import mousehole.games\n"),
    "a table that thinks": ("table/crime.py", "import mousehole.players\n"),
    "between games": ("games/crime/__init__.py", "import mousehole.games.victim\n"),
    "luck in rules": ("games/crime/rules.py", "import random\n"),
    "luck through a friend": ("games/crime/state.py", "import mousehole.games.crime.friend\n"),
    "luck in a room of the rules": ("games/crime/fight/dice.py", "import random\n"),
    "upwards in the adventure": ("games/mystics/board/crime.py", "import mousehole.games.mystics.rules\n"),
    "between picture and companions": ("games/mystics/scene/crime.py", "import mousehole.games.mystics.companions\n"),
    "a room of the adventure without a place in its layers": ("games/mystics/attic.py", "\n"),
    "a room without a place in the layers": ("attic.py", "\n"),
}


def lint(root):
    env = os.environ | {"PYTHONPATH": str(root / "src")}
    command = [sys.executable, "-P", "-c", LINT, "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def house(tmp_path):
    """A house with the rooms that crimes need."""
    adventure = [f"games/mystics/{room}" for room in ("board", "rules", "scene", "companions")]
    rooms = ["core", "paint", "players", "table", "games", "games/victim", "games/crime", "games/crime/fight"]
    rooms += ["games/mystics", *adventure]
    for file in [f"{room}/__init__.py" for room in rooms] + ["__init__.py", "paint/svg.py"]:
        (tmp_path / "src/mousehole" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src/mousehole" / file).touch()
    (tmp_path / "src/mousehole/games/crime/friend.py").write_text("import time\n")
    shutil.copy(tree.ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_an_innocent_house_passes(house):
    done = lint(house)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("crime", CRIMES)
def test_a_crime_is_caught(house, crime):
    file, text = CRIMES[crime]
    (house / "src/mousehole" / file).write_text(text)
    done = lint(house)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "BROKEN" in done.stdout
