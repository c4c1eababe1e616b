"""The small changes that every rule makes to a position.

`apply` carries an event out on a copy that nobody has seen, so what changes most is changed there, not copied again.
"""

from typing import Any

from msgspec.structs import force_setattr, replace

from mousehole.games.mystics.board.figures import figure, minion
from mousehole.games.mystics.content.news_kinds import NewsKind
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.state import Acting, Foe, Friend, Mouse, News, State, Token
from mousehole.games.mystics.tasks.agenda import AnyTask

DOWN = "down"  # the marker of a figure that lies on its side


def push(state: State, *tasks: AnyTask) -> State:
    """Put tasks on the agenda; the first of them comes first."""
    if tasks:
        force_setattr(state, "agenda", state.agenda + (tasks if len(tasks) == 1 else tasks[::-1]))
    return state


def tell(state: State, what: NewsKind, who: str = "", other: str = "", n: int = 0) -> State:
    """Add to the news of this event."""
    force_setattr(state, "news", (*state.news, News(what, who, other, n)))
    return state


def with_mouse(state: State, mouse: Mouse) -> State:
    """Put a changed mouse into its place."""
    mice = [*state.mice]
    mice[state.box.place[mouse.id]] = mouse
    force_setattr(state, "mice", tuple(mice))
    return state


def with_foe(state: State, foe: Foe) -> State:
    """Put a changed minion, ally or pet into its place."""
    if isinstance(foe, Friend):
        force_setattr(state, "friends", tuple([foe if one.id == foe.id else one for one in state.friends]))
    else:
        force_setattr(state, "foes", tuple([foe if one.id == foe.id else one for one in state.foes]))
    return state


def with_figure(state: State, figure: Mouse | Foe) -> State:
    """Put a changed figure into its place."""
    return with_mouse(state, figure) if isinstance(figure, Mouse) else with_foe(state, figure)


def acting(state: State, **changes: Any) -> State:
    """Change what is known of the card in turn."""
    force_setattr(state, "acting", replace(state.acting, **changes))
    return state


def over_for(state: State, name: str) -> State:
    """End the turn of a figure, if it is in turn; anybody else's goes on."""
    return acting(state, over=True, moving="", points=0) if state.acting.card == name else state


def in_turn(state: State, card: str, place: int) -> State:
    """Begin the turn of a card at its place on the track."""
    force_setattr(state, "place", place)
    force_setattr(state, "acting", Acting(card, actions=1))
    return state


def done_with(state: State, card: str) -> State:
    """Note that a card has had its turn."""
    force_setattr(state, "done", (*state.done, card))
    return state


def knocked(state: State, name: str) -> State:
    """Lay a small figure down."""
    one = figure(state, name)
    if one is None or DOWN in one.marks:
        return state
    if isinstance(one, Foe) and minion(state, one.kind).size != "small":
        return state  # MM-159
    return tell(with_figure(state, replace(one, marks=(*one.marks, DOWN))), "falls", name)  # MM-156


def without_token(state: State, kind: str, at: Name) -> State:
    """Take a token away."""
    gone = next((token for token in state.tokens if token.kind == kind and token.at == at), None)
    return replace(state, tokens=tuple(token for token in state.tokens if token is not gone))


def with_token(state: State, kind: str, at: Name, end: Name = "") -> State:
    """Lay a token."""
    return replace(state, tokens=(*state.tokens, Token(kind, at, end)))


def told_once(state: State, moment: str) -> State:
    """Tell a story moment, once."""
    if not moment or moment in state.told:
        return state
    return tell(replace(state, told=(*state.told, moment)), "story", moment)  # MM-B51
