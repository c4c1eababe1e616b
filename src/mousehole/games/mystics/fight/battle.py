"""An attack from its declaration to its wounds."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.board_queries import charmed, in_reach
from mousehole.games.mystics.board.changes import acting, push, tell, with_mouse
from mousehole.games.mystics.board.figures import figure, foe, friend, is_mouse, mouse, seat
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.abilities import use, uses
from mousehole.games.mystics.effects.active_effects import hooks
from mousehole.games.mystics.effects.bees import about_hosts, passed_on
from mousehole.games.mystics.effects.felt_triggers import fires, reacts
from mousehole.games.mystics.fight.dice_pools import about, attack_dice, defence_dice
from mousehole.games.mystics.fight.wounds import harm
from mousehole.games.mystics.moves import DONE, Dice, Event, Use
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire, Perform, React
from mousehole.games.mystics.tasks.fight_tasks import (
    AfterAttack,
    Attack,
    AttackRoll,
    Defences,
    Defend,
    Fight,
    Harm,
    Strike,
)
from mousehole.games.mystics.tasks.round_tasks import Wheel
from mousehole.games.mystics.verbs.wound_verbs import poisons


def attack(state: State, task: Attack, event: Event | None) -> State:
    """Declare an attack; whoever is attacked may react."""
    fight = task.fight
    there = tuple([name for name in fight.at if figure(state, name)])
    if not there or not standing(state, fight.by):
        return state
    fight = fight if there == fight.at else replace(fight, at=there)
    for name in fight.at:
        state = tell(state, "attacks", fight.by, name)
    if is_mouse(state, fight.by) and not charmed(state, mouse(state, fight.by)):
        return push(state, AttackRoll(fight))
    state = acting(state, attacked=(*state.acting.attacked, *[name for name in fight.at if not foe(state, name)]))
    return push(state, *reactions(state, fight), AttackRoll(fight))


def standing(state: State, name: str) -> bool:
    """Whether whoever attacks is still on the board; a trap or a grape always is."""
    return not name or figure(state, name) is not None


def reactions(state: State, fight: Fight) -> tuple[React, ...]:
    """Let the mice attacked react, and the friends of a mouse that is attacked alone."""
    mice = tuple([name for name in fight.at if is_mouse(state, name) and name != fight.by])
    context = Context("", fight.by, attack=fight.kind)
    found = reacts(state, "attacked", mice, context)
    if len(mice) == 1:
        friends = beside(state, mouse(state, mice[0]))
        found += (
            (React("friend_attacked", friends, context),)
            if found
            else reacts(state, "friend_attacked", friends, context)
        )
    return found


def beside(state: State, one: Mouse) -> tuple[str, ...]:
    """List the other mice on the space of a mouse and next to it."""
    around = in_reach(state, one.at)
    return tuple([other.id for other in state.mice if other.at in around and other.id != one.id])


def ask_attack_roll(state: State, task: AttackRoll) -> Chance[Event]:
    """Roll the attack."""
    fight = task.fight
    n = attack_dice(state, fight)
    if fight.sure:
        return Chance(((Dice((dice.PLAIN_BOW,) * n), 1),))  # MM-011
    return dice.pool(n, seat(state, fight.by))


def attack_roll(state: State, task: AttackRoll, event: Event | None) -> State:
    """Count the hits; cheese is shared out at once."""
    assert isinstance(event, Dice)
    roll = dice.read(event.faces)
    hits = roll.bows if task.fight.kind == "ranged" else roll.swords  # MM-039, MM-040
    fight = replace(task.fight, roll=event.faces, hits=hits)
    state = tell(state, "hits", fight.by, n=hits)
    context = about(fight, fight.by, fight.at[0])
    if roll.cheese:
        state = push(state, Fire("attack_rolled", context), Defences(fight))
        return share_out(state, fight, fight.by, fight.at[0], roll.cheese)
    felt = fires(state, "attack_rolled", context)
    return push(state, *felt, Defences(fight)) if felt else defended(state, fight)


def share_out(state: State, fight: Fight, name: str, other: str, n: int) -> State:
    """Let the cheese of a roll go to the mouse that rolled it, or one of it to the wheel."""
    if not n or not name or friend(state, name):
        return state  # MM-028, MM-210
    if is_mouse(state, name):
        return into_stash(state, mouse(state, name), n)
    context = about(fight, other, name)
    if is_mouse(state, other):
        for source, effect in hooks(state, "wheel", context):
            return push(state, Perform(effect.do, replace(context, source=source)))
    if hooks(state, "wheel", about(fight, name, other)):
        return state
    return push(state, Wheel())  # MM-044, MM-050, MM-253


def into_stash(state: State, one: Mouse, n: int) -> State:
    """Put the cheese a mouse rolled into its stash; a curse sends it to the wheel."""
    if charmed(state, one):
        return push(state, Wheel())  # MM-076
    if any(state.box.pack.conditions[mark].cheese == "wheel" for mark in one.marks):
        return push(tell(state, "cursed_cheese", one.id, n=n), Wheel(n))  # MM-086
    state = with_mouse(replace(state, supply=state.supply - n), replace(one, cheese=one.cheese + n))
    return tell(state, "cheese", one.id, n=n)  # MM-049


def defences(state: State, task: Defences, event: Event | None) -> State:
    """Let everybody attacked defend, if there is anything to defend against."""
    return defended(state, task.fight)


def defended(state: State, fight: Fight) -> State:
    """Let everybody attacked defend against a hit."""
    after = AfterAttack(fight, about_hosts(state, fight))
    if not fight.hits:
        return push(tell(state, "misses", fight.by), after)
    return push(state, *[Defend(fight, name) for name in fight.at], after)  # MM-041


def ask_defend(state: State, task: Defend) -> Chance[Event] | None:
    """Roll the defence."""
    if figure(state, task.figure) is None:
        return None
    return dice.pool(defence_dice(state, task.fight, task.figure), seat(state, task.figure))


def defend(state: State, task: Defend, event: Event | None) -> State:
    """Block hits; what is left wounds."""
    if not isinstance(event, Dice):
        return state
    fight, roll = task.fight, dice.read(event.faces)
    blocks = roll.shields + (roll.star_shields if fight.double_block else 0)  # MM-042
    wounds = max(0, fight.hits - blocks)  # MM-043
    state = tell(state, "blocks", task.figure, n=min(blocks, fight.hits))
    state = push(state, Strike(fight, task.figure, wounds))
    context = replace(about(fight, task.figure, fight.by), roll=event.faces)
    if not roll.cheese:
        return push(state, *fires(state, "defence_rolled", context))
    return share_out(push(state, Fire("defence_rolled", context)), fight, task.figure, fight.by, roll.cheese)  # MM-B27


def strike(state: State, task: Strike, event: Event | None) -> State:
    """Wound a defender with what it did not block."""
    fight = task.fight
    if not task.wounds:
        return state
    poison = bool(fight.by) and poisons(state, about(fight, fight.by, task.figure))
    wounds = Harm(
        task.figure, task.wounds, fight.by, poison=poison, roll=fight.roll, kind=fight.kind, weapon=fight.weapon
    )
    return harm(state, wounds, None)


def ask_after_attack(state: State, task: AfterAttack) -> Decide[Event] | None:
    """Let a mouse use something after its attack."""
    fight = task.fight
    if not is_mouse(state, fight.by) or not mouse(state, fight.by).at:
        return None
    helps = tuple(uses(state, mouse(state, fight.by), "after_attack", after(fight), ("free",)))
    return Decide(seat(state, fight.by), (*helps, DONE)) if helps else None


def after(fight: Fight) -> Context:
    """Describe an attack that is over."""
    return Context(fight.by, fight.at[0], attack=fight.kind, weapon=fight.weapon)


def after_attack(state: State, task: AfterAttack, event: Event | None) -> State:
    """Use it, or let it be."""
    state = passed_on(state, task.fight, task.bees) if task.bees else state
    if isinstance(event, Use):
        return use(state, mouse(state, task.fight.by), event, "after_attack", after(task.fight))
    return state
