"""The companion plays any mouse, legally and sensibly."""

from random import Random

import pytest

from mousehole.core.game import Decide, Over
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import Put, Setup
from mousehole.games.mystics.tools.positions import MouseAt, PagePosition, state_of
from mousehole.players.player import find, players

GAMES = 40


def play(number, setup, name):
    player, luck, mind = find(GAME, name), Random(number), Random(-number)
    state = GAME.new(setup)
    while not isinstance(turn := GAME.turn(state), Over):
        event = player.choose(GAME, state, turn, mind) if isinstance(turn, Decide) else turn.at(luck.random())
        assert not isinstance(turn, Decide) or event in turn.actions
        state = GAME.apply(state, event)
    return turn


def test_the_levels_are_those_of_the_other_games_the_best_last():
    assert [name for name in players(GAME) if name not in ("random", "greedy")] == ["easy", "medium", "strong", "best"]


def test_a_party_of_companions_often_wins_and_random_mice_hardly_ever():
    wins = [sum(bool(play(n, Setup(), name).winners) for n in range(GAMES)) for name in ("medium", "random")]
    assert wins[0] > GAMES // 4
    assert wins[1] < GAMES // 8


@pytest.mark.parametrize("party", [("odda", "wick", "tolly", "bram"), ("yarrow", "wick", "fenna", "tolly")])
def test_it_plays_every_mouse_to_an_end(party):
    reasons = {play(n, Setup(players=4, party=party), "medium").reason for n in range(8)}
    assert reasons <= {"victory", "hourglass", "captured"}


def test_whoever_is_rescued_beside_a_mouse_in_the_water_comes_back_ashore():
    mice = {"bram": MouseAt("d2"), "odda": MouseAt("")}
    state = state_of(PagePosition(mice=mice, side="t3a", turn="odda"))
    for name in ("easy", "medium", "strong", "best"):
        chosen = find(GAME, name).choose(GAME, state, GAME.turn(state), Random(1))
        assert isinstance(chosen, Put) and chosen.at not in state.ground.water
