"""A room has a sign on its door and no more modules than one can overlook."""

import ast
import re
import tomllib
from collections import Counter

from tests.house import tree

MOST = 15
CROWDED = {  # older folders; a number may only go down
    "games/mmm": 16,
    "games/mousewarming": 21,
}
DRAWN = re.compile(r"^\| `(\w+)(?:/|\.py)` \|", re.MULTILINE)
NAME = re.compile(r"\w+")
ADVENTURE = tree.SOURCE / "games" / "mystics"
ABOVE_THE_RULES = {"story", "scene", "companions", "tools"}


def crowds():
    """Count the modules of every folder; its lid is none of them."""
    found = [path for path in tree.SOURCE.rglob("*.py") if path.name != "__init__.py"]
    return Counter(path.parent.relative_to(tree.SOURCE).as_posix() for path in found)


def rooms():
    """Name the rooms of the adventure."""
    return {path.parent.name for path in ADVENTURE.glob("*/__init__.py")}


def contract(word):
    """Find the import contract whose name has a word."""
    page = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))
    (found,) = [one for one in page["tool"]["importlinter"]["contracts"] if word in one["name"]]
    return found


def test_no_folder_has_more_modules_than_one_can_overlook():
    assert {name: n for name, n in crowds().items() if n > CROWDED.get(name, MOST)} == {}


def test_a_folder_that_became_smaller_stays_so():
    now = crowds()
    assert {name: now[name] for name, n in CROWDED.items() if now[name] < n or n <= MOST} == {}


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


def test_the_architecture_draws_the_rooms_in_the_order_of_their_contract():
    page = (tree.ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("## The rooms of")[2].partition("\n## ")[0]
    layers = contract("rooms of Mice and Mystics")["layers"]
    assert DRAWN.findall(page) == [name for layer in layers for name in NAME.findall(layer)]
    assert rooms() <= set(DRAWN.findall(page))
