"""Whether what an effect says of attack, roll, tile and weather holds: one check for each word of a `When`."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.structs import asdict

from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.content.selectors import When
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.match_checks import matches
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.effect_tasks import Context

Check: TypeAlias = Callable[[State, Context, Any], bool]


def failing(state: State, when: When, context: Context) -> Check | None:
    """The first check that does not hold, if one does not."""
    for check, want in said(when):
        if not check(state, context, want):
            return check
    return None


@lru_cache(4096)
def said(when: When) -> tuple[tuple[Check, Any], ...]:
    """Name the checks that a condition asks for; most ask for one or two."""
    usual = asdict(When())
    return tuple((CHECKS[word], want) for word, want in asdict(when).items() if want != usual[word])


def missed(state: State, context: Context, want: bool) -> bool:
    """Whether a roll has no hits."""
    roll = dice.read(context.roll)
    return want == (not (roll.bows if context.attack == "ranged" else roll.swords))


def tallied(state: State, context: Context, want: tuple[str, int]) -> bool:
    """Whether a mouse has defeated so many creatures of a kind in this encounter."""
    return state.tally.count((context.me, want[0])) >= want[1]


CHECKS: dict[str, Check] = {
    "attack": lambda state, context, want: context.attack == want,
    "own": lambda state, context, want: context.own == want,
    "weapon": lambda state, context, want: context.weapon == context.source,
    "source": lambda state, context, want: context.cause == want,
    "poison": lambda state, context, want: context.poison == want,
    "first": lambda state, context, want: context.first,
    "miss": missed,
    "number": lambda state, context, want: dice.read(context.roll).number == want,
    "stars": lambda state, context, want: dice.read(context.roll).stars >= want,
    "cheese": lambda state, context, want: dice.read(context.roll).cheese >= want,
    "bows": lambda state, context, want: dice.read(context.roll).bows >= want,
    "tally": tallied,
    "captures": lambda state, context, want: mouse(state, context.me).captures >= want,
    "outdoor": lambda state, context, want: state.ground.outdoor == want,
    "rain": lambda state, context, want: state.rain == want,
    "night": lambda state, context, want: state.night == want,
    "page": lambda state, context, want: state.page >= want,
    "side": lambda state, context, want: state.side == want,
    "left": lambda state, context, want: context.left == want,
    "stash": lambda state, context, want: want in state.stash,
    "moving": lambda state, context, want: want == (not state.acting.rolled or state.acting.points > 0),
    "me": lambda state, context, want: matches(state, want, context.me, context),
    "other": lambda state, context, want: matches(state, want, context.other, context),
}
