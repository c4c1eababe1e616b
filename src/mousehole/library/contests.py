"""Contests for your own programs: of a game or of its name, with its plain set-up where none is given."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from mousehole.core.game import AnyGame, Over, Player, Seat
from mousehole.core.record import Record
from mousehole.library.positions import begun_with, game_of
from mousehole.players import arena
from mousehole.players import review as reviewing
from mousehole.players.arena import Contestant, Lineup, Progress, Report
from mousehole.players.parallel import Processes
from mousehole.players.player import find, players
from mousehole.players.review import BRIEF, Review
from mousehole.players.simulated import Budget

__all__ = ["contest", "find_player", "lineups", "played", "players_of", "review"]


def contest(
    game: AnyGame | str,
    setup: Any,
    lineups: Iterable[Lineup | list[Contestant]],
    games: int,
    *,
    seed: str | int = "mousehole",
    processes: Processes = 1,
    progress: Progress | None = None,
) -> Report:
    """Play so many games with every line-up; game n has the same luck for all of them, whatever the processes.

    A set-up of None is the plain one, and a dict names its fields. With more than one process, a script asks for it
    under `if __name__ == "__main__":`, since every process reads the script anew.
    """
    found, begun = begun_with(game, setup)
    asked = [tuple(lineup) if isinstance(lineup, list) else lineup for lineup in lineups]
    return arena.contest(found, begun, asked, games, seed=str(seed), processes=processes, progress=progress)


def lineups(game: AnyGame | str, setup: Any, names: Sequence[Contestant]) -> tuple[Lineup, ...]:
    """Let every player lead every team; with fewer players than teams, they also meet themselves."""
    found, begun = begun_with(game, setup)
    asked = (names,) if isinstance(names, str) else tuple(names)
    for name in asked:
        arena.player_of(found, name)  # report a wrong one at once
    return arena.lineups(found, begun, asked)


def played(
    game: AnyGame | str, setup: Any = None, lineup: Lineup | None = None, seed: str | int = "mousehole", number: int = 0
) -> tuple[Record, Over]:
    """Play one game, at random where no players are named; its record can be audited like any other."""
    found, begun = begun_with(game, setup)
    teams = len({kind.team for kind in found.seats(begun)})
    return arena.played(found, begun, lineup or ("random",) * teams, str(seed), number)


def review(
    record: Record,
    game: AnyGame | str | None = None,
    *,
    seat: Seat = 0,
    folder: Path | None = None,
    budget: Budget = BRIEF,
    progress: Callable[[int, int], None] | None = None,
    seed: str | int = "review",
) -> Review:
    """Go through a record from the point of view of a seat's team; the same seed gives the same estimates.

    Its game is found by the name that the record has; one that is not on the shelf is given.
    """
    if not isinstance(record, Record):
        raise TypeError(f"a record is needed, not {record!r}: mousehole.load reads one")
    found = game_of(record.game if game is None else game)
    return reviewing.review(found, record, seat=seat, folder=folder, budget=budget, progress=progress, seed=str(seed))


def players_of(game: AnyGame | str) -> dict[str, Player]:
    """All players of a game by name, the weakest first."""
    return dict(players(game_of(game)))


def find_player(game: AnyGame | str, name: str) -> Player:
    """Find a player of a game by its name."""
    return find(game_of(game), name)
