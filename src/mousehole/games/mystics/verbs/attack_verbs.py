"""Verbs that attack: on command, by cards, against several at once."""

from msgspec.structs import replace

from mousehole.games.mystics.board.changes import push, tell
from mousehole.games.mystics.board.figures import figure, is_mouse, mouse
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.selectors import AttackKind, Pick
from mousehole.games.mystics.effects.attack_targets import aims, attack_kind, can_attack, tagged, weapons
from mousehole.games.mystics.effects.running_fight import changed_fight
from mousehole.games.mystics.effects.selected_figures import picked
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context
from mousehole.games.mystics.tasks.fight_tasks import Attack, CardAttack, Command, Defences, Fight, Weapons
from mousehole.games.mystics.verbs.whom import whom


def battle(state: State, verb: v.Battle, context: Context) -> State:
    """Let somebody attack now."""
    if isinstance(verb.by, Pick):
        mice = tuple(name for name in picked(state, verb.by, context) if can_attack(state, mouse(state, name)))
        return push(state, Command(mice, context.me))
    one = figure(state, context.other if verb.by == "other" else context.me)
    if not isinstance(one, Mouse):
        return state
    if verb.who is not None:
        return by_card(state, verb, one, context)
    fight = Fight(one.id, dice=lore(state, verb, one))
    if not verb.weapons:
        return push(state, Weapons(fight))
    return push(state, *(Weapons(fight, (weapon,)) for weapon in tagged(state, one, verb.weapons)))


def lore(state: State, verb: v.Battle, one: Mouse) -> int | None:
    """The dice of an attack by lore."""
    return state.box.heroes[one.id].lore if verb.dice == "lore" else None


def by_card(state: State, verb: v.Battle, one: Mouse, context: Context) -> State:
    """Attack whom the card allows: all of them with one roll, or one of them."""
    found = aims(state, verb, context)
    kind = verb.attack or attack_kind(state, one, weapons(state, one)[0])
    fight = Fight(one.id, found, kind, fitting(state, one, kind), lore(state, verb, one))
    if not found or verb.who is None:
        return state
    if verb.who.how == "all":
        return push(state, Attack(fight))
    return push(state, CardAttack(fight, verb.blast))


def fitting(state: State, one: Mouse, kind: AttackKind) -> str:
    """Find the weapon that counts in an attack by a card."""
    return next((weapon for weapon in weapons(state, one) if attack_kind(state, one, weapon) == kind), "")


def hit(state: State, verb: v.Hit, context: Context) -> State:
    """Hit somebody automatically; it may defend."""
    name = whom(verb, context)
    if figure(state, name) is None:
        return state
    by = context.me if is_mouse(state, context.me) else ""
    return push(state, Defences(Fight(by, (name,), "ranged", hits=verb.n)))


def retarget(state: State, verb: v.Retarget, context: Context) -> State:
    """Turn the attack that is going on from a mouse to another; everybody else who is struck stays so."""
    name = whom(verb, context)

    def turned(fight: Fight) -> Fight:
        spared = {context.me} if context.me in fight.at else {one for one in fight.at if is_mouse(state, one)}
        return replace(fight, at=tuple(dict.fromkeys(name if one in spared else one for one in fight.at)))

    return changed_fight(tell(state, "steps_in", name), turned)
