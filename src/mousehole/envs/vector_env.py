"""Many games as one vector environment of Gymnasium, over a compiled batch."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mousehole.core.game import AnyGame, Seat
from mousehole.core.record import checked_seat
from mousehole.envs.arrays import HOLD
from mousehole.envs.game_batch import Batch
from mousehole.envs.seen_spaces import observation_space

Rival = Callable[[Batch], NDArray[Any]]  # an id for every game; what it says for others than its own is not looked at
Arrays = dict[str, NDArray[Any]]


def random_rival(batch: Batch) -> NDArray[np.int64]:
    """Choose any legal action."""
    return batch.picks


class GameVectorEnv(VectorEnv[Arrays, NDArray[Any], NDArray[Any]]):
    """An agent in one seat of every game, against a rival that looks at the batch; without a seat it plays all seats.

    A game that ends begins anew in the same step; what was seen at its end is `final_obs` of the infos.
    """

    def __init__(
        self,
        game: AnyGame,
        num_envs: int,
        *,
        setup: Any = None,
        seat: Seat | None = None,
        rival: Rival = random_rival,
        threads: int = 1,
    ):
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.batch = Batch(game, num_envs, setup=setup, threads=threads)
        self.num_envs, self._rival = num_envs, rival
        self._seat = seat if seat is None else checked_seat(game, self.batch.setup, seat)
        self.single_observation_space = observation_space(self.batch.spec)
        self.single_action_space = spaces.Discrete(self.batch.spec.ids)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rewards, self._done = np.zeros(num_envs), np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begin all games; options may name `positions`, which games begin at in turn."""
        self.batch.reset(seed, (options or {}).get("positions", ()))
        self._rival_plays()
        return self._observation(), {}

    def step(self, actions: NDArray[Any]) -> tuple[Arrays, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Do an action in every game, and let the rival play until the agent decides in all of them."""
        self._rewards[:], self._done[:] = 0.0, False
        self._played(actions)
        self._rival_plays()
        ended = self._done.copy()
        infos = {"final_obs": self.batch.finals.copy(), "_final_obs": ended} if ended.any() else {}
        return self._observation(), self._rewards.copy(), ended, np.zeros(self.num_envs, np.bool_), infos

    def _rival_plays(self) -> None:
        while self._seat is not None and (waiting := self.batch.seats == self._seat).sum() < self.num_envs:
            self._played(np.where(waiting, HOLD, self._rival(self.batch)))

    def _played(self, actions: NDArray[Any]) -> None:
        self.batch.step(actions)
        self._rewards += self.batch.rewards[:, self._seat or 0]
        self._done |= self.batch.done

    def _observation(self) -> Arrays:
        return {"observation": self.batch.observations.copy(), "action_mask": self.batch.masks.astype(np.int8)}
