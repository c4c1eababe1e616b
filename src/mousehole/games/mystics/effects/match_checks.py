"""Whether a figure is like what an effect says: one check for each word of a `Match`."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.structs import asdict

from mousehole.games.mystics.board.board_queries import is_large, spaces_of
from mousehole.games.mystics.board.figures import figure, minion, rank
from mousehole.games.mystics.content.selectors import Match
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context

Check: TypeAlias = Callable[[State, Mouse | Foe, Any, Context], bool]


def matches(state: State, match: Match, name: str, context: Context) -> bool:
    """Whether a figure is like that."""
    one = figure(state, name)
    return one is not None and differing(state, match, one, context) is None


def differing(state: State, match: Match, one: Mouse | Foe, context: Context) -> Check | None:
    """The first check that a figure does not pass, if there is one."""
    for check, want in said(match):
        if not check(state, one, want, context):
            return check
    return None


@lru_cache(4096)
def said(match: Match) -> tuple[tuple[Check, Any], ...]:
    """Name the checks that a description asks for."""
    usual = asdict(Match())
    return tuple((CHECKS[word], want) for word, want in asdict(match).items() if want != usual[word])


def is_kind(state: State, one: Mouse | Foe, want: tuple[str, ...], context: Context) -> bool:
    """Whether a figure is a minion of some kind; what is said of a kind does not mean its boss."""
    kind = minion(state, one.kind) if isinstance(one, Foe) else None
    return kind is not None and not kind.boss and any(name in want for name in kind.kinds)  # MM-B42


def is_boss(state: State, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a figure is a boss."""
    return want == (isinstance(one, Foe) and minion(state, one.kind).boss)


def is_apart(state: State, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a figure is on another space than the one whose effect it is."""
    me = figure(state, context.me)
    return want != ((me.at if me else "") in spaces_of(one))


def is_wounded(state: State, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a figure is wounded."""
    return want == (one.wounds + one.poison > 0 if isinstance(one, Mouse) else sum(one.wounds) > 0)


def is_ailing(state: State, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a mouse is poisoned or has a bad marker; of minions nothing is said."""
    return isinstance(one, Foe) or want == ails(state, one)


def ails(state: State, one: Mouse) -> bool:
    """Whether a mouse is poisoned or has a bad marker."""
    return one.poison > 0 or any(state.box.pack.conditions[mark].negative for mark in one.marks)


def has_card(state: State, one: Mouse | Foe, want: bool, context: Context) -> bool:
    """Whether a mouse has a card in its pack that is no trick."""
    items = state.box.pack.items
    return want == (isinstance(one, Mouse) and any(items[card].kind != "trick" for card in one.pack))


def is_of_class(state: State, one: Mouse | Foe, want: tuple[str, ...], context: Context) -> bool:
    """Whether a mouse is of one of these classes."""
    return isinstance(one, Mouse) and any(name in want for name in state.box.heroes[one.id].classes)


CHECKS: dict[str, Check] = {
    "mouse": lambda state, one, want, context: isinstance(one, Mouse) == want,
    "size": lambda state, one, want, context: is_large(state, one) == (want == "large"),
    "kinds": is_kind,
    "minion": lambda state, one, want, context: isinstance(one, Foe) and one.kind == want,
    "classes": is_of_class,
    "boss": is_boss,
    "lower": lambda state, one, want, context: want == (rank(state, one.id) > rank(state, context.me)),
    "apart": is_apart,
    "mark": lambda state, one, want, context: want in one.marks,
    "without": lambda state, one, want, context: want not in one.marks,
    "wounded": is_wounded,
    "hurt": lambda state, one, want, context: isinstance(one, Foe) or want == (one.wounds > 0),
    "ailing": is_ailing,
    "poisoned": lambda state, one, want, context: want == (isinstance(one, Mouse) and one.poison > 0),
    "cheese": lambda state, one, want, context: want == (isinstance(one, Mouse) and one.cheese > 0),
    "cards": has_card,
}
