"""What an agent may see, as the spaces of Gymnasium."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from mousehole.core.game import AnyGame, Over
from mousehole.core.tensor import Block, Spec
from mousehole.envs.arrays import rewards
from mousehole.envs.episode import AnyEpisode, Episode

__all__ = ["MODES", "GameAEC", "GameParallel", "Told", "checked_mode", "highest", "observation_space", "shared"]


def observation_space(spec: Spec, *, waiting: bool = False) -> spaces.Dict:
    """What a shell shows: an observation, a mask of legal actions, and features of each where there are any."""
    seen: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(np.zeros(spec.size, np.uint8), highest(spec.fields), dtype=np.uint8),
        "action_mask": spaces.Box(0, 1, (spec.ids + waiting,), np.int8),
    }
    if spec.features:
        most = highest(spec.features)
        seen["action_features"] = spaces.Box(0, np.tile(most, (spec.ids, 1)), dtype=np.uint8)
    return spaces.Dict(seen)


def highest(fields: Sequence[Block]) -> NDArray[np.uint8]:
    """The largest value of every byte of some fields."""
    return np.repeat([field.most for field in fields], [field.size for field in fields]).astype(np.uint8)


def shared(episode: AnyEpisode, seat: int) -> NDArray[np.uint8]:
    """All that is known of a position: by one seat where everybody sees the same, else by all, one after another."""
    seats = range(episode.seats) if episode.game.hidden else (seat,)
    rows: NDArray[np.uint8] = np.concatenate([episode.observation(each)["observation"] for each in seats])
    return rows


MODES = ["ansi", "svg", "rgb_array"]


def checked_mode(mode: str | None) -> str | None:
    """Let a way of painting pass, or say which there are."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode: expected {', '.join(MODES)} or None, found {mode!r}")
    return mode


class GameAEC(AECEnv[str, dict[str, Any], int | None]):
    """Agents seat_0, seat_1 and so on; at the end each gets its points, or 1 for a win, -1 for a loss, 0 for a draw."""

    def __init__(self, episode: AnyEpisode, render_mode: str | None = None):
        super().__init__()
        self.episode, game = episode, episode.game
        self.metadata = {"name": f"{game.name}_v{game.edition}", "render_modes": MODES, "is_parallelizable": False}
        self.render_mode = checked_mode(render_mode)
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
        paid = rewards(self.episode.game, self.episode.setup, over)
        self.rewards = {agent: paid[seat] for agent, seat in self._seat.items()}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _select(self) -> None:
        seat = self.episode.seat
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]

    def state(self) -> Any:
        """What everybody sees; where hands are hidden, what all seats know together."""
        return shared(self.episode, self._seat[self.agent_selection])

    def render(self) -> Any:
        """Paint the position."""
        return self.episode.picture(self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held."""


Told = dict[str, Any]  # by agent


class GameParallel(ParallelEnv[str, dict[str, Any], int]):
    """Agents as in GameAEC; one more id than the game has, the last one, is to wait."""

    def __init__(self, game: AnyGame, setup: Any = None, render_mode: str | None = None):
        super().__init__()
        self.episode = Episode(game, setup)
        self.metadata = {"name": f"{game.name}_parallel_v{game.edition}", "render_modes": MODES}
        self.render_mode = checked_mode(render_mode)
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
        """Do the actions of all seats that decide; what the others send is waiting, whatever it is."""
        episode = self.episode
        episode.ready()
        if not episode.asked:
            raise ValueError("this game is over: begin another one")
        over = episode.do_all({n: episode.meant(int(actions[self.possible_agents[n]]), n) for n in episode.asked})
        ended = over is not None
        paid = rewards(episode.game, episode.setup, over) if over else (0.0,) * episode.seats
        given = dict(zip(self.possible_agents, paid, strict=True))
        told = (self._observed(), given, dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, False))
        infos: Told = {agent: {} for agent in self.agents}
        if ended:
            self.agents = []
        return (*told, infos)

    def _observed(self) -> Told:
        return {agent: self._observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observation(self, seat: int) -> dict[str, Any]:
        seen = self.episode.observation(seat)
        seen["action_mask"] = np.append(seen["action_mask"], np.int8(seat not in self.episode.asked))
        return seen

    def state(self) -> Any:
        """What everybody sees; where hands are hidden, what all seats know together."""
        return shared(self.episode, 0)

    def render(self) -> Any:
        """Paint the position."""
        return self.episode.picture(self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Nothing is held."""
