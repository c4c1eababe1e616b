"""A player that searches: it simulates many games from here, and returns to what went well.

If a game has a kernel and numba is installed, tree and playouts run compiled; otherwise they run on the rules, slower
but by the same plan. It knows what everybody at the table knows: states hold no secrets, and luck is drawn by its odds
from the player's own source, never from the table's seed.
"""

import time
from collections.abc import Callable
from functools import partial
from math import log, sqrt
from typing import Any

from mousehole.compiled.compiler import fast
from mousehole.core.game import AnyGame, Chance, Decide, Luck, Over, Player, Seat
from mousehole.core.kernel import Kernel

DEEP = 400  # plies of the tree
LONG = 2000  # events of a playout on the rules; then it counts as undecided
EXPLORE = 0.7
SLICE = 100  # simulations between two looks at the clock
ROOM = 1_000_000  # nodes of a compiled tree, at most
WIDE = 12  # nodes that a simulation adds, where there is room
SLOWER = 10  # how many times fewer simulations a guided search makes over the rules


class SearchPlayer(Player):
    """Searches for a number of simulations, or for a time; only a number makes the choice reproducible."""

    rank = 30

    def __init__(
        self,
        simulations: int = 1000,
        seconds: float | None = None,
        rank: int = 30,
        guided: bool = False,
        learned: bool = False,
    ):
        self.simulations = simulations
        self.seconds = seconds
        self.rank = rank
        self.guided = guided  # on the rules, trust the game's own value instead of playing on at random
        self.learned = learned  # compiled, trust a learned value where the game has one

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose the action that was tried most."""
        if len(turn.actions) == 1:
            return turn.actions[0]
        visits = [visits for visits, _ in self.look(game, state, turn, luck)]
        return turn.actions[visits.index(max(visits))]

    def look(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> list[tuple[int, float]]:
        """For each action, how often it was tried and what share of that went well."""
        kernel = game.parts.kernel if fast() else None
        until = time.monotonic() + self.seconds if self.seconds is not None else None
        if kernel is not None and kernel.fits(state):
            kernel = kernel.at_its_best(state) if self.learned else kernel
            return compiled_look(kernel, state, turn, luck, (self.simulations, until))
        tree = Tree(game, state, luck, guided=self.guided)
        for n in range(max(len(turn.actions), self.simulations // SLOWER) if self.guided else self.simulations):
            if until is not None and n and time.monotonic() >= until:
                break
            tree.simulate()
        return [(child.visits, child.share) for child in tree.root.children]


def compiled_look(
    kernel: Kernel, state: Any, turn: Decide[Any], luck: Luck, budget: tuple[int, float | None], even: float = 0.0
) -> list[tuple[int, float]]:
    """Search in compiled code; with a time to keep, in slices. All actions get an `even` share of it, the good more."""
    import numpy as np

    from mousehole.players.compiled_search import NODE, search

    simulations, until = budget
    rows = np.concatenate([kernel.pack(state)] * 2)
    work = (np.zeros(kernel.most, np.int64), np.zeros(kernel.most, np.int64), np.zeros(DEEP, np.int64), np.zeros(8))
    rng, nodes = np.array([luck.getrandbits(63) | 1], np.uint64), np.zeros(room(kernel, simulations), NODE)
    box, done, used = kernel.box(state), 0, 0
    while done < simulations and not (until is not None and done and time.monotonic() >= until):
        part = simulations - done if until is None else min(SLICE, simulations - done)
        used = search(box, rows, nodes, (part, used), (kernel.explore, even), rng, work)
        done += part
    first = nodes[nodes[0]["first"] : nodes[0]["first"] + nodes[0]["count"]]
    found = {int(node["code"]): (int(node["visits"]), float(node["sum"])) for node in first}
    told = [found[kernel.code(state, action)] for action in turn.actions]
    return [(visits, total / visits if visits else 0.0) for visits, total in told]


def room(kernel: Kernel, simulations: int) -> int:
    """How many nodes a tree needs: all children of the root, and some for every simulation."""
    return min(ROOM, 2 * kernel.most + WIDE * simulations)


class Node:
    """A position of the tree, by the event that leads to it."""

    __slots__ = ("children", "event", "total", "turn", "visits")

    def __init__(self, event: Any):
        self.event = event
        self.turn: Any = None
        self.children: list[Node] = []
        self.visits = 0
        self.total = 0.0

    @property
    def share(self) -> float:
        """What its visits brought on average to whoever chose it."""
        return self.total / self.visits if self.visits else 0.0


class Tree:
    """A tree built on the rules."""

    def __init__(self, game: AnyGame, state: Any, luck: Luck, *, guided: bool = False):
        self.root = Node(None)
        self._value = game.parts.value if guided else None
        self._game = game
        self._state = state
        self._luck = luck

    def simulate(self) -> None:
        """Walk down to a new leaf, play on at random, and pass the result back up."""
        state, node, path = self._state, self.root, list[tuple[Node, Seat]]()
        while len(path) < DEEP and (node is self.root or node.visits):
            self._expand(node, state)
            if not node.children:
                break
            chooser = node.turn.seat if isinstance(node.turn, Decide) else -1
            node = self._next(node)
            state = self._game.apply(state, node.event)
            path.append((node, chooser))
        self.root.visits += 1
        earned = self._guessed(state) if self._value else self._played_out(state)
        for passed, chooser in path:
            passed.visits += 1
            passed.total += earned(chooser) if chooser >= 0 else 0.0

    def _expand(self, node: Node, state: Any) -> None:
        if node.turn is None:
            node.turn = self._game.turn(state)
            if isinstance(node.turn, Decide):
                node.children = [Node(action) for action in node.turn.actions]
            elif isinstance(node.turn, Chance):
                node.children = [Node(event) for event, _ in node.turn.odds]

    def _next(self, node: Node) -> Node:
        if isinstance(node.turn, Chance):
            event = node.turn.at(self._luck.random())
            return next(child for child in node.children if child.event == event)
        for child in node.children:
            if not child.visits:
                return child
        spread = log(node.visits + 1)
        return max(node.children, key=lambda child: child.share + EXPLORE * sqrt(spread / child.visits))

    def _guessed(self, state: Any) -> Callable[[Seat], float]:
        """Draw luck that follows at once, and value what it leads to."""
        while isinstance(turn := self._game.turn(state), Chance):
            state = self._game.apply(state, turn.at(self._luck.random()))
        if isinstance(turn, Over):
            return turn.winners.__contains__
        return partial(self._value, state) if self._value else ().__contains__

    def _played_out(self, state: Any) -> Callable[[Seat], float]:
        """Play on at random."""
        for _ in range(LONG):
            turn = self._game.turn(state)
            if isinstance(turn, Over):
                return turn.winners.__contains__
            random = self._luck.random()
            event = turn.at(random) if isinstance(turn, Chance) else turn.actions[int(random * len(turn.actions))]
            state = self._game.apply(state, event)
        return ().__contains__
