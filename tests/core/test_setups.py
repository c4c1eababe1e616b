"""A set-up type becomes questions, and their answers become a set-up or problems at their fields."""

from dataclasses import replace
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from mousehole import shelf
from mousehole.core.setups import answer, answer_text, most_seats, questions, read_answers, variants
from mousehole.core.words import voice

EN = voice("en")


class Cat(Struct, frozen=True):
    name: str = "Tom"


class Odd(Struct, frozen=True):
    size: Literal["small", "large", "huge"] = "small"
    colour: Literal["red", "blue"] | None = None
    spot: tuple[Annotated[int, Meta(ge=0)], Literal["up", "down"]] = (0, "up")
    cats: tuple[Cat, ...] = ()
    rolls: tuple[Annotated[int, Meta(ge=1, le=6)], ...] = ()
    weight: Annotated[int, Meta(le=9)] = 5
    note: Annotated[str, Meta(max_length=5)] = ""


ODD = replace(shelf.find("mmm"), setup=Odd, fields={}, check=lambda setup: ())


def asked(name, game=ODD):
    return next(question for question in questions(game, hidden=True) if question.name == name)


def wrong(texts):
    setup, problems = read_answers(ODD, questions(ODD), texts)
    assert setup is None
    return {problem.field: EN(problem.line) for problem in problems}


def test_choices_stand_in_the_order_the_type_writes_them():
    assert [value for value, _ in asked("size").choices] == ["small", "large", "huge"]


def test_each_place_of_a_pair_asks_its_own_question():
    spot = asked("spot")
    assert [part.kind for part in spot.parts] == ["number", "choice"]
    assert answer(spot, "3, down") == answer(spot, ("3", "down")) == (3, "down")


def test_numbers_in_a_row_may_be_parted_by_spaces_commas_or_as_json():
    assert [answer(asked("rolls"), text) for text in ("1 2 3", "1,2, 3", "[1, 2, 3]", "")] == [(1, 2, 3)] * 3 + [()]


def test_tables_inside_tables_are_asked_for_as_json():
    cats = asked("cats")
    assert cats.kind == "json"
    assert answer_text(cats, (Cat("Kit"),)) == '[{"name":"Kit"}]'
    assert read_answers(ODD, questions(ODD), {"cats": '[{"name":"Kit"}]'}) == (Odd(cats=(Cat("Kit"),)), ())


def test_what_may_be_nothing_is_nothing_when_left_empty():
    assert asked("colour").optional and not asked("size").optional
    assert read_answers(ODD, questions(ODD), {"colour": ""}) == (Odd(), ())


def test_all_problems_are_named_by_their_fields():
    found = wrong({"size": "tiny", "weight": "10", "note": "too long", "rolls": "1 7", "colour": "red"})
    assert list(found) == ["size", "rolls", "weight", "note"]
    assert found["weight"] == "expected at most 9"
    assert found["size"] == "there is no tiny; choose from small, large, huge"


def test_labels_are_answers_only_to_a_voice_that_says_them():
    golden = asked("golden", game := shelf.find("mousewarming"))
    say = voice("en", game.package)
    assert golden.kind == "choice"
    assert answer(golden, "both golden", say) == answer(golden, "0,1") == answer(golden, "0, 1") == (0, 1)
    setup, (problem,) = read_answers(game, [golden], {"golden": "both golden"})
    assert setup is None and problem.field == "golden"
    assert "both silver" in say(problem.line)


@pytest.mark.parametrize(("name", "seats"), [("mmm", 6), ("chopchop", 5), ("mousewarming", 4), ("mystics", 4)])
def test_the_largest_table_is_among_the_variants(name, seats):
    game = shelf.find(name)
    assert variants(game)[0] == game.setup()
    assert len(most_seats(game)) == seats
