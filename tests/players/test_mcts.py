"""The search player: finds what is best, by number of simulations or by time, compiled or over the rules."""

import time
from random import Random

import pytest

from mousehole import shelf
from mousehole.core.game import Decide
from mousehole.players import mcts
from mousehole.players.mcts import SearchPlayer
from mousehole.players.perfect_play import Lookout

MMM = shelf.find("mmm")
BOARD = 'steps = 2\npantry = """\nB B F\n. G F\n"""\n'


def decision(number=0.35):
    """A position of a small board where somebody decides."""
    state = MMM.new(MMM.setup(board=BOARD))
    while not isinstance(turn := MMM.turn(state), Decide) or len(turn.actions) < 3:
        state = MMM.apply(state, turn.at(number) if not isinstance(turn, Decide) else turn.actions[0])
    return state, turn


@pytest.fixture(params=[True, False], ids=["compiled", "over the rules"])
def compiled(request, monkeypatch):
    if not request.param:
        monkeypatch.setattr(mcts, "kernel_of", lambda game: None)


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("number", [0.05, 0.2, 0.35])
def test_it_finds_an_action_that_is_nearly_the_best(number):
    state, turn = decision(number)
    known = Lookout(MMM, state.pantry.setup).choices(state)
    chosen = SearchPlayer(3000).choose(MMM, state, turn, Random(1))
    assert known[turn.actions.index(chosen)] > max(known) - 0.08


@pytest.mark.usefixtures("compiled")
def test_the_same_luck_leads_to_the_same_choice_and_every_action_is_tried():
    state, turn = decision()
    looks = [SearchPlayer(400).look(MMM, state, turn, Random(seed)) for seed in (3, 3, 4)]
    assert looks[0] == looks[1] != looks[2]
    assert sum(visits for visits, _ in looks[0]) == 400
    assert all(visits and 0 <= share <= 1 for visits, share in looks[0])


@pytest.mark.usefixtures("compiled")
def test_a_time_to_keep_ends_the_search():
    state, turn = decision()
    SearchPlayer(10).look(MMM, state, turn, Random(1))  # compile first
    start = time.monotonic()
    look = SearchPlayer(10**9, seconds=0.2).look(MMM, state, turn, Random(1))
    assert time.monotonic() - start < 20
    assert sum(visits for visits, _ in look) > 0


@pytest.mark.parametrize("name", shelf.names())
def test_it_plays_every_game_in_every_seat(name):
    game, luck = shelf.find(name), Random(5)
    state, decided = game.new(game.setup()), set()
    for _ in range(60):
        turn = game.turn(state)
        if isinstance(turn, Decide):
            event = SearchPlayer(3).choose(game, state, turn, luck)
            assert event in turn.actions
            decided.add(turn.seat)
        elif hasattr(turn, "odds"):
            event = turn.at(luck.random())
        else:
            break
        state = game.apply(state, event)
    assert decided
