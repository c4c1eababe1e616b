"""How figures get at each other: onto the same space, or to where they can strike from, around what nobody enters."""

from collections.abc import Sequence
from functools import lru_cache

from mousehole.games.mystics.board.board_queries import (
    FAR,
    breed,
    coils,
    flies,
    has_room,
    sees,
)
from mousehole.games.mystics.board.crowds import NOWHERE, closed, coiled
from mousehole.games.mystics.content.tile_graph import Ground, Links, Name, detours
from mousehole.games.mystics.state import Foe, Mouse, Prey, State

Steps = tuple[Name, ...]


def sought(state: State, one: Mouse | Foe, nearest_first: Sequence[Prey]) -> Name | None:
    """Say for whom a figure goes: the nearest it can get at, else the nearest."""
    full = crowded(state, one)
    for each in nearest_first:
        if each.at not in full or spot(state, one, each.at, full, full):
            return each.at  # MM-182, MM-298
    return nearest_first[0].at if nearest_first else None


def next_space(state: State, one: Mouse | Foe, to: Name | None) -> Name | None:
    """Find the next space on the way to a space, or to where one can strike at it; from under a snake, any space."""
    found = next_spaces(state, one, to)
    return found[0] if found else None


def next_spaces(state: State, one: Mouse | Foe, to: Name | None) -> Steps:
    """List the next spaces of all ways that are equally short."""
    full = crowded(state, one)
    found = () if to is None or to == one.at else nearer(state, one, to, full, full)
    if not found and one.at in coiled(state):
        return tuple([space for space in links(state, one)[one.at] if space not in full])  # MM-153
    return found


def next_spaces_around(state: State, one: Mouse | Foe, to: Name | None) -> Steps:
    """List the next spaces on the way to a space around all that are full."""
    full = crowded(state, one)
    aim = spot(state, one, to, full, full) if to is not None and to in full else to
    return () if aim is None or aim == one.at else downhill(state, one, aim, full, full)


def wanted(state: State, one: Foe, to: Name | None) -> Steps:
    """List the next spaces on the way to a space, full or not."""
    return () if to is None or to == one.at else nearer(state, one, to, crowded(state, one), NOWHERE)


def nearer(state: State, one: Mouse | Foe, to: Name, full: frozenset[Name], shut: frozenset[Name]) -> Steps:
    """List the steps that lead on; a full space stops the walk, but nobody waits for a space it cannot enter."""
    snakes = coils(state, one)
    for barred in () if to not in full else (full, snakes | {to}):  # MM-B46, MM-298
        found = spot(state, one, to, barred, full)
        if found:
            return () if found == one.at else downhill(state, one, found, barred, shut)
    return downhill(state, one, to, snakes, shut)


def downhill(state: State, one: Mouse | Foe, to: Name, barred: frozenset[Name], full: frozenset[Name]) -> Steps:
    """List the first steps of the shortest ways to a space on which there is room."""
    return shortest(state.ground, flies(state, one), one.at, to, barred, full)


@lru_cache(65536)
def shortest(ground: Ground, aloft: bool, at: Name, to: Name, barred: frozenset[Name], full: frozenset[Name]) -> Steps:
    """List the first steps of the shortest ways between two spaces around those that are barred."""
    ways, left = (ground.flights if aloft else ground.ways)[at], detours(ground, aloft, to, barred)
    far = [left.get(space, FAR) for space in ways]
    fewest = min(far, default=FAR)
    if fewest == FAR:
        return ()
    return tuple([space for space, n in zip(ways, far, strict=True) if n == fewest and space not in full])  # MM-178


def spot(state: State, one: Mouse | Foe, to: Name, barred: frozenset[Name], full: frozenset[Name]) -> Name | None:
    """Find the nearest space with room that a figure can get to and from which it can strike at a space."""
    ground, kind = state.ground, breed(state, one)
    close, ranged = ground.struck_from[to], kind is not None and kind.attack == "ranged"
    for space in detours(ground, flies(state, one), one.at, barred):
        if space != one.at and space in full:
            continue
        if space in close or (ranged and space in ground.firm and sees(state, space, to)):
            return space  # never across a red line; over lava and chasms flyers only pass MM-230, MM-121
    return None


def enters(state: State, one: Mouse | Foe, space: Name) -> bool:
    """Whether a space has room for a figure."""
    return has_room(state, space, breed(state, one))


def crowded(state: State, one: Mouse | Foe) -> frozenset[Name]:
    """List the spaces that have no room for a figure."""
    return closed(state, breed(state, one))


def links(state: State, one: Mouse | Foe) -> Links:
    """Say where a figure can go from each space: lines and water do not hinder it."""
    return state.ground.flights if flies(state, one) else state.ground.ways  # MM-186, MM-229
