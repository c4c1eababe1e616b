"""Many games of one set-up at once, in arrays that every step writes anew."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mousehole.compiled.compiler import NotFast, fast
from mousehole.core.game import AnyGame, Decide
from mousehole.envs.arrays import BEGIN, are_rivals, observation, tensor_of
from mousehole.envs.given import some, state_of
from mousehole.envs.luck_streams import streams

SEATS = 8  # room for what the seats earn


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
        if not fast():
            raise NotFast
        from mousehole.envs import stepping

        self._stepping = stepping
        self.game = game
        self.setup = game.setup() if setup is None else setup
        start = game.new(self.setup)
        kernel = game.parts.kernel
        if kernel is None or not kernel.fits(start):
            raise ValueError("there are no compiled rules for this set-up: play it one game at a time")
        self._kernel, self._box, self._start = kernel, kernel.box(start), start
        self.spec = tensor_of(game).spec(start)
        self._make_arrays(some("games", games))
        self._share_out(games, some("threads", threads))
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.seats)

    def _make_arrays(self, games: int) -> None:
        start, spec = self._start, self.spec
        self._starts = self._kernel.pack(start)
        self._rows = np.repeat(self._starts, games)
        self.observations = np.tile(observation(tensor_of(self.game), start, 0), (games, 1))
        self.finals = self.observations.copy()
        masks = np.zeros((games, spec.ids), np.uint8)
        self.masks = masks.view(np.bool_)
        self.seats, self.picks = np.zeros(games, np.int8), np.zeros(games, np.int64)
        self.rewards = np.zeros((games, len(self.game.seats(self.setup))), np.float32)
        self.done, self._actions = np.zeros(games, np.bool_), np.zeros(games, np.int64)
        self._seen = (self.observations, masks, self.seats, self.picks, self.finals)
        self._paid = (self.rewards, self.done, are_rivals(self.game, self.setup))

    def _share_out(self, games: int, threads: int) -> None:
        """Cut the games into a part for each thread; this one works too."""
        edges = [games * n // threads for n in range(threads + 1)]
        self._parts = [self._work(first, last) for first, last in pairwise(edges)]
        self._crew = ThreadPoolExecutor(threads - 1, "games") if threads > 1 else None

    def _work(self, first: int, last: int) -> Any:
        return np.zeros(self._kernel.most, np.int64), np.zeros(1, np.uint64), np.zeros(SEATS), first, last

    def reset(self, seed: int | None = None, positions: Sequence[Any] = ()) -> None:
        """Begin all games anew: at one position or several in turn; a seed gives every game its own luck."""
        if positions:
            self._starts = np.concatenate([self._packed(state) for state in positions])
        if seed is not None:
            self._streams = streams(seed, len(self))
        self._actions[:] = BEGIN
        self._advance(self._actions)

    def _packed(self, position: Any) -> Any:
        state = state_of(self.game, self._start, position)
        if self._kernel.box(state).at is not self._box.at:
            raise ValueError("a batch has one set-up: this position has another")
        if state != self._start and not isinstance(self.game.turn(state), Decide):
            raise ValueError("a batch begins with a new game, or where somebody decides")
        return self._kernel.pack(state)

    def step(self, actions: ArrayLike) -> None:
        """Do one action in every game and let luck fall until somebody decides; -1 leaves a game as it is."""
        asked = np.asarray(actions)
        if asked.shape != self.seats.shape:
            raise ValueError(f"{len(self)} games need as many actions, not {asked.shape}")
        np.copyto(self._actions, asked, casting="same_kind")
        at = self._stepping.misfit(self._seen[1], self._actions)
        if at >= 0:
            raise ValueError(f"action {self._actions[at]} is not legal in game {at}")
        self._advance(self._actions)

    def position(self, game: int) -> Any:
        """The position of one game, for the rules, a painter or a player."""
        return self._kernel.unpack(self._start, self._rows[game])

    def _advance(self, actions: NDArray[np.int64]) -> None:
        games = (self._starts, self._rows, self._streams)
        advance = partial(self._stepping.advance, self._box, games, actions, self._seen, self._paid)
        mine, *others = self._parts
        tasks = [self._crew.submit(advance, part) for part in others] if self._crew else []
        advance(mine)
        for task in tasks:
            task.result()
