"""Carries out effects: triggers, reactions, and verbs one after the other.

Order at a trigger: the figure's own effects as `hooks` lists them, then the tokens of the tile, then the chapter.
Reactions are offered to the mice from the top of the track; each mouse reacts at most once.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.actions.moving import settled, sure
from mousehole.games.mystics.board.changes import push, tell, with_mouse
from mousehole.games.mystics.board.figures import figure, is_mouse, mouse, rank, seat
from mousehole.games.mystics.content.selectors import Pick
from mousehole.games.mystics.content.verb_types import AnyVerb, Battle, Cheese, Push
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.abilities import noted, use, uses
from mousehole.games.mystics.effects.active_effects import applies, hooks
from mousehole.games.mystics.effects.selected_figures import picked
from mousehole.games.mystics.moves import DONE, Card, Dice, Event, Target, Use, target
from mousehole.games.mystics.rules.exploring import chapter_hooks
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire, Lot, Perform, Point, React, Trial
from mousehole.games.mystics.verbs.verb_table import carried_out


def fire(state: State, task: Fire, event: Event | None) -> State:
    """Carry out the effects at a trigger that need no choice."""
    trigger, context = task.trigger, task.context
    found = []
    heard = hooks(state, trigger, context)
    for source, effect in heard if heard and figure(state, context.me) else ():
        if not effect.instead and not effect.optional:
            about = replace(context, source=source)
            state = noted(state, effect, about)
            found.append(Perform(effect.do, about))
    if state.tokens and trigger != "entered":  # tokens that are entered wait for that
        found += of_tokens(state, task)
    if trigger in state.box.on:
        found += chapter_hooks(state, trigger, context)
    return push(state, *found) if found else state


def of_tokens(state: State, task: Fire) -> list[Perform]:
    """List what the tokens of the tile do at a trigger."""
    heard = state.box.pack.on[task.trigger].tokens
    if not heard:
        return []
    here = f"{state.side}/"
    return [
        Perform(effect.do, replace(task.context, source=token.kind, at=token.at))
        for token in state.tokens
        if token.kind in heard and token.at.startswith(here)
        for effect in heard[token.kind]
        if applies(state, effect, task.context)
    ]


def ask_react(state: State, task: React) -> Decide[Event] | None:
    """Let the next mouse react that can."""
    for name in by_track(state, task.mice):
        found = reactions(state, task, name)
        if found:
            return Decide(seat(state, name), (*found, DONE))
    return None


def by_track(state: State, mice: tuple[str, ...]) -> Sequence[str]:
    """Put mice in the order of the track."""
    return sorted(mice, key=lambda name: rank(state, name)) if len(mice) > 1 else mice


def reactions(state: State, task: React, name: str) -> list[Event]:
    """List the reactions of a mouse."""
    one = mouse(state, name)
    return uses(state, one, task.trigger, task.context, ("reaction",)) if one.at else []


def react(state: State, task: React, event: Event | None) -> State:
    """React, and let the other mice react too."""
    if event is None:
        return state
    name = next(name for name in by_track(state, task.mice) if reactions(state, task, name))
    rest = tuple(other for other in task.mice if other != name)
    state = push(state, replace(task, mice=rest)) if rest else state
    if isinstance(event, Use):
        return use(state, mouse(state, name), event, task.trigger, replace(task.context, me=name))
    return state


def perform(state: State, task: Perform, event: Event | None) -> State:
    """Carry out the first verb; the others follow."""
    if not task.verbs:
        return state
    verb, *rest = task.verbs
    if rest:
        state = push(state, Perform(tuple(rest), task.context))
    return carried(state, verb, task.context)


def carried(state: State, verb: AnyVerb, context: Context) -> State:
    """Carry out a verb: on everybody it names, or on somebody chosen."""
    pick = aimed(verb)
    if pick is None:
        return carried_out(state, verb, context)
    choices = picked(state, pick, context)
    if pick.how == "all":
        return push(state, *(Perform((at(verb),), replace(context, other=name)) for name in choices))
    if not choices:
        return state
    if pick.how == "lot":
        return push(state, Lot(verb, choices, context))
    several = pick.how == "lore"
    left = state.box.heroes[context.me].lore if several else 1
    return push(state, Point(verb, choices, context, left, several))


def aimed(verb: AnyVerb) -> Pick | None:
    """Say whom a verb selects, if it does."""
    if isinstance(verb, Battle | Push):
        return None
    aim = verb.to if isinstance(verb, Cheese) else getattr(verb, "who", None)
    return aim if isinstance(aim, Pick) else None


def at(verb: AnyVerb) -> AnyVerb:
    """Point a verb at the other figure."""
    return replace(verb, to="other") if isinstance(verb, Cheese) else replace(verb, who="other")


def ask_point(state: State, task: Point) -> Decide[Event] | None:
    """Choose a figure."""
    there = tuple(target(name) for name in task.choices if figure(state, name))
    chooser = task.context.me if is_mouse(state, task.context.me) else ""
    return Decide(seat(state, chooser), (*there, *((DONE,) if task.may else ()))) if there else None


def point(state: State, task: Point, event: Event | None) -> State:
    """Carry the verb out on the figure chosen, and perhaps on more."""
    if not isinstance(event, Target):
        return state
    choices = tuple(name for name in task.choices if name != event.figure)
    if task.left > 1 and choices:
        state = push(state, replace(task, left=task.left - 1, choices=choices))
    return push(state, Perform((at(task.verb),), replace(task.context, other=event.figure)))


def ask_lot(state: State, task: Lot) -> Chance[Event]:
    """Draw one of several figures."""
    return Chance(tuple((Card("lot", name), 1) for name in task.choices))


def lot(state: State, task: Lot, event: Event | None) -> State:
    """Carry the verb out on the figure drawn."""
    assert isinstance(event, Card)
    return push(state, Perform((at(task.verb),), replace(task.context, other=event.card)))


def ask_trial(state: State, task: Trial) -> Chance[Event] | None:
    """Roll a test."""
    one = mouse(state, task.mouse)
    if one.at and sure(state, one):
        return dice.STAR
    return dice.pool(task.dice, seat(state, task.mouse)) if one.at else None


def trial(state: State, task: Trial, event: Event | None) -> State:
    """Let a star decide; a test of lore may be thrown again."""
    if not isinstance(event, Dice):
        return state
    passed = dice.read(event.faces).stars > 0
    if not passed and task.lore and not task.again:
        context = Context(task.mouse, roll=event.faces)
        for source, effect in hooks(state, "tested", context):
            about = replace(context, source=source)
            state = tell(noted(state, effect, about), "again", task.mouse, source)
            return push(state, replace(task, dice=1, again=True))
    state = with_mouse(state, settled(state, mouse(state, task.mouse)))
    state = tell(state, "passes" if passed else "fails", task.mouse)
    return push(state, Perform(task.then if passed else task.otherwise, task.context))
