"""Boards solved without a server: by a script, into the file a server would write, and read where no file is mapped."""

import json
import shutil
import subprocess
from base64 import b64encode
from random import Random

import msgspec
import pytest
from msgspec.structs import asdict

from mousehole.core.game import Chance, Decide
from mousehole.core.solvable import Swept
from mousehole.core.words import UserError
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.solver import exact, solution
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.solver.solution import place
from mousehole.games.mmm.solver.sweep import silent
from mousehole.host.jobs import HINTS, SOLVE, PositionRef, StoredAnswer, answer_in, pack_question
from mousehole.offline import browser_jobs
from tests.client.test_client import node
from tests.games.mmm.vocabulary import pantry
from tests.house import tree

SWEEP = tree.ROOT / "src" / "mousehole" / "offline" / "shell" / "sweep.js"
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
const { beginning, crc32, headed, sweep } = await import(process.argv[1]);
const plan = JSON.parse(readFileSync(0, "utf8"));
plan.module = Buffer.from(plan.module, "base64");
const parts = [new Uint8Array(0)], values = [], far = [];
for (const { done, total, plane } of sweep(plan)) {
  far.push([done, total]);
  if (plane) parts.push(plane.slice()), values.push(beginning(plane));
}
parts[0] = headed(plan, parts.slice(1).map(crc32));
writeFileSync(process.argv[2], Buffer.concat(parts));
console.log(JSON.stringify({ values, far }));
"""


def swept(state, folder):
    """Let the script solve a board as the worker of a browser does."""
    plan = asdict(EXACT.sweep(state))
    plan["module"] = b64encode(plan["module"]).decode()
    script, file = folder / "sweep.mjs", folder / "swept"
    shutil.copy(SWEEP, script)
    command = [node(), "--input-type=module", "-e", SCRIPT, script.as_uri(), str(file)]
    done = subprocess.run(command, input=json.dumps(plan), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), file.read_bytes(), plan["file"]


@pytest.mark.parametrize(
    "board",
    [
        pantry("B B B F F / G G H H C / B B F F C", steps=5),
        pantry("B B / F F", steps=1),
        pytest.param(GAME.new(Setup(side="two_paws")), marks=pytest.mark.long),
        pytest.param(GAME.new(Setup()), marks=pytest.mark.long),
    ],
    ids=["small", "tiny", "two paws", "one paw"],
)
def test_a_script_writes_the_file_that_a_server_writes(board, tmp_path):
    oracle = EXACT.solve(tmp_path, board, silent)
    told, data, name = swept(board, tmp_path)
    assert name == place(tmp_path, board.pantry).name
    assert data == place(tmp_path, board.pantry).read_bytes()
    assert told["values"][-1] == oracle.value(board)
    assert told["far"] == [[n, len(told["far"])] for n in range(1, len(told["far"]) + 1)]


def question(board, keep):
    return pack_question((PositionRef("mmm", msgspec.json.encode(board.pantry.setup)), keep, 0))


@pytest.fixture
def solutions(tmp_path, monkeypatch):
    """The folder of solutions of this process."""
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    return tmp_path / "solutions"


def test_only_boards_that_are_not_solved_yet_go_to_the_worker_without_python(solutions):
    board = pantry("B B / F F", steps=2)
    assert isinstance(EXACT, Swept)
    plan = browser_jobs.sweep(SOLVE.name, question(board, True))
    assert plan["keep"] and plan["steps"] == 2 and plan["file"] == place(solutions, board.pantry).name
    assert browser_jobs.sweep(HINTS.name, pack_question((PositionRef("mmm"), None))) is None
    EXACT.solve(solutions, board, silent)
    assert browser_jobs.sweep(SOLVE.name, question(board, True)) is None


def test_what_the_worker_finds_is_answered_as_a_server_would(solutions):
    board = pantry("B B / F F", steps=2)
    asked = question(board, True)
    found = EXACT.survey(solutions, board, "", silent)
    told = browser_jobs.swept(asked, [value for _, value in found])
    assert answer_in(SOLVE, msgspec.json.decode(told, type=StoredAnswer)) == found
    for reason in ("memory", "room", "something else"):
        with pytest.raises(UserError, match="chances are exact all the same"):
            answer_in(SOLVE, msgspec.json.decode(browser_jobs.not_swept(reason), type=StoredAnswer))


def test_where_no_file_is_mapped_a_solution_says_the_same(tmp_path, monkeypatch):
    state, luck = pantry("B B B F F / G G H H C / B B F F C", steps=5), Random("read")
    mapped = EXACT.solve(tmp_path, state, silent)
    solution._opened.cache_clear()
    monkeypatch.setattr(solution, "IN_BROWSER", True)
    read = EXACT.open(tmp_path, state)
    while isinstance(turn := GAME.turn(state), Chance | Decide):
        assert read.value(state) == mapped.value(state)
        if isinstance(turn, Decide):
            assert read.choices(state) == mapped.choices(state)
        event = turn.at(luck.random()) if isinstance(turn, Chance) else luck.choice(turn.actions)
        state = GAME.apply(state, event)
    solution._opened.cache_clear()


def test_a_house_knows_which_boards_the_other_worker_has_solved(solutions, monkeypatch):
    for module in (exact, solution):
        monkeypatch.setattr(module, "IN_BROWSER", True)
    board, further = GAME.new(Setup()), GAME.new(Setup(steps=12))
    assert EXACT.open(solutions, board) is None
    name = place(solutions, board.pantry).name
    browser_jobs.BrowserJobs(lambda *asked: None).solved(name, EXACT.size(board))
    assert EXACT.open(solutions, board) and not EXACT.open(solutions, further)
    with pytest.raises(AssertionError):
        EXACT.open(solutions, board).value(board)
