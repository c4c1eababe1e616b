"""A game in a package of its own is found through its entry point and stands under the same conformance suite."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

OUTSIDE = Path(__file__).with_name("outside")
CONFORM = "from mousehole.testing import conformance; conformance(shelf.find('pebbles'))"
FORGETFUL = "    return (taking(event),) * (1 + vars(tell).setdefault(str(id(before)), len(vars(tell))) % 2)"

# a change of the package, and what the suite says about it
BROKEN = {
    "does not end": ('        return Over((1 - state.seat,), "taken")', "        state = State(5)"),
    "odds must be positive": ("(Wave(1), 1)", "(Wave(1), 0)"),
    "outcomes are missing or double": ("(Wave(1), 1)", "(Wave(0), 1)"),
    "actions are empty or double": ("for n in (1, 2)", "for n in (1, 1)"),
    "offers and actions differ": ("enumerate(actions))", "enumerate(actions[:1]))"),
    "two offers read the same": ("n=event.count", "n=1"),
    "an offer clicks on nothing": ('Offer(number, ("beach",)', 'Offer(number, ("sea",)'),
    "a piece stands nowhere": ('"beach", pool', '"sea", pool'),
    "two things of a scene share a key": ('f"pebble-{n}"', '"pebble"'),
    "sprites.svg lacks": ('mark="o"', 'sprite="pebble"'),
    "no fr for 'the shore'": ('line("the beach")', 'line("the shore")'),
    "no fr for 'Stones'": ('title=line("Pebbles")', 'title=line("Stones")'),
    "no story for": ("    return (taking(event),)", "    return ()"),
    "a winner sits nowhere": ("Over((1 - state.seat,)", "Over((7,)"),
    "a drawn game names winners": ('(1 - state.seat,), "taken")', '(1 - state.seat,), "taken", drawn=True)'),
    "the chances of rivals add up to more than 1": ("else 0.5", "else 0.9"),
    "a whole number is needed, not 'one'": ("edition=1", 'edition="one"'),
    "no fr for 'a rare wave'": ("DOUBT = 0.5", 'DOUBT = 0.5 if line("a rare wave") else 0.1'),
    "pebble-0 on sea": ('"beach", pool', '"sea", pool'),
    "equal positions tell different stories": ("    return (taking(event),)", FORGETFUL),
    "a position cannot be hashed": ("waved: bool = False", "waved: bool = False; heap: list[int] = []"),
    "sees another scene": ("(beach,), pieces, prompt", "(beach,), pieces if viewer is None else (), prompt"),
    "value says 2.0 for seat 0": ("else 0.5", "else 2.0"),
    "a copy makes another hash": ("waved: bool = False", "waved: bool = False; __hash__ = object.__hash__"),
    "a text in quotes is needed here, not 0": ("    seat: int = 0", "    seat: str = 0"),
    "the part value is not at pebbles:worth": ('"pebbles:value"', '"pebbles:worth"'),
    "the part value is not at pebble:value": ('"pebbles:value"', '"pebble:value"'),
    "the part doubt is no <class 'float'>": ("DOUBT = 0.5", 'DOUBT = "0.5"'),
    "the player first lacks a power": ("class First(Player)", "class First"),
    'value: expected "module:name"': ('"pebbles:value"', '"pebbles.value"'),
    "unexpected keyword argument 'valeu'": ("value=", "valeu="),
    "another process plays differently": ("(Wave(1), 1)", "(Wave(1), 1 + __import__('os').getpid() % 1000)"),
}


def ask(what, *folders):
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (*folders, *filter(None, sys.path))))}
    command = [sys.executable, "-c", f"from mousehole import shelf; {what}"]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_a_game_of_another_package_is_on_the_shelf_after_ours():
    told = ask("print(*shelf.names()); print(shelf.find('pebbles').package)", OUTSIDE)
    assert told.stdout.split()[-2:] == ["pebbles", "pebbles"], told.stderr
    assert "mmm" in told.stdout.split()
    assert "pebbles" not in ask("print(*shelf.names())").stdout


def test_a_game_of_another_package_conforms():
    told = ask(CONFORM, OUTSIDE)
    assert told.returncode == 0, told.stderr


def test_a_player_of_another_package_needs_no_more_than_a_rank_and_a_choice():
    asked = (
        "from mousehole.players.player import caveat, find, players; game = shelf.find('pebbles'); "
        "one = find(game, 'first'); print(*players(game), one.quick, caveat(game, 'first', game.new(game.setup())), "
        "one.beside((0,)) is one)"
    )
    assert ask(asked, OUTSIDE).stdout.split() == ["random", "first", "greedy", "False", "None", "True"]


@pytest.mark.parametrize("word", BROKEN)
def test_the_suite_finds_what_breaks_the_house(word, tmp_path):
    old, new = BROKEN[word]
    source = (OUTSIDE / "pebbles" / "__init__.py").read_text("utf-8")
    assert source.count(old) == 1
    for file in (file for file in OUTSIDE.rglob("*") if file.suffix in (".po", ".txt") or file.name == "METADATA"):
        (tmp_path / file.relative_to(OUTSIDE)).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file.relative_to(OUTSIDE)).write_bytes(file.read_bytes())
    (tmp_path / "pebbles" / "__init__.py").write_text(source.replace(old, new), "utf-8")
    told = ask(CONFORM, tmp_path)
    assert told.returncode == 1
    assert word in told.stderr.splitlines()[-1]
