"""Verbs that happen to a figure: markers, moves, its turn, its way, its friends."""

from msgspec.structs import replace

from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.changes import DOWN, acting, knocked, over_for, push, tell, with_figure, with_mouse
from mousehole.games.mystics.board.figures import active, figure, is_mouse
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.selectors import Pick
from mousehole.games.mystics.content.verb_types import Effect
from mousehole.games.mystics.effects.bees import shooed
from mousehole.games.mystics.effects.selected_figures import picked
from mousehole.games.mystics.state import Friend, Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context, Pushing, Relief
from mousehole.games.mystics.tasks.round_tasks import Joining
from mousehole.games.mystics.verbs.whom import whom


def afflict(state: State, verb: v.Afflict, context: Context) -> State:
    """Give a marker; nobody has the same one twice."""
    if verb.mark == DOWN:
        return knocked(state, whom(verb, context))
    one = figure(state, whom(verb, context))
    if one is None or verb.mark in one.marks or isinstance(one, Friend):
        return state  # MM-029
    return tell(with_figure(state, replace(one, marks=(*one.marks, verb.mark))), "marked", one.id, verb.mark)


def relieve(state: State, verb: v.Relieve, context: Context) -> State:
    """Take a marker off, or let one be chosen."""
    one = figure(state, whom(verb, context))
    if not isinstance(one, Mouse):
        return state
    if not verb.mark:
        return push(state, Relief(one.id, context.me))
    if verb.mark not in one.marks:
        return state
    marks = tuple(mark for mark in one.marks if mark != verb.mark)
    return tell(with_mouse(state, replace(one, marks=marks)), "recovers", one.id, verb.mark)


def knock_down(state: State, verb: v.KnockDown, context: Context) -> State:
    """Lay a figure down."""
    return knocked(state, whom(verb, context))


def points(state: State, verb: v.Points, context: Context) -> State:
    """Add move points, now or to the move to come."""
    now = state.acting
    if now.points > 0:
        return acting(state, points=now.points + verb.n)
    return acting(state, bonus=now.bonus + verb.n)


def push_away(state: State, verb: v.Push, context: Context) -> State:
    """Shove every figure the card names one space."""
    figures = picked(state, verb.who, context) if isinstance(verb.who, Pick) else (whom(verb, context),)
    return push(state, *(Pushing(name, context.me) for name in figures))


def leap(state: State, verb: v.Leap, context: Context) -> State:
    """Stand somewhere in sight."""
    return push(state, Pushing(whom(verb, context), context.me, leap=True))


def shift_card(state: State, verb: v.ShiftCard, context: Context) -> State:
    """Move a card on the track."""
    name = whom(verb, context)
    card = name if is_mouse(state, name) else name.rpartition("-")[0]
    found = next((c for c in state.track if initiative_track.kind_of(c) == card), None)
    return tell(initiative_track.shifted(state, found, verb.by), "shifts", found, n=verb.by) if found else state


def swap(state: State, verb: v.Swap, context: Context) -> State:
    """Swap the card with the one above."""
    kind = context.me.rpartition("-")[0]
    card = next((c for c in state.track if initiative_track.kind_of(c) == kind), None)
    if card is None or state.track[0] == card:
        return state
    return tell(initiative_track.shifted(state, card, -1), "pushes_up", card)  # MM-B41


def extra(state: State, verb: v.Extra, context: Context) -> State:
    """Give one more action."""
    return acting(state, actions=state.acting.actions + verb.n)


def end_turn(state: State, verb: v.EndTurn, context: Context) -> State:
    """End the turn of the figure that the effect happens to; anybody else's goes on."""
    return over_for(state, context.me)  # MM-174


def lose_way(state: State, verb: v.Lose, context: Context) -> State:
    """Lose a mouse."""
    one = figure(state, whom(verb, context))
    return vanished(state, one) if isinstance(one, Mouse) else state


def vanished(state: State, one: Mouse) -> State:
    """Lose a mouse until somebody finds it; the last one on the board finds its way."""
    if len(active(state)) < 2:
        return state
    return tell(with_mouse(shooed(state, one.id), replace(one, at="", lost=True)), "lost", one.id)


def rescues(effect: Effect) -> bool:
    """Whether an effect brings a captured mouse back at once."""
    return any(isinstance(verb, v.Rescue) for verb in effect.do)


def join(state: State, verb: v.Join, context: Context) -> State:
    """Let an ally or a pet join a mouse."""
    name = whom(verb, context)
    return push(state, Joining(verb.friend, name)) if is_mouse(state, name) else state
