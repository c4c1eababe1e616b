"""What the tiles do, for mice and for the cat."""

from mousehole.games.chopchop.moves import Setup
from mousehole.games.chopchop.state import eaten
from mousehole.testing import proves
from tests.games.chopchop.test_movement import floor
from tests.games.chopchop.vocabulary import (
    LEAVE,
    actions,
    flip,
    fly,
    go,
    named,
    play,
    position,
    roll,
    take,
    targets,
    where,
)


def mouse_flips(tile, *figures, **fields):
    """Let mouse 1 walk from a1 to the tile on b1 and turn it up; the cat is on the table."""
    return play(before_flip(tile, *figures, **fields), flip(tile))


def before_flip(tile, *figures, cat="top-d3", **fields):
    bag = {tile: 1}
    cheeses = sum(text.startswith(("*", "C*")) for text in figures)
    fields = {"eaten": 10 - cheeses - (tile == "cheese")} | fields
    cat = None if any(text.startswith("C") for text in figures) else cat
    state = position(floor("1 a1", "# b1", *figures), cat=cat, bag=bag, **fields)
    return play(state, roll(1), go(1, "b1"))


def cat_flips(tile, *figures, **fields):
    """Let the cat walk from a1 to the tile on b1 and turn it up; mouse 1 sits in a hole."""
    bag = {tile: 1}
    cheeses = sum(text.startswith("*") for text in figures)
    fields = {"holes": ".1.2"} | fields
    state = position(
        floor("C a1", "# b1", *figures), side="cat", bag=bag, eaten=10 - cheeses - (tile == "cheese"), **fields
    )
    return play(state, roll(1), go("cat", "b1"), flip(tile))


@proves("CC-50")
def test_a_mouse_turns_up_the_tile_it_ends_on_and_the_tile_is_gone():
    before = before_flip("fork")
    assert (before.phase, named(before, before.hidden)) == ("flip", {"b1"})
    after = play(before, flip("fork"))
    assert (after.hidden, after.cheese, dict(after.bag)["fork"]) == (0, 0, 0)


@proves("CC-51")
def test_the_cat_turns_up_the_tile_it_ends_on_and_the_tile_is_gone():
    state = cat_flips("plate")
    assert (where(state, "cat"), state.hidden, state.side) == ("b1", 0, "mice")


@proves("CC-52")
def test_bare_floor_table_and_holes_do_nothing():
    bare = play(position(floor("1 a1", "# g6"), cat="top-d3", eaten=10), roll(1), go(1, "b1"))
    inside = play(position(floor("1 d1", "# g6"), cat="top-d3", eaten=9), roll(1), go(1, "hole-n"))
    top = play(position(floor("C c2", "1 g6", "# a6"), side="cat", eaten=10), roll(1), go("cat", "top-c3"))
    assert [(s.phase, s.side, s.hidden.bit_count()) for s in (bare, inside, top)] == [
        ("roll", "cat", 1), ("roll", "cat", 1), ("roll", "mice", 1)
    ]  # fmt: skip


@proves("CC-53")
def test_a_caught_mouse_leaves_for_good_and_the_team_keeps_its_cheese():
    state = position(floor("C a1", "1 b1", "2 g6", "# a6", "# b6", "# c6"), side="cat", eaten=7)
    after = play(state, roll(1), go("cat", "b1"))
    assert (where(after, 1), where(after, "cat")) == (None, "b1")
    assert (after.phase, after.side) == ("roll", "mice")
    assert eaten(after) == eaten(state) == 7
    assert targets(play(after, roll(1)), 1) == set()


@proves("CC-54")
def test_a_broken_plate_does_nothing():
    state = mouse_flips("plate")
    assert (state.hidden, state.side, where(state, 1), eaten(state)) == (0, "cat", "b1", 10)


