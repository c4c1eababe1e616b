"""Many games of one set-up at once on a graphics card, in arrays that every step writes anew."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mousehole.core.game import AnyGame, Decide
from mousehole.envs.arrays import BEGIN, tensor_of
from mousehole.envs.card.cuda_runner import CudaRunner
from mousehole.envs.card.program import TUNING, Program, program, shape
from mousehole.envs.given import some, state_of
from mousehole.envs.luck_streams import streams

SHOW = -3
INT32, INT64 = np.dtype(np.int32), np.dtype(np.int64)


class CardBatch:
    """The twin of `Batch` on a card: the same seed gives the same games.

    The arrays below stay on the card and are made once: a step writes into them, so copy what you want to keep.
    `torch.from_dlpack` and `jax.dlpack.from_dlpack` share them. Rows end with zeros so that they are whole words.
    """

    observations: Any  # uint8, by game: what the seat that decides sees, as `spec` names it
    masks: Any  # bool, by game and id: whether the action is legal
    seats: Any  # int8, by game: the seat that decides
    rewards: Any  # float32, by game and seat: 1 for a win, -1 for a loss, else 0
    done: Any  # bool, by game: it ended in this step, and what is seen is a new game
    finals: Any  # uint8, by game: what the last seat that decided saw at the end of the last game
    picks: Any  # int32, by game: one of the legal actions, all equally likely

    runner: Callable[[Program], Any] = CudaRunner

    def __init__(self, game: AnyGame, games: int, *, setup: Any = None, seed: int = 0, **tuning: int):
        self.game = game
        self.setup = game.setup() if setup is None else setup
        start, card = game.new(self.setup), game.parts.card
        if card is None or not card.fits(start):
            raise ValueError("there are no rules for a graphics card for this set-up: take a batch of the processor")
        self.card, self.start, self._games = card, start, some("games", games)
        self._run = type(self).runner(program(card, start, **tuning))
        self._shape = shape(tensor_of(game).spec(start), (TUNING | tuning)["VECTOR"])
        self.spec = self._shape.spec
        self.tables = self._run.array(np.array(card.tables(start), np.uint64))
        self._make_arrays(games)
        self._begin_at([start])
        self.reset(seed)

    def __len__(self) -> int:
        return self._games

    def _make_arrays(self, games: int) -> None:
        zeros, seen, legal = self._run.zeros, self._shape.seen, self._shape.masks
        self.observations, self.finals = zeros((games, seen), np.uint8), zeros((games, seen), np.uint8)
        masks, done = zeros((games, legal), np.uint8), zeros(games, np.uint8)
        self.masks, self.done = masks.view(np.bool_), done.view(np.bool_)
        self.seats, self.picks = zeros(games, np.int8), zeros(games, np.int32)
        self.rewards = zeros((games, len(self.game.seats(self.setup))), np.float32)
        self._state = zeros((len(self.card.pack(self.start)), games), np.uint64)
        self._streams, self._faults = zeros((2, games), np.uint64), zeros(2, np.int32)
        self._actions, self._tallies = zeros(games, np.int32), zeros(1 + self.rewards.shape[1], np.uint64)
        shown = (self.observations, masks, self.finals, self.seats, self.picks, self.rewards, done, self._faults)
        self._seen = self._run.array(np.array([self._run.address(array) for array in shown], np.uint64))

    def _begin_at(self, positions: Sequence[Any]) -> None:
        words = np.array([self.card.pack(state) for state in positions], np.uint64)
        self._starts = self._run.array(np.ascontiguousarray(words.T))
        where = [self._run.address(array) for array in (self._starts, self._state, self._streams)]
        self.where = self._run.array(np.array([*where, self._games, len(positions)], np.uint64))

    def reset(self, seed: int | None = None, positions: Sequence[Any] = ()) -> None:
        """Begin all games anew: at one position or several in turn; a seed gives every game its own luck."""
        if positions:
            self._begin_at([self._checked(state) for state in positions])
        if seed is not None:
            self._streams[:] = self._run.array(np.ascontiguousarray(streams(seed, self._games).T))
        self._actions[:] = BEGIN
        self._advance(self._actions)

    def _checked(self, position: Any) -> Any:
        state = state_of(self.game, self.start, position)
        if self.card.constants(state) != self.card.constants(self.start):
            raise ValueError("a batch has one set-up: this position has another")
        if list(self.card.tables(state)) != list(self.card.tables(self.start)):
            raise ValueError("a batch has one set-up: this position has another")
        if state != self.start and not isinstance(self.game.turn(state), Decide):
            raise ValueError("a batch begins with a new game, or where somebody decides")
        return state

    def step(self, actions: Any) -> None:
        """Do one action in every game and let luck fall until somebody decides; -1 leaves a game as it is.

        Nothing waits for the card: an action that is not legal is left undone, and `check` tells.
        """
        asked = self._run.shared(actions)
        if asked.shape != (self._games,):
            raise ValueError(f"{self._games} games need as many actions, not {asked.shape}")
        self._advance(asked if asked.dtype in (INT32, INT64) and asked.flags.c_contiguous else asked.astype(np.int64))

    def check(self) -> None:
        """Raise if any action since the last check was not legal; this waits for the card."""
        faults, last = self._run.fetched(self._faults).tolist()
        self._faults[:] = 0
        if faults:
            raise ValueError(f"{faults} actions were not legal; the last of them was in game {last}")

    def play(self, decisions: int) -> Any:
        """Let every game make so many random decisions, as `step(picks)` would, in one call: the fastest way to play.

        Returns, on the card, how many games ended since the batch was made, and how many of them each seat won.
        """
        self._run.call("play_out", self._games, self.tables, self.where, self.picks, np.int32(decisions), self._tallies)
        return self._tallies

    def show(self) -> None:
        """Write observations, masks and seats as they are now: `play` does not."""
        self._actions[:] = SHOW
        self._advance(self._actions)

    def position(self, game: int) -> Any:
        """The position of one game, for the rules, a painter or a player."""
        words = self._run.fetched(self._state[:, game])
        return self.card.unpack(self.start, [int(word) for word in words])

    def _advance(self, actions: Any) -> None:
        wide = np.int32(actions.dtype == INT64)
        self._run.call("advance", self._games, self.tables, self.where, self._seen, actions, wide)
