"""Everything that can be seen on the board says what it is and does."""

from itertools import islice

import pytest

from mousehole.core.record import plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.rules.exploring import exit_way
from mousehole.games.mystics.scene.explanations import explanation
from tests.games.mystics.test_golden import golden

SAY = voice("en", GAME.package)


@pytest.mark.parametrize("name", ["won", "brook_won", "hill_won", "hill_lost"])
def test_every_named_thing_of_every_scene_explains_itself(name):
    mute = set()
    for ply in islice(plies(GAME, golden(name)[1]), 0, None, 5):  # 200 positions and more, in all
        scene = GAME.scene(ply.state, ply.turn, None, None)
        named = [thing.key for thing in (*scene.spots, *scene.pieces) if thing.label]
        mute |= {key for key in named if explanation(ply.state, key) is None}
    assert mute == set()


def test_what_is_not_there_has_nothing_to_say():
    state = next(iter(plies(GAME, golden("won")[1]))).state
    assert [explanation(state, key) for key in ("", "no such thing", "token-nothing-1", "card-nobody")] == [None] * 4


def test_a_door_says_where_it_leads_once_somebody_has_been_there():
    said = {}
    for ply in plies(GAME, golden("won")[1]):
        state = ply.state
        for way in state.ground.exits:
            key = f"exit-{way.colour}-{way.edge}"
            led = exit_way(state, state.ground, way)
            known = led is not None and led[1] in state.explored
            said.setdefault(known, set()).add(SAY(explanation(state, key)))
    assert all("It leads to: " in words for words in said[True])
    assert all("Nobody has been behind it yet." in words or "nothing lies behind" in words for words in said[False])
