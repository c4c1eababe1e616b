"""Verbs that change what is going on: the attack, the search or the wound that stands on the agenda."""

from collections.abc import Callable

from msgspec.structs import replace

from mousehole.games.mystics.board.changes import push, tell
from mousehole.games.mystics.content import verbs as v
from mousehole.games.mystics.effects.selected_figures import picked
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.action_tasks import BeforeSearch, DrawCard, Found, SearchRoll
from mousehole.games.mystics.tasks.effect_tasks import Context
from mousehole.games.mystics.tasks.fight_tasks import AttackRoll, Defences, Fight, FightTask, Mark


def top_fight(state: State, change: Callable[[Fight], Fight]) -> State:
    """Change the attack that is going on."""
    for n in range(len(state.agenda) - 1, -1, -1):
        stage = state.agenda[n]
        if isinstance(stage, FightTask):
            changed = replace(stage, fight=change(stage.fight))
            return replace(state, agenda=(*state.agenda[:n], changed, *state.agenda[n + 1 :]))
    return state


def attacker(state: State) -> str:
    """Name who attacks in the attack that is going on."""
    for task in reversed(state.agenda):
        if isinstance(task, FightTask):
            return task.fight.by
    return ""


def add_dice(state: State, verb: v.AddDice, context: Context) -> State:
    """Add dice to the attack, the defence or the search that is going on."""
    n = verb.count * (1 if verb.per is None else len(picked(state, verb.per, context)))
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, BeforeSearch):
        return replace(state, agenda=(*state.agenda[:-1], replace(top, dice=top.dice + n)))
    if (attacker(state) == context.me) == (verb.pool == "own"):
        return top_fight(state, lambda fight: replace(fight, more=fight.more + n))
    return top_fight(state, lambda fight: guarded(fight, context.me, n))


def guarded(fight: Fight, name: str, n: int) -> Fight:
    """Give dice to the defender who asked for them; whoever is not attacked itself means every defender."""
    if name in fight.at:
        return replace(fight, guard=(*fight.guard, (name, n)))
    return replace(fight, less=fight.less - n)


def double(state: State, verb: v.Double, context: Context) -> State:
    """Count the battle value twice."""
    return top_fight(state, lambda fight: replace(fight, doubled=True))


def sure(state: State, verb: v.Sure, context: Context) -> State:
    """Let every die show a bow."""
    return top_fight(state, lambda fight: replace(fight, sure=True))


def double_block(state: State, verb: v.DoubleBlock, context: Context) -> State:
    """Let star shields block two hits."""
    return top_fight(state, lambda fight: replace(fight, double_block=True))


def reroll(state: State, verb: v.Reroll, context: Context) -> State:
    """Throw again what has just fallen: an attack, or a search."""
    top = state.agenda[-1]
    if isinstance(top, Defences) and not top.fight.again:
        return replace(state, agenda=(*state.agenda[:-1], AttackRoll(replace(top.fight, again=True))))
    if isinstance(top, Found) and not top.stars:
        return replace(state, agenda=(*state.agenda[:-1], SearchRoll(top.mouse, again=True)))
    return state


def prevent(state: State, verb: v.Prevent, context: Context) -> State:
    """Let the wound that is about to be marked not happen."""
    for n in range(len(state.agenda) - 1, -1, -1):
        if isinstance(state.agenda[n], Mark):
            return tell(replace(state, agenda=state.agenda[:n] + state.agenda[n + 1 :]), "shrugs", context.me)
    return state


def draw(state: State, verb: v.Draw, context: Context) -> State:
    """Draw more cards in the search that is going on."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Found):
        return replace(state, agenda=(*state.agenda[:-1], replace(top, cards=verb.n)))
    return push(state, DrawCard(context.me, verb.n))
