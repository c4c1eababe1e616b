"""What a player is, and which players a game has."""

from collections.abc import Collection, Mapping
from typing import Any

from mousehole.core.folder import solutions
from mousehole.core.game import AnyGame, Parts, Player, Seat
from mousehole.core.words import Line, Trouble, line
from mousehole.players.exact import PerfectPlayer
from mousehole.players.greedy import GreedyPlayer
from mousehole.players.levels import levels
from mousehole.players.random import RandomPlayer


class NoSuchPlayer(Trouble):
    """No player of that name can play this game."""


def players(game: AnyGame) -> Mapping[str, Player]:
    """List the players a game has by name, the weakest first: generic ones and its own."""
    known: dict[str, Player] = {"random": RandomPlayer()}
    if Parts.value in game.parts:
        known["greedy"] = GreedyPlayer()
    known |= levels(game)
    known |= game.parts.players or {}
    if Parts.exact in game.parts and any(solutions().glob(f"{game.name}-*")):
        known["perfect"] = PerfectPlayer(otherwise=max(known.values(), key=lambda player: player.rank))
    return dict(sorted(known.items(), key=lambda named: named[1].rank))


def caveat(game: AnyGame, name: str, state: Any) -> Line | None:
    """Say where a player is less than its name promises; nothing where it keeps its word."""
    told = getattr(players(game).get(name), "caveat", None)
    try:
        return told(game, state) if told else None
    except Trouble as trouble:  # a solution that cannot be read
        return trouble.line


def beside(player: Player, people: Collection[Seat]) -> Player:
    """Tell a player in which seats people sit, where it cares."""
    told = getattr(player, "beside", None)
    known: Player = told(people) if told else player
    return known


def find(game: AnyGame, name: str) -> Player:
    """Find a player by name."""
    known = players(game)
    if name not in known:
        raise NoSuchPlayer(line("there is no player {name}; there are {names}", name=name, names=", ".join(known)))
    return known[name]
