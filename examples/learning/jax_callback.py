"""A batch inside a compiled function of JAX, and what that costs. It needs jax and mousehole[rl,fast].

Steps change the batch, so `io_callback` calls them, in order; `pure_callback` is for what changes nothing, such as the
oracle. On a card, `jax.dlpack.from_dlpack(batch.observations)` shares the arrays instead.
"""

import sys
import time
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

from mousehole import envs

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
STEPS = int(sys.argv[2]) if len(sys.argv) > 2 else 200
batch = envs.batch("mmm", GAMES, seed=1)
SHAPES = tuple(
    jax.ShapeDtypeStruct(each.shape, each.dtype)
    for each in (batch.observations, batch.masks, batch.rewards[:, 0], batch.done)
)


def played(actions: np.ndarray) -> tuple[np.ndarray, ...]:
    """One action in every game; JAX keeps what it gets, so these are copies."""
    batch.step(np.asarray(actions, np.int64))
    return batch.observations.copy(), batch.masks.copy(), batch.rewards[:, 0].copy(), batch.done.copy()


@partial(jax.jit, static_argnums=2)
def rollout(masks: jax.Array, key: jax.Array, steps: int) -> tuple[jax.Array, jax.Array, jax.Array]:
    """So many steps of a random policy, all of them in one compiled loop."""

    def step(carry: tuple[jax.Array, jax.Array], _: None) -> tuple[tuple[jax.Array, jax.Array], jax.Array]:
        masks, key = carry
        key, now = jax.random.split(key)
        actions = jnp.where(masks, jax.random.uniform(now, masks.shape), -1).argmax(1)
        _, masks, rewards, done = io_callback(played, SHAPES, actions, ordered=True)
        return (masks, key), jnp.stack([(rewards > 0).sum(), done.sum()])

    (masks, key), counts = jax.lax.scan(step, (masks, key), None, steps)
    return masks, key, counts.sum(0)


masks, key, _ = rollout(jnp.asarray(batch.masks), jax.random.key(1), 2)  # compiles
masks, key, _ = rollout(masks, key, STEPS)
began = time.process_time()
masks, key, (wins, ends) = jax.block_until_ready(rollout(masks, key, STEPS))
inside = (time.process_time() - began) / STEPS / GAMES
began = time.process_time()
for _ in range(STEPS):
    batch.step(batch.picks)
alone = (time.process_time() - began) / STEPS / GAMES
print(f"{int(wins)} of {int(ends)} games won at random")
print(
    f"{1e-6 / inside:.2f} million decisions a CPU second in JAX, policy and copies included; {1e-6 / alone:.2f} alone"
)
