"""The map of a chapter: as far as the party knows it, with the goal and the next step."""

from random import Random

import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.words import line, voice
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.scene.chart import chart
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, TokenAt, state_of

GAME = shelf.find("mystics")
SAY = voice("en", GAME.package)
SCOUNDREL = "Defeat Cute Scoundrel"


def told(**page):
    """The next step in a position."""
    return SAY(chart(state_of(PagePosition(**page))).next)


def at(state):
    return {area.key: area for area in chart(state).areas}


def test_a_map_shows_where_tiles_lie_and_tells_only_of_known_ones():
    state = state_of(PagePosition(mice={"bram": MouseAt("a3")}, side="t2a", explored=("t1a",)))
    areas = at(state)
    assert [(area.at, area.known) for area in areas.values()] == [
        ((0.0, 0.0), "known"), ((1.0, 0.0), "here"), ((2.0, 0.0), "new"),
    ]  # fmt: skip
    assert SAY(areas["t1"].label) == "Candle Cellar" and SAY(areas["t3"].label) == "Not explored yet"
    assert "shadows drop" in " ".join(map(SAY, areas["t2"].words)) and areas["t3"].words == ()


def test_doors_have_their_colours_and_say_whether_anybody_has_been_beyond():
    state = state_of(PagePosition(mice={"bram": MouseAt("a3")}, side="t2a", explored=("t1a",)))
    doors = [(gate.area, gate.edge, SAY(gate.label), gate.passed) for gate in chart(state).gates]
    assert ("t1", "east", "the blue door", True) in doors
    assert ("t2", "east", "the green door", False) in doors
    assert all(gate.tint.startswith("#") for gate in chart(state).gates)


def test_the_goal_is_marked_as_soon_as_its_place_is_known():
    far = state_of(PagePosition(mice={"bram": MouseAt("a3")}, side="t2a"))
    near = state_of(PagePosition(mice={"bram": MouseAt("a3")}, side="t3b", explored=("t2a",)))
    assert not any(area.goal for area in at(far).values())
    assert [key for key, area in at(near).items() if area.goal] == ["t3"]


@pytest.mark.parametrize(
    ("page", "next_step"),
    [
        ({"side": "t1a", "foes": {"ditch_rat-1": FoeAt("e1"), "ditch_rat-2": FoeAt("e1")}}, "Defeat the minions here"),
        ({"side": "t1a", "foes": {"ditch_rat-1": FoeAt("e1")}}, "Defeat Ditch rat 1"),
        ({"side": "t3b", "foes": {"cute_scoundrel-1": FoeAt("e1"), "ditch_rat-2": FoeAt("e1")}}, SCOUNDREL),
        ({"side": "t1a"}, "Search here if you like, then explore: the blue door"),
        ({"side": "t2a", "explored": ("t1a",)}, "Search here if you like, then explore: the green door"),
        ({"side": "t3b", "fallen": ("cute_scoundrel",)}, "All mice to the golden door: Boiler Ledge"),
        (
            {"chapter": "c3", "side": "t8b", "tokens": (TokenAt("lamp", "e1"),), "fallen": ("malodor", "brodie")},
            "Pick up what lies on e1: Lamp of Tallowmere",
        ),
    ],
)  # fmt: skip
def test_the_next_step_is_what_the_party_can_know(page, next_step):
    assert told(mice={"bram": MouseAt("a3")}, **page) == next_step


@pytest.mark.parametrize("chapter", ["c1", "c2", "c3"])
def test_no_map_tells_of_a_side_where_nobody_has_been(chapter):
    party = ("bram", "tolly", "pip", "fenna") if chapter == "c2" else Setup().party
    for number in range(6):
        state, luck = GAME.new(Setup(chapter=chapter, party=party)), Random(number)
        for _ in range(400):
            turn = GAME.turn(state)
            if isinstance(turn, Over):
                break
            drawn = chart(state)
            words = " ".join(SAY(each) for area in drawn.areas for each in (area.label, *area.words))
            strange = [side for side in state.box.pack.tiles if side not in state.explored]
            assert not [side for side in strange if SAY(line(state.box.pack.tiles[side].words)) in words]
            assert sum(area.known == "here" for area in drawn.areas) == bool(state.explored)
            assert isinstance(turn, Decide | Chance)
            state = GAME.apply(state, luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random()))
