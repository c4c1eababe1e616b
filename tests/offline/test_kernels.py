"""Kernels through the browser's own WebAssembly: the same games and choices as at a server, bit for bit."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from mousehole.offline.building.fetching import kept_parts, python_for_browsers, wheels

SOURCES = Path(__file__).parents[2] / "src"
PYTHON = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, wheel, sources, script] = process.argv.slice(1);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "whl");
python.mountNodeFS("/sources", sources);
python.runPython("import sys; sys.path.insert(0, '/sources')");
console.log(python.runPython(script));
"""
PLAYED = """
import json
from random import Random

from mousehole import shelf
from mousehole.compiled.kernels import KernelTrap, kernel_of
from mousehole.compiled.rules import rules
from mousehole.compiled.wasm import Instance
from mousehole.core.game import Chance, Decide
from mousehole.players.hints import hints
from mousehole.players.mcts import SearchPlayer
from mousehole.players.player import find


def played(game, kernel):
    state, luck, told = game.new(game.setup()), Random("kernels"), []
    told.append(rules(kernel, state).playouts(20, 88172645463325252))
    for _ in range(20):
        turn = game.turn(state)
        if isinstance(turn, Decide):
            looks = SearchPlayer(200, learned=True).look(game, state, turn, luck)
            event = max(zip(looks, turn.actions), key=lambda pair: pair[0])[1]
            told.append((looks, str(event)))
        else:
            event = turn.at(luck.random())
        state = game.apply(state, event)
    return told


def trapped(kernel):
    instance, told = Instance(kernel.module, 4 << 20), []
    for wrong in (lambda: instance["place"](99, 1), lambda: instance.read(1 << 31, 1), lambda: instance.room(8 << 20)):
        try:
            wrong()
        except KernelTrap as error:
            told.append(str(error).split(":")[0])
    return told


def solved(game):
    state, luck, thumb = game.new(game.setup()), Random("solved"), find(game, "thumb")
    while not isinstance(turn := game.turn(state), Decide) or state.free.bit_count() > 12:
        event = turn.at(luck.random()) if isinstance(turn, Chance) else thumb.choose(game, state, turn, luck)
        state = game.apply(state, event)
    return [hint.exact for hint in hints(game, state)]


games = {name: shelf.find(name) for name in shelf.names()}
kernels = {name: kernel_of(game) for name, game in games.items() if name in NAMES}
told = {name: (played(games[name], kernel), trapped(kernel)) for name, kernel in kernels.items()}
told["solved"] = solved(games["mmm"]) if "mmm" in NAMES else []
json.dumps(told)
"""


@pytest.mark.parametrize("name", ["chopchop", "mmm", "mousewarming"])
def test_a_browser_plays_and_searches_as_a_server_does(name):
    node = shutil.which("node")
    if not node:
        pytest.skip("NO NODE: kernels were not tried in another engine; install Debian's package nodejs")
    kept, script = kept_parts(), PLAYED.replace("NAMES", repr([name]))
    wheel = next(path for path in wheels(kept) if path.name.startswith("msgspec"))
    given = [python_for_browsers(kept), wheel, SOURCES, script]
    command = [node, "--input-type=module", "-e", PYTHON, *map(str, given)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    here: dict = {}
    *lines, last = script.strip().splitlines()
    exec("\n".join([*lines, f"answer = {last}"]), here)
    found, expected = json.loads(done.stdout), json.loads(here["answer"])
    assert all(found.pop("solved"))  # where boards are not solved ahead, the end of a game is
    assert found[name] == expected[name]
