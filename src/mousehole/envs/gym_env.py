"""A game as a Gymnasium environment: one agent learns, and programs sit in the other seats."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mousehole import shelf
from mousehole.core.game import AnyGame, Decide, Over, Player, Seat
from mousehole.core.record import check_seat
from mousehole.core.solvable import ManyOracle
from mousehole.envs.arrays import HOLD, are_rivals, rewards
from mousehole.envs.episode import Episode
from mousehole.envs.game_batch import Batch
from mousehole.envs.pettingzoo_env import MODES, checked_mode, observation_space
from mousehole.library.solving import solve
from mousehole.players.player import find

__all__ = ["ILLEGAL", "Arrays", "GameEnv", "GameVectorEnv", "Rival", "name", "player_in", "random_rival"]

ILLEGAL = -1.0


class GameEnv(gymnasium.Env[dict[str, Any], Any]):
    """One agent in a seat, or in all of them where everybody plays together.

    At the end it gets what the game pays: its points, or 1 for a win, -1 for a loss, 0 for a draw. An action that is
    not legal ends the game as lost.
    """

    def __init__(
        self,
        game: AnyGame,
        setup: Any = None,
        seat: Seat | None = None,
        others: str | Mapping[Seat, str] = "random",
        render_mode: str | None = None,
        *,
        regret: bool = False,
    ):
        self.metadata = {"render_modes": MODES, "render_fps": 2}
        self.episode = Episode(game, setup)
        self._oracle = solve(game, self.episode.setup) if regret else None
        alone = seat is None and not are_rivals(game, self.episode.setup)
        self.seat = check_seat(game, self.episode.setup, seat or 0)
        if isinstance(others, str):
            find(game, others)  # also where nobody else plays: a wrong name is told at once
        self._players = {} if alone else {n: player_in(game, n, others) for n in self._others()}
        self.render_mode = checked_mode(render_mode)
        self.observation_space = observation_space(self.episode.spec)
        self.action_space = spaces.Discrete(self.episode.spec.ids)

    def _others(self) -> list[Seat]:
        return [seat for seat in range(self.episode.seats) if seat != self.seat]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game and let others play until the agent decides; options may name a `setup` or a `position`."""
        super().reset(seed=seed)
        drawn = self.np_random.integers(2**63, size=2).tolist()
        self._luck = Random(drawn[1])
        self.episode.begin(drawn[0], options)
        while isinstance(self._others_play(), Over):  # it never got to decide: nobody sees such a game
            self.episode.begin(None, options)
        return self._observation(), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do an action, and let others play until the agent decides again."""
        self.episode.ready()
        if int(action) not in self.episode.legal:
            return self._observation(), ILLEGAL, True, False, {"illegal": True}
        info = {"regret": self._regret(int(action))} if self._oracle else {}
        self.episode.act(int(action))
        turn = self._others_play()
        over = isinstance(turn, Over)
        paid = rewards(self.episode.game, self.episode.setup, turn)[self.seat] if isinstance(turn, Over) else 0.0
        return self._observation(), paid, over, False, info

    def _regret(self, number: int) -> float:
        """What an action gives away of the best chance to win."""
        assert self._oracle
        choices, offered = self._oracle.choices(self.episode.state), self.episode.legal
        return max(choices) - choices[offered.index(number)]

    def _others_play(self) -> Decide[Any] | Over:
        """Let programs decide until nobody but the agent is asked."""
        episode = self.episode
        while isinstance(turn := episode.turn, Decide):
            one = next((one for one in turn.asked if one.seat in self._players), None)
            if one is None:
                break
            episode.do(self._players[one.seat].choose(episode.game, episode.state, one, self._luck))
        return episode.turn

    def _observation(self) -> dict[str, Any]:
        """What the seat sees that decides; one agent in all seats looks from each in turn."""
        turn = self.episode.turn
        alone = isinstance(turn, Decide) and not self._players
        return self.episode.observation(turn.seat if isinstance(turn, Decide) and alone else self.seat)

    def render(self) -> Any:
        """Paint the position."""
        return self.episode.picture(self.render_mode) if self.render_mode else None


def player_in(game: AnyGame, seat: Seat, others: str | Mapping[Seat, str]) -> Player:
    """The player that sits in a seat."""
    if not isinstance(others, str) and seat not in others:
        raise ValueError(f"others: nobody is named for seat {seat}")
    return find(game, others if isinstance(others, str) else others[seat])


def name(game: AnyGame) -> str:
    """The name of a game on Gymnasium's shelf."""
    return f"mousehole/{game.name}-v{game.edition}"


for _game in shelf.every():
    gymnasium.register(name(_game), "mousehole.envs:gym", kwargs={"game": _game.name}, disable_env_checker=True)


Rival = Callable[[Batch], NDArray[Any]]  # an id for every game; what it says for others than its own is not looked at
Arrays = dict[str, NDArray[Any]]


def random_rival(batch: Batch) -> NDArray[np.int64]:
    """Choose any legal action."""
    return batch.picks


class GameVectorEnv(VectorEnv[Arrays, NDArray[Any], NDArray[Any]]):
    """An agent in one seat of every game, against a rival that looks at the batch; without a seat it plays all seats.

    A game that ends begins anew in the same step; what was seen at its end is `final_obs` of the infos. With an
    `oracle`, `regret` of the infos says what each action gave away of the chance to win.
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
        oracle: ManyOracle | None = None,
    ):
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.batch = Batch(game, num_envs, setup=setup, threads=threads)
        self.num_envs, self._rival = num_envs, rival
        self._seat = seat if seat is None else check_seat(game, self.batch.setup, seat)
        self.single_observation_space = observation_space(self.batch.spec)
        self.single_action_space = spaces.Discrete(self.batch.spec.ids)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rewards, self._done = np.zeros(num_envs), np.zeros(num_envs, np.bool_)
        self._oracle = oracle

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begin all games; options may name `positions`, which games begin at in turn."""
        self.batch.reset(seed, (options or {}).get("positions", ()))
        self._rival_plays()
        return self._observation(), {}

    def step(self, actions: NDArray[Any]) -> tuple[Arrays, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Do an action in every game, and let the rival play until the agent decides in all of them."""
        self._rewards[:], self._done[:] = 0.0, False
        told = {"regret": self._oracle.regrets(self.batch.observations, actions)} if self._oracle else {}
        self._played(actions)
        self._rival_plays()
        ended = self._done.copy()
        infos = {"final_obs": self.batch.finals.copy(), "_final_obs": ended} if ended.any() else {}
        infos |= told
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
