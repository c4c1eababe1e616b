"""The estimate of Mmm! is near the exact chance, also on boards that it was not fitted to."""

from random import Random

import pytest

from mousehole.core.game import Chance, Over
from mousehole.games.mmm import GAME
from mousehole.games.mmm.players import ThumbPlayer
from mousehole.games.mmm.solver.exact import EXACT
from mousehole.games.mmm.value import laid, value
from tests.games.mmm.vocabulary import pantry, place, play, rolls

BOARDS = {
    "five foods": ("B B B F F F / . . . . . . / G G G H H H / . . . . . . / C C C C B B", 5),
    "single squares": ("B B . F F / G . H . C", 3),
    "four foods": ("B B B B F F F F / . . . . . . . . / B B . F F G H H", 5),
    "long items": ("B B B B B B / F F F F F F / G G G G G G / H H H H H H", 9),
}


def between_turns(state, luck):
    """Walk through a game of the rule of thumb with slips, and stop wherever a turn begins."""
    slips, thumb = 0.3 * luck.random(), ThumbPlayer()
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, Chance):
            if not state.placed:
                yield state
            state = GAME.apply(state, turn.at(luck.random()))
        else:
            slip = luck.random() < slips
            state = GAME.apply(state, luck.choice(turn.actions) if slip else thumb.choose(GAME, state, turn, luck))


@pytest.mark.parametrize(("rows", "steps"), BOARDS.values(), ids=BOARDS)
def test_it_is_off_by_less_than_four_games_of_a_hundred(tmp_path, rows, steps):
    start = pantry(rows, steps=steps)
    oracle = EXACT.solve(tmp_path, start, lambda done, total: None)
    met = [at for seed in range(60) for at in between_turns(start, Random(seed))]
    assert len(met) > 250
    assert sum(abs(value(at, 0) - oracle.value(at)) for at in met) / len(met) < 0.04


def test_it_lays_dice_on_the_item_nearest_to_completion():
    state = play(pantry("B B B . b B B"), rolls("B B X"), place("f1"))
    assert laid(state)[1] == 0b1100000  # f1 and g1


def test_it_completes_one_item_a_turn():
    state = play(pantry("b B . f F F"), rolls("B F F"), place("b1"))
    assert laid(state)[1] == 0b10010  # b1 and e1: f1 is kept for another turn
