"""Games as environments for learning machines."""

from typing import TYPE_CHECKING, Any

from mousehole import shelf
from mousehole.core.game import AnyGame

if TYPE_CHECKING:
    from mousehole.envs.game_batch import Batch


def batch(game: str | AnyGame, games: int, *, setup: Any = None, seed: int = 0, threads: int = 1) -> "Batch":
    """Many games of one set-up at once, compiled; the same seed gives the same games whatever their number."""
    from mousehole.envs.game_batch import Batch

    return Batch(found(game), games, setup=setup, seed=seed, threads=threads)


def found(game: str | AnyGame) -> AnyGame:
    """A game, or the one of that name."""
    return shelf.find(game) if isinstance(game, str) else game
