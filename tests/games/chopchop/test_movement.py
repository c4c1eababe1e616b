"""How figures walk: exact count, no square twice, nobody passed; cheese, table and legs."""

from mousehole.games.chopchop.moves import Setup
from mousehole.testing import proves
from tests.games.chopchop.vocabulary import (
    EMPTY,
    FULL,
    actions,
    flip,
    fly,
    go,
    named,
    odds,
    play,
    position,
    roll,
    targets,
    where,
)


def floor(*figures, on=EMPTY):
    """Set signs on squares of a kitchen: "1 a1"."""
    rows = [row.split() for row in on.strip().splitlines()]
    for text in figures:
        sign, square = text.split()
        rows[int(square[1:]) - 1]["abcdefg".index(square[0])] = sign
    return "\n".join(" ".join(row) for row in rows)


def mouse(value, *figures, piece=1, cat="top-e4", **fields):
    """Roll for the mice in a kitchen with these figures."""
    if any(text.startswith("C") for text in figures):
        cat = None
    return targets(play(position(floor(*figures), cat=cat, eaten=10, **fields), roll(value)), piece)


def cat(value, *figures, at=None, eaten=None, **fields):
    """Roll for the cat."""
    cheeses = sum(text[0] == "*" for text in figures)
    state = position(floor(*figures), cat=at, side="cat", eaten=10 - cheeses if eaten is None else eaten, **fields)
    return targets(play(state, roll(value)), "cat")


@proves("CC-20")
def test_a_step_never_goes_diagonally():
    assert mouse(1, "1 f2") == {"f1", "e2", "g2", "f3"}
    assert cat(1, "C f2", "1 a6") == {"f1", "e2", "g2", "f3"}


@proves("CC-21")
def test_all_steps_of_the_roll_are_walked_and_no_more():
    assert mouse(2, "1 a1") == {"a3", "b2", "c1"}
    assert mouse(3, "1 a1") == {"a2", "a4", "b1", "b3", "c2", "d1", "hole-w"}
    assert cat(3, "C a1", "1 g6") == {"a2", "a4", "b1", "b3", "c2", "d1"}


@proves("CC-22")
def test_nobody_is_passed():
    assert mouse(2, "1 a1", "2 a2", "C b1") == set()
    assert mouse(2, "1 a1", "2 a2") == {"b2", "c1"}
    assert cat(2, "C a1", "1 a2", "2 b1") == set()


@proves("CC-22")
def test_friends_let_each_other_pass_where_the_group_agreed_so():
    friendly = Setup(friends_block=False)
    assert mouse(2, "1 a1", "2 a2", "C b1", setup=friendly) == {"a3", "b2"}
    assert mouse(1, "1 a1", "2 a2", "C b1", setup=friendly) == set()


@proves("CC-23")
def test_no_square_is_entered_twice_in_one_roll_not_even_the_start():
    assert "f1" not in mouse(4, "1 f1")
    assert mouse(4, "1 a1", "2 a3", "3 b3", "4 c2", "C c1") == set()
    assert mouse(3, "1 a1", "2 a3", "3 b3", "4 c2", "C c1") == {"a2", "b1"}
    assert mouse(2, "1 d3", "C d2") == {"d5"}


@proves("CC-24")
def test_a_mouse_never_ends_on_another_one():
    assert "a2" not in mouse(1, "1 a1", "2 a2")
    assert mouse(1, "1 a1", "2 a2", setup=Setup(friends_block=False)) == {"b1"}
    assert mouse(1, "1 d1", "2 e1", "3 c1", holes="4...") == {"d2"}


@proves("CC-25")
def test_a_mouse_never_ends_on_the_cat():
    assert mouse(1, "1 a1", "C a2") == {"b1"}


@proves("CC-26")
def test_the_cat_may_end_on_a_mouse_but_not_go_beyond():
    assert "c1" in cat(2, "C a1", "1 c1")
    assert "d1" not in cat(3, "C a1", "1 b1", "2 b2")
    assert cat(3, "C a1", "1 b1", "2 a2") == set()


@proves("CC-27")
def test_table_squares_are_ordinary_squares_for_the_cat_and_below_it_never_goes():
    assert cat(1, at="top-c3", holes="1...") == {"c2", "b3", "top-d3", "top-c4"}
    assert cat(1, "C c2", holes="1...") == {"c1", "b2", "d2", "top-c3"}
    assert cat(2, "C d2", "1 a6") == {"c1", "e1", "b2", "f2", "top-c3", "top-e3", "top-d4"}


@proves("CC-28")
def test_mice_run_below_the_table_lengthwise_and_never_onto_it():
    assert mouse(1, "1 d2") == {"d1", "c2", "e2", "d3"}
    assert mouse(1, "1 d3") == {"d2", "d4"}
    assert mouse(1, "1 c2") == {"c1", "b2", "d2"}
    assert mouse(3, "1 d2", "2 c2", "3 e2", "4 d1") == {"d5"}


