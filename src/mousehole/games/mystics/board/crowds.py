"""Who takes how much room where: worked out once for the figures on the board, and kept until one of them moves."""

from msgspec import Struct

from mousehole.games.mystics.content.content_types import Minion
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.state import Foe, Friend, Mouse, State

NOWHERE: frozenset[Name] = frozenset()


class FoeRoom(Struct, frozen=True, eq=False):
    """The room that minions take."""

    foes: tuple[Foe, ...]
    small: list[Name]
    large: frozenset[Name]
    coils: frozenset[Name]  # where snakes lie
    spaces: frozenset[Name]  # where any of them is


class Crowd(Struct, frozen=True, eq=False):
    """The spaces that figures close to others."""

    side: str
    mice: tuple[Mouse, ...]
    foes: tuple[Foe, ...]
    friends: tuple[Friend, ...]
    small: list[Name]  # where small figures are
    full: frozenset[Name]  # no further small figure fits
    walled: frozenset[Name]  # full, or under a snake: closed to small figures that walk


_ROOM = [FoeRoom((), [], NOWHERE, NOWHERE, NOWHERE)]
_LAST = [Crowd("", (), (), (), [], NOWHERE, NOWHERE)]


def crowd(state: State) -> Crowd:
    """Who stands where; one position after the other mostly asks for the same."""
    known = _LAST[0]
    if (
        known.mice is state.mice
        and known.foes is state.foes
        and known.friends is state.friends
        and known.side == state.side
    ):
        return known
    _LAST[0] = known = counted(state)
    return known


def foe_room(state: State) -> FoeRoom:
    """The room that minions take: while only mice move it stays the same."""
    known = _ROOM[0]
    if known.foes is state.foes:
        return known
    _ROOM[0] = known = taken_room(state)
    return known


def taken_room(state: State) -> FoeRoom:
    """Find the room that minions take."""
    kinds, coils = state.box.pack.minions, NOWHERE
    where: dict[str, list[Name]] = {"small": [], "large": [], "token": []}
    for one in state.foes:
        where[kinds[one.kind].size].append(one.at)
        if one.body:
            coils = coils.union(one.body)
    small, large, tokens = where.values()  # a token takes no room MM-085
    return FoeRoom(state.foes, small, frozenset(large), coils, coils.union(small, large, tokens))


def coiled(state: State) -> frozenset[Name]:
    """The spaces where snakes lie."""
    return foe_room(state).coils if state.foes else NOWHERE


def held_spaces(state: State) -> frozenset[Name]:
    """The spaces where minions are; a snake is on all of its own."""
    return foe_room(state).spaces if state.foes else NOWHERE


def full_for_mice(state: State) -> frozenset[Name]:
    """The spaces that are full for a mouse that walks; a party alone never fills one for those it has left."""
    if state.foes or state.friends or len(state.mice) > state.box.pack.rules.space_limit:
        return crowd(state).walled
    return NOWHERE


def counted(state: State) -> Crowd:
    """Count who takes room on which space: four small figures or a large one fill it."""
    foes, limit = foe_room(state), state.box.pack.rules.space_limit
    small = [one.at for one in state.mice if one.at] + foes.small
    if state.friends:
        small += [one.at for one in state.friends]
    full = foes.large
    if len(small) - len(set(small)) >= limit - 1:  # else they are too few to fill a space
        full = full.union([space for space in small if small.count(space) >= limit])  # MM-177
    if full:
        full -= state.ground.unlimited  # MM-179
    walled = full | foes.coils if foes.coils else full
    return Crowd(state.side, state.mice, state.foes, state.friends, small, full, walled)


def closed(state: State, kind: Minion | None = None) -> frozenset[Name]:
    """The spaces without room for a figure; a large one wants a space for itself, a token takes no room."""
    now = crowd(state)
    if kind is None:
        return now.walled
    if kind.size == "token":
        return NOWHERE
    if kind.size == "small":
        return now.full if kind.flying else now.walled  # MM-152
    taken = now.full.union(now.small) - state.ground.unlimited
    return taken if kind.flying else taken | coiled(state)