@proves("CC-55")
def test_a_mouse_takes_the_cheese_it_turns_up_or_ends_on():
    before = before_flip("cheese")
    assert eaten(before) == 9
    assert (eaten(play(before, flip("cheese"))), play(before, flip("cheese")).cheese) == (10, 0)
    lying = position(floor("1 a1", "* b1"), cat="top-d3", eaten=9)
    taken = play(lying, roll(1), go(1, "b1"))
    assert (eaten(lying), eaten(taken), taken.cheese, taken.side) == (9, 10, 0, "cat")
    crossed = play(lying, roll(2), go(1, "c1"))
    assert (eaten(crossed), named(crossed, crossed.cheese)) == (9, {"b1"})


@proves("CC-56")
def test_a_cheese_turned_up_by_the_cat_stays_and_bars_it_after_leaving():
    state = cat_flips("cheese")
    assert (named(state, state.cheese), eaten(state)) == ({"b1"}, 9)
    state = play(state, roll(1), go(1, "g4"), roll(1), go("cat", "c1"), roll(1), go(1, "g5"), roll(1))
    assert targets(state, "cat") == {"d1", "c2"}


@proves("CC-57")
def test_no_mouse_enters_the_cheese_below_the_cat():
    state = position(floor("1 a1", "C* b1"), eaten=9)
    assert targets(play(state, roll(1)), 1) == {"a2"}


@proves("CC-61")
def test_the_arrow_takes_a_mouse_to_any_free_floor_square():
    state = mouse_flips("arrow", "2 c1", "* g6", "C f6")
    assert targets(state, 1) == named(state, state.kitchen.floor) - {"b1", "c1", "g6", "f6"}
    assert {"d3", "d4"} < targets(state, 1)
    assert {action.piece for action in actions(state)} == {"mouse-1"}


@proves("CC-62")
def test_the_arrow_takes_the_cat_anywhere_but_holes_cheese_and_below_the_table():
    state = cat_flips("arrow", "3 e5", "4 d3", "* g6")
    open_floor = named(state, state.kitchen.floor) - {"d3", "d4"}
    assert targets(state, "cat") == (open_floor | named(state, state.kitchen.tops)) - {"b1", "g6"}
    caught = play(state, fly("cat", "e5"))
    assert (where(caught, 3), where(caught, "cat"), caught.side) == (None, "e5", "mice")


@proves("CC-62")
def test_the_arrow_catches_nobody_where_the_group_agreed_so():
    state = cat_flips("arrow", "3 e5", setup=Setup(arrow_catches=False))
    assert "e5" not in targets(state, "cat")
    assert "e6" in targets(state, "cat")


@proves("CC-63")
def test_the_arrow_must_be_followed_to_another_square_whose_tile_is_turned_up():
    state = mouse_flips("arrow", "# e5", eaten=9)
    assert "b1" not in targets(state, 1)
    assert set(actions(state)) == {fly(1, to) for to in targets(state, 1)}
    state = play(state, fly(1, "e5"))
    assert (state.phase, state.side, where(state, 1)) == ("flip", "mice", "e5")
    assert play(cat_flips("arrow"), fly("cat", "top-e4")).phase == "roll"


@proves("CC-64")
def test_the_fork_may_fetch_one_face_up_cheese_or_leave_it():
    state = mouse_flips("fork", "* e5", "* g1")
    assert actions(state) == (take("g1"), take("e5"), LEAVE)
    fetched = play(state, take("e5"))
    assert (eaten(fetched), named(fetched, fetched.cheese), fetched.side) == (9, {"g1"}, "cat")
    left = play(state, LEAVE)
    assert (eaten(left), named(left, left.cheese), left.side) == (8, {"e5", "g1"}, "cat")


@proves("CC-64")
def test_the_fork_does_nothing_without_a_cheese_or_with_the_cat_on_it():
    assert (mouse_flips("fork").phase, mouse_flips("fork").side) == ("roll", "cat")
    covered = mouse_flips("fork", "C* e5")
    assert (covered.phase, covered.side, named(covered, covered.cheese)) == ("roll", "cat", {"e5"})


@proves("CC-65")
def test_the_fork_is_nothing_to_the_cat():
    state = cat_flips("fork", "* g6")
    assert (state.phase, state.side, state.hidden, named(state, state.cheese)) == ("roll", "mice", 0, {"g6"})
