"""The functions and modules that one attack of Mice and Mystics runs through, from the choice to the wounds.

`python tools/trace_attack.py` plays at random until a mouse may attack, attacks, and lets the dice fall as well as they
can. Compiled rules would not be seen, so it runs the plain ones.
"""

import os
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

os.environ["MOUSEHOLE_RULES"] = "plain"
from mousehole.core.game import Chance, Decide
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import Choose, Do, Event, Setup, Target
from mousehole.games.mystics.state import State

SOURCES = Path(__file__).parents[1] / "src" / "mousehole"
ATTACK, OVER = Do("battle"), {"hurt", "defeated", "misses"}
LONGEST = 12


def main() -> None:
    """Trace one attack and print every function in the order of its first call."""
    state, calls = before_an_attack(Random(0)), list[tuple[str, str]]()
    event: Event = ATTACK
    for _ in range(LONGEST):
        state = traced(state, event, calls)
        print(f"{event} -> {', '.join(f'{news.what} {news.who}' for news in state.news)}")
        if any(news.what in OVER for news in state.news):
            break
        event = best(state)
    modules = [module for module, _ in calls]
    changes = sum(a != b for a, b in pairwise(modules))
    print(f"{len(set(calls))} functions, {len(set(modules))} modules, {len(calls)} calls, {changes} changes of module")
    for (module, function), times in Counter(calls).items():
        print(f"{module}:{function} x{times}")


def before_an_attack(luck: Random) -> State:
    """Play at random until a mouse may attack."""
    while True:
        state = GAME.new(Setup())
        while isinstance(turn := GAME.turn(state), Decide | Chance):
            if isinstance(turn, Decide) and ATTACK in turn.actions:
                return state
            event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
            state = GAME.apply(state, event)


def traced(state: State, event: Event, calls: list[tuple[str, str]]) -> State:
    """Carry out one event, and note the functions of the house that are called."""

    def note(frame: FrameType, kind: str, _: Any) -> None:
        file = Path(frame.f_code.co_filename)
        if kind == "call" and SOURCES in file.parents and not frame.f_code.co_name.startswith("<"):
            calls.append((str(file.relative_to(SOURCES)), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        state = GAME.apply(state, event)
        GAME.turn(state)
    finally:
        sys.setprofile(None)
    return state


def best(state: State) -> Event:
    """The choice of a target, or the throw with most hits and fewest blocks."""
    turn = GAME.turn(state)
    if isinstance(turn, Decide):
        return next((event for event in turn.actions if isinstance(event, Target | Choose)), turn.actions[-1])
    return max((event for event, _ in turn.odds), key=lambda event: score(GAME.apply(state, event)))


def score(state: State) -> int:
    """How well the dice fell for the attacker."""
    worth = {"hits": 1, "blocks": -1}
    return sum(worth.get(news.what, 0) * news.n + 10 * (news.what in {"hurt", "defeated"}) for news in state.news)


if __name__ == "__main__":
    main()
