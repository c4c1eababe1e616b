"""Which players a game has: generic ones, its own, and those of other packages.

A package offers players by the entry point group `mousehole.players`: each names a `Player` for every game, or a
function that takes a game and returns a `Player` for it, or None. One that fails is left out, with a word in the log.
"""

import logging
import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any

from mousehole.core.game import AnyGame, Parts, Player
from mousehole.core.words import Line, Trouble, line
from mousehole.folders import solutions
from mousehole.players.greedy import GreedyPlayer
from mousehole.players.levels import levels
from mousehole.players.perfect_play import PerfectPlayer
from mousehole.players.random import RandomPlayer
from mousehole.players.worlds import honest

log = logging.getLogger(__name__)


class NoSuchPlayer(Trouble):
    """No player of that name can play this game."""


def players(game: AnyGame) -> Mapping[str, Player]:
    """List the players a game has by name, the weakest first: generic ones and its own."""
    return _known(game, Parts.exact in game.parts and _solved(game))


def caveat(game: AnyGame, name: str, state: Any) -> Line | None:
    """Say where a player is weaker than its name promises, if anywhere."""
    player = players(game).get(name)
    try:
        return player.caveat(game, state) if player else None
    except Trouble as trouble:  # a solution that cannot be read
        return trouble.line


def find(game: AnyGame, name: str) -> Player:
    """Find a player by name."""
    known = players(game)
    if name not in known:
        names = ", ".join(known)
        raise NoSuchPlayer(line("there is no player {name}; the players are {names}", name=name, names=names))
    return known[name]


@lru_cache(64)
def _known(game: AnyGame, solved: bool) -> Mapping[str, Player]:
    known: dict[str, Player] = {"random": RandomPlayer()}
    if Parts.value in game.parts:
        known["greedy"] = GreedyPlayer()
    known |= levels(game)
    known |= game.parts.players or {}
    known |= {name: player for name, player in _offered(game) if name not in known}
    if solved:
        known["perfect"] = PerfectPlayer(otherwise=max(known.values(), key=lambda player: player.rank))
    ranked = sorted(known.items(), key=lambda named: named[1].rank)
    return MappingProxyType({name: honest(game, player) for name, player in ranked})


def _offered(game: AnyGame) -> Iterator[tuple[str, Player]]:
    """The players that other packages offer for a game."""
    for point in entry_points(group="mousehole.players"):
        try:
            found = point.load()
            player = found if isinstance(found, Player) else found(game)
        except Exception as error:  # noqa: BLE001 (a stranger's code may fail in any way)
            log.warning("the player %s cannot be used: %s: %s", point.name, type(error).__name__, error)
            continue
        if isinstance(player, Player):
            yield point.name, player


def _solved(game: AnyGame) -> bool:
    """Whether any board of a game is solved; looked up anew every time, since a board may be solved meanwhile."""
    try:
        with os.scandir(solutions()) as files:
            return any(file.name.startswith(f"{game.name}-") for file in files)
    except OSError:
        return False
