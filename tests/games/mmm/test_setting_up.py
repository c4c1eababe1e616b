"""Mmm! before the first roll."""

from collections import Counter
from itertools import combinations_with_replacement, product

import msgspec
import pytest

from mousehole.core.game import Chance
from mousehole.games.mmm import GAME
from mousehole.games.mmm.board import side
from mousehole.games.mmm.moves import FACES, Setup
from mousehole.games.mmm.rules import rolls as odds
from mousehole.testing import proves
from tests.games.mmm.vocabulary import GATHER, covered, offered, pantry, place, play, rolls

BOARDS = {
    "one_paw": "CBHHHHG CBCCCFG BHGHHFG BHGCCCC FHFFFFB FGGGGHB FBBBBHB",
    "two_paws": "FFFFGCF BBBBGCF GHHHGCF GCBBGCF GCHHHCF GCBBBBB GCHHHHH",
}


@pytest.mark.parametrize("players", [0, 7])
@proves("MMM-01")
def test_fewer_than_one_or_more_than_six_seats_are_refused(players):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"players": players}, Setup)


@pytest.mark.parametrize("players", range(1, 7))
@proves("MMM-01")
def test_one_to_six_seats_win_together_or_lose_together(players):
    won = GAME.turn(play(pantry("b B", players=players), rolls("B X X"), place("b1"), GATHER))
    lost = GAME.turn(play(pantry("B B", cat=10, players=players), rolls("X X X")))
    teams = {kind.team for kind in GAME.seats(Setup(players=players))}
    assert (won.winners, lost.winners, len(teams)) == (tuple(range(players)), (), 1)


@proves("MMM-01")
def test_the_number_of_seats_changes_nothing_but_whose_turn_it_is():
    game = [rolls("B C X"), place("a3"), GATHER, rolls("X X X"), rolls("C C C"), place("a1"), place("a2"), place("c2")]
    alone, six = (play(GAME.new(Setup(players=n)), *game) for n in (1, 6))
    assert (alone.cat, alone.free) == (six.cat, six.free)
    assert (alone.seat, six.seat) == (0, 3)
    assert GAME.turn(alone).odds == GAME.turn(six).odds


@pytest.mark.parametrize("name", BOARDS)
@proves("MMM-02")
def test_each_side_has_its_own_pantry_of_49_squares(name):
    letter = dict(zip(("bread", "fish", "cucumber", "cheese", "carrot"), "BFGHC", strict=True))
    state = GAME.new(Setup(side=name))
    food = {square: letter[item.food] for item in side(name).items for square in state.pantry.grid.named(item.squares)}
    assert "".join(food[square] for square in state.pantry.grid.names) == BOARDS[name].replace(" ", "")
    assert len(food) == 49


@pytest.mark.parametrize(
    ("name", "sizes"),
    [("one_paw", {4: 5, 3: 5, 2: 7}), ("two_paws", {5: 5, 4: 4, 3: 2, 2: 1})],
)
@proves("MMM-02")
def test_items_have_two_to_four_squares_on_one_side_and_up_to_five_on_the_other(name, sizes):
    assert Counter(item.squares.bit_count() for item in side(name).items) == sizes


@proves("MMM-02")
def test_one_paw_is_played_unless_the_group_says_otherwise():
    assert GAME.new(Setup()).pantry.board is side("one_paw")
    assert GAME.new(Setup(side="two_paws")).pantry.board is side("two_paws")
    assert side("one_paw") != side("two_paws")


@pytest.mark.parametrize("name", BOARDS)
@proves("MMM-03")
def test_the_cat_starts_on_the_white_paw_eleven_steps_away(name):
    state = GAME.new(Setup(side=name))
    assert (state.cat, state.pantry.steps) == (0, 11)


@pytest.mark.parametrize("dice", [1, 2, 3])
@proves("MMM-04")
def test_every_face_of_every_die_is_equally_likely(dice):
    thrown = Counter(tuple(sorted(faces, key=FACES.index)) for faces in product(FACES, repeat=dice))
    assert {event.faces: weight for event, weight in odds(dice, 0).odds} == thrown
    assert sum(weight for _, weight in odds(dice, 0).odds) == 6**dice


@pytest.mark.parametrize("dice", [1, 2, 3])
@proves("MMM-04")
def test_rolls_are_listed_in_the_order_of_the_faces(dice):
    assert FACES == ("bread", "fish", "cucumber", "cheese", "carrot", "x")
    assert [event.faces for event, _ in odds(dice, 0).odds] == list(combinations_with_replacement(FACES, dice))


@proves("MMM-04", "MMM-10")
def test_the_first_turn_rolls_three_dice():
    turn = GAME.turn(GAME.new(Setup()))
    assert isinstance(turn, Chance)
    assert {len(event.faces) for event, _ in turn.odds} == {3}


@proves("MMM-05")
def test_no_square_is_covered_at_the_start():
    state = GAME.new(Setup())
    assert (covered(state), state.free.bit_count()) == ([], 49)


@proves("MMM-05")
def test_a_chip_stays_through_failed_rolls_and_later_gatherings():
    state = play(pantry("B B B F F"), rolls("B X X"), place("b1"), GATHER, rolls("X X X"))
    assert covered(state) == ["b1"]
    state = play(state, rolls("F X X"), place("e1"), GATHER)
    assert covered(state) == ["b1", "e1"]
    assert offered(play(state, rolls("B F X"))) == ["a1", "c1", "d1"]


@proves("MMM-06")
def test_the_chosen_seat_begins_and_turns_go_round_the_table():
    state, order = GAME.new(Setup(players=3, first=2)), []
    for _ in range(4):
        order.append(GAME.turn(state).thrower)
        state = play(state, rolls("X X X"))
    assert order == [2, 0, 1, 2]


@proves("MMM-06")
def test_the_first_seat_begins_unless_another_is_chosen():
    assert GAME.new(Setup(players=4)).seat == 0


@pytest.mark.parametrize(("players", "first"), [(1, 1), (3, 3), (3, 5)])
@proves("MMM-06")
def test_a_seat_that_does_not_exist_cannot_begin(players, first):
    (problem,) = GAME.check(Setup(players=players, first=first))
    assert (problem.field, problem.notice) == ("first", False)
    assert not GAME.check(Setup(players=first + 1, first=first))
