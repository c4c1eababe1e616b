"""What a companion does in a fight and with what it carries: targets, outfit, tricks."""

from functools import lru_cache
from heapq import heappop, heappush

from msgspec.structs import replace

from mousehole.games.mystics import moves as m
from mousehole.games.mystics.actions.belongings import displaced, fits
from mousehole.games.mystics.actions.moving import roads
from mousehole.games.mystics.board import figures
from mousehole.games.mystics.board.figures import active, figure, is_mouse, minion, mouse
from mousehole.games.mystics.board.queries import (
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
from mousehole.games.mystics.content import effect_types as v
from mousehole.games.mystics.content.content_types import Item
from mousehole.games.mystics.content.effect_types import AddDice
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects.triggers import attack_kind, targets, weapons
from mousehole.games.mystics.fight.attack_odds import expected, life, to_defeat
from mousehole.games.mystics.moves import Equip, Event
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks import Fight, Keep, Point

PACKED = 3  # cards in a pack beyond which nothing more is kept


def dressing(state: State, one: Mouse, actions: tuple[Event, ...]) -> Event | None:
    """Put on what is worth wearing, where nothing has to be put away for it."""
    found = [action for action in actions if isinstance(action, Equip) and action.card in one.pack]
    return next((a for a in found if is_free(state, one, a) and wanted(state, one, a.card)), None)


def keep(state: State, task: Keep, actions: tuple[Event, ...]) -> Event:
    """Keep what can be worn or used; sell the rest."""
    item, one = state.box.pack.items[task.card], mouse(state, task.mouse)
    useful = item.kind in ("trick", "party", "scroll") or wanted(state, one, task.card)
    return m.Choose("keep" if useful and len(one.pack) < PACKED else "cheese")


def wanted(state: State, one: Mouse, card: str) -> bool:
    """Whether a card would serve a mouse: it fits, a slot is free, and no weapon at hand is as good."""
    items = state.box.pack.items
    if not any(is_free(state, one, Equip(card, slot)) for slot in fits(state, one, card)):
        return False
    return items[card].kind != "weapon" or might(items[card]) > max(
        (might(items[name]) for name in one.worn if name), default=0.0
    )


def is_free(state: State, one: Mouse, change: Equip) -> bool:
    """Whether a card can be put on without putting another one away."""
    return not any(one.worn[slot] for slot in displaced(state, one, change))


def might(item: Item) -> float:
    """The dice a weapon adds to an attack, about; those that need something count half."""
    found = [(effect, verb) for effect in item.effects if effect.on == "attacks" for verb in effect.do]
    return sum(
        verb.count * (verb.pool == "own") * (1.0 if effect.when == type(effect.when)() and not verb.per else 0.5)
        for effect, verb in found
        if isinstance(verb, AddDice)
    )


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


EAGER = 2  # mice that come to their turn before a minion that is kept back
PLAYED = (v.Heal, v.Cheese, v.Extra, v.Retarget, v.ShiftCard, v.Weather)  # what a card must do to be worth keeping


def trick(state: State, actions: tuple[Event, ...]) -> Event | None:
    """Play a card whose moment has come: it ends a night or a curse, or keeps a minion back while friends strike."""
    for action in actions:
        if isinstance(action, m.Use) and action.card and timely(state, verbs(state.box.pack, action.card)):
            return action
    return None


def timely(state: State, does: tuple[v.AnyVerb, ...]) -> bool:
    """Whether what a card does helps now."""
    ails = {mark for one in active(state) for mark in one.marks}
    if any(isinstance(verb, v.Weather) and verb.night is False for verb in does):
        return state.night or any(isinstance(verb, v.Relieve) and verb.mark in ails for verb in does)
    return any(isinstance(verb, v.ShiftCard) and verb.by > 0 for verb in does) and overtaken(state) >= EAGER


@lru_cache(1024)
def verbs(pack: Pack, card: str) -> tuple[v.AnyVerb, ...]:
    """All that a card does."""
    return tuple(verb for effect in pack.items[card].effects for verb in effect.do)


def overtaken(state: State) -> int:
    """Count the mice that would act before the next card if it came two places later; nobody if it is a mouse's."""
    place = figures.next_place(state)
    if place is None or is_mouse(state, state.track[place]):
        return 0
    return sum(is_mouse(state, card) and bool(mouse(state, card).at) for card in state.track[place + 1 : place + 3])


def barter(state: State, task: Keep, actions: tuple[Event, ...]) -> Event:
    """Keep what can be worn or will be played; for the rest take a cheese, which heals a wound."""
    pack = state.box.pack
    idle = pack.items[task.card].kind in ("scroll", "trick") and not is_played(pack, task.card)
    return m.Choose("cheese") if idle else keep(state, task, actions)


def is_played(pack: Pack, card: str) -> bool:
    """Whether companions ever play a card: by what it does, or because it turns its mouse into somebody else."""
    does = verbs(pack, card)
    forms = any(isinstance(verb, v.Afflict) and pack.conditions[verb.mark].form for verb in does)
    return forms or any(isinstance(verb, PLAYED) for verb in does)


def pointing(state: State, task: Point, actions: tuple[Event, ...]) -> Event | None:
    """Heal the weakest first; turn against the minion whose turn is next."""
    found = [a for a in actions if isinstance(a, m.Target)]
    if isinstance(task.verb, v.Heal):
        return min(found, key=lambda a: life(state, mouse(state, a.figure)), default=None)
    place = figures.next_place(state)
    kind = figures.kind_of(state.track[place]) if place is not None else ""
    return next((a for a in found if isinstance(one := figure(state, a.figure), Foe) and one.kind == kind), None)
