"""What a game offers beside its rules: every part can be loaded and is what its type says; a value is a chance."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from mypy import api

from mousehole import shelf
from mousehole.core import game as game_module
from mousehole.core.game import Adventure, Over, Parts, Solvable, load_part
from mousehole.core.record import plies
from mousehole.core.setups import variants
from mousehole.testing import random_record

ROOT = Path(__file__).parents[2]
TABLES = {"docs/writing-a-game.md": (Parts, Solvable, Adventure)}
PARTS = [
    (name, part, place)
    for name in shelf.names()
    for parts in (shelf.find(name).parts, shelf.find(name).parts.solvable, shelf.find(name).parts.adventure)
    for part, place in parts.places().items()
]
VALUED = [name for name, part, _ in PARTS if part == "value"]
WRONG = (
    'Parts(valeu="a:b")',
    'Parts(solvable="a:b")',
    'Adventure(kernel="a:b")',
    "Parts(value=1)",
    "Parts().valeu",
    "Parts.valeu in Parts()",
    '"value" in Parts()',
    "players: Mapping[str, Player] | None = Parts().value",
    "text: str = Parts().doubt",
)
ROW = re.compile(r"^\| `(\w+)` \| `(.+?)` \| (.+) \|$", re.MULTILINE)


def kinds(*extensions):
    """List the type of every part as it is written in the source."""
    classes = [ast.parse(inspect.getsource(extension)).body[0] for extension in extensions]
    fields = [line for written in classes for line in written.body if isinstance(line, ast.AnnAssign)]
    return {field.target.id: ast.unparse(getattr(field.annotation, "slice", field.annotation)) for field in fields}


@pytest.mark.parametrize(("name", "part", "place"), PARTS)
def test_a_part_that_is_named_is_there(name, part, place):
    assert load_part(place) is not None


@pytest.mark.parametrize("page", TABLES)
def test_the_tables_of_parts_are_the_types_of_parts(page):
    text, known = (ROOT / page).read_text("utf-8"), kinds(*TABLES[page])
    rows = {name: (kind.replace("\\|", "|"), words) for name, kind, words in ROW.findall(text)}
    assert {name: kind for name, (kind, _) in rows.items()} == known
    assert list(rows) == list(known)
    assert all(len(words) > 10 for _, words in rows.values())


def test_a_newcomer_meets_at_most_sixteen_parts():
    assert len(kinds(Parts)) <= 16


def typed(part, place, number):
    """Say in Python that what stands at a place has the type of a part."""
    module, name = place.split(":")
    kind = kinds(Parts, Solvable, Adventure)[part]
    return f"from {module} import {name} as part_{number}; typed_{number}: {kind} = part_{number}"


def test_mypy_finds_misspelt_parts_and_parts_of_another_type(tmp_path):
    right = [typed(part, place, number) for number, (_, part, place) in enumerate(PARTS)]
    file = tmp_path / "spelt.py"
    names = ", ".join(name for name in vars(game_module) if not name.startswith("_"))
    file.write_text("\n".join([f"from mousehole.core.game import {names}", *right, *WRONG]), "utf-8")
    where = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"))
    told, complaint, _ = api.run([str(file), "--implicit-reexport", *where])
    found = {int(number) for number in re.findall(r"spelt\.py:(\d+): error", told)}
    assert found == {len(right) + n for n in range(2, len(WRONG) + 2)}, told + complaint


@pytest.mark.parametrize("name", VALUED)
def test_a_value_is_a_chance_to_win_and_exact_at_the_end(name):
    game = shelf.find(name)
    value = game.parts.value
    for number, setup in enumerate(variants(game)):
        record, over = random_record(game, setup, bytes([number, 7]), 2000)
        seats = range(len(game.seats(setup)))
        for ply in plies(game, record):
            assert all(0 <= value(ply.state, seat) <= 1 for seat in seats), f"ply {ply.number} of {setup}"
        if isinstance(over, Over) and not over.drawn:
            assert [value(ply.state, seat) for seat in seats] == [float(seat in over.winners) for seat in seats]


@pytest.mark.parametrize("name", shelf.names())
def test_every_end_has_stars_and_numbers(name):
    game = shelf.find(name)
    record, _ = random_record(game, game.setup(), b"stars", 2000)
    *_, last = plies(game, record)
    stars, *numbers = game.parts.figures(last.state)
    assert stars.front and 0 <= stars.meter[0] <= stars.meter[1] == 3
    assert numbers and all(row.sprite and not row.front for row in numbers)
