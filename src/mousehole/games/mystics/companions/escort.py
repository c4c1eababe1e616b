"""Keeping together: where people play too, companions go where people go, and open no door before them."""

from collections.abc import Collection

from mousehole.games.mystics.board.board_queries import LEAF, mouse_near
from mousehole.games.mystics.companions import route_planner, side_quests
from mousehole.games.mystics.companions.route_planner import Door, Errand
from mousehole.games.mystics.content.content_types import Journey
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.rules.exploring import ways
from mousehole.games.mystics.state import Mouse, State, active

People = Collection[int]  # the seats where people sit


def leaders(state: State, people: People) -> list[Mouse]:
    """List the mice on the board that people steer."""
    return [one for one in active(state) if state.box.seat[one.id] in people]


def aim(state: State, people: People) -> Errand:
    """Choose what to do next: go on where a person waits to go on, else as companions would among themselves."""
    for one in leaders(state, people):
        for door in route_planner.ways_off(state, state.side):
            if door.to not in state.explored and one.at in beside(state, door):
                return Errand("way", state.side, Journey(door.by, door.to))
    return side_quests.aim(state)


def beside(state: State, door: Door) -> list[Name]:
    """List the spaces from which a way can be gone."""
    return route_planner.leaves(state, state.side) if door.by == LEAF else list(door.near)


def waits(state: State, people: People, to: str, doors: list[Name]) -> bool:
    """Whether a way is left to people: they are elsewhere, or can open it themselves."""
    for one in leaders(state, people):
        if not any(one.at == space or one.at in mouse_near(state, space) for space in doors):
            return True
        if any(way[1] == to for way in ways(state, one)):
            return True
    return False
