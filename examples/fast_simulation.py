"""Play ten thousand games at once, compiled: needs mousehole[rl,fast]."""

import time

import numpy as np

from mousehole import envs

batch = envs.batch("mmm", 10_000, seed=1)
over, won, steps, began = np.zeros(len(batch), bool), 0, 0, time.process_time()
while not over.all():
    steps += int((~over).sum())
    batch.step(np.where(over, -1, batch.picks))  # picks are legal actions, all equally likely
    over |= batch.done
    won += int((batch.rewards[:, 0] > 0).sum())
spent = time.process_time() - began
print(f"random play wins {won / len(batch):.1%}; {steps / spent / 1e6:.1f} million decisions a CPU second")
