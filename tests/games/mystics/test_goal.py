"""What a chapter asks for: its parts on the table, and companions that go after what is missing."""

from random import Random

import pytest

from mousehole import shelf
from mousehole.core.game import Decide
from mousehole.core.record import load, plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.board.ending import reached
from mousehole.games.mystics.companions import route_planner
from mousehole.games.mystics.content.content_types import Journey
from mousehole.games.mystics.rules.engine import apply, turn
from mousehole.games.mystics.scene.panels import parts
from mousehole.games.mystics.tools.positions import MouseAt, PagePosition, TokenAt, state_of
from mousehole.players.player import find
from mousehole.testing import proves
from tests.games.mystics.test_golden import FOLDER

PARTY = ("bram", "yarrow", "pip", "tolly")
FLIGHT = Journey("leaf", "t5a")
RECORDS = ("won", "brook_won", "brook_lost", "hill_won", "hill_lost")


def brook(at, **page):
    """The party of the second chapter on one space."""
    return state_of(PagePosition(mice={name: MouseAt(at) for name in PARTY}, chapter="c2", **page))


def listed(state, language="en"):
    say = voice(language, GAME.package)
    rows = next(panel for panel in GAME.scene(state, turn(state), 0, None).panels if panel.key == "chapter").rows
    return [(say(row.label), say(row.value)) for row in rows if row.value]


def led(state, until, most=200):
    """Let companions play, with dice that are neither good nor bad, until something holds."""
    player, luck = find(GAME, "medium"), Random(7)
    for _ in range(most):
        if until(state):
            return state
        asked = turn(state)
        event = player.choose(GAME, state, asked, luck) if isinstance(asked, Decide) else asked.at(luck.random())
        state = apply(state, event)
    raise AssertionError("it never came to that")


@pytest.mark.parametrize("name", RECORDS)
def test_a_chapter_is_won_exactly_when_every_part_of_its_goal_is_done(name):
    record = load((FOLDER / f"{name}.json").read_bytes(), shelf.find)[1]
    steps = [ply.state for ply in plies(GAME, record)]
    assert all(reached(state) == all(done for _, done in parts(state)) for state in steps)
    assert reached(steps[-1]) == ("won" in name)


def test_the_sheet_of_the_chapter_tells_what_is_done_and_what_is_missing():
    state = brook("c1", side="t5a", fallen=("pheasia",))
    told = listed(state)
    assert ("Defeat Pheasia", "done") in told
    assert ("Fly by leaf: Brook Bend", "still to do") in told
    assert ("All mice to the golden door: Brook Bend", "done") in told
    assert ("S’envoler sur une feuille\u00a0: Le méandre", "reste à faire") in listed(state, "fr")


def test_the_lamp_is_a_part_of_the_last_goal():
    state = state_of(PagePosition(mice={"bram": MouseAt("a2")}, chapter="c3", stash=("great_lamp",)))
    assert ("Bring Lamp of Tallowmere", "done") in listed(state)
    assert ("Defeat Brodie", "still to do") in listed(state)


@proves("MM-B34")
def test_companions_on_the_branch_fly_though_they_could_climb_down():
    leaf = (TokenAt("leaf", "t1"),)
    state = brook("t5", side="br2", fallen=("pheasia",), explored=("t4a", "br1", "t5a"), tokens=leaf)
    assert route_planner.hop(state) == ("t5a", "leaf")
    assert route_planner.onward(state) == ["br2/t1"]
    assert led(state, lambda state: state.side != "br2").journeys == (FLIGHT,)


def test_companions_on_the_wrong_way_to_the_gate_climb_the_tree_for_the_flight():
    tokens = (TokenAt("leaf", "br2/t1"),)
    state = brook("d5", side="t5a", fallen=("pheasia",), explored=("t4a", "br1", "br2", "t5b"), tokens=tokens)
    assert route_planner.errand(state) == route_planner.Errand("way", "br2", FLIGHT)
    assert route_planner.hop(state)[0] == "t5b"
    flown = brook("d5", side="t5a", fallen=("pheasia",), journeys=(FLIGHT,))
    assert route_planner.errand(flown) == route_planner.Errand("gate", "t5a")
