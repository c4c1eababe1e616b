"""PPO with masks in one file of torch, in the way of CleanRL: it needs torch and mousehole[rl,fast].

The mice of Chop! Chop! learn against a random cat; 256 games are played at once by the compiled rules.
"""

import sys
import time

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from mousehole import envs

GAMES, STEPS, EPOCHS, PARTS = 256, 64, 3, 8
RATE, DISCOUNT, TRUST, CLIP, ENTROPY = 1e-3, 0.997, 0.95, 0.2, 0.01


class Agent(nn.Module):
    """One hidden layer, what to do, and how good it looks; what is not legal has no chance."""

    def __init__(self, size: int, ids: int, most: torch.Tensor):
        super().__init__()
        self.most = most
        self.body = nn.Sequential(nn.Linear(size, 128), nn.ReLU())
        self.actor, self.critic = nn.Linear(128, ids), nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """What to do, and how good it looks."""
        hidden = self.body(seen / self.most)
        return Categorical(logits=self.actor(hidden).masked_fill(~mask, -1e9)), self.critic(hidden).squeeze(-1)


def tensors(seen: dict) -> tuple[torch.Tensor, torch.Tensor]:
    """Observations and masks."""
    return torch.tensor(seen["observation"]).float(), torch.tensor(seen["action_mask"]).bool()


torch.manual_seed(1)
torch.set_num_threads(1)
decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
env = envs.vector("chopchop", GAMES, seat=0)
space = env.single_observation_space["observation"]
most = torch.tensor(np.maximum(space.high, 1)).float()
agent = Agent(space.shape[0], int(env.single_action_space.n), most)
optimizer = torch.optim.Adam(agent.parameters(), lr=RATE)
seen, mask = tensors(env.reset(seed=1)[0])
began, won, ended = time.process_time(), 0, 0
for update in range(1, decisions // (GAMES * STEPS) + 1):
    kept = []
    for _ in range(STEPS):
        with torch.no_grad():
            policy, value = agent(seen, mask)
        action = policy.sample()
        after, reward, over, _, _ = env.step(action.numpy())
        kept.append((seen, mask, action, policy.log_prob(action), value, torch.tensor(reward).float(), over))
        won, ended = won + int((reward[over] > 0).sum()), ended + int(over.sum())
        seen, mask = tensors(after)
    with torch.no_grad():
        following, advantage, gains = agent(seen, mask)[1], torch.zeros(GAMES), []
        for *_, value, reward, over in reversed(kept):
            going = torch.tensor(~over).float()
            advantage = reward + DISCOUNT * following * going - value + DISCOUNT * TRUST * going * advantage
            following = value
            gains.insert(0, advantage)
    gain = torch.cat(gains)
    all_seen, all_masks, actions, chances, values = (torch.cat(column) for column in list(zip(*kept, strict=True))[:5])
    target, gain = gain + values, (gain - gain.mean()) / (gain.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).chunk(PARTS):
            policy, value = agent(all_seen[part], all_masks[part])
            ratio = (policy.log_prob(actions[part]) - chances[part]).exp()
            bounded = torch.min(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part])
            loss = -bounded.mean() + 0.5 * (value - target[part]).pow(2).mean() - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    if update % 10 == 0:
        spent = time.process_time() - began
        print(f"{update * GAMES * STEPS:9,} decisions, {spent:4.0f} s: {won / max(1, ended):.0%} of {ended} games won")
        won = ended = 0
