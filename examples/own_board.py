"""Play on a board of your own: letters are foods, numbers are items (squares of one item touch)."""

from random import Random

import mousehole

BOARD = '''
steps = 5
pantry = """
B B F F
H C C F
H G G G
"""
items = """
1 1 2 2
3 4 4 2
3 5 5 5
"""
'''
here = mousehole.start("mmm", board=BOARD, players=2)
print(here)
won = 0
for seed in range(200):
    end, luck = here, Random(seed)
    while not end.over:
        end = end.play(luck.choice(end.actions)) if end.actions else end.roll(luck)
    won += bool(end.over.winners)
print(f"random play wins {won / 200:.0%} here")