@proves("CC-29")
def test_cat_above_and_mouse_below_neither_catch_nor_block_each_other():
    assert mouse(1, "1 d2", cat="top-d3") == {"d1", "c2", "e2", "d3"}
    assert mouse(3, "1 d2", "2 c2", "3 e2", "4 d1", cat="top-d3") == {"d5"}
    assert "top-d3" in cat(1, "1 d3", at="top-d4")
    state = play(position(floor("1 d3"), cat="top-d4", side="cat", eaten=10), roll(1), go("cat", "top-d3"))
    assert (where(state, 1), where(state, "cat")) == ("d3", "top-d3")


@proves("CC-30")
def test_face_up_cheese_keeps_the_cat_away_and_lets_mice_through():
    assert cat(1, "C a1", "* a2", "1 g6") == {"b1"}
    assert cat(2, "C a1", "* a2", "* b1", "1 g6") == set()
    state = play(position(floor("1 a1", "* a2", "* b1"), cat="top-d3", eaten=8), roll(2))
    assert targets(state, 1) == {"a3", "b2", "c1"}
    state = play(position(floor("1 a1", "* a2", "* b1"), cat="top-d3", eaten=8), roll(1))
    assert targets(state, 1) == {"a2", "b1"}


@proves("CC-31")
def test_tiles_that_are_only_crossed_stay_face_down():
    state = position(floor("1 a1", on=FULL), cat="top-d3", eaten=0)
    after = play(state, roll(3), go(1, "d1"), flip("plate"))
    assert named(state, state.hidden ^ after.hidden) == {"d1"}
    prowl = position(floor("1 a6", on=FULL), cat="top-c3", side="cat")
    after = play(prowl, roll(3), go("cat", "b1"), flip("plate"))
    assert named(prowl, prowl.hidden ^ after.hidden) == {"b1"}


@proves("CC-58")
def test_a_bonus_move_is_walked_by_the_same_figure_by_exact_count_and_is_no_choice():
    state = position(floor("1 a1", "2 g6", "# a2"), cat="top-d3", eaten=10, bag={"plus2": 1})
    state = play(state, roll(1), go(1, "a2"), flip("plus2"))
    assert {action.piece for action in actions(state)} == {"mouse-1"}
    assert targets(state, 1) == {"a4", "b1", "b3", "c2", "hole-w"}
    assert state.phase == "bonus"


@proves("CC-58")
def test_an_impossible_bonus_is_lost_without_a_word():
    state = position(floor("1 a1", "2 c1", "3 b2", "# b1", "C a2"), eaten=10, bag={"plus2": 1})
    state = play(state, roll(1), go(1, "b1"), flip("plus2"))
    assert (state.phase, state.side, where(state, 1)) == ("roll", "cat", "b1")


@proves("CC-59")
def test_a_bonus_may_lead_back_to_the_start_of_the_turn_but_not_to_the_bonus_square():
    state = position(floor("# d1", "2 e1", "3 c1"), "1...", cat="top-c3", eaten=10, bag={"plus1": 1})
    state = play(state, roll(1), go(1, "d1"), flip("plus1"))
    assert targets(state, 1) == {"hole-n", "d2"}
    loop = position(floor("1 a1", "# b1", "2 a3", "3 b3", "4 c2", "C c1"), eaten=10, bag={"plus2": 1})
    loop = play(loop, roll(1), go(1, "b1"), flip("plus2"))
    assert targets(loop, 1) == {"a2"}


@proves("CC-59")
def test_a_second_bonus_may_lead_back_to_the_square_of_the_first():
    state = position(floor("1 a1", "# b1", "# c1"), cat="top-c3", eaten=10, bag={"plus1": 2})
    state = play(state, roll(1), go(1, "b1"), flip("plus1"), go(1, "c1"), flip("plus1"))
    assert "b1" in targets(state, 1)
    assert "c1" not in targets(state, 1)


@proves("CC-60")
def test_effects_chain_until_nothing_more_happens():
    state = position(floor("1 a1", "# b1", "# c1", "# f6", "2 g1"), cat="top-c3", eaten=9, bag={"plus1": 1, "arrow": 1})
    state = play(state, roll(1), go(1, "b1"), flip("plus1"), go(1, "c1"), flip("arrow"), fly(1, "f6"), flip("cheese"))
    assert (state.hidden, state.side, where(state, 1)) == (0, "cat", "f6")
    prowl = position(floor("C a1", "# b1", "1 c1", "2 g6"), side="cat", eaten=10, bag={"plus1": 1})
    prowl = play(prowl, roll(1), go("cat", "b1"), flip("plus1"), go("cat", "c1"))
    assert (where(prowl, 1), prowl.side) == (None, "mice")


@proves("CC-90")
def test_there_is_no_shorter_walk_when_the_whole_one_is_impossible():
    state = play(position(floor("1 a1", "C a2", "2 b1", "3 c1", "4 b2"), eaten=10), roll(1))
    assert targets(state, 1) == set()
    state = play(position(floor("C a1", "* b1", "* a3", "* b2", "1 g6"), side="cat", eaten=7), roll(2))
    assert len(odds(state)) == 1
