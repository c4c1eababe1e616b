"""`mousehole new` writes a game that is clean, conforms, can be installed, and has players worth the name."""

import importlib
import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from random import Random

import pytest

from mousehole import shelf
from mousehole.cli import new
from mousehole.cli.main import main
from mousehole.core.game import Chance, Over
from mousehole.core.words import Voice, voice
from mousehole.paint.text import paint
from mousehole.players.player import players
from tests.cli.test_cli import ROOT
from tests.installing import install


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("class", "a word of Python"),
        ("match", "a word of Python"),
        ("json", "hide another package"),
        ("tests", "hide another package"),
        ("mousehole", "hide another package"),
        ("msgspec", "hide another package"),
        ("mmm", "already on the shelf"),
        ("a", "lower-case"),
        ("Pigs", "lower-case"),
        ("pig-let", "lower-case"),
        ("../pigs", "lower-case"),
        ("é_clair", "lower-case"),
        ("a" * 21, "lower-case"),
    ],
)
def test_a_name_that_cannot_be_a_package_is_refused(name, words, tmp_path, capsys):
    assert main(["new", name, "--package", str(tmp_path / "box")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "box").exists()


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout without its games, in which new ones are written."""
    for folder in ("src/mousehole/games", "tests/games", "tests/every_game"):
        (tmp_path / folder).mkdir(parents=True)
    for room in ("core", "testing"):  # ruff tells our own modules from foreign ones by looking for them
        shutil.copytree(ROOT / "src/mousehole" / room, tmp_path / "src/mousehole" / room)
    (tmp_path / "src/mousehole/__init__.py").touch()
    (tmp_path / "src/mousehole/games/__init__.py").touch()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests/every_game/editions.json").write_text("{}")
    monkeypatch.setattr(new, "CHECKOUT", tmp_path)
    monkeypatch.setattr(shelf.games, "__path__", [*shelf.games.__path__, str(tmp_path / "src/mousehole/games")])
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith(("mousehole.games.b2", "mousehole.games.a_long"))]:
        del sys.modules[name]


@pytest.mark.parametrize("name", ["b2", "a_long_name_of_twent"])
def test_a_new_game_of_the_house_is_clean_whatever_its_name(checkout, name):
    assert main(["new", name]) == 0
    for command in (["format", "--check"], ["check"]):
        told = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--no-cache", "."],
            cwd=checkout,
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 0, told.stdout
    assert json.loads((checkout / "tests/every_game/editions.json").read_text())[name].keys() == {"1"}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crumbs")
    assert main(["new", "crumbs", "--package", str(folder)]) == 0
    return folder


def test_a_new_package_is_formatted_and_typed(package):
    checks = (
        ["ruff", "format", "--check"],
        ["ruff", "check", "--select", "E,F,I"],
        ["mypy", "--strict", "--follow-imports=silent"],
    )
    for tool, *options in checks:
        command = [
            sys.executable,
            "-m",
            tool,
            *options,
            *(["--line-length", "120"] if tool == "ruff" else []),
            "crumbs",
        ]
        env = {**os.environ, "MYPYPATH": str(ROOT / "src")}
        told = subprocess.run(command, cwd=package, env=env, capture_output=True, text=True, check=False)
        assert told.returncode == 0, told.stdout


def test_a_new_package_is_installed_as_it_says_and_passes_its_tests(package, tmp_path):
    venv.EnvBuilder(symlinks=os.name != "nt", with_pip=False).create(tmp_path)
    site = next(tmp_path.rglob("site-packages"))
    (site / "house.pth").write_text("\n".join(path for path in sys.path if Path(path).is_dir()), "utf-8")
    python = next((tmp_path / ("Scripts" if os.name == "nt" else "bin")).glob("python*"))
    install(python, "--no-build-isolation", "--editable", package)
    listed = subprocess.run([python, "-P", "-m", "mousehole", "games"], capture_output=True, text=True, check=True)
    assert "crumbs        Crumbs" in listed.stdout
    tests = [python, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", package / "tests"]
    told = subprocess.run(tests, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout


def test_the_command_that_installs_a_package_is_told(package, capsys):
    assert main(["new", "piglets", "--package", str(package / "second")]) == 0
    told = capsys.readouterr().out
    assert f"install --editable {package / 'second'}" in told and sys.executable in told


@pytest.fixture(scope="module")
def crumbs(package):
    sys.path.insert(0, str(package))
    yield importlib.import_module("crumbs").GAME
    sys.path.remove(str(package))
    for name in [name for name in sys.modules if name.partition(".")[0] == "crumbs"]:
        del sys.modules[name]  # a worker that comes back to this file writes the package anew


@pytest.mark.parametrize(("seats", "least"), [(2, 0.65), (4, 0.4)])
def test_the_greedy_player_of_a_new_game_beats_random_play(crumbs, seats, least):
    greedy, random, luck, games = players(crumbs)["greedy"], players(crumbs)["random"], Random(1), 200
    won = 0
    for number in range(games):
        state, mine = crumbs.new(crumbs.setup(players=seats)), number % seats
        while not isinstance(turn := crumbs.turn(state), Over):
            if isinstance(turn, Chance):
                event = turn.at(luck.random())
            else:
                event = (greedy if turn.seat == mine else random).choose(crumbs, state, turn, luck)
            state = crumbs.apply(state, event)
        won += mine in turn.winners
    assert won / games > least


def test_the_terminal_shows_four_crumbs_in_the_paw_as_four(crumbs):
    state = crumbs.new(crumbs.setup())
    moves = importlib.import_module("crumbs.moves")
    state = crumbs.apply(crumbs.apply(state, moves.Roll()), moves.Rolled(4))
    said: Voice = voice("en", "crumbs")
    shown = paint(crumbs.scene(state, crumbs.turn(state), None, moves.Rolled(4)), said)
    assert "+4" in shown and "44" not in shown
