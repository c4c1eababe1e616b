"""Keeping together: where people play too, companions go where people go, and open no door before them."""

from collections.abc import Collection
from typing import NamedTuple

from mousehole.games.mystics.board.board_queries import LEAF, mouse_near
from mousehole.games.mystics.board.figures import active
from mousehole.games.mystics.companions import route_planner, side_quests
from mousehole.games.mystics.companions.route_planner import Door, Errand
from mousehole.games.mystics.content.content_types import Journey
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.rules.exploring import ways
from mousehole.games.mystics.state import Mouse, State

People = Collection[int]  # the seats where people sit
PATIENCE = 3  # cheese on the wheel up to which people are waited for
INDULGENCE = 5  # up to which a way is left to them that companions would not take


class Manner(NamedTuple):
    """How a companion travels: with whom it keeps, which side quests it goes after, how long it searches, and more."""

    people: People = ()
    quests: tuple[str, ...] = side_quests.ALL
    searches: int = 4  # cheese on the wheel up to which it is worth while to search
    dashes: bool = False  # past minions, once only the last door is left
    shrewd: bool = False  # looks after the wounded together, and goes around what roams a side


def leaders(state: State, people: People) -> list[Mouse]:
    """List the mice on the board that people steer."""
    return [one for one in active(state) if state.box.seat[one.id] in people]


def aim(state: State, manner: Manner) -> Errand:
    """Choose what to do next: go on where a person waits to go on, else as companions would among themselves."""
    if state.wheel < INDULGENCE:
        for one in leaders(state, manner.people):
            for door in route_planner.ways_off(state, state.side):
                if door.to not in state.explored and one.at in beside(state, door):
                    return Errand("way", state.side, Journey(door.by, door.to))
    return side_quests.aim(state, manner.quests, manner.shrewd)


def beside(state: State, door: Door) -> list[Name]:
    """List the spaces from which a way can be gone."""
    return route_planner.leaves(state, state.side) if door.by == LEAF else list(door.near)


def waits(state: State, manner: Manner, to: str, doors: list[Name]) -> bool:
    """Whether a way is left to people for now: the wheel says how long nobody has gone on."""
    if not manner.people:
        return False
    own = to == route_planner.hop(state, side_quests.aim(state, manner.quests, manner.shrewd))[0]
    return state.wheel < (PATIENCE if own else INDULGENCE) and awaited(state, manner.people, to, doors) is not None


def awaited(state: State, people: People, to: str, doors: list[Name]) -> Mouse | None:
    """Find the mouse of a person that is awaited: it is elsewhere, or can open the way itself."""
    for one in leaders(state, people):
        if not any(one.at == space or one.at in mouse_near(state, space) for space in doors):
            return one
        if any(way[1] == to for way in ways(state, one)):
            return one
    return None
