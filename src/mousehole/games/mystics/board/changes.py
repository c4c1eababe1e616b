"""The small changes that every rule makes to a position."""

from typing import Any

from msgspec.structs import replace

from mousehole.games.mystics.content.news_kinds import NewsKind
from mousehole.games.mystics.state import Acting, Foe, Friend, Mouse, News, State
from mousehole.games.mystics.tasks.agenda import AnyTask


def push(state: State, *tasks: AnyTask) -> State:
    """Put tasks on the agenda; the first of them comes first."""
    return replace(state, agenda=state.agenda + tasks[::-1])


def tell(state: State, what: NewsKind, who: str = "", other: str = "", n: int = 0) -> State:
    """Add to the news of this event."""
    return replace(state, news=(*state.news, News(what, who, other, n)))


def with_mouse(state: State, mouse: Mouse) -> State:
    """Put a changed mouse into its place."""
    return replace(state, mice=tuple(mouse if one.id == mouse.id else one for one in state.mice))


def with_foe(state: State, foe: Foe) -> State:
    """Put a changed minion, ally or pet into its place."""
    if isinstance(foe, Friend):
        return replace(state, friends=tuple(foe if one.id == foe.id else one for one in state.friends))
    return replace(state, foes=tuple(foe if one.id == foe.id else one for one in state.foes))


def with_figure(state: State, figure: Mouse | Foe) -> State:
    """Put a changed figure into its place."""
    return with_mouse(state, figure) if isinstance(figure, Mouse) else with_foe(state, figure)


def acting(state: State, **changes: Any) -> State:
    """Change what is known of the card in turn."""
    return replace(state, acting=replace(state.acting, **changes))


def fresh(card: str) -> Acting:
    """Begin the turn of a card."""
    return Acting(card, actions=1)
