"""Whom a mouse can attack, and with which weapon."""

from functools import lru_cache, partial

from mousehole.games.mystics.board.board_queries import foes_at, in_reach, mouse_near, sees, spaces_of, touched
from mousehole.games.mystics.board.crowds import held_spaces
from mousehole.games.mystics.board.figures import figure, foe, mouse
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.selectors import AttackKind, Pick
from mousehole.games.mystics.content.verb_types import Battle
from mousehole.games.mystics.effects.heard_effects import form
from mousehole.games.mystics.effects.selected_figures import picked
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context

PAWS = ""


def weapons(state: State, one: Mouse) -> tuple[str, ...]:
    """List the weapons in the paws of a mouse; bare paws when there is none."""
    return (PAWS,) if one.marks and form(state, one) else in_paws(state.box.pack, one.worn)


@lru_cache(4096)
def in_paws(pack: Pack, worn: tuple[str, ...]) -> tuple[str, ...]:
    """List the weapons among what is worn; bare paws when there is none."""
    return tuple(dict.fromkeys(name for name in worn if name and pack.items[name].kind == "weapon")) or (PAWS,)


def attack_kind(state: State, one: Mouse, weapon: str, at: Foe | None = None) -> AttackKind:
    """Say how a mouse attacks with a weapon; some are different against a target on the own space."""
    if weapon == PAWS:
        body = form(state, one)
        return body.attack if body else "melee"
    item = state.box.pack.items[weapon]
    if at and item.close and one.at in spaces_of(at):
        return item.close
    return item.attack or "melee"


def targets(state: State, one: Mouse, kind: AttackKind) -> list[Foe]:
    """List the minions that a mouse may attack."""
    close = touched(state, in_reach(state, one.at))
    if kind == "melee":
        return close  # MM-037
    return crowded_targets(state, one) if close else seen_targets(state, one)


def crowded_targets(state: State, one: Mouse) -> list[Foe]:
    """List whom a mouse must shoot at: close minions, where most of them are."""
    crowds = [foes_at(state, space) for space in dict.fromkeys((one.at, *mouse_near(state, one.at)))]
    most = max(map(len, crowds))
    return list({each.id: each for crowd in crowds if len(crowd) == most for each in crowd}.values())  # MM-045


def seen_targets(state: State, one: Mouse) -> list[Foe]:
    """List whom a mouse may shoot at when nobody is close."""
    return [each for each in state.foes if any(sees(state, one.at, space) for space in spaces_of(each))]  # MM-046


def can_attack(state: State, one: Mouse) -> bool:
    """Whether a mouse has somebody to attack: close to it, or in the sight of an archer."""
    if not in_reach(state, one.at).isdisjoint(held_spaces(state)):
        return True
    for weapon in weapons(state, one):
        if attack_kind(state, one, weapon) == "ranged":
            return bool(seen_targets(state, one))
    return False


def would_find(state: State, verb: Battle, context: Context) -> bool:
    """Whether an attack by a card would find somebody."""
    if isinstance(verb.by, Pick):
        return any(can_attack(state, mouse(state, name)) for name in picked(state, verb.by, context))
    if verb.who is not None:
        return bool(aims(state, verb, context))
    one = mouse(state, context.me)
    chosen = tagged(state, one, verb.weapons)
    return any(targets(state, one, verb.attack or attack_kind(state, one, w)) for w in chosen)


def tagged(state: State, one: Mouse, tag: str) -> tuple[str, ...]:
    """List the equipped weapons with a tag, each as often as it is worn; all of them without one."""
    if not tag:
        return weapons(state, one)
    return tuple(name for name in one.worn if name and tag in state.box.pack.items[name].tags)


def aims(state: State, verb: Battle, context: Context) -> tuple[str, ...]:
    """List the figures an attack by a card may go against."""
    me = figure(state, context.me)
    if verb.who is None or me is None:
        return ()
    found = [one for one in map(partial(foe, state), picked(state, verb.who, context)) if one]
    if verb.attack == "ranged" and verb.sight:
        found = [one for one in found if any(sees(state, me.at, space) for space in spaces_of(one))]
    return tuple(one.id for one in found)
