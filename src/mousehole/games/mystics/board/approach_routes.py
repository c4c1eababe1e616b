"""How figures get at each other: onto the same space, or to where they can strike from, around what nobody enters."""

from functools import lru_cache

from mousehole.games.mystics.board.queries import FAR, breed, closed, coiled, coils, flies, sees
from mousehole.games.mystics.content.tile_graph import Ground, Links, Name, detours
from mousehole.games.mystics.state import AnyState, Foe, Mouse

Steps = tuple[Name, ...]


def next_space(state: AnyState, one: Mouse | Foe, to: Name | None) -> Name | None:
    """Find the next space on the way to a space, or to where one can strike at it; from under a snake, any space."""
    found = next_spaces(state, one, to)
    return found[0] if found else None


def next_spaces(state: AnyState, one: Mouse | Foe, to: Name | None) -> Steps:
    """List the next spaces of all ways that are equally short."""
    full = crowded(state, one)
    found = () if to is None or to == one.at else onward(state, one, to, full)
    if not found and one.at in coiled(state):
        return tuple([space for space in links(state, one)[one.at] if space not in full])  # MM-153
    return found


def onward(state: AnyState, one: Mouse | Foe, to: Name, full: frozenset[Name]) -> Steps:
    """List the first steps of the open ways to a space, else to where it can be struck from, else nearer to it."""
    ground, aloft = state.ground, flies(state, one)
    found = () if to in full else shortest(ground, aloft, one.at, to, full)
    if found:
        return found
    aim = spot(state, one, to, full)
    if aim is None:
        aim = as_near(state, one, to, full)  # MM-298
    return () if aim == one.at else shortest(ground, aloft, one.at, aim, full)


@lru_cache(65536)
def shortest(ground: Ground, aloft: bool, at: Name, to: Name, full: frozenset[Name]) -> Steps:
    """List the first steps of the shortest ways between two spaces around those that are full."""
    ways, left = (ground.flights if aloft else ground.ways)[at], detours(ground, aloft, to, full)
    far = [FAR if space in full else left.get(space, FAR) for space in ways]
    fewest = min(far, default=FAR)
    return () if fewest == FAR else tuple([space for space, n in zip(ways, far, strict=True) if n == fewest])  # MM-178


def spot(state: AnyState, one: Mouse | Foe, to: Name, full: frozenset[Name]) -> Name | None:
    """Find the nearest space that a figure can get to and from which it can strike at a space."""
    ground, kind = state.ground, breed(state, one)
    close, ranged = ground.struck_from[to], kind is not None and kind.attack == "ranged"
    for space in detours(ground, flies(state, one), one.at, full):
        if space in close or (ranged and space in ground.firm and sees(state, space, to)):
            return space  # never across a red line; over lava and chasms flyers only pass MM-230, MM-121
    return None


def as_near(state: AnyState, one: Mouse | Foe, to: Name, full: frozenset[Name]) -> Name:
    """Find the space nearest to another that a figure can get to without going farther away from it."""
    ground, aloft = state.ground, flies(state, one)
    left = detours(ground, aloft, to, coils(state, one))
    here = left.get(one.at, FAR)
    away = frozenset([space for space in ground.sites if left.get(space, FAR) > here])
    reached = [space for space in detours(ground, aloft, one.at, full | away) if space in ground.firm]
    return min((one.at, *reached), key=lambda space: left.get(space, FAR))


def crowded(state: AnyState, one: Mouse | Foe) -> frozenset[Name]:
    """List the spaces that have no room for a figure."""
    return closed(state, breed(state, one))


def links(state: AnyState, one: Mouse | Foe) -> Links:
    """Say where a figure can go from each space: lines and water do not hinder it."""
    return state.ground.flights if flies(state, one) else state.ground.ways  # MM-186, MM-229
