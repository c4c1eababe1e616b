"""The guided games: one for each side, won by the learner, with every tile met on the way."""

from itertools import pairwise

import pytest

from mousehole.core.game import Chance, Decide, Over
from mousehole.core.learn import guides, howto
from mousehole.core.record import plies
from mousehole.games.chopchop import GAME
from mousehole.games.chopchop.moves import TILES, Flipped
from tests.games.chopchop.laws import check

LESSONS = guides(GAME)


def steps(name):
    return list(plies(GAME, LESSONS[name].record))


@pytest.mark.parametrize(("name", "reason"), [("mouse", "home"), ("cat", "caught")])
def test_the_learner_wins_by_own_moves(name, reason):
    lesson, walked = LESSONS[name], steps(name)
    over = walked[-1].turn
    assert isinstance(over, Over)
    assert (over.reason, lesson.seat in over.winners) == (reason, True)
    asked = [ply for ply in walked if isinstance(ply.turn, Decide) and ply.turn.seat == lesson.seat]
    thrown = [ply for ply in walked if isinstance(ply.turn, Chance) and ply.turn.thrower == lesson.seat]
    assert len(asked) >= 8
    assert len(thrown) >= 7
    for before, after in pairwise(walked):
        check(before.state, after.event, after.state)


def test_the_first_rolls_and_moves_are_explained():
    for lesson in LESSONS.values():
        spoken = [bool(before or after) for before, after in zip(lesson.say, lesson.after, strict=True)]
        assert all(spoken[:2])
        assert sum(spoken) >= len(spoken) / 3


def test_both_lessons_together_show_every_tile():
    met = {ply.event.tile for name in LESSONS for ply in steps(name) if isinstance(ply.event, Flipped)}
    assert met == set(TILES)


def test_the_page_shows_every_tile():
    shown = {sprite for part in howto(GAME.package).part for sprite in part.sprites}
    assert {f"chopchop-{tile}" for tile in TILES} <= shown
