"""Finds games: the built-in folders and packages that offer an entry point `mousehole.games`."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from mousehole import games
from mousehole.core.game import AnyGame, Chance, Decide, Game
from mousehole.core.knowledge import scene_for
from mousehole.core.words import Line, UserError, languages, line, voice
from mousehole.folders import with_packs

if TYPE_CHECKING:  # so that type checkers know what the games of the box are made of
    from mousehole.games.chopchop import moves as chopchop_moves
    from mousehole.games.chopchop.state import Kitchen
    from mousehole.games.mmm import moves as mmm_moves
    from mousehole.games.mmm.state import State as MmmState
    from mousehole.games.mousewarming import moves as mousewarming_moves
    from mousehole.games.mousewarming.state import State as MousewarmingState
    from mousehole.games.mystics import moves as mystics_moves
    from mousehole.games.mystics.state import State as MysticsState

    Mmm: TypeAlias = Game[mmm_moves.Setup, MmmState, mmm_moves.Event]
    Chopchop: TypeAlias = Game[chopchop_moves.Setup, Kitchen, chopchop_moves.Event]
    Mousewarming: TypeAlias = Game[mousewarming_moves.Setup, MousewarmingState, mousewarming_moves.Event]
    Mystics: TypeAlias = Game[mystics_moves.Setup, MysticsState, mystics_moves.Event]

ORDER = ("mmm", "chopchop", "mousewarming", "mystics")
TRIAL = 20  # events that a game of another package is tried with before it stands on the shelf
MAX_REASON = 200  # signs of a reason
FOLDERS = re.compile(r"""[^\s'"(]*[\\/]""")


class NoSuchGame(UserError):
    """No game of that name is on the shelf."""


class BrokenGame(NoSuchGame):
    """A game of another package cannot be played, and why."""

    def __init__(self, name: str, reason: Line | str):
        super().__init__(line("the game {name} is broken: {reason}", name=name, reason=reason))
        self.name, self.reason = name, reason


@overload
def find(name: Literal["mmm"]) -> "Mmm": ...
@overload
def find(name: Literal["chopchop"]) -> "Chopchop": ...
@overload
def find(name: Literal["mousewarming"]) -> "Mousewarming": ...
@overload
def find(name: Literal["mystics"]) -> "Mystics": ...
@overload
def find(name: str) -> AnyGame: ...
def find(name: str) -> AnyGame:
    """Take a game off the shelf by its name."""
    if name in built_in():
        return _built_in(name)
    found = _outside().get(name)
    if found is None:
        raise NoSuchGame(line("there is no game {name}; on the shelf: {names}", name=name, names=", ".join(names())))
    if isinstance(found, BrokenGame):
        raise BrokenGame(found.name, found.reason)
    return found


def names() -> tuple[str, ...]:
    """List the names of all games that can be played, ours first."""
    return (*built_in(), *(name for name, game in _outside().items() if not isinstance(game, BrokenGame)))


def every() -> tuple[AnyGame, ...]:
    """All games on the shelf."""
    return tuple(map(find, names()))


every_game = every  # as the public face calls it


def broken_games() -> tuple[BrokenGame, ...]:
    """The games of other packages that cannot be played, with their reasons."""
    return tuple(game for game in _outside().values() if isinstance(game, BrokenGame))


def game_to_blame(error: BaseException) -> BrokenGame | None:
    """The game of another package whose code an error went through; none where it is our own fault."""
    modules = [str(frame.f_globals.get("__name__")) for frame, _ in walk_tb(error.__traceback__)]
    for name in names()[len(built_in()) :]:
        package = find(name).package
        if any(_within(module, package) for module in modules):
            return BrokenGame(name, reason(error, package))
    return None


@contextmanager
def blaming() -> Iterator[None]:
    """Let an error in the code of another package's game be told as such."""
    try:
        yield
    except Exception as error:
        broken = None if isinstance(error, UserError) else game_to_blame(error)
        if broken is None:
            raise
        raise broken from error


def reason(error: BaseException, package: str) -> Line | str:
    """Why something failed, in one line that names no folder, but the place in a package."""
    if isinstance(error, UserError):
        return error.line
    first = f"{type(error).__name__}: {error}".splitlines()[0]
    words = "".join(filter(str.isprintable, FOLDERS.sub("", first)))[:MAX_REASON].removesuffix(": ")
    return f"{words}{_place(error, package)}"


def _place(error: BaseException, package: str) -> str:
    """The last line of a package that an error went through."""
    places = [
        f" ({Path(frame.f_code.co_filename).name}:{number})"
        for frame, number in walk_tb(error.__traceback__)
        if _within(str(frame.f_globals.get("__name__")), package)
    ]
    return places[-1] if places else ""


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


@cache
def built_in() -> tuple[str, ...]:
    """List the games that come with the house, in the order of the shelf."""
    found = {module.name for module in iter_modules(games.__path__) if module.ispkg}
    return (*(name for name in ORDER if name in found), *sorted(found - set(ORDER)))


@cache
def _built_in(name: str) -> AnyGame:
    return with_packs(import_module(f"mousehole.games.{name}").GAME)


@cache
def _outside() -> dict[str, AnyGame | BrokenGame]:
    points = sorted(entry_points(group="mousehole.games"), key=lambda point: point.name)
    return {point.name: _taken(point) for point in points if point.name not in built_in()}


def _taken(point: EntryPoint) -> AnyGame | BrokenGame:
    try:
        game = with_packs(_tried(point.load(), point))
    except (Exception, SystemExit) as error:  # noqa: BLE001
        return BrokenGame(point.name, reason(error, point.module.partition(".")[0]))
    return game


def _tried(game: Any, point: EntryPoint) -> AnyGame:
    """Begin a game and play a little, so that what is broken does not stand among the others."""
    if not isinstance(game, Game):
        raise UserError(line("{place} is not a Game", place=point.value))
    if game.name != point.name:
        raise UserError(line("it calls itself {name}", name=str(game.name)))
    setup = game.setup()
    state, last, said = game.new(setup), None, [game.title, game.blurb, *(kind.name for kind in game.seats(setup))]
    for _ in range(TRIAL):
        turn = game.turn(state)
        said.append(scene_for(game, state, turn, None, last).prompt)
        if not isinstance(turn, Decide | Chance):
            break
        if not (turn.actions if isinstance(turn, Decide) else turn.odds):
            raise UserError(line("it asks for a decision or a draw without any outcome"))
        last = turn.actions[0] if isinstance(turn, Decide) else turn.at(0)
        state = game.apply(state, last)
    for language in languages():
        list(map(voice(language, game.package), said))
    return game
