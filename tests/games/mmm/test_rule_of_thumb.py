"""The player `thumb` follows the five rules of docs/mmm-play.md, and its compiled twin in the bench does the same."""

from random import Random

import pytest

from bench.pantry import Games
from bench.thumb import costs, wins
from mousehole.core.game import Decide, Over
from mousehole.games.mmm import GAME
from mousehole.games.mmm.kernel import KERNEL
from mousehole.games.mmm.moves import Place, Setup
from mousehole.games.mmm.players import ThumbPlayer
from mousehole.games.mmm.solver.exact import EXACT
from tests.games.mmm.vocabulary import GATHER, REROLL, pantry, place, play, rolls

FIVE = "B B B / F F F / G G G / H H H / C C C"


def thumb(state):
    return ThumbPlayer().choose(GAME, state, GAME.turn(state), Random(0))


def test_it_finishes_no_second_item_in_a_turn():
    state = play(pantry("b B . B B / f F . . . / G G G . ."), rolls("B F G"), place("b1"))
    assert thumb(state) == Place("cucumber", "a3")  # three foods or fewer: what fits is laid
    state = play(state, place("a3"))
    assert thumb(state) == GATHER  # the fish would be a second item


def test_a_second_item_may_be_finished_to_win():
    state = play(pantry("b B / f F"), rolls("B F X"), place("b1"))
    assert thumb(state) == Place("fish", "b2")


def test_after_an_item_it_takes_the_next_smallest_of_that_food():
    state = play(pantry("b B . b B . B B B"), rolls("B B X"), place("b1"))
    assert thumb(state) == Place("bread", "g1")


def test_it_eats_from_the_food_with_the_most_free_squares():
    assert thumb(play(pantry("B B B . F F F F"), rolls("B F X"))) == Place("fish", "e1")


def test_of_a_food_it_takes_the_item_nearest_to_completion():
    assert thumb(play(pantry("B B B B . b B B"), rolls("B X X"))) == Place("bread", "g1")


def test_it_keeps_two_dice_only_if_both_fit_and_one_shows_the_food_with_most_squares_left():
    board = "B B B B B / F F F F . / G G G . . / H H H . . / C C C . ."
    assert thumb(play(pantry(board), rolls("B F G"), place("a1"))) == Place("fish", "a2")
    assert thumb(play(pantry(board), rolls("B G H"), place("a1"))) == REROLL
    assert thumb(play(pantry(board), rolls("B F X"), place("a1"))) == REROLL


def test_with_three_foods_left_it_lays_what_fits():
    assert thumb(play(pantry("B B B B / F F . . / G G . ."), rolls("B G X"), place("a1"))) == Place("cucumber", "a3")


def test_a_single_die_is_laid_where_it_fits():
    state = play(pantry(FIVE), rolls("B F X"), place("a1"), REROLL, rolls("F G"), place("a2"))
    assert thumb(state) == Place("cucumber", "a3")


@pytest.mark.parametrize(("board", "told"), [(FIVE, REROLL), ("B B B / F F F / G G G / H H H", GATHER)])
def test_a_single_die_is_rolled_again_only_while_all_five_foods_are_there(board, told):
    state = play(pantry(board), rolls("B F X"), place("a1"), place("a2"))
    assert thumb(state) == told


@pytest.mark.parametrize(("board", "told"), [("B B B B", REROLL), ("B B B", GATHER)])
def test_two_dice_are_rolled_again_until_two_squares_are_left(board, told):
    assert thumb(play(pantry(board), rolls("B X X"), place("a1"))) == told


def test_it_never_stops_where_that_loses():
    state = pantry("B B B", cat=10)
    assert thumb(play(state, rolls("B X X"), place("a1"))) == REROLL
    assert thumb(play(state, rolls("B B X"), place("a1"), place("b1"))) == REROLL
    assert thumb(play(pantry("b B . B", cat=10), rolls("B X X"), place("b1"))) == GATHER  # the cat stays


@pytest.mark.parametrize("setup", [Setup(), Setup(side="two_paws")])
def test_its_compiled_twin_does_the_same(setup):
    start, luck, decided = GAME.new(setup), Random(5), 0
    games = Games(start)
    while decided < 3000:
        state, wild = start, luck.random()
        while not isinstance(turn := GAME.turn(state), Over):
            if not isinstance(turn, Decide):
                state = GAME.apply(state, turn.at(luck.random()))
                continue
            told = thumb(state)
            assert games.by_thumb(state) == KERNEL.numbers(state)[told]
            decided += 1
            state = GAME.apply(state, luck.choice(turn.actions) if luck.random() < wild else told)


@pytest.mark.parametrize(("side", "least"), [("one_paw", 0.855), ("two_paws", 0.465)])
def test_it_wins_as_often_as_the_page_says(side, least):
    assert least < wins(GAME.new(Setup(side=side)), 0, 20_000) / 20_000 < least + 0.02


def test_what_its_rules_lose_adds_up_to_the_distance_to_perfect_play(tmp_path, monkeypatch):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    state, games = pantry("B B B B F F F F / . . . . . . . . / B B . F F G H H", steps=5), 20_000
    perfect = EXACT.solve(tmp_path / "solutions", state, lambda done, total: None).value(state)
    lost = sum(costs(state, games)) / games
    assert 0.02 < lost == pytest.approx(perfect - wins(state, 0, games) / games, abs=0.01)
