"""Set-ups that differ from a game's plain one in one field, up to the ends of what the field takes."""

from typing import Any

from msgspec import inspect
from msgspec.structs import replace

from mousehole.core.game import AnyGame, SeatKind
from mousehole.core.setups.questions import shapes, spelled


def variants(game: AnyGame) -> list[Any]:
    """List the plain set-up and those that differ from it in one field, as far as the game accepts them."""
    usual = game.setup()
    changed = [
        replace(usual, **{name: value}) for name, shape, kind in shapes(game.setup) for value in _ends(shape, kind)
    ]
    return [usual, *(s for s in changed if s != usual and all(problem.notice for problem in game.check(s)))]


def most_seats(game: AnyGame) -> tuple[SeatKind, ...]:
    """Find the seats of the largest table among the variants."""
    return max((game.seats(setup) for setup in variants(game)), key=len)


def sizes(game: AnyGame) -> tuple[int, int]:
    """How many can play: at the smallest table, and at the largest."""
    counts = [len(game.seats(setup)) for setup in variants(game)]
    return min(counts), max(counts)


def mended(game: AnyGame, setup: Any) -> Any:
    """A set-up whose other fields follow one that was chosen, as far as the game says what would be right."""
    for problem in game.check(setup):
        if problem.mend:
            setup = replace(setup, **{problem.field: problem.mend})
    return setup


def _ends(shape: inspect.Type, kind: Any) -> list[Any]:
    match shape:
        case inspect.BoolType():
            return [False, True]
        case inspect.LiteralType():
            return list(spelled(kind))
        case inspect.IntType():
            return [end for end in (shape.ge, shape.le) if end is not None]
    return []
