"""Mmm!: how a game ends and what it is worth."""

import pytest

from mousehole.core.game import Over, Result
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Setup
from mousehole.testing import proves
from tests.games.mmm.vocabulary import GATHER, covered, pantry, place, play, rolls


@proves("MMM-50")
def test_everybody_wins_at_once_when_the_last_square_is_covered():
    state = play(pantry("b B / F f", players=3, cat=2), rolls("B F X"), place("b1"), place("a2"), GATHER)
    assert GAME.turn(state) == Over((0, 1, 2), "gathered", 9, "win-6")


@proves("MMM-50")
def test_the_third_die_may_win():
    state = play(pantry("B B B", players=2), rolls("B B B"), place("a1"), place("b1"), place("c1"))
    assert GAME.turn(state).reason == "gathered"


@pytest.mark.parametrize("rows", ["B f / g h", "b F / g h", "b f / G h", "b f / g H"])
@proves("MMM-50")
def test_one_square_left_is_no_win_wherever_it_lies(rows):
    assert not isinstance(GAME.turn(pantry(rows)), Over)
    assert isinstance(GAME.turn(pantry(rows.lower())), Over)


@proves("MMM-50")
def test_dice_that_still_lie_have_not_won_yet():
    state = play(pantry("b B"), rolls("B X X"), place("b1"))
    assert not isinstance(GAME.turn(state), Over)


@proves("MMM-50")
def test_the_last_chip_wins_even_with_the_cat_at_the_door():
    over = GAME.turn(play(pantry("b B", cat=10), rolls("B X X"), place("b1"), GATHER))
    assert (over.reason, over.score) == ("gathered", 1)


@proves("MMM-51")
def test_everybody_loses_when_a_failed_roll_lets_the_cat_in():
    state = play(pantry("B B B", players=3, cat=10), rolls("X X X"))
    assert GAME.turn(state) == Over((), "cat", -3, "loss-2")


@proves("MMM-51")
def test_food_gathered_as_the_cat_comes_in_still_counts():
    state = play(pantry("B B B B / F F F F", cat=10), rolls("B F X"), place("a1"), place("a2"), GATHER)
    assert (covered(state), GAME.turn(state)) == (["a1", "a2"], Over((), "cat", -6, "loss-6"))


@proves("MMM-51")
def test_the_cat_is_not_in_before_its_last_step():
    assert not isinstance(GAME.turn(play(pantry("B B B", cat=9), rolls("X X X"))), Over)


@proves("MMM-51")
def test_the_cat_walks_as_many_steps_as_the_set_up_says():
    assert GAME.new(Setup(steps=3)).pantry.steps == 3
    state = play(GAME.new(Setup(steps=3)), rolls("X X X"), rolls("X X X"))
    assert not isinstance(GAME.turn(state), Over)
    assert GAME.turn(play(state, rolls("X X X"))).reason == "cat"


WINS = dict(enumerate(["win-1", "win-2", "win-2", "win-4", "win-4", *["win-6"] * 6], 1))
LOSSES = dict(enumerate(["loss-1", "loss-2", "loss-2", "loss-4", "loss-4", "loss-6", "loss-6"], 1))


@pytest.mark.parametrize("steps", WINS)
@proves("MMM-52")
def test_a_win_is_rated_by_the_steps_the_cat_has_left(steps):
    over = GAME.turn(play(pantry("b B", cat=11 - steps), rolls("B X X"), place("b1"), GATHER))
    assert (over.score, over.rating) == (steps, WINS[steps])


@pytest.mark.parametrize("squares", LOSSES)
@proves("MMM-53")
def test_a_loss_is_rated_by_the_squares_left(squares):
    over = GAME.turn(play(pantry(" ".join("B" * squares), cat=10), rolls("X X X")))
    assert (over.score, over.rating) == (-squares, LOSSES[squares])


@pytest.mark.parametrize("rating", ["win-1", "win-2", "win-4", "win-6", "loss-1", "loss-2", "loss-4", "loss-6"])
@proves("MMM-52", "MMM-53")
def test_every_rating_has_words_of_its_own(rating):
    winners = (0,) if rating.startswith("win") else ()
    said = GAME.ending(Over(winners, "", rating=rating))
    others = [GAME.ending(Over(winners, "", rating=other)) for other in {*WINS.values(), *LOSSES.values()} - {rating}]
    assert said not in others


def result(rating, clean=True):
    return Result(Setup(), Over((0,), "gathered", rating=rating), clean)


@proves("MMM-54")
def test_two_top_wins_in_a_row_make_legends():
    assert GAME.title_of((result("win-6"), result("win-6")))
    assert GAME.title_of((result("loss-6"), result("win-6"), result("win-6")))


@pytest.mark.parametrize(
    "results",
    [
        [],
        [result("win-6")],
        [result("win-6"), result("win-4")],
        [result("win-4"), result("win-6")],
        [result("win-6"), result("win-6"), result("loss-1")],
        [result("win-6"), result("loss-1"), result("win-6")],
        [result("win-6"), result("win-6", clean=False)],
        [result("win-6", clean=False), result("win-6")],
    ],
)
@proves("MMM-54")
def test_no_other_row_of_results_does(results):
    assert GAME.title_of(tuple(results)) is None


@proves("MMM-54")
def test_the_proof_is_played_on_the_same_board():
    setup = Setup(players=3, side="two_paws", in_line=True)
    assert GAME.sequel(setup, GAME.new(setup), (result("win-6"),)) == setup
