"""A package says what is inside; the rooms of the adventure keep their order."""

import ast
import re
import tomllib

from tests.house import tree

DRAWN = re.compile(r"^\| `(\w+)(?:/|\.py)` \|", re.MULTILINE)
NAME = re.compile(r"\w+")
ADVENTURE = tree.SOURCE / "games" / "mystics"
ABOVE_THE_RULES = {"story", "scene", "companions", "tools"}


def rooms():
    """Name the rooms of the adventure."""
    return {path.parent.name for path in ADVENTURE.glob("*/__init__.py")}


def contract(word):
    """Find the import contract whose name has a word."""
    page = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))
    (found,) = [one for one in page["tool"]["importlinter"]["contracts"] if word in one["name"]]
    return found


def test_every_room_says_on_its_door_what_is_inside():
    signs = {path: ast.get_docstring(ast.parse(path.read_text("utf-8"))) for path in tree.SOURCE.rglob("__init__.py")}
    assert [path for path, sign in signs.items() if not sign] == []
    assert [path for path, sign in signs.items() if "\n" in sign.strip() and path.is_relative_to(ADVENTURE)] == []


def test_the_lid_of_a_room_of_the_adventure_holds_nothing_but_its_sign():
    lids = [ADVENTURE / room / "__init__.py" for room in rooms()]
    assert [lid for lid in lids if len(ast.parse(lid.read_text("utf-8")).body) > 1] == []


def test_no_room_of_the_adventure_below_its_story_may_reach_luck():
    told = {module.rpartition(".")[2] for module in contract("luck")["source_modules"]}
    assert len(rooms()) > 7
    assert rooms() - ABOVE_THE_RULES - told == set()


def test_the_page_of_the_adventure_draws_the_rooms_in_the_order_of_their_contract():
    page = (tree.ROOT / "docs" / "design" / "adventure.md").read_text("utf-8")
    layers = contract("rooms of Mice and Mystics")["layers"]
    assert DRAWN.findall(page) == [name for layer in layers for name in NAME.findall(layer)]
    assert rooms() <= set(DRAWN.findall(page))
