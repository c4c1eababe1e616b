"""Whatever a game shows or tells goes through the catalogues: the pseudo-language finds what bypasses them."""

import re

import pytest

from mousehole import shelf
from mousehole.core.setups import variants
from mousehole.core.words import PSEUDO, Line, line, voice
from mousehole.testing import random_record, said_in

LONGEST = 400
WORD = re.compile(r"[^\W\d_]{3,}")


def lines(game):
    """List all that is shown or told in a random game of every set-up."""
    for setup in variants(game):
        record, _ = random_record(game, setup, b"words", LONGEST)
        state, last = game.new(setup), None
        for event in record.events:
            yield from said_in(game.scene(state, game.turn(state), None, last))
            after = game.apply(state, event)
            yield from game.tell(state, event, after, None)
            state, last = after, event
        yield from said_in(game.scene(state, game.turn(state), None, last))


def bare(said):
    """List the words of a line, at any depth, that no catalogue has seen."""
    for value in said.values.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Line):
                yield from bare(part)
            elif isinstance(part, str) and WORD.search(part):
                yield part


@pytest.mark.parametrize("name", shelf.names())
def test_no_word_of_a_game_bypasses_the_catalogues(name):
    game, said = shelf.find(name), voice(PSEUDO)
    found = set(map(repr, lines(game))), {(said(one), *bare(one)) for one in lines(game)}
    assert found[0]
    assert [words for text, *words in found[1] if words] == []
    unseen = [text for text, *_ in found[1] if not (text.startswith("⟦") and text.endswith("⟧"))]
    assert [text for text in unseen if WORD.search(text)] == []  # the name of a space is no word: e4


def test_words_that_bypass_the_catalogues_are_noticed():
    assert list(
        bare(line("{who} eats {food} on {square}", who="Zoé", food=line("{n} bite", n="three"), square="a1"))
    ) == [
        "Zoé",
        "three",
    ]
