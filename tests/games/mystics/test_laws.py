"""Random games end, and keep the laws at every event."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from mousehole.core.game import Decide, Over
from mousehole.core.record import audit
from mousehole.games.mystics import GAME
from mousehole.games.mystics.content.pack import find
from mousehole.games.mystics.moves import Carry, Luggage, Setup
from mousehole.games.mystics.packs import library
from mousehole.testing import proves, random_record
from tests.games.mystics.crowds import crowd
from tests.games.mystics.laws import broken, stands_off

GAMES = 500
LATER = 300  # of each of the other chapters
FOLDER = Path(__file__).parent / "scenarios"
CAP = 6000
POSITIONS = 6  # of each side in which nobody may wait for ever
PARTIES = (
    ("bram", "yarrow", "pip", "fenna"),
    ("odda", "wick", "pip", "tolly"),
    ("bram", "odda", "wick", "fenna"),
    ("yarrow", "wick", "fenna", "tolly"),
)


def chapter_one(number):
    return Setup(players=1 + number % 4, party=PARTIES[number % len(PARTIES)])


def chapter_two(number):
    party = dict.fromkeys(("tolly", *PARTIES[number % len(PARTIES)]))
    return Setup(players=1 + number % 4, chapter="c2", party=tuple(party)[:4])


def chapter_three(number):
    tokens = ("grape_friend",) if number % 2 else ()
    carry = Carry((Luggage(PARTIES[number % len(PARTIES)][0], (), "balm"),), tokens)
    return Setup(players=1 + number % 4, chapter="c3", party=PARTIES[number % len(PARTIES)], carry=carry)


def in_the_woods(number):
    name = library.add(FOLDER / "packs" / "woods")
    chapter = ("woods", "willow", "ford")[number % 3]
    return Setup(players=1 + number % 2, chapter=chapter, party=PARTIES[number % len(PARTIES)][:2], pack=name)


def play(number, setup_of=chapter_one):
    luck = Random(number)
    setup = setup_of(number)
    start = state = GAME.new(setup)
    for ply in range(CAP):
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            return turn, ply
        event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
        state = GAME.apply(state, event)
        found = broken(state, start)
        assert not found, f"game {number}, ply {ply + 1}, after {event}: {found}"
    pytest.fail(f"game {number} does not end within {CAP} events")


def parts(many):
    """One part of the games for every day, and the others for nights."""
    return [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, many))]


@pytest.mark.parametrize("part", parts(5))
def test_random_games_end_and_keep_the_laws(part):
    ends = Counter(play(number)[0].reason for number in range(part, GAMES, 5))
    assert set(ends) <= {"victory", "hourglass", "captured"}
    assert ends["hourglass"] > 5
    assert ends["captured"] > 5


@pytest.mark.parametrize("part", parts(3))
@pytest.mark.parametrize("setup_of", [chapter_two, chapter_three])
def test_random_games_of_the_later_chapters_end_and_keep_the_laws(part, setup_of):
    ends = Counter(play(number, setup_of)[0].reason for number in range(part, LATER, 3))
    assert set(ends) <= {"victory", "hourglass", "captured"}
    assert ends["hourglass"] + ends["captured"] > 50


def test_random_games_in_the_woods_keep_the_laws_of_friends_leaves_and_turtles():
    ends = Counter(play(number, in_the_woods)[0].reason for number in range(30))
    assert set(ends) <= {"victory", "hourglass", "captured"}
    assert len(ends) > 1


@pytest.mark.parametrize("number", range(20))
def test_random_records_stand_an_audit(number):
    record, over = random_record(GAME, Setup(players=1 + number % 4), bytes([number + 1]))
    assert isinstance(over, Over)
    audit(GAME, record)


@proves("MM-298", "MM-B46")
@pytest.mark.parametrize("side", find(None).tiles)
def test_nobody_waits_for_ever(side):
    for number in range(POSITIONS):
        assert stands_off(crowd(side, number), Random(number)) == [], f"{side}, position {number}"
