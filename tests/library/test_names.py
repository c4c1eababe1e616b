"""Modules that the manual imports from list what they offer, and nothing that is not theirs."""

import ast
from importlib import import_module, util
from pathlib import Path

import pytest

import mousehole

HOME = Path(mousehole.__file__).parent
CORE = ["game", "kit", "scene", "solvable", "tensor", "words"]
FILES = [*HOME.glob("library/*.py"), *HOME.glob("envs/*.py"), *(HOME / "core" / f"{name}.py" for name in CORE)]
NEEDS = {"spiel_game": "pyspiel", "pettingzoo_env": "pettingzoo"}


@pytest.mark.parametrize("file", [pytest.param(file, id=f"{file.parent.name}.{file.stem}") for file in FILES])
def test_a_module_says_what_it_offers(file):
    tree = ast.parse(file.read_text("utf-8"))
    own = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    if not own:
        return
    if util.find_spec(NEEDS.get(file.stem, "mousehole")) is None:
        pytest.skip("not installed")
    module = import_module(
        ".".join(["mousehole", *file.relative_to(HOME).with_suffix("").parts]).removesuffix(".__init__")
    )
    assert all(hasattr(module, name) for name in module.__all__)
    if file.parent.name != "core":  # where games are written with a part of it
        assert {node.name for node in own if not node.name.startswith("_")} <= {*module.__all__}


def test_the_public_face_shows_nothing_of_how_it_is_made():
    assert "TYPE_CHECKING" not in dir(mousehole)
