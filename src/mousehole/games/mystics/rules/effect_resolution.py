"""Carries out effects: triggers, reactions, and verbs one after the other.

Order at a trigger: the figure's own effects as `hooks` lists them, then the tokens of the tile, then the chapter.
Reactions are offered to the mice from the top of the track; each mouse reacts at most once.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.actions.moving import sure, without_sure_marks
from mousehole.games.mystics.board.figures import (
    Steps,
    figure,
    is_mouse,
    mouse,
    push,
    rank,
    seat,
    set_mouse,
    task_step,
    tell,
)
from mousehole.games.mystics.content.effect_types import AnyVerb, Battle, Cheese, Push, Selector
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.abilities import note_use, use, uses
from mousehole.games.mystics.effects.triggers import applies, hooks, selected
from mousehole.games.mystics.effects.verbs import carry_out
from mousehole.games.mystics.moves import DONE, Card, Choose, Dice, Event, Target, Use, target
from mousehole.games.mystics.rules.exploring import chapter_hooks
from mousehole.games.mystics.state import AnyState, Draft
from mousehole.games.mystics.tasks import Answering, Context, Fire, Lot, Perform, Point, React, Trial


def fire(draft: Draft, task: Fire, event: Event | None) -> None:
    """Carry out the effects at a trigger that need no choice."""
    trigger, context = task.trigger, task.context
    found = []
    heard = hooks(draft, trigger, context)
    for source, effect in heard if heard and figure(draft, context.me) else ():
        if not effect.instead and not effect.optional:
            about = replace(context, source=source)
            note_use(draft, effect, about)
            found.append(Perform(effect.do, about))
    if draft.tokens and trigger != "entered":  # tokens that are entered wait for that
        found += of_tokens(draft, task)
    if trigger in draft.box.on:
        found += chapter_hooks(draft, trigger, context)
    if found:
        push(draft, *found)


def of_tokens(state: AnyState, task: Fire) -> list[Perform]:
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


def ask_react(state: AnyState, task: React) -> Decide[Event] | None:
    """Let the next mouse react that can."""
    for name in by_track(state, task.mice):
        found = reactions(state, task, name)
        if found:
            return Decide(seat(state, name), (*found, DONE))
    return None


def by_track(state: AnyState, mice: tuple[str, ...]) -> Sequence[str]:
    """Put mice in the order of the track."""
    return sorted(mice, key=lambda name: rank(state, name)) if len(mice) > 1 else mice


def reactions(state: AnyState, task: React, name: str) -> list[Event]:
    """List the reactions of a mouse."""
    one = mouse(state, name)
    return uses(state, one, task.trigger, task.context, ("reaction",)) if one.at else []


def react(draft: Draft, task: React, event: Event | None) -> None:
    """React, and let the other mice react too."""
    if event is None:
        return
    name = next(name for name in by_track(draft, task.mice) if reactions(draft, task, name))
    rest = tuple(other for other in task.mice if other != name)
    if rest:
        push(draft, replace(task, mice=rest))
    if isinstance(event, Use):
        use(draft, mouse(draft, name), event, task.trigger, replace(task.context, me=name))


def perform(draft: Draft, task: Perform, event: Event | None) -> None:
    """Carry out the first verb; the others follow."""
    if not task.verbs:
        return
    verb, *rest = task.verbs
    if rest:
        push(draft, Perform(tuple(rest), task.context))
    resolve_verb(draft, verb, task.context)


def resolve_verb(draft: Draft, verb: AnyVerb, context: Context) -> None:
    """Carry out a verb: on everybody it names, or on somebody chosen."""
    pick = aimed(verb)
    if pick is None:
        carry_out(draft, verb, context)
        return
    choices = selected(draft, pick, context)
    if pick.how == "all":
        push(draft, *(Perform((at(verb),), replace(context, other=name)) for name in choices))
        return
    if not choices:
        return
    if pick.how == "lot":
        push(draft, Lot(verb, choices, context))
        return
    several = pick.how == "lore"
    left = draft.box.heroes[context.me].lore if several else 1
    push(draft, Point(verb, choices, context, left, several))


def aimed(verb: AnyVerb) -> Selector | None:
    """Say whom a verb selects, if it does."""
    if isinstance(verb, Battle | Push):
        return None
    aim = verb.to if isinstance(verb, Cheese) else getattr(verb, "who", None)
    return aim if isinstance(aim, Selector) else None


def at(verb: AnyVerb) -> AnyVerb:
    """Point a verb at the other figure."""
    return replace(verb, to="other") if isinstance(verb, Cheese) else replace(verb, who="other")


def ask_point(state: AnyState, task: Point) -> Decide[Event] | None:
    """Choose a figure."""
    there = tuple(target(name) for name in task.choices if figure(state, name))
    chooser = task.context.me if is_mouse(state, task.context.me) else ""
    return Decide(seat(state, chooser), (*there, *((DONE,) if task.may else ()))) if there else None


def point(draft: Draft, task: Point, event: Event | None) -> None:
    """Carry the verb out on the figure chosen, and perhaps on more."""
    if not isinstance(event, Target):
        return
    choices = tuple(name for name in task.choices if name != event.figure)
    if task.left > 1 and choices:
        push(draft, replace(task, left=task.left - 1, choices=choices))
    push(draft, Perform((at(task.verb),), replace(task.context, other=event.figure)))


def ask_lot(state: AnyState, task: Lot) -> Chance[Event]:
    """Draw one of several figures."""
    return Chance(tuple((Card("lot", name), 1) for name in task.choices))


def lot(draft: Draft, task: Lot, event: Event | None) -> None:
    """Carry the verb out on the figure drawn."""
    assert isinstance(event, Card)
    push(draft, Perform((at(task.verb),), replace(task.context, other=event.card)))


def ask_trial(state: AnyState, task: Trial) -> Chance[Event] | None:
    """Roll a test."""
    one = mouse(state, task.mouse)
    if one.at and sure(state, one):
        return dice.STAR
    return dice.pool(task.dice, seat(state, task.mouse)) if one.at else None


def trial(draft: Draft, task: Trial, event: Event | None) -> None:
    """Let a star decide; a test of lore may be thrown again."""
    if not isinstance(event, Dice):
        return
    passed = dice.read(event.faces).stars > 0
    if not passed and task.lore and not task.again:
        context = Context(task.mouse, roll=event.faces)
        for source, effect in hooks(draft, "tested", context):
            about = replace(context, source=source)
            note_use(draft, effect, about)
            tell(draft, "again", task.mouse, source)
            push(draft, replace(task, dice=1, again=True))
            return
    set_mouse(draft, without_sure_marks(draft, mouse(draft, task.mouse)))
    tell(draft, "passes" if passed else "fails", task.mouse)
    push(draft, Perform(task.then if passed else task.otherwise, task.context))


def ask_answering(state: AnyState, task: Answering) -> Decide[Event]:
    """Ask the mouse at the head of the party, for everybody."""
    answers = state.box.chapter.questions[task.question].answers
    return Decide(seat(state, task.mouse), tuple(map(Choose, answers)))  # MM-B54


def answering(draft: Draft, task: Answering, event: Event | None) -> None:
    """Remember the answer, and do what it brings."""
    if not isinstance(event, Choose):
        return
    draft.answers = (*draft.answers, (task.question, event.option))  # MM-B55
    tell(draft, "answers", task.question, event.option)
    found = draft.box.chapter.questions[task.question].answers[event.option]
    push(draft, Perform(found.do, Context(task.mouse)))


STEPS: Steps = dict(
    (
        task_step(Fire, None, fire),
        task_step(React, ask_react, react),
        task_step(Perform, None, perform),
        task_step(Point, ask_point, point),
        task_step(Lot, ask_lot, lot),
        task_step(Trial, ask_trial, trial),
        task_step(Answering, ask_answering, answering),
    )
)
