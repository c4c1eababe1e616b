"""Verbs that change a roll: the dice of an attack, a defence or a search, and what they show."""

from msgspec.structs import replace

from mousehole.games.mystics.board.figures import figure
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.selectors import Trigger
from mousehole.games.mystics.effects.active_effects import hooks
from mousehole.games.mystics.effects.running_fight import attacker, changed_fight
from mousehole.games.mystics.effects.selected_figures import picked
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.action_tasks import BeforeSearch, Found, SearchRoll
from mousehole.games.mystics.tasks.effect_tasks import Context
from mousehole.games.mystics.tasks.fight_tasks import AttackRoll, Defences, Fight


def add_dice(state: State, verb: v.AddDice, context: Context) -> State:
    """Add dice to the attack, the defence or the search that is going on."""
    n = verb.count * (1 if verb.per is None else len(picked(state, verb.per, context)))
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, BeforeSearch):
        return replace(state, agenda=(*state.agenda[:-1], replace(top, dice=top.dice + n)))
    if (attacker(state) == context.me) == (verb.pool == "own"):
        return changed_fight(state, lambda fight: replace(fight, more=fight.more + n))
    return changed_fight(state, lambda fight: guarded(fight, context.me, n))


def added(state: State, trigger: Trigger, pool: str, context: Context) -> int:
    """Add up the dice that effects give to a pool."""
    found = hooks(state, trigger, context)
    if not found or figure(state, context.me) is None:
        return 0
    return sum(
        verb.count * (1 if verb.per is None else len(picked(state, verb.per, context)))
        for _, effect in found
        for verb in effect.do
        if isinstance(verb, v.AddDice) and verb.pool == pool
    )


def guarded(fight: Fight, name: str, n: int) -> Fight:
    """Give dice to the defender who asked for them; whoever is not attacked itself means every defender."""
    if name in fight.at:
        return replace(fight, guard=(*fight.guard, (name, n)))
    return replace(fight, less=fight.less - n)


def double(state: State, verb: v.Double, context: Context) -> State:
    """Count the battle value twice."""
    return changed_fight(state, lambda fight: replace(fight, doubled=True))


def sure(state: State, verb: v.Sure, context: Context) -> State:
    """Let every die show a bow."""
    return changed_fight(state, lambda fight: replace(fight, sure=True))


def double_block(state: State, verb: v.DoubleBlock, context: Context) -> State:
    """Let star shields block two hits."""
    return changed_fight(state, lambda fight: replace(fight, double_block=True))


def reroll(state: State, verb: v.Reroll, context: Context) -> State:
    """Throw again what has just fallen: an attack, or a search."""
    top = state.agenda[-1]
    if isinstance(top, Defences) and not top.fight.again:
        return replace(state, agenda=(*state.agenda[:-1], AttackRoll(replace(top.fight, again=True))))
    if isinstance(top, Found) and not top.stars:
        return replace(state, agenda=(*state.agenda[:-1], SearchRoll(top.mouse)))
    return state
