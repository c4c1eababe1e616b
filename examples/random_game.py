"""Play one game at random and tell its story: python examples/random_game.py [GAME] [SEED]."""

import sys
from random import Random

import mousehole

name = sys.argv[1] if len(sys.argv) > 1 else "mmm"
here, luck = mousehole.start(name), Random(*sys.argv[2:3])
while not here.over:
    turn = here.turn
    event = turn.at(luck.random()) if isinstance(turn, mousehole.Chance) else luck.choice(here.actions)
    print(*here.story(event))
    here = here.play(event)
print(mousehole.voice("en", here.game.package)(here.game.ending(here.over)))
