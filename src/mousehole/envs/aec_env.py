"""A game as a PettingZoo environment: seats take turns, each an agent of its own."""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from mousehole.core.game import Over
from mousehole.envs.arrays import reward
from mousehole.envs.episode import Played
from mousehole.envs.seen_spaces import observation_space

MODES = ["ansi", "svg", "rgb_array"]


class GameAEC(AECEnv[str, dict[str, Any], int | None]):
    """Agents seat_0, seat_1 and so on; at the end each gets 1 for a win, -1 for a loss, 0 for a draw."""

    def __init__(self, episode: Played, render_mode: str | None = None):
        super().__init__()
        self.episode, game = episode, episode.game
        self.metadata = {"name": f"{game.name}_v{game.edition}", "render_modes": MODES, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seen = {agent: observation_space(self.episode.spec) for agent in self.possible_agents}
        self._acts = {agent: spaces.Discrete(self.episode.spec.ids) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent sees: an observation, and a mask of what it may do."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        """The ids of all actions."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; options may name a `setup` or a `position`."""
        self.episode.begin(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        self.episode.ready()
        return self.episode.observation(self._seat[agent])

    def step(self, action: int | None) -> None:
        """Do an action of the agent whose turn it is."""
        self.episode.ready()
        agent = self.agent_selection
        if self.terminations[agent] or action is None:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        over = self.episode.act(int(action))
        if over is None:
            self._select()
        else:
            self._end(over)

    def _end(self, over: Over) -> None:
        self.rewards = {agent: reward(over, seat) for agent, seat in self._seat.items()}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _select(self) -> None:
        seat = self.episode.seat
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]

    def state(self) -> Any:
        """What everybody sees: nobody has secrets."""
        return self.episode.observation(self._seat[self.agent_selection])["observation"]

    def render(self) -> Any:
        """Paint the position."""
        return self.episode.picture(self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held."""
