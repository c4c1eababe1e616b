"""Random play through `turn` and `apply`: events per CPU second of every game, compared with two well-known engines.

All contestants take turns within one run, round after round, under the same conditions; read the ratios.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.variants import setups
from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over

Contestant = Callable[[random.Random], int]  # plays one game, and returns how many events it had
PEERS = ("catanatron, 2 players", "PettingZoo tictactoe")
LONGEST = 20_000


def main() -> None:
    """Measure all contestants in rounds and print their rates and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="games on the shelf; all of them otherwise")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--ways", type=int, default=99, help="ways to play of each game, the usual one first (default all)"
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of each contestant in a round")
    asked = parser.parse_args()
    rates = measured(dict(contestants(asked.games or shelf.names(), asked.ways)), asked.rounds, asked.seconds)
    print(f"{'':<42}{'events/s':>10}" + "".join(f"  x {peer.split()[0].strip(','):<12}" for peer in PEERS))
    for name, figures in rates.items():
        ratios = [median(a / b for a, b in zip(figures, rates[peer], strict=True)) for peer in PEERS]
        print(f"{name:<42}{median(figures):>10,.0f}" + "".join(f"  {ratio:>8.2f}      " for ratio in ratios))


def contestants(names: tuple[str, ...], ways: int) -> Iterator[tuple[str, Contestant]]:
    """Name everybody who is measured."""
    yield PEERS[0], catan
    yield PEERS[1], tictactoe
    for name in names:
        game = shelf.find(name)
        for variant, setup in islice(setups(game).items(), ways):
            yield f"{name}: {variant}", lambda luck, game=game, setup=setup: ours(game, setup, luck.random)


def measured(who: dict[str, Contestant], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Let everybody play in every round; events per CPU second."""
    luck, rates = random.Random(1), {name: list[float]() for name in who}
    random.seed(1)
    for play in who.values():
        spell(play, luck, seconds / 2)  # warm caches, imports done
    for _ in range(rounds):
        for name, play in who.items():
            rates[name].append(spell(play, luck, seconds))
    return rates


def spell(play: Contestant, luck: random.Random, seconds: float) -> float:
    """Play whole games for so long; events per CPU second."""
    start, events = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        events += play(luck)
    return events / spent


def ours(game: shelf.AnyGame, setup: object, luck: Callable[[], float]) -> int:
    """Play one of our games at random."""
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


def catan(luck: random.Random) -> int:
    """Play a game of catanatron with two random players; it draws from the module's own luck."""
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    game, steps = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]), 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.play_tick()
        steps += 1
    return steps


def tictactoe(luck: random.Random) -> int:
    """Play a game of PettingZoo's tictactoe at random."""
    env, steps = board(), 0
    env.reset()
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        free = [square for square in range(9) if mask[square]]
        env.step(free[int(luck.random() * len(free))])
        steps += 1
    return steps


@cache
def board() -> Any:
    """Make PettingZoo's environment once, as its users do."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo.classic import tictactoe_v3

    return tictactoe_v3.raw_env()


if __name__ == "__main__":
    main()
