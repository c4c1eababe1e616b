"""How figures get at each other: onto the same space, or to where they can strike from, around what nobody enters."""

from mousehole.games.mystics.board.board_queries import (
    FAR,
    breed,
    coils,
    flies,
    has_room,
    near,
    on_snake,
    sees,
    walkable,
)
from mousehole.games.mystics.content.tile_graph import Links, Name, spread
from mousehole.games.mystics.state import Foe, Mouse, Prey, State, minion


def sought(state: State, one: Mouse | Foe, nearest_first: list[Prey]) -> Name | None:
    """Say for whom a figure goes: the nearest it can get at, else the nearest."""
    spaces = [each.at for each in nearest_first]
    reached = (to for to in spaces if enters(state, one, to) or spots(state, one, to, crowded(state, one)))
    return next(reached, spaces[0] if spaces else None)  # MM-182, MM-298


def next_space(state: State, one: Mouse | Foe, to: Name | None) -> Name | None:
    """Find the next space on the way to a space, or to where one can strike at it; from under a snake, any space."""
    found = None if to is None or to == one.at else nearer(state, one, to)
    if found is None and on_snake(state, one.at):
        return next((space for space in links(state, one)[one.at] if enters(state, one, space)), None)  # MM-153
    return found


def nearer(state: State, one: Mouse | Foe, to: Name) -> Name | None:
    """Find a step that leads on; a full space stops the walk, but nobody waits for a space it cannot enter."""
    closed = coils(state, one)
    if enters(state, one, to):
        return downhill(state, one, to, closed)
    for barred in (crowded(state, one), {*closed, to}):  # MM-B46, MM-298
        found = spots(state, one, to, barred)
        if found:
            return None if found[0] == one.at else downhill(state, one, found[0], barred)
    return downhill(state, one, to, closed)


def downhill(state: State, one: Mouse | Foe, to: Name, barred: set[Name]) -> Name | None:
    """Find a step of a shortest way to a space, if there is room on it."""
    ways = links(state, one)
    known = state.ground.far_aloft if flies(state, one) else state.ground.far
    left = spread(ways, to, barred) if barred else known[to]
    fewest = min((left.get(space, FAR) for space in ways[one.at]), default=FAR)
    steps = [space for space in ways[one.at] if left.get(space, FAR) == fewest < FAR]
    return next((space for space in steps if enters(state, one, space)), None)  # MM-178, MM-298


def spots(state: State, one: Mouse | Foe, to: Name, barred: set[Name]) -> list[Name]:
    """List the spaces a figure can get to from which it can strike at a space, nearest first."""
    found = spread(links(state, one), one.at, barred)
    return [space for space in found if strikes(state, one, space, to) and open_to(state, one, space)]


def strikes(state: State, one: Mouse | Foe, space: Name, to: Name) -> bool:
    """Whether a figure could strike from one space at another: never across a red line."""
    if to in near(state, space):
        return True  # MM-230
    return isinstance(one, Foe) and minion(state, one.kind).attack == "ranged" and sees(state, space, to)


def open_to(state: State, one: Mouse | Foe, space: Name) -> bool:
    """Whether a figure can stay on a space; over lava and chasms flyers only pass."""
    return walkable(state, space) and (space == one.at or enters(state, one, space))  # MM-121


def enters(state: State, one: Mouse | Foe, space: Name) -> bool:
    """Whether a space has room for a figure."""
    return has_room(state, space, breed(state, one))


def crowded(state: State, one: Mouse | Foe) -> set[Name]:
    """List the spaces that have no room for a figure."""
    return {space for space in state.ground.sites if not enters(state, one, space)}


def links(state: State, one: Mouse | Foe) -> Links:
    """Say where a figure can go from each space: lines and water do not hinder it."""
    return state.ground.flights if flies(state, one) else state.ground.ways  # MM-186, MM-229
