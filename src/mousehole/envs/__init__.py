"""Games as environments for learning machines; each function loads only what its kind of environment needs."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, overload

from mousehole import shelf
from mousehole.core.game import AnyGame, Seat

if TYPE_CHECKING:
    from mousehole.envs.aec_env import GameAEC
    from mousehole.envs.card.batch import CardBatch
    from mousehole.envs.game_batch import Batch
    from mousehole.envs.gym_env import GameEnv
    from mousehole.envs.parallel_env import GameParallel
    from mousehole.envs.spiel_game import SpielGame
    from mousehole.envs.vector_env import GameVectorEnv


@overload
def batch(
    game: str | AnyGame,
    games: int,
    *,
    setup: Any = ...,
    seed: int = ...,
    threads: int = ...,
    device: Literal["cpu"] = ...,
) -> "Batch": ...
@overload
def batch(
    game: str | AnyGame, games: int, *, setup: Any = ..., seed: int = ..., device: Literal["cuda"]
) -> "CardBatch": ...
def batch(
    game: str | AnyGame,
    games: int,
    *,
    setup: Any = None,
    seed: int = 0,
    threads: int = 1,
    device: Literal["cpu", "cuda"] = "cpu",
) -> "Batch | CardBatch":
    """Many games of one set-up at once, compiled; the same seed gives the same games, whatever their number.

    With `device="cuda"` they are played by a graphics card, and their arrays stay there.
    """
    if device == "cuda":
        from mousehole.envs.card.batch import CardBatch

        return CardBatch(found(game), games, setup=setup, seed=seed)
    from mousehole.envs.game_batch import Batch

    return Batch(found(game), games, setup=setup, seed=seed, threads=threads)


def aec(game: str | AnyGame, *, setup: Any = None, compiled: bool = False, render_mode: str | None = None) -> "GameAEC":
    """A PettingZoo environment in which seats take turns; compiled, it is quicker, but leaves no record."""
    from mousehole.envs.aec_env import GameAEC

    if compiled:
        from mousehole.envs.compiled_episode import CompiledEpisode

        return GameAEC(CompiledEpisode(found(game), setup), render_mode)
    from mousehole.envs.episode import Episode

    return GameAEC(Episode(found(game), setup), render_mode)


def parallel(game: str | AnyGame, *, setup: Any = None, render_mode: str | None = None) -> "GameParallel":
    """A PettingZoo environment in which all seats act at once, and all but one wait."""
    from mousehole.envs.parallel_env import GameParallel

    return GameParallel(found(game), setup, render_mode)


def gym(
    game: str | AnyGame,
    *,
    setup: Any = None,
    seat: Seat | None = None,
    others: str | Mapping[Seat, str] = "random",
    render_mode: str | None = None,
) -> "GameEnv":
    """A Gymnasium environment: one agent, named players in the other seats; those who play together may be one."""
    from mousehole.envs.gym_env import GameEnv

    return GameEnv(found(game), setup, seat, others, render_mode)


def vector(game: str | AnyGame, games: int, **options: Any) -> "GameVectorEnv":
    """A vector environment of Gymnasium over a batch; options as of GameVectorEnv."""
    from mousehole.envs.vector_env import GameVectorEnv

    return GameVectorEnv(found(game), games, **options)


def spiel(game: str | AnyGame, *, setup: Any = None) -> "SpielGame":
    """An OpenSpiel game whose luck is explicit."""
    from mousehole.envs.spiel_game import load

    return load(found(game), setup)


def found(game: str | AnyGame) -> AnyGame:
    """A game, or the one of that name."""
    return shelf.find(game) if isinstance(game, str) else game
