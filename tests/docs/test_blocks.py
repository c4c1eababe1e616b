"""Every program that a page shows is run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OWN = "environments.md"  # test_environments.py runs its programs: one needs a graphics card
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
BLOCKS = [
    pytest.param(block[1], id=f"{page.stem}-{number}")
    for page in PAGES
    if page.name != OWN
    for number, block in enumerate(BLOCK.finditer(page.read_text("utf-8")), 1)
]


@pytest.mark.parametrize("program", BLOCKS)
def test_a_program_of_a_page_runs(program, capsys):
    exec(compile(program, "a page", "exec"), {"__name__": "__main__"})


def test_pages_show_programs():
    assert len(BLOCKS) >= 9
