"""Without wasmtime everything works, slower, and says so once."""

import os
import subprocess
import sys

import pytest

from tests.web.browser import Browser
from tests.web.conftest import running

WORD = "wasmtime is not installed, so players think more slowly"
GAMES = {"mmm": "thumb", "chopchop": "easy", "mousewarming": "best", "mystics": "medium"}
AUDITED = """
from random import Random

from mousehole import shelf
from mousehole.compiled.kernels import runs
from mousehole.core.record import audit
from mousehole.players.arena import played, team_names
from mousehole.players.mcts import SearchPlayer

assert not runs()
game = shelf.find("{name}")
setup = game.setup()
record, over = played(game, setup, ("{player}",) * len(team_names(game, setup)), "slow", 0)
audit(game, record)
assert over.reason != "unfinished"
state = game.new(setup)
while not hasattr(turn := game.turn(state), "actions"):
    state = game.apply(state, turn.odds[0][0])
assert SearchPlayer(4, guided=game.parts.value is not None).choose(game, state, turn, Random(1)) in turn.actions
print("audited", len(record.events))
"""


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """Hide wasmtime and numpy, from worker processes too."""
    hidden = "".join(f"sys.modules[{name!r}] = None\n" for name in ("wasmtime", "numpy"))
    (tmp_path / "sitecustomize.py").write_text("import sys\n" + hidden)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH")))))
    monkeypatch.setenv("LC_ALL", "C")


def python(*arguments):
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("name", GAMES)
def test_players_that_search_play_legal_games_without_wasmtime(name, bare):
    told = python("-c", AUDITED.format(name=name, player=GAMES[name]))
    assert told.stdout.startswith("audited"), told.stderr


def test_the_arena_says_it_once_whatever_the_processes(bare):
    asked = ("-m", "mousehole", "arena", "mousewarming", "--players", "best,random", "--games", "4", "--processes", "2")
    told, french = python(*asked), python("-m", "mousehole", "--language", "fr", *asked[2:])
    assert (told.returncode, told.stderr.count(WORD), told.stdout.count("wasmtime")) == (0, 1, 0), told.stderr
    assert told.stdout.count("4 games") == 2
    assert french.stderr.count("les joueurs réfléchissent donc plus lentement") == 1


def test_commands_that_think_nothing_say_nothing_of_it(bare):
    assert python("-m", "mousehole", "games").stderr == ""


def test_the_server_says_it_once_and_opens_tables(bare, tmp_path, capfd):
    with running(tmp_path / "web") as (_, port):
        browser = Browser(port)
        assert browser.post("/play/mousewarming").status == 303
    assert capfd.readouterr().err.count(WORD) == 1


def test_where_wasmtime_is_installed_nothing_is_said():
    told = python("-m", "mousehole", "arena", "mmm", "--players", "random", "--games", "1", "--processes", "1")
    assert (told.returncode, WORD in told.stderr) == (0, False)
