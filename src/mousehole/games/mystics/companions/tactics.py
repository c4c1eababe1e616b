"""What a sensible mouse looks at: ways, threats, targets, and where the chapter goes on."""

from heapq import heappop, heappush

from msgspec.structs import replace

from mousehole.games.mystics.actions.moving import roads
from mousehole.games.mystics.board.board_queries import (
    FAR,
    can_strike,
    floats,
    foes_at,
    is_full,
    mouse_near,
    near,
    sees,
    spaces_of,
)
from mousehole.games.mystics.board.figures import active, minion
from mousehole.games.mystics.companions.outfit import might
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects.attack_targets import attack_kind, targets, weapons
from mousehole.games.mystics.fight.attack_odds import expected, life, to_defeat
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.fight_tasks import Fight


def costs(state: State, one: Mouse) -> dict[Name, tuple[int, Name]]:
    """Count what it costs to walk to each space, and name the first step of the way; traps count as a detour."""
    found: dict[Name, tuple[int, Name]] = {}
    queue: list[tuple[int, Name, Name]] = [(0, one.at, "")]
    traps = {token.at for token in state.tokens if state.box.pack.tokens[token.kind].kind == "trap"}
    while queue:
        spent, at, first = heappop(queue)
        if at in found:
            continue
        found[at] = (spent, first)
        if at != one.at and foes_at(state, at):
            continue
        for to, cost in roads(state, replace(one, at=at)):
            wet = state.ground.sites[to].terrain.enter == "ends_move" and not floats(state, to)
            toll = cost + (3 if to in traps else 0) + (8 if wet else 0)
            if to not in found and not is_full(state, to):
                heappush(queue, (spent + toll, to, first or to))
    return found


def weapon_of(state: State, one: Mouse) -> str:
    """Name the weapon a mouse would rather use."""
    items = state.box.pack.items
    strength = {name: might(items[name]) if name else 0.0 for name in weapons(state, one)}
    return max(strength, key=lambda name: (attack_kind(state, one, name) == "ranged", strength[name]))


def is_shooter(state: State, one: Mouse) -> bool:
    """Whether a mouse fights from afar."""
    return attack_kind(state, one, weapon_of(state, one)) == "ranged"


def worth(state: State, fight: Fight, foe: Foe) -> float:
    """Weigh a target: how likely it falls, how much that helps."""
    card = minion(state, foe.kind).cards[0]
    danger = 1.0 + 0.3 * card.battle + (1.5 if minion(state, foe.kind).boss else 0.0)
    shot = replace(fight, at=(foe.id,))
    return danger * (2 * to_defeat(state, shot) + expected(state, shot) / life(state, foe))


def best_target(state: State, one: Mouse, fight: Fight, found: list[Foe]) -> Foe:
    """Choose whom to attack."""
    kinds = {foe.id: attack_kind(state, one, fight.weapon, foe) for foe in found}
    return max(found, key=lambda foe: worth(state, replace(fight, kind=kinds[foe.id]), foe))


def in_reach(state: State, one: Mouse) -> bool:
    """Whether a mouse could attack somebody from where it stands."""
    return any(targets(state, one, attack_kind(state, one, weapon)) for weapon in weapons(state, one))


def posts(state: State, one: Mouse) -> list[Name]:
    """List the spaces from which a mouse could attack somebody."""
    there = [at for foe in state.foes for at in spaces_of(foe)]
    if is_shooter(state, one):
        return [space for space in state.ground.sites if any(sees(state, space, at) for at in there)]
    return [space for at in there for space in (*mouse_near(state, at), at)]


def pressure(state: State, space: Name) -> float:
    """Count how many minions could strike a space in their next turn."""
    return sum(can_strike(state, foe, space) for foe in state.foes)


def beasts(state: State) -> list[Foe]:
    """List cat and snake: their attacks meet everybody who stands together or close to them."""
    return [foe for foe in state.foes if minion(state, foe.kind).size == "token"]


def exposure(state: State, one: Mouse, space: Name) -> int:
    """Count what speaks against standing on a space with cat or snake about: friends on it, and the snake beside it."""
    friends = sum(other.at == space for other in active(state) if other.id != one.id)
    around = (space, *near(state, space))
    return friends + 2 * sum(any(part in around for part in foe.body) for foe in state.foes)


def company(state: State, one: Mouse, space: Name) -> int:
    """Count the friends on a space or next to it."""
    around = (space, *near(state, space))
    return sum(other.at in around for other in active(state) if other.id != one.id)


def nearest(found: dict[Name, tuple[int, Name]], spaces: list[Name]) -> Name | None:
    """Choose the space that is cheapest to reach."""
    there = [space for space in spaces if space in found]
    return min(there, key=lambda space: found[space][0], default=None)


def steps_to(state: State, space: Name, goals: list[Name]) -> int:
    """Count the spaces to the nearest of some goals."""
    return min((state.ground.far[space].get(goal, FAR) for goal in goals), default=0)


def far_from(state: State, space: Name) -> int:
    """Count the spaces to the nearest minion."""
    return min((state.ground.far[foe.at].get(space, FAR) for foe in state.foes), default=FAR)
