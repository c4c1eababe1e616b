"""Compiles what players and hints need before anybody waits for it: beside the host, gently, once for every version."""

from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

from mousehole import shelf
from mousehole.compiled import compile_cache, compiler
from mousehole.core.game import AnyGame, Chance, Decide, Over, Parts
from mousehole.host.pool import start_process
from mousehole.players.estimates.simulated import Budget
from mousehole.players.hints import hints
from mousehole.players.player import players

BARELY_NOTICED = 15  # compiling stands below all thinking
BARELY = Budget(games=1, simulations=80, seconds=60)  # what is compiled is the same for much and for little


def begin() -> BaseProcess | None:
    """Start to compile in a process of its own, unless that has been done or nothing can be compiled."""
    if not compiler.fast():
        return None
    if done():
        with suppress(OSError):
            mark().touch()  # versions in use are not swept away
        return None
    return start_process(work, lower=BARELY_NOTICED)


def done() -> bool:
    """Whether everything was compiled before."""
    return mark().exists()


def mark() -> Path:
    """Name the file that says so; it goes when a source changes, with all that was compiled."""
    return compile_cache.folder() / "warm"


def work() -> None:
    """Let every player that thinks in compiled code think once, and remember that it did."""
    for game in shelf.every():
        if Parts.kernel in game.parts:
            think(game)
    mark().parent.mkdir(parents=True, exist_ok=True)
    mark().touch()
    compile_cache.sweep()


def think(game: AnyGame) -> None:
    """Ask for hints and for every player's choice at the first real decision of a game."""
    state, luck = game.new(game.setup()), Random(0)
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Decide) and len(turn.actions) > 1:
            break
        state = game.apply(state, turn.at(luck.random()) if isinstance(turn, Chance) else turn.actions[0])
    hints(game, state, budget=BARELY)
    for player in players(game).values():
        if isinstance(turn, Decide):
            player.choose(game, state, turn, luck)
