"""Solve a small board of Mmm! exactly: the chance to win for every distance of the cat, and the best first choices."""

import tempfile
from pathlib import Path
from random import Random

import mousehole

BOARD = 'steps = {steps}\npantry = """\nB B F\nH F F\nH C C\n"""\nitems = """\n1 1 2\n3 2 2\n3 4 4\n"""\n'

with tempfile.TemporaryDirectory() as folder:
    for steps in range(1, 7):
        board = BOARD.format(steps=steps)
        solution = mousehole.solve("mmm", folder=Path(folder), board=board)
        print(f"cat {steps} steps away: {solution.value(mousehole.start('mmm', board=board).state, 0):.4%}")
    here = mousehole.start("mmm", board=board).roll(Random(3))
    for action, chance in zip(here.actions, solution.choices(here.state), strict=True):
        print(f"{chance:.4%}  {' '.join(here.story(action))}")
