"""Games of one tree played at random: events per CPU second, for `bench/rules.py`.

As a program it serves another process: `bench/random_play.py TREE` reads lines of a game, a way to play it and CPU
seconds, and answers each with a rate.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

Contestant = Callable[[random.Random], int]  # plays one game, and returns how many events it had
LONGEST = 20_000


def spell(play: Contestant, luck: random.Random, seconds: float) -> float:
    """Play whole games for so long; events per CPU second."""
    start, events = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        events += play(luck)
    return events / spent


def ours(game, setup: object, luck: Callable[[], float]) -> int:
    """Play one of our games at random."""
    from mousehole.core.game import Chance, Decide, Over

    state, events, turn, apply = game.new(setup), 0, game.turn, game.apply
    while events < LONGEST:
        now = turn(state)
        kind = type(now)
        if kind is Decide:
            event = now.actions[int(luck() * len(now.actions))]
        elif kind is Chance:
            event = now.at(luck())
        else:
            assert kind is Over
            break
        state = apply(state, event)
        events += 1
    return events


def serve(tree: Path) -> None:
    """Play what is asked for on each line, in the ways that the laws of a tree name."""
    sys.path[:0] = [str(tree), str(Path(__file__).parent)]
    import variants  # this tree's: those of other commits did not find laws beside a foreign package `tests`

    from mousehole import shelf

    variants.GAMES = tree / "tests" / "games"

    luck = random.Random(1)
    for line in sys.stdin:
        name, way, seconds = json.loads(line)
        game = shelf.find(name)
        setup = variants.setups(game)[way]
        print(spell(lambda luck, game=game, setup=setup: ours(game, setup, luck.random), luck, seconds), flush=True)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
