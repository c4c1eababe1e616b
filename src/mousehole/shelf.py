"""Finds games: the built-in folders and packages that offer an entry point `mousehole.games`."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from mousehole import games
from mousehole.core.game import AnyGame
from mousehole.core.words import Trouble, line
from mousehole.folders import stocked

__all__ = ("AnyGame", "NoSuchGame", "built_in", "every", "find", "names")

ORDER = ("mmm", "chopchop", "mousewarming", "mystics")


class NoSuchGame(Trouble):
    """No game of that name is on the shelf."""


def find(name: str) -> AnyGame:
    """Take a game off the shelf by its name."""
    found = _built_in(name) if name in built_in() else _outside().get(name)
    if found is None:
        raise NoSuchGame(line("there is no game {name}; on the shelf: {names}", name=name, names=", ".join(names())))
    return found


def names() -> tuple[str, ...]:
    """List the names of all games, ours first."""
    return (*built_in(), *sorted(set(_outside()) - set(built_in())))


def every() -> tuple[AnyGame, ...]:
    """All games on the shelf."""
    return tuple(map(find, names()))


@cache
def built_in() -> tuple[str, ...]:
    """List the games that come with the house, in the order of the shelf."""
    found = {module.name for module in iter_modules(games.__path__) if module.ispkg}
    return (*(name for name in ORDER if name in found), *sorted(found - set(ORDER)))


@cache
def _built_in(name: str) -> AnyGame:
    return stocked(import_module(f"mousehole.games.{name}").GAME)


@cache
def _outside() -> dict[str, AnyGame]:
    return {point.name: point.load() for point in entry_points(group="mousehole.games")}
