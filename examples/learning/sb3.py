"""MaskablePPO as the mice of Chop! Chop!: python sb3.py 50000 steps. It needs sb3-contrib and mousehole[rl]."""

import sys
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from mousehole import envs


class Masked(gymnasium.Wrapper):
    """Shows observations alone, between 0 and 1, and tells masks when asked, as MaskablePPO wants it."""

    def __init__(self, env: Any):
        super().__init__(env)
        space = env.observation_space["observation"]
        self.most = np.maximum(space.high, 1).astype(np.float32)
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, space.shape, np.float32)

    def shown(self, seen: Any) -> Any:
        """Keep the mask, and return the rest."""
        self.mask = seen["action_mask"].astype(bool)
        return seen["observation"] / self.most

    def reset(self, **asked: Any) -> Any:
        """Begin a game."""
        seen, infos = self.env.reset(**asked)
        return self.shown(seen), infos

    def step(self, action: Any) -> Any:
        """Act."""
        seen, *rest = self.env.step(int(action))
        return self.shown(seen), *rest

    def action_masks(self) -> Any:
        """What is legal now."""
        return self.mask


def share(model: Any, games: int, rival: str) -> float:
    """The share of games that a model wins."""
    env, wins = Masked(envs.gym("chopchop", seat=0, others=rival)), 0
    for number in range(games):
        seen, over = env.reset(seed=number)[0], False
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks())
            seen, reward, over, _, _ = env.step(action)
        wins += reward > 0
    return wins / games


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    envs_at_once = make_vec_env(lambda: Masked(envs.gym("chopchop", seat=0, others="random")), n_envs=8)
    model = MaskablePPO("MlpPolicy", envs_at_once, n_steps=256, batch_size=512, learning_rate=1e-3, gamma=0.997, seed=1)
    print(f"before: {share(model, 100, 'random'):.0%} of 100 games against a random cat")
    model.learn(steps)
    print(f"after {steps:,} steps: {share(model, 100, 'random'):.0%}")
