"""Exact-count walks, checked against a plain enumeration of every path."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mousehole.games.chopchop.board import route, spaces
from mousehole.games.chopchop.moves import CAT, Setup
from mousehole.games.chopchop.rules import cat_ends, closed_to, mouse_ends, new
from mousehole.games.chopchop.state import Kitchen, State
from mousehole.testing import proves

LEGS = {"c3", "e3", "c4", "e4"}
TABLE = LEGS | {"d3", "d4"}
FRONTS = {
    "side": {"d1": "hole-n", "g4": "hole-e", "d6": "hole-s", "a3": "hole-w"},
    "pinwheel": {"b1": "hole-n", "g2": "hole-e", "f6": "hole-s", "a5": "hole-w"},
    "end": {"a1": "hole-n", "g1": "hole-e", "g6": "hole-s", "a6": "hole-w"},
}


def beside(square):
    column, row = "abcdefg".index(square[0]), int(square[1])
    near = [(column, row - 1), (column, row + 1), (column - 1, row), (column + 1, row)]
    return [f"{'abcdefg'[c]}{r}" for c, r in near if 0 <= c < 7 and 1 <= r <= 6]


def mouse_next(space, holes):
    """The neighbours of a space of the mice, straight from the drawing of the board."""
    if space.startswith("hole"):
        return [front for front, hole in FRONTS[holes].items() if hole == space]
    floor = [square for square in beside(space) if square not in LEGS]
    if space in ("d3", "d4"):
        floor = [square for square in floor if square[0] == "d"]
    hole = FRONTS[holes].get(space)
    return [*floor, hole] if hole else floor


def cat_next(space, holes):
    """The neighbours of a space of the cat."""
    return [f"top-{square}" if square in TABLE else square for square in beside(space.removeprefix("top-"))]


def paths(following, start, steps, closed, barred):
    """Walk every path square by square; nothing is remembered but the path itself."""
    queue, found = deque([(start,)]), set()
    while queue:
        path = queue.popleft()
        last = len(path) == steps
        for space in following(path[-1]):
            if space in path or space in (barred if last else closed):
                continue
            if last:
                found.add(space)
            else:
                queue.append((*path, space))
    return found


def where(box, mask):
    return set(box.named(mask))


@st.composite
def positions(draw):
    """Set figures and face-up cheeses anywhere they may be; none, some or all mice alive."""
    setup = Setup(holes=draw(st.sampled_from(["side", "pinwheel", "end"])), friends_block=draw(st.booleans()))
    box = Kitchen(setup)
    mouse_room = [space for space, name in box.names.items() if not name.startswith("top")]
    mice = draw(st.lists(st.sampled_from(mouse_room), min_size=1, max_size=4, unique=True))
    cat = draw(st.sampled_from([space for space in box.cat_ways.near if space not in mice]))
    bare = [space for space in spaces(box.floor) if space not in mice]
    cheese = sum(draw(st.sets(st.sampled_from(bare), max_size=10)))
    mice += [0] * (4 - len(mice))
    return State(box, tuple(mice), 0, new(setup).bag, cat, cheese, sum(box.holes), "move", "mice")


@settings(max_examples=600, deadline=None)
@given(positions(), st.integers(1, 4))
@proves("CC-21", "CC-23", "CC-24", "CC-25")
def test_mice_end_where_some_path_of_that_length_ends(state, steps):
    box, setup = state.kitchen, state.kitchen.setup
    start = state.mice[0]
    friends, cat = where(box, sum(state.mice) & ~start), where(box, state.cat)
    closed = friends | cat if setup.friends_block else cat
    expected = paths(lambda s: mouse_next(s, setup.holes), box.names[start], steps, closed, friends | cat)
    assert where(box, mouse_ends(state, start, steps)) == expected


@settings(max_examples=600, deadline=None)
@given(positions(), st.integers(1, 3))
@proves("CC-26", "CC-27", "CC-30", "CC-45")
def test_the_cat_ends_where_some_path_of_that_length_ends(state, steps):
    box = state.kitchen
    mice, cheese = where(box, sum(state.mice)), where(box, state.cheese)
    alive = [mouse for mouse in state.mice if mouse]
    mercy = {f for f, hole in FRONTS[box.setup.holes].items() if mice == {hole}} if len(alive) == 1 else set()
    start = box.names[state.cat]
    expected = paths(lambda s: cat_next(s, box.setup.holes), start, steps, mice | cheese, cheese | mercy)
    assert where(box, cat_ends(state, steps)) == expected


@settings(max_examples=300, deadline=None)
@given(positions(), st.integers(1, 4), st.sampled_from([0, CAT]))
def test_the_route_that_is_shown_is_a_legal_walk(state, steps, figure):
    steps = min(steps, 3) if figure == CAT else steps
    box = state.kitchen
    following = cat_next if figure == CAT else mouse_next
    start = state.cat if figure == CAT else state.mice[0]
    ends = cat_ends(state, steps) if figure == CAT else mouse_ends(state, start, steps)
    for end in spaces(ends):
        walk = route(box.cat_ways if figure == CAT else box.mice_ways, start, end, steps, closed_to(state, figure))
        names = [box.names[space] for space in (start, *walk)]
        assert (len(walk), walk[-1], len(set(names))) == (steps, end, steps + 1)
        assert all(b in following(a, box.setup.holes) for a, b in pairwise(names))
        assert not any(space & closed_to(state, figure) for space in walk[:-1])


@pytest.mark.parametrize("holes", FRONTS)
def test_the_two_boards_have_the_known_size(holes):
    box = Kitchen(Setup(holes=holes))
    edges = [sum(near.bit_count() for near in ways.near.values()) // 2 for ways in (box.mice_ways, box.cat_ways)]
    assert ([len(box.mice_ways.near), len(box.cat_ways.near)], edges) == ([42, 42], [61, 71])
