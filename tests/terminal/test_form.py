"""Forms come from the set-up types of games, and say what is wrong in words."""

from dataclasses import replace
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace as changed_struct

from mousehole import shelf
from mousehole.core.game import Field, Problem
from mousehole.core.record import BadRecord
from mousehole.core.setups import answer, answer_text, questions
from mousehole.core.words import UserError, line, voice
from mousehole.terminal.opening import differences, setup_from

MMM = shelf.find("mmm")
EN, FR = voice("en", MMM.package), voice("fr", MMM.package)


class Odd(Struct, frozen=True):
    heroes: tuple[Literal["ann", "bob"], ...] = ("ann",)
    extra: dict[str, int] = {}
    level: Literal["low", "high"] | None = None
    name: str = ""
    secret: int = 7
    count: Annotated[int, Meta(ge=0)] = 3
    pair: tuple[Literal["x", "y"], Literal["x", "y"]] = ("x", "y")


def odd(setup):
    return (Problem("count", line("{plain}", plain="too odd")),) if setup.count == 13 else ()


SECRET = Field(line("{plain}", plain="s"), hidden=True)
ODD = replace(MMM, setup=Odd, fields={"secret": SECRET}, check=odd)


def told(doing, say=EN):
    with pytest.raises(UserError) as caught:
        doing()
    return say(caught.value.line)


def test_every_field_of_mmm_has_a_question_of_its_kind():
    kinds = {question.name: question.kind for question in questions(MMM)}
    assert kinds == {
        "players": "number",
        "side": "choice",
        "in_line": "switch",
        "steps": "number",
        "first": "choice",
        "board": "long",
    }


def test_every_game_on_the_shelf_can_be_filled_in_with_what_its_form_shows():
    for game in shelf.every():
        answers = {question.name: answer_text(question, question.default) for question in questions(game)}
        assert setup_from(game, answers, voice("en", game.package)) == game.setup()


def test_other_types_get_questions_too_and_hidden_ones_none():
    kinds = {question.name: question.kind for question in questions(ODD)}
    assert kinds == {
        "heroes": "many",
        "extra": "json",
        "level": "choice",
        "name": "text",
        "count": "number",
        "pair": "many",
    }
    answers = {
        "heroes": "bob, ann",
        "extra": '{"a": 1}',
        "level": "high",
        "name": " Zoé ",
        "count": "4",
        "pair": "y, y",
    }
    assert setup_from(ODD, answers, EN) == Odd(("bob", "ann"), {"a": 1}, "high", "Zoé", 7, 4, ("y", "y"))
    assert [
        answer_text(question, value) for question, value in zip(questions(ODD)[:2], [("bob",), {"a": 1}], strict=True)
    ] == [
        "bob",
        '{"a":1}',
    ]


def test_answers_may_be_given_in_the_language_of_the_person():
    french = FR(dict(questions(MMM)[1].choices)["two_paws"])
    assert setup_from(MMM, {"side": french, "in_line": "oui", "players": ""}, FR) == MMM.setup(
        side="two_paws", in_line=True
    )


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"players": "many"}, "players: many is not a whole number"),
        ({"players": "9"}, "players: expected 1 to 6"),
        ({"players": "9" * 5000}, "is not a whole number"),
        ({"side": "three_paws"}, "there is no three_paws; choose from one_paw, two_paws"),
        ({"in_line": "perhaps"}, "answer yes or no, not perhaps"),
        ({"colour": "red"}, "there is no field colour"),
        ({"first": "3"}, "first"),
        ({"board": "@/no/such/file"}, "/no/such/file cannot be read"),
        ({"board": "nonsense"}, "board"),
    ],
)
def test_a_mistake_names_its_field_and_reason(answers, words):
    assert words in told(lambda: setup_from(MMM, answers, EN))
    assert told(lambda: setup_from(MMM, answers, FR), FR)


def test_mistakes_of_odd_types_are_told_too():
    assert "count: too odd" in told(lambda: setup_from(ODD, {"count": "13"}, EN))
    assert "pair: expected 2 of them, found 1" in told(lambda: setup_from(ODD, {"pair": "x"}, EN))
    assert "extra" in told(lambda: setup_from(ODD, {"extra": "{"}, EN))
    with pytest.raises(BadRecord):
        setup_from(ODD, {"extra": "[1]"}, EN)


def test_an_own_board_can_come_from_a_file(tmp_path):
    file = tmp_path / "board.toml"
    file.write_text('pantry = """\nB B B\n"""\n')
    assert setup_from(MMM, {"board": f"@{file}"}, EN).board == file.read_text()


def test_a_set_up_is_told_by_what_differs():
    assert differences(MMM, MMM.setup()) == ()
    said = [EN(told) for told in differences(MMM, MMM.setup(players=2, in_line=True, side="two_paws", board="x"))]
    assert said == ["Players: 2", "Board: Two paws: items of 2 to 5 squares", "In line: yes"]
    assert [EN(t) for t in differences(ODD, changed_struct(Odd(), heroes=("ann", "bob")))] == ["heroes: ann and bob"]


def test_a_number_may_carry_a_sign():
    question = next(question for question in questions(ODD) if question.name == "count")
    assert answer(question, "+5", EN) == 5
    assert "expected 0" in told(lambda: answer(question, "-5", EN))
