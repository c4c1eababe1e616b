"""Players that search: they simulate many games from here, and return to what went well.

Where a game has a kernel that can run, tree and playouts run compiled; otherwise they run on the rules, slower but by
the same plan. They know what everybody at the table knows: states hold no secrets, and luck is drawn by its odds from
the player's own source, never from the table's seed. The four levels people choose from are the same search, deeper or
shallower.
"""

import time
from collections.abc import Callable
from functools import partial
from math import log, sqrt
from typing import Any, NamedTuple

from mousehole.compiled.kernels import kernel_of
from mousehole.core.game import AnyGame, Chance, Decide, Luck, Over, Parts, Player, Seat, Solvable
from mousehole.core.kernel import WasmKernel

DEEP = 400  # plies of the tree
MAX_EVENTS = 2000  # events of a playout on the rules; then it counts as undecided
EXPLORE = 0.7
SIMULATIONS_PER_LOOK = 100  # simulations between two looks at the clock
MAX_NODES = 1_000_000  # nodes of a compiled tree, at most
NODES_PER_SIMULATION = 12  # nodes that a simulation adds, where there is room
SLOWER = 10  # how many times fewer simulations a guided search makes over the rules


class SearchPlayer(Player):
    """Searches for a number of simulations or a time; only a number makes the choice reproducible."""

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
        self.guided = guided  # on the rules: trust the game's own value instead of playing on at random
        self.learned = learned  # compiled: trust a learned value where the game has one

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose the action that was tried most."""
        if len(turn.actions) == 1:
            return turn.actions[0]
        visits = [visits for visits, _ in self.look(game, state, turn, luck)]
        return turn.actions[visits.index(max(visits))]

    def look(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> list[tuple[int, float]]:
        """For each action, how often it was tried and what share of that went well."""
        kernel = kernel_of(game)
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


class Level(NamedTuple):
    """How much a player thinks: in simulations, not in time, so that the same luck leads to the same game."""

    rank: int
    simulations: int
    slips: float = 0.0  # how often it plays at random
    learned: bool = False  # trusts a learned value where the game has one


TUNED_SLOWNESS = 8  # how expensive a simulation was (`slow` of a kernel) when these numbers were chosen

LEVELS = {
    "easy": Level(15, 60, slips=0.3),
    "medium": Level(40, 150),
    "strong": Level(50, 700),
    "best": Level(60, 3_000, learned=True),
}


class LevelPlayer(Player):
    """Searches as its level says."""

    def __init__(self, level: Level):
        self.level = level
        self.rank = level.rank

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions."""
        if self.level.slips and luck.random() < self.level.slips:
            return luck.choice(turn.actions)
        search = SearchPlayer(self.simulations(game, state, turn), guided=True, learned=self.level.learned)
        return search.choose(game, state, turn, luck)

    def simulations(self, game: AnyGame, state: Any, turn: Decide[Any]) -> int:
        """The simulations of its level, or fewer where each costs more, so that it takes no longer."""
        number, kernel = self.level.simulations, kernel_of(game)
        if kernel and self.level.learned:
            kernel = kernel.at_its_best(state)
        return min(number, max(len(turn.actions), number * TUNED_SLOWNESS // kernel.slow)) if kernel else number


def levels(game: AnyGame) -> dict[str, LevelPlayer]:
    """List the levels of a game that can be searched fast; one that can be solved brings its own."""
    if Parts.kernel not in game.parts or Solvable.exact in game.parts.solvable:
        return {}
    return {name: LevelPlayer(level) for name, level in LEVELS.items()}


def compiled_look(
    kernel: WasmKernel, state: Any, turn: Decide[Any], luck: Luck, budget: tuple[int, float | None], even: float = 0.0
) -> list[tuple[int, float]]:
    """Search in compiled code; with a time to keep, in slices. All actions get an `even` share of it, the good more."""
    from mousehole.compiled.rules import rules

    simulations, until = budget
    tree, done = rules(kernel, state), 0
    tree.begin(room(kernel.most, simulations), luck.getrandbits(63) | 1)
    while done < simulations and not (until is not None and done and time.monotonic() >= until):
        part = simulations - done if until is None else min(SIMULATIONS_PER_LOOK, simulations - done)
        tree.grow(part, even)
        done += part
    found, numbers = {child.number: child for child in tree.children()}, kernel.numbers(state)
    told = [found[numbers[action]] for action in turn.actions]
    return [(child.visits, child.total / child.visits if child.visits else 0.0) for child in told]


def room(most: int, simulations: int) -> int:
    """How many nodes a tree needs: all children of the root, and some for every simulation."""
    return min(MAX_NODES, 2 * most + NODES_PER_SIMULATION * simulations)


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
        for _ in range(MAX_EVENTS):
            turn = self._game.turn(state)
            if isinstance(turn, Over):
                return turn.winners.__contains__
            random = self._luck.random()
            event = turn.at(random) if isinstance(turn, Chance) else turn.actions[int(random * len(turn.actions))]
            state = self._game.apply(state, event)
        return ().__contains__
