"""Games as environments for learning machines; each function loads only what its kind of environment needs.

A game is given by its name or itself, a set-up as the game's own or as a dict of its fields, checked as `start` does:
a wrong one raises `BadSetup`, a wrong seat or player `UserError`; what cannot be done now raises `ValueError`.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from mousehole.core.game import AnyGame, Seat
from mousehole.core.solvable import ManyOracle
from mousehole.folders import solutions

if TYPE_CHECKING:
    from mousehole.envs.game_batch import Batch
    from mousehole.envs.gpu import GpuBatch
    from mousehole.envs.gym_env import GameEnv, GameVectorEnv
    from mousehole.envs.pettingzoo_env import GameAEC, GameParallel
    from mousehole.envs.spiel_game import SpielGame


__all__ = ["aec", "batch", "gym", "oracle", "parallel", "spiel", "vector"]


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
) -> "GpuBatch": ...
def batch(
    game: str | AnyGame,
    games: int,
    *,
    setup: Any = None,
    seed: int = 0,
    threads: int = 1,
    device: Literal["cpu", "cuda"] = "cpu",
) -> "Batch | GpuBatch":
    """Many games of one set-up at once, compiled; the same seed gives the same games, whatever their number.

    With `device="cuda"` they are played by a GPU, and their arrays stay there.
    """
    found, begun = _begun(game, setup)
    if device not in ("cpu", "cuda"):
        raise ValueError(f"device: expected cpu or cuda, found {device!r}")
    if device == "cuda":
        from mousehole.envs.gpu import GpuBatch

        return GpuBatch(found, games, setup=begun, seed=seed)
    with _installed("rl"):
        from mousehole.envs.game_batch import Batch
    return Batch(found, games, setup=begun, seed=seed, threads=threads)


def aec(game: str | AnyGame, *, setup: Any = None, compiled: bool = False, render_mode: str | None = None) -> "GameAEC":
    """A PettingZoo environment in which seats take turns; compiled, it is quicker, but leaves no record."""
    with _installed("rl"):
        from mousehole.envs.episode import AnyEpisode, Episode
        from mousehole.envs.pettingzoo_env import GameAEC
    episode: type[AnyEpisode] = Episode
    if compiled:
        from mousehole.envs.episode import CompiledEpisode

        episode = CompiledEpisode
    return GameAEC(episode(*_begun(game, setup)), render_mode)


def parallel(game: str | AnyGame, *, setup: Any = None, render_mode: str | None = None) -> "GameParallel":
    """A PettingZoo environment in which all seats act at once; those that are not asked wait."""
    with _installed("rl"):
        from mousehole.envs.pettingzoo_env import GameParallel
    return GameParallel(*_begun(game, setup), render_mode)


def gym(
    game: str | AnyGame,
    *,
    setup: Any = None,
    seat: Seat | None = None,
    others: str | Mapping[Seat, str] = "random",
    render_mode: str | None = None,
    regret: bool = False,
) -> "GameEnv":
    """A Gymnasium environment: one agent, named players in the other seats; those who play together may be one.

    With `regret`, infos of a solved board say what the action gave away of the chance to win.
    """
    with _installed("rl"):
        from mousehole.envs.gym_env import GameEnv
    return GameEnv(*_begun(game, setup), seat, others, render_mode, regret=regret)


def vector(game: str | AnyGame, games: int, *, setup: Any = None, **options: Any) -> "GameVectorEnv":
    """A vector environment of Gymnasium over a batch; options as of GameVectorEnv."""
    with _installed("rl"):
        from mousehole.envs.gym_env import GameVectorEnv
    found, begun = _begun(game, setup)
    return GameVectorEnv(found, games, setup=begun, **options)


def oracle(game: str | AnyGame, *, setup: Any = None, folder: Path | None = None) -> "ManyOracle":
    """The exact chances of a board for many positions at once; it is solved if nobody has done that yet."""
    from mousehole.library.solving import solve

    found, begun = _begun(game, setup)
    solve(found, begun, folder=folder)
    with _installed("rl"):
        many = found.parts.solvable.many
    if many is None:
        raise ValueError(f"{found.name} weighs one position at a time: ask mousehole.solve")
    return many(folder or solutions(), found.new(begun))


def spiel(game: str | AnyGame, *, setup: Any = None) -> "SpielGame":
    """An OpenSpiel game whose luck is explicit."""
    with _installed("spiel"):
        from mousehole.envs.spiel_game import load
    return load(*_begun(game, setup))


def _begun(game: str | AnyGame, setup: Any) -> tuple[AnyGame, Any]:
    from mousehole.library.positions import begun_with

    return begun_with(game, setup)


@contextmanager
def _installed(extra: str) -> Iterator[None]:
    """Name the extra that brings what is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).startswith("mousehole"):
            raise
        raise ImportError(f"{error.name} is missing: install mousehole[{extra}]", name=error.name) from None
