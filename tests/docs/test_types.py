"""Programs of the manual, and examples, are typed as strictly as the library."""

import re
from pathlib import Path

from mypy import api

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
ON_CARDS = "import torch"  # which is not among what tests install
EXAMPLES = [*sorted((ROOT / "examples").glob("*.py")), *sorted((ROOT / "examples" / "games").glob("*.py"))]
REVEALED = """
import mousehole

reveal_type(mousehole.start("mmm").actions[0])
reveal_type(mousehole.find("chopchop").new)
reveal_type(mousehole.find("mmm").parts.load(mousehole.Parts.value))


def any_game(here: mousehole.Position) -> None:
    reveal_type(here.state)
"""


def checked(*files):
    config = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"))
    told, wrong, status = api.run(["--strict", *config, *map(str, files)])
    return told + wrong, status


def test_programs_of_the_manual_and_examples_are_clean(tmp_path):
    programs = []
    for page in PAGES:
        for number, block in enumerate(BLOCK.findall(page.read_text("utf-8")), 1):
            if ON_CARDS not in block:
                programs.append(tmp_path / f"{page.stem.replace('-', '_')}_{number}.py")
                programs[-1].write_text(block, "utf-8")
    assert len(programs) > 20
    told, status = checked(*programs, *EXAMPLES)
    assert status == 0, told


def test_games_of_the_box_are_known_by_their_names(tmp_path):
    (program := tmp_path / "program.py").write_text(REVEALED, "utf-8")
    told, status = checked(program)
    kinds = [kind.replace("mousehole.games.", "") for kind in re.findall(r'Revealed type is "(.*)"', told)]
    assert status == 0, told
    assert kinds[0].startswith("mmm.moves.Rolled | mmm.moves.Place")
    assert "chopchop.moves.Setup" in kinds[1] and "chopchop.state.Kitchen" in kinds[1]
    assert kinds[2:] == ["def (Any, int) -> float", "Any"]
