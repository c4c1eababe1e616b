"""Many games of one set-up at once, in arrays that every step writes anew."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mousehole.compiled.kernels import kernel_of, no_kernel
from mousehole.core.game import AnyGame, Decide, Parts
from mousehole.envs.arrays import BEGIN, Seen, some, state_of, streams, tensor_of
from mousehole.envs.wasm_games import WasmGames

__all__ = ["Batch"]


class Batch:
    """Steps many games together; a game that ends begins anew in the same step.

    The arrays below are made once: a step writes into them, so copy what you want to keep.
    """

    observations: NDArray[np.uint8]  # by game: what the seat that decides sees, as `spec` names it
    masks: NDArray[np.bool_]  # by game and id: whether the action is legal
    seats: NDArray[np.int8]  # by game: the seat that decides
    rewards: NDArray[np.float32]  # by game and seat: 1 for a win, -1 for a loss, else 0
    done: NDArray[np.bool_]  # by game: it ended in this step, and what is seen is a new game
    finals: NDArray[np.uint8]  # by game: what the last seat that decided saw at the end of the last game
    picks: NDArray[np.int64]  # by game: one of the legal actions, all equally likely

    def __init__(self, game: AnyGame, games: int, *, setup: Any = None, seed: int = 0, threads: int = 1):
        kernel = kernel_of(game)
        if kernel is None and Parts.kernel in game.parts:
            raise no_kernel(game)
        self.game = game
        self.setup = game.setup() if setup is None else setup
        start = game.new(self.setup)
        if kernel is None or not kernel.fits(start):
            raise ValueError("there are no compiled rules for this set-up: play it one game at a time")
        self._start, self.spec = start, tensor_of(game).spec(start)
        size = {"games": some("games", games), "threads": some("threads", threads)}
        self._games = WasmGames(game, kernel, start, self.setup, **size)
        self._show(self._games.seen)
        self._actions = np.zeros(games, np.int64)
        self._games.begin_at([start])
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.seats)

    def _show(self, seen: Seen) -> None:
        self.observations, self.masks, self.finals = seen.observations, seen.masks.view(np.bool_), seen.finals
        self.seats, self.picks, self.rewards, self.done = seen.seats, seen.picks, seen.rewards, seen.done

    def reset(self, seed: int | None = None, positions: Sequence[Any] = ()) -> None:
        """Begin all games anew: at one position or several in turn; a seed gives every game its own luck."""
        if positions:
            self._games.begin_at([self._checked(state) for state in positions])
        if seed is not None:
            self._games.seed(streams(seed, len(self)))
        self._actions[:] = BEGIN
        self._games.advance(self._actions)

    def _checked(self, position: Any) -> Any:
        state = state_of(self.game, self._start, position)
        if not self._games.fits(state):
            raise ValueError("a batch has one set-up: this position has another")
        if state != self._start and not isinstance(self.game.turn(state), Decide):
            raise ValueError("a batch begins with a new game, or where somebody decides")
        return state

    def step(self, actions: ArrayLike) -> None:
        """Do one action in every game and let luck fall until somebody decides; -1 leaves a game as it is."""
        asked = np.asarray(actions)
        if asked.shape != self.seats.shape:
            raise ValueError(f"{len(self)} games need as many actions, not {asked.shape}")
        np.copyto(self._actions, asked, casting="same_kind")
        self._games.advance(self._actions)

    def position(self, game: int) -> Any:
        """The position of one game, for the rules, a painter or a player."""
        return self._games.position(game)
