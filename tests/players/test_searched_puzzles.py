"""Puzzles that were searched, not solved: the answer is beyond doubt, also with luck that nobody had before."""

import pytest

from mousehole import shelf
from mousehole.cli.puzzles import made
from mousehole.compiled.kernels import runs
from mousehole.core.game import Decide
from mousehole.core.puzzles import UNIT
from mousehole.library.position_text import read_position
from mousehole.players.puzzles import SURE_LEAD, SearchJudge
from mousehole.players.trees import certain_leads, growing

GAMES = ("chopchop", "mousewarming")
needs_kernels = pytest.mark.skipif(not runs(), reason="NO WASMTIME: nothing was searched; install wasmtime")


def reached(puzzle):
    game, state = read_position(puzzle.position, shelf.find)
    return game, state, game.turn(state)


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_leads_alone_and_says_why(name):
    game = shelf.find(name)
    least = max(SURE_LEAD, game.parts.doubt)
    for puzzle in game.parts.puzzles.every:
        _, state, turn = reached(puzzle)
        assert isinstance(turn, Decide) and len(turn.actions) == len(puzzle.worth) and not puzzle.exact
        (best,) = puzzle.best
        assert min(puzzle.loss(n) for n in range(len(puzzle.worth)) if n != best) >= least - 1 / UNIT
        assert puzzle.missed > 0  # no rule of thumb always finds it
        assert game.parts.reason(state, turn.actions[best]) or name == "mousewarming"
    assert len({puzzle.position for puzzle in game.parts.puzzles.every}) == len(game.parts.puzzles.every) >= 10


@needs_kernels
@pytest.mark.parametrize("name", GAMES)
def test_a_search_with_other_luck_finds_the_same_answers(name):
    for puzzle in shelf.find(name).parts.puzzles.every[:3]:
        game, state, turn = reached(puzzle)
        chances, leads = certain_leads(growing(game, state), state, turn, 40_000, "luck that nobody had")
        assert (chances.index(max(chances)),) == puzzle.best
        assert sum(lead < SURE_LEAD for lead in leads) == 1


@needs_kernels
def test_a_judge_is_silent_where_choices_are_nearly_equal():
    game = shelf.find("chopchop")
    state = game.new(game.setup())
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    assert SearchJudge(game, first=4_000).clear(state, turn) is None  # the cat may begin anywhere


@needs_kernels
def test_the_documented_command_makes_the_puzzles_that_come_with_the_game():
    game = shelf.find("chopchop")
    (found,) = made(game, game.setup(), {"easy": 1, "medium": 1, "hard": 1}, 1, "mousehole", None)
    shipped = game.parts.puzzles.every[0]
    assert (found.puzzle.position, found.puzzle.worth) == (shipped.position, shipped.worth)
