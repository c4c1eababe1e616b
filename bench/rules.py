"""Random play through `turn` and `apply`: events per CPU second of every game, compared with two well-known engines.

All contestants take turns within one run, round after round, under the same conditions; read the ratios.
`--against COMMIT` lets the rules of another commit play too, each tree in a process of its own; `--compiled` lets rules
play that `mousehole compile` has compiled, beside their sources.
"""

import argparse
import contextlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.checkouts import ROOT, checked_out
from bench.random_play import spell
from bench.variants import setups
from mousehole import shelf
from mousehole.compiled.native import SWITCH
from mousehole.games import COMPILABLE

Rate = Callable[[float], float]  # plays for so many CPU seconds; events in one of them
COMPILED = "compiled"
PEERS = ("catanatron, 2 players", "PettingZoo tictactoe")


def main() -> None:
    """Measure all contestants in rounds and print their rates and ratios."""
    asked = arguments()
    with contextlib.ExitStack() as stack:
        others = {commit: stack.enter_context(checked_out(commit)) for commit in asked.against}
        trees = {name: stack.enter_context(playing(tree)) for name, tree in {**others, "": ROOT}.items()}
        if asked.compiled:
            trees[COMPILED] = stack.enter_context(playing(ROOT, rules="compiled"))
        rates = measured(dict(contestants(asked, trees)), asked.rounds, asked.seconds)
    short = [peer.split()[0].strip(",") for peer in PEERS]
    print(f"{'':<52}{'events/s':>10}" + "".join(f"  x {name:<12}" for name in (*short, *others)))
    for name, figures in rates.items():
        beside = [rates[peer] for peer in PEERS] + [rates.get(f"{name} ({commit})", []) for commit in others]
        print(f"{name:<52}{median(figures):>10,.0f}" + "".join(f"  {ratio(figures, peer):<14}" for peer in beside))


def arguments() -> argparse.Namespace:
    """Read what to measure, and for how long."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="games on the shelf; all of them otherwise")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--ways", type=int, default=99, help="ways to play of each game, the usual one first (default all)"
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of each contestant in a round")
    parser.add_argument("--compiled", action="store_true", help="play by rules that have been compiled too")
    parser.add_argument("--against", metavar="COMMIT", action="append", default=[], help="play by its rules too")
    return parser.parse_args()


def ratio(figures: list[float], others: list[float]) -> str:
    """The median of the ratios within a round."""
    return f"{median(a / b for a, b in zip(figures, others, strict=True)):>8.2f}" if others else ""


def contestants(asked: argparse.Namespace, trees: dict[str, Any]) -> Iterator[tuple[str, Rate]]:
    """Name everybody who is measured; the same way to play follows for each tree."""
    luck = random.Random(1)
    random.seed(1)
    yield PEERS[0], partial(spell, catan, luck)
    yield PEERS[1], partial(spell, tictactoe, luck)
    for name in asked.games or shelf.names():
        for way in islice(setups(shelf.find(name)), asked.ways):
            for commit, tree in trees.items():
                if commit == COMPILED and name not in compiled_games():
                    continue
                yield f"{name}: {way}" + (f" ({commit})" if commit else ""), partial(rate, tree, name, way)


def compiled_games() -> list[str]:
    """The games whose rules can be compiled; have been, that is."""
    for rooms in COMPILABLE:
        assert rooms.library().exists(), f"the rules of {rooms.game} are not compiled: run mousehole compile"
    return [rooms.game for rooms in COMPILABLE]


@contextlib.contextmanager
def playing(tree: Path, rules: str = "plain") -> Iterator["subprocess.Popen[str]"]:
    """Have a process that plays by the rules of a tree."""
    command = [sys.executable, "-P", ROOT / "bench" / "random_play.py", tree]
    env = {**os.environ, "PYTHONPATH": str(tree / "src"), SWITCH: rules}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as process:
        yield process


def rate(tree: "subprocess.Popen[str]", game: str, way: str, seconds: float) -> float:
    """Let the process of a tree play for so long; events per CPU second."""
    assert tree.stdin and tree.stdout
    tree.stdin.write(json.dumps([game, way, seconds]) + "\n")
    tree.stdin.flush()
    return float(tree.stdout.readline())


def measured(who: dict[str, Rate], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Let everybody play in every round; events per CPU second."""
    rates = {name: list[float]() for name in who}
    for play in who.values():
        play(seconds / 2)  # warm caches, imports done
    for _ in range(rounds):
        for name, play in who.items():
            rates[name].append(play(seconds))
    return rates


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
