"""One sentence about a finished game: it names luck and choices as the figures do, and no figure itself."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mousehole.core.words import voice
from mousehole.players.advice_words import verdict
from mousehole.players.review import Review

SAY = voice("en")


def told(start, luck, losses, costliest=(), **more):
    return SAY(verdict(Review(True, start, (), luck, losses, 0.0, costliest, **more)))


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ((0.93, 0.81, 1.74, (3, 9)), "Luck was kind. At 2 moments another choice was worth more."),
        ((0.90, -0.85, 0.05, ()), "You chose well. This time luck was against you."),
        ((0.02, -0.02, 0.0, ()), "You chose well. It was a hard one to win."),
        ((0.90, -0.40, 0.50, (7,)), "Luck was against you, and 1 choice cost you as well."),
        ((0.90, 0.00, 0.90, (7,)), "At 1 moment another choice was worth more."),
        ((0.40, 0.60, 0.00, ()), "Well chosen from beginning to end."),
        ((1.30, -0.30, 0.00, ()), "Luck was against you, and you won all the same."),
        ((0.90, 0.40, 0.30, (2, 4, 8)), "You won, though 3 choices could have been better."),
    ],
)
def test_a_verdict_says_what_the_sums_say(figures, words):
    assert told(*figures) == words


def test_what_might_be_an_error_of_the_sample_is_no_mistake():
    assert (
        told(0.5, -0.4, 0.1, (), start_reach=0.1, losses_reach=0.09)
        == "You chose well. This time luck was against you."
    )


@given(st.floats(0, 1), st.floats(-1, 1), st.floats(0, 2), st.integers(0, 3))
def test_a_verdict_is_a_sentence_without_machine_words(start, luck, losses, n):
    words = told(start, luck, losses, tuple(range(n)))
    assert words.endswith(".") and not re.search(r"\d\d|[%±+−{]", words)
