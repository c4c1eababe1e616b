"""A game as a parallel PettingZoo environment: in every step one seat decides, and all others wait."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from mousehole.core.game import AnyGame
from mousehole.envs.aec_env import MODES
from mousehole.envs.arrays import reward
from mousehole.envs.episode import Episode
from mousehole.envs.seen_spaces import observation_space

Told = dict[str, Any]  # by agent


class GameParallel(ParallelEnv[str, dict[str, Any], int]):
    """Agents as in GameAEC; one more id than the game has, the last one, is to wait."""

    def __init__(self, game: AnyGame, setup: Any = None, render_mode: str | None = None):
        super().__init__()
        self.episode = Episode(game, setup)
        self.metadata = {"name": f"{game.name}_parallel_v{game.edition}", "render_modes": MODES}
        self.render_mode = render_mode
        self.wait = self.episode.spec.ids
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.seats)]
        self.agents: list[str] = []
        self._seen = {agent: observation_space(self.episode.spec, waiting=True) for agent in self.possible_agents}
        self._acts = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent sees: an observation, and a mask of what it may do."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        """The ids of all actions, and to wait."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Told, Told]:
        """Begin a game; options may name a `setup` or a `position`."""
        self.episode.begin(seed, options)
        self.agents = self.possible_agents[:]
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Told, Told, Told, Told, Told]:
        """Do the action of the seat that decides; what the others send is waiting, whatever it is."""
        self.episode.ready()
        seat = self.episode.seat
        if seat is None:
            raise ValueError("this game is over: begin another one")
        over = self.episode.act(int(actions[self.possible_agents[seat]]))
        ended = over is not None
        paid = {agent: reward(over, n) if over else 0.0 for n, agent in enumerate(self.possible_agents)}
        told = (self._observed(), paid, dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, False))
        infos: Told = {agent: {} for agent in self.agents}
        if ended:
            self.agents = []
        return (*told, infos)

    def _observed(self) -> Told:
        return {agent: self._observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observation(self, seat: int) -> dict[str, Any]:
        seen = self.episode.observation(seat)
        seen["action_mask"] = np.append(seen["action_mask"], np.int8(seat != self.episode.seat))
        return seen

    def state(self) -> Any:
        """What everybody sees: nobody has secrets."""
        return self.episode.observation(0)["observation"]

    def render(self) -> Any:
        """Paint the position."""
        return self.episode.picture(self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held."""
