"""Mmm! on boards of one's own: what is wrong with a file is said with its row, what is unusual as a notice."""

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mousehole.core.content import BadContent
from mousehole.core.record import BadRecord, read_setup
from mousehole.core.words import voice
from mousehole.games.mmm import GAME
from mousehole.games.mmm.board import own
from mousehole.games.mmm.moves import Setup
from mousehole.games.mmm.rules import new
from mousehole.games.mmm.scene import bars, square_at
from mousehole.testing import check_said


def board(pantry, items="", more=""):
    text = f'{more}\npantry = """\n{_rows(pantry)}\n"""\n'
    return f'{text}items = """\n{_rows(items)}\n"""\n' if items else text


def _rows(grid):
    return "\n".join(row.strip() for row in grid.split("/"))


NO_CAT = "cat: there is no key cat here; there are items, pantry, paws, steps"
WRONG = {
    "ragged rows": (board("B B B / B B"), "pantry, row 2: 2 squares, but row 1 has 3"),
    "an empty row": (board("B B / / B B"), "pantry, row 2: 0 squares, but row 1 has 2"),
    "an unknown letter": (board("B B / B Q"), "pantry, row 2: unknown letter Q; use B F G H C or a dot"),
    "a small letter": (board("B b"), "pantry, row 1: unknown letter b; use B F G H C or a dot"),
    "letters without spaces": (board("BB"), "pantry, row 1: unknown letter BB; use B F G H C or a dot"),
    "no food": (board(". . / . ."), "pantry: there is no food at all"),
    "no rows": (board(""), "pantry: there are no rows"),
    "13 rows": (board(" / ".join("B" * 13)), "pantry, row 13: at most 12 rows"),
    "13 columns": (board("B " * 12 + "/" + "B " * 13), "pantry, row 2: 13 squares, at most 12"),
    "items too narrow": (board("B B / B B", "a a / a"), "items, row 2: 1 squares, but the pantry has 2"),
    "items too low": (board("B B / B B", "a a"), "items, row 2: 0 squares, but the pantry has 2"),
    "items too high": (board("B B", "a a / b b"), "items, row 2: 2 squares, but the pantry has 0"),
    "an item where no square is": (board("B . / B B", "a a / b b"), "items, row 1: a is where the pantry has ."),
    "a square without an item": (board("B B / B B", "a a / . b"), "items, row 2: . is where the pantry has B"),
    "an item of two foods": (board("B B / F F", "a b / a c"), "items, row 2: item a is F here but was B before"),
    "an item in two parts": (
        board("B B B / B B B", "a b a / c c c"),
        "items, row 1: the squares of item a are not connected",
    ),
    "no steps": (board("B B", more="steps = 0"), "steps: expected 1 to 30, found 0"),
    "too many steps": (board("B B", more="steps = 31"), "steps: expected 1 to 30, found 31"),
    "three paws": (board("B B", more="paws = 3"), "paws: expected 1 or 2, found 3"),
    "steps beyond count": (
        board("B B", more="steps = 0x" + "f" * 3900),
        "steps: … is too large: 9223372036854775807 at most",
    ),
    "steps in words": (board("B B", more='steps = "many"'), 'steps: a whole number is needed here, not "many"'),
    "no pantry": ("steps = 11", "pantry: this key is missing"),
    "an unknown key": (
        board("B B", more="cat = 1"),
        NO_CAT,
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_bad_board_is_refused_with_file_row_and_reason(what):
    text, reason = WRONG[what]
    with pytest.raises(BadContent) as caught:
        own(text, "mine.toml")
    assert str(caught.value) == f"mine.toml: {reason}"
    check_said(GAME, caught.value.line)


@pytest.mark.parametrize("what", WRONG)
def test_a_set_up_with_a_bad_board_names_the_field(what):
    text, reason = WRONG[what]
    (problem,) = GAME.check(Setup(board=text))
    assert (problem.field, problem.notice) == ("board", False)
    assert voice("en", GAME.package)(problem.line) == f"board: {reason}"
    with pytest.raises(BadRecord, match="board: "):
        read_setup(GAME, msgspec.json.encode(Setup(board=text)))


@pytest.mark.parametrize(
    "text", ["pantry = ", "=", "pantry = '''B B", "x=" + "[" * 3900, "\x00", "pantry = 1\npantry = 2"]
)
def test_what_is_no_toml_is_refused(text):
    (problem,) = GAME.check(Setup(board=text))
    told = voice("en")(problem.line)
    assert re.match(r"board(:\d+)?: not TOML: ", told) and told.isprintable()


def test_a_board_without_items_joins_equal_neighbours():
    items = own(board("B B F / . B F / B . ."), "mine.toml").items
    assert [(item.food, item.squares) for item in items] == [
        ("bread", 0b010_011),
        ("fish", 0b100_100),
        ("bread", 1 << 6),
    ]


def test_the_items_grid_tells_touching_items_of_one_food_apart():
    items = own(board("B B / B B", "a b / a b"), "mine.toml").items
    assert [item.squares for item in items] == [0b0101, 0b1010]


def test_an_empty_items_grid_says_nothing():
    assert len(own(board("B . B", items=" "), "mine.toml").items) == 2


def test_the_largest_board_is_twelve_by_twelve():
    squares = own(board(" / ".join(["B " * 12] * 12)), "mine.toml").grid
    assert (squares.names[0], squares.names[-1], len(squares.names)) == ("a1", "l12", 144)


def test_an_own_board_overrides_the_side_and_has_eleven_steps_unless_it_says_otherwise():
    state = GAME.new(Setup(side="two_paws", board=board("B B")))
    assert (state.free, state.pantry.steps) == (0b11, 11)
    assert GAME.new(Setup(board=board("B B", more="steps = 4"))).pantry.steps == 4
    assert GAME.new(Setup(board=board("B B", more="steps = 4"), steps=6)).pantry.steps == 6


def notices(text):
    problems = GAME.check(Setup(board=text))
    assert all(problem.notice and problem.field == "board" for problem in problems)
    return [voice("en", GAME.package)(problem.line) for problem in problems]


def test_a_missing_food_is_worth_a_notice():
    assert notices(board("B B F F / G G C C")) == ["there is no cheese: that face counts as a red cross"]


def test_an_item_of_one_square_is_worth_a_notice():
    assert notices(board("B B F F G / G G C C H")) == [
        "e1 is an item of a single square",
        "e2 is an item of a single square",
    ]


def test_an_ordinary_board_is_worth_none():
    assert notices(board("B B F F H / G G C C H")) == []


@given(st.text(st.sampled_from("BFGHC. /"), max_size=60))
def test_any_drawing_is_either_a_board_or_a_named_mistake(drawing):
    problems = GAME.check(Setup(board=board(drawing)))
    if all(problem.notice for problem in problems):
        state = GAME.new(Setup(board=board(drawing)))
        assert state.free == sum(state.pantry.items) == sum(state.pantry.foods.values()) > 0


@given(st.text(max_size=200))
def test_any_text_is_either_a_board_or_a_named_mistake(text):
    for problem in GAME.check(Setup(board=text)):
        check_said(GAME, problem.line)


@pytest.mark.parametrize(
    "rows",
    [". C .\n. C .\nC C .", "C . .\nC C .\nC . .", "C C .\n. C C\n. . .", "C C C\nC . C\n. . .", "C C C\n. . .\n. . C"],
    ids=["J", "T", "Z", "arch", "straight"],
)
def test_an_item_is_drawn_on_its_own_squares_and_on_no_others(rows):
    start = new(Setup(board=f'pantry = """\n{rows}\n"""\n'))
    pantry = start.pantry
    for number, item in enumerate(pantry.board.items):
        drawn = [spot for spot in bars(pantry) if spot.key.split("-")[1] == str(number)]
        covered = set()
        for spot in drawn:
            wide, high = spot.size if not spot.turn else spot.size[::-1]
            covered |= {
                square
                for square in pantry.grid.names
                for x, y in [square_at(pantry, square)]
                if abs(x - spot.at[0]) < wide / 2 and abs(y - spot.at[1]) < high / 2
            }
        assert covered == set(pantry.grid.named(item.squares))
