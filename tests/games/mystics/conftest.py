"""The pack that the guide to own adventures builds, for every test that plays or breaks it."""

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[3] / "docs" / "own-adventure.md"
BLOCK = re.compile(r"^`([\w/]+\.\w+)`\n```(?:toml|po)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def honey(tmp_path):
    """The pack of the guide, block by block."""
    folder = tmp_path / "honey"
    folder.mkdir()
    for name, text in BLOCK.findall(GUIDE.read_text("utf-8")):
        assert not (folder / name).exists()
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder
