"""Players of every game choose legal actions, and choose the same with the same luck."""

import dataclasses
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over, Parts
from mousehole.core.record import draw
from mousehole.games.mmm.moves import Gather, Reroll, Setup
from mousehole.games.mmm.value import value
from mousehole.players.player import GreedyPlayer, NoSuchPlayer, find, players, prospect
from tests.core.coin import COIN, Call, State
from tests.games.mmm.vocabulary import GATHER, pantry, place, play, rolls

MMM = shelf.find("mmm")
EVERYBODY = [(name, player) for name in shelf.names() for player in players(shelf.find(name))]
DECISIONS = 12


def decisions(game, player, setup, seed):
    """Let a player decide for everybody, and list what it was asked and what it chose."""
    state, ply, asked, luck = game.new(setup), 0, [], Random(seed)
    while not isinstance(turn := game.turn(state), Over) and len(asked) < DECISIONS:
        if isinstance(turn, Chance):
            event = draw(turn.odds, b"players", ply)
        else:
            event = player.choose(game, state, turn, luck)
            asked.append((turn, event))
        state, ply = game.apply(state, event), ply + 1
    return asked


@pytest.mark.parametrize(("name", "level"), EVERYBODY)
def test_a_player_chooses_legal_actions_and_the_same_with_the_same_luck(name, level):
    game = shelf.find(name)
    player = find(game, level)
    asked = decisions(game, player, game.setup(), 1)
    assert asked
    assert all(event in turn.actions for turn, event in asked)
    assert decisions(game, player, game.setup(), 1) == asked


@pytest.mark.parametrize("name", shelf.names())
def test_players_are_listed_by_strength_and_random_is_the_weakest(name):
    known = players(shelf.find(name))
    assert next(iter(known)) == "random"
    assert all(weak.rank <= strong.rank for weak, strong in pairwise(known.values()))


def test_a_game_without_a_value_has_no_greedy_player():
    assert list(players(COIN)) == ["random"]
    assert "greedy" in players(MMM)


def test_the_perfect_player_comes_when_a_board_is_solved_and_goes_with_it(tmp_path, monkeypatch):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    before, solution = players(MMM), tmp_path / "solutions" / "mmm-board.chances"
    assert "perfect" not in before
    assert players(MMM) is before
    solution.parent.mkdir()
    solution.with_name("other-board.chances").touch()
    assert players(MMM) is before
    solution.touch()
    assert list(players(MMM)) == [*before, "perfect"]
    solution.unlink()
    assert players(MMM) is before


def test_an_unknown_player_is_refused_in_words():
    with pytest.raises(NoSuchPlayer, match="there is no player chess; the players are random"):
        find(MMM, "chess")


def test_random_takes_every_action_about_equally_often():
    luck, turn = Random(3), Decide(0, tuple("abcd"))
    chosen = [find(COIN, "random").choose(COIN, None, turn, luck) for _ in range(4000)]
    assert all(900 < chosen.count(action) < 1100 for action in "abcd")


def heads(state, seat):
    """Value heads, and a game that still goes on."""
    return state.heads - (10 if state.folded else 0)


def equal(state, seat):
    """Value everything alike."""
    return 0.1 + 0.2


def valued(name):
    """A coin with a value."""
    return dataclasses.replace(COIN, parts=Parts(value=f"{__name__}:{name}"))


def test_greedy_averages_over_the_luck_that_follows():
    state = State(COIN.setup(), heads=1, tosses=0, tossed=True)
    after = COIN.apply(state, Call())
    assert prospect(valued("heads"), after, 0) == pytest.approx(1 + 2 / 6)
    assert prospect(valued("heads"), state, 0) == 1


def test_greedy_takes_the_best_prospect():
    state = State(COIN.setup(), heads=1, tosses=0, tossed=True)
    assert GreedyPlayer().choose(valued("heads"), state, COIN.turn(state), Random(0)) == Call()


def test_greedy_takes_equal_prospects_equally_often():
    state, luck = State(COIN.setup(), tossed=True), Random(1)
    for game in (valued("equal"), COIN):  # a coin without a value finds all alike
        chosen = [GreedyPlayer().choose(game, state, game.turn(state), luck) for _ in range(1000)]
        assert 400 < chosen.count(Call()) < 600


def test_the_value_of_mmm_is_exact_at_the_end():
    won = play(pantry("b B"), rolls("B X X"), place("b1"), GATHER)
    lost = play(pantry("B B", cat=10), rolls("X X X"))
    assert (value(won, 0), value(lost, 0)) == (1.0, 0.0)


def test_the_value_of_mmm_falls_with_the_cat_and_rises_with_the_chips():
    state = MMM.new(Setup())
    nearer = [value(replace(state, cat=cat), 0) for cat in range(12)]
    one, four, six, seven = (value(replace(state, free=state.free >> n << n), 0) for n in (7, 28, 42, 49))
    assert nearer == sorted(nearer, reverse=True)
    assert value(state, 0) < one and four < six < seven
    assert four < one  # a food is gone by then: exactly 0.838 after 0.962
    assert 0 < value(MMM.new(Setup(side="two_paws")), 0) < value(state, 0) < 1
    assert value(MMM.new(Setup(in_line=True)), 0) < value(state, 0)


def test_greedy_stops_when_a_re_roll_could_only_lose_and_rolls_on_when_stopping_would():
    state = play(pantry("B B . F F F"), rolls("B B X"), place("a1"), place("b1"))
    assert GreedyPlayer().choose(MMM, state, MMM.turn(state), Random(0)) == Gather()
    state = play(pantry("B B / F F / G G / H H / C C", cat=10), rolls("B X X"), place("a1"))
    assert GreedyPlayer().choose(MMM, state, MMM.turn(state), Random(0)) == Reroll()
