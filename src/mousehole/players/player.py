"""Which players a game has: generic ones, its own, and those of other packages.

A package offers players by the entry point group `mousehole.players`: each names a `Player` for every game, or a
function that takes a game and returns a `Player` for it, or None. One that fails is left out, with a word in the log.
"""

import logging
import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any

from mousehole.core.game import AnyGame, Chance, Decide, Luck, Parts, Player, Seat, Solvable
from mousehole.core.words import Line, UserError, line
from mousehole.folders import solutions
from mousehole.players.mcts import levels
from mousehole.players.perfect_play import PerfectPlayer

WORLDS = 12  # drawn for each decision: the action that is chosen in most of them is taken


class RandomPlayer(Player):
    """Takes any action, all equally likely."""

    rank = 0
    quick = True
    guesses = True  # it looks at nothing

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        return luck.choice(turn.actions)


TOLERANCE = 1e-9  # smaller differences are ignored: rounding must not decide


class GreedyPlayer(Player):
    """Takes the action with the best prospect; equal ones are equally likely."""

    rank = 20
    quick = True  # fast enough to lead simulated games

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        if len(turn.actions) == 1:
            return turn.actions[0]
        prospects = [prospect(game, game.apply(state, action), turn.seat) for action in turn.actions]
        most = max(prospects)
        return luck.choice([action for action, p in zip(turn.actions, prospects, strict=True) if p >= most - TOLERANCE])


def prospect(game: AnyGame, state: Any, seat: int) -> float:
    """Value a state for a seat; where luck follows at once, on average over it."""
    value = game.parts.value or no_value
    turn = game.turn(state)
    if not isinstance(turn, Chance):
        return value(state, seat)
    total = sum(weight * value(game.apply(state, event), seat) for event, weight in turn.odds)
    return total / turn.steps[-1]


def no_value(state: Any, seat: int) -> float:
    """Value nothing, where a game does not say how good a position looks."""
    return 0.0


log = logging.getLogger(__name__)


class NoSuchPlayer(UserError):
    """No player of that name can play this game."""


def players(game: AnyGame) -> Mapping[str, Player]:
    """List the players a game has by name, the weakest first: generic ones and its own."""
    return _known(game, Solvable.exact in game.parts.solvable and _solved(game))


def caveat(game: AnyGame, name: str, state: Any) -> Line | None:
    """Where a player is weaker than its name promises, if anywhere."""
    player = players(game).get(name)
    try:
        return player.caveat(game, state) if player else None
    except UserError as error:  # a solution that cannot be read
        return error.line


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


class WorldPlayer(Player):
    """Lets another player choose in worlds that its seat cannot tell apart, and follows the most frequent choice."""

    def __init__(self, player: Player):
        self.player = player
        self.rank, self.quick = player.rank, player.quick

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        assert game.hidden
        known, turn = game.hidden.view(state, turn.seat), Decide(turn.seat, turn.actions)
        if self.player.guesses:
            return self.player.choose(game, known, turn, luck)
        worlds = [game.hidden.world(known, turn.seat, luck) for _ in range(1 if len(turn.actions) == 1 else WORLDS)]
        votes = Counter(self.player.choose(game, world, turn, luck) for world in worlds)
        return max(turn.actions, key=lambda action: votes[action])

    def caveat(self, game: AnyGame, state: Any) -> Line | None:
        """Pass on what the other player says."""
        return self.player.caveat(game, state)

    def remark(self, game: AnyGame, state: Any, turn: Decide[Any], action: Any) -> Line | None:
        """Pass on what the other player says."""
        return self.player.remark(game, state, turn, action)

    def beside(self, people: Collection[Seat]) -> Player:
        """Sit down with people in these seats."""
        return WorldPlayer(self.player.beside(people))


def honest(game: AnyGame, player: Player) -> Player:
    """A player that knows no more than its seat."""
    return player if not game.hidden or isinstance(player, WorldPlayer) else WorldPlayer(player)
