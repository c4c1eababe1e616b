"""Rules that were compiled as they stand: found only for their very sources, and the same games as by the sources."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mousehole.compiled import native
from mousehole.compiled.native import SWITCH, RuleRooms, RulesFinder, building
from mousehole.games import COMPILABLE

ROOT = Path(__file__).parents[2]
PLAY = """
import pickle, random, traceback
from hashlib import blake2b
from mousehole import shelf
from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board import figures
from mousehole.games.mystics.companions import tactics
from mousehole.players import arena
from tests.games.mystics.laws import SETUPS

game, mark, luck = shelf.find("mystics"), blake2b(), random.Random(7)
for setup in SETUPS.values():
    state = game.new(setup)
    for _ in range(400):
        turn = game.turn(state)
        if not isinstance(turn, Decide | Chance):
            break
        event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
        state = game.apply(state, event)
        mark.update(repr((event, state, turn)).encode())
    assert pickle.loads(pickle.dumps(state)) == state
for chapter in ("c1", "c2", "c3"):
    record, _ = arena.played(game, game.setup(chapter=chapter), ("strong",), "compiled", 1)
    mark.update(repr(record.events).encode())
try:
    figures.mouse(state, "nobody")
except KeyError:
    told = traceback.format_exc()
assert "figures.py" in told and "in mouse" in told, told
assert tactics.__file__.endswith(".py") == figures.__file__.endswith(".py")
print(figures.__file__, mark.hexdigest())
"""


def compilable() -> bool:
    try:
        return bool(building.c_compiler() and building.translator())
    except building.NotCompiled:
        return False


def played(rules: str) -> list[str]:
    command = [sys.executable, "-c", PLAY]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]), SWITCH: rules}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout.split()


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MOUSEHOLE_CACHE", str(tmp_path))
    return tmp_path


def pretended(tmp_path, monkeypatch) -> RuleRooms:
    """A game with one rule, in a house of its own."""
    house = tmp_path / "mousehole"
    rooms = house / "games" / "tiny" / "rules"
    rooms.mkdir(parents=True)
    (rooms / "one.py").write_text("def one() -> int:\n    return 1\n")
    monkeypatch.setattr(native, "HOME", house)
    return RuleRooms("mousehole.games.tiny", rooms=("rules",), below=())


@pytest.mark.timeout(1500)  # half a minute on an idle machine
@pytest.mark.skipif(not compilable(), reason="needs mypyc, a C compiler and the headers of Python")
def test_compiled_rules_play_the_same_games_and_name_file_and_line_of_a_fault(own_cache):
    library = building.build(COMPILABLE[0], "-O0")
    plain, compiled = played("plain"), played("compiled")
    assert (Path(plain[0]).suffix, Path(compiled[0]).suffix) == (".py", library.suffix)
    assert plain[1] == compiled[1]
    library.write_bytes(b"damaged")
    assert Path(played("compiled")[0]).suffix == ".py"


def test_a_changed_source_wants_another_library(own_cache, tmp_path, monkeypatch):
    rooms = pretended(tmp_path, monkeypatch)
    before = rooms.library()
    rooms.modules["mousehole.games.tiny.rules.one"].write_text("def one() -> int:\n    return 2\n")
    assert rooms.library() != before


def test_nothing_compiled_leaves_the_sources_to_python(own_cache, tmp_path, monkeypatch):
    finder = RulesFinder(pretended(tmp_path, monkeypatch))
    assert finder.library is None
    assert finder.find_spec("mousehole.games.tiny.rules.one") is None


def test_a_missing_compiler_is_said_in_words(own_cache, monkeypatch):
    monkeypatch.setattr(building.shutil, "which", lambda name: None)
    with pytest.raises(building.NotCompiled, match="no C compiler"):
        building.build(COMPILABLE[0])
