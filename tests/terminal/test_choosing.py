"""Choices are narrowed by clicks, numbers and letters."""

import pytest

from mousehole.core.words import plain
from mousehole.terminal.sitting import Choice, Choosing


def choosing(*offers):
    choices = tuple(Choice("play", n, plain(label), clicks) for n, (label, *clicks) in enumerate(map(split, offers)))
    return Choosing(
        tuple(Choice(c.kind, c.number, c.label, tuple(c.clicks)) for c in choices), lambda said: said.values["plain"]
    )


def split(offer):
    label, _, clicks = offer.partition("@")
    return [label.strip(), *clicks.split()]


def typed(state, text):
    found = None
    for letter in text:
        found = state.type(letter)
    return found


MOVES = ("Mouse to b2 @mouse b2", "Mouse to c3 @mouse c3", "Cat to c3 @cat c3", "Pass")


def test_clicks_narrow_and_settle():
    state = choosing(*MOVES)
    assert state.live == {"mouse", "cat"}
    assert state.click("mouse") is None
    assert (state.live, len(state.open)) == ({"b2", "c3"}, 2)
    assert state.click("nowhere") is None
    assert state.click("c3").number == 1


def test_one_key_that_means_two_things_asks_which():
    state = choosing("Bread on a1 @a1", "Fish on a1 @a1")
    assert state.click("a1") is None
    assert state.named("2").number == 1


def test_a_choice_without_clicks_is_made_by_number_or_words():
    assert choosing(*MOVES).named("4").number == 3
    assert choosing(*MOVES).named("pass").number == 3
    assert choosing(*MOVES).named("mouse to C3").number == 1
    assert choosing(*MOVES).named("mouse to") is None
    assert choosing(*MOVES).named("5") is None
    assert choosing(*MOVES).named("0") is None


def test_an_exact_label_wins_over_longer_ones():
    assert choosing("Roll", "Roll again").named("roll").number == 0


@pytest.mark.parametrize(
    ("offers", "text", "number"),
    [
        (("x @a1", "y @b1"), "b1", 1),
        (("x @a1", "y @a12"), "a12", 1),
        (("x", "y", "z"), "2", 1),
        (("x @cat", "y @cats"), "cat", None),
    ],
)
def test_typing_settles_as_soon_as_nothing_else_can_be_meant(offers, text, number):
    found = typed(choosing(*offers), text)
    assert (found.number if found else None) == number


def test_typing_waits_where_more_may_follow():
    state = choosing(*[f"choice-{n}" for n in range(12)])
    assert state.type("1") is None
    assert [n for n, _ in state.shown] == [1, 10, 11, 12]
    assert state.type("2").number == 11
    short = choosing("x @a1", "y @a12")
    assert typed(short, "a1") is None
    assert len(short.shown) == 2


def test_typing_words_filters_and_drops_letters_that_fit_nothing():
    state = choosing(*MOVES)
    assert typed(state, "paz") is None
    assert (state.typed, [c.number for _, c in state.shown]) == ("pa", [3])


def test_stepping_back_takes_letters_first_then_clicks():
    state = choosing(*MOVES)
    state.click("mouse")
    state.type("b")
    assert (state.back(), state.typed, state.clicked) == (True, "", ("mouse",))
    assert (state.back(), state.clicked) == (True, ())
    assert not state.back()
    assert not state.clear()
    state.click("cat")
    assert state.clear()
