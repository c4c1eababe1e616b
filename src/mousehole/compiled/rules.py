"""A game's rules as a WebAssembly module at work: one position at a time, random games, and trees."""

import struct
from collections.abc import Sequence
from pathlib import Path
from threading import local
from typing import Any, NamedTuple

from mousehole.compiled import wasm
from mousehole.compiled.kernels import KernelTrap
from mousehole.compiled.learned_weights import weights_of
from mousehole.core.kernel import WasmKernel, Weights

SEATS, MANY, WORD = 8, 512, 8  # seats, and actions or outcomes at once
NODE = struct.Struct("<diiiiii")
LIST = struct.Struct(f"<{MANY}i")


class Child(NamedTuple):
    """What a search found out about an action of its root."""

    number: int
    visits: int
    total: float  # what they brought to whoever chose it


class Rules:
    """The rules of one set-up at a time, in an instance of their own, and one position, whose words lie at `at`."""

    def __init__(self, kernel: WasmKernel, state: Any):
        self.kernel, self.wasm = kernel, wasm.Instance(kernel.module)
        self._areas: Sequence[bytes] = ()
        self._side = 0
        self._weights: Weights | None = None
        self._size = len(kernel.pack(state))
        self._packed = struct.Struct(f"<{self._size}Q").pack
        self.at = self.wasm.room(WORD * self._size)
        self._luck, self._out = self.wasm.room(WORD), self.wasm.room(WORD * SEATS)
        self._first, self._second = self.wasm.room(LIST.size), self.wasm.room(LIST.size)
        self._third = self.wasm.room(LIST.size)
        self._nodes, self._room = 0, 0
        self._known: dict[Path, int] = {}
        self.lay_out(kernel, state)

    def lay_out(self, kernel: WasmKernel, state: Any) -> "Rules":
        """Turn to a position, perhaps of another set-up, with a kernel of the same module."""
        if (areas := kernel.areas(state)) is not self._areas:
            for n, area in enumerate(areas):
                self.wasm.write(self.wasm["place"](n, len(area)), area)
            self._areas = areas
        if (side := kernel.side(state)) != self._side:
            self.wasm["look_for"](side)
            self._side = side
        if kernel.weights is not self._weights:
            self._learn(kernel.weights)
            self._weights = kernel.weights
        self.kernel = kernel
        self.put(state)
        return self

    def _learn(self, weights: Weights | None) -> None:
        if weights is None:
            self.wasm["learn"](0, 0, 0, 0, 0)
            return
        found = weights_of(weights)
        if weights.file not in self._known:
            self._known[weights.file] = self.wasm.room(len(found.numbers))
            self.wasm.write(self._known[weights.file], found.numbers)
        self.wasm["learn"](self._known[weights.file], weights.marks, weights.pairs, found.wide, found.narrow)

    def put(self, state: Any) -> None:
        """Turn to another position of the same set-up."""
        self.wasm.write(self.at, self._packed(*self.kernel.pack(state)))

    def words(self) -> tuple[int, ...]:
        """The position as words."""
        return struct.unpack(f"<{self._size}Q", self.wasm.read(self.at, WORD * self._size))

    def turn(self) -> int:
        """The seat that decides, or CHANCE, or OVER."""
        return int(self.wasm["turn_at"](self.at))

    def options(self) -> list[int]:
        """The ids of the legal actions."""
        return self._ints(self._first, self.wasm["options_at"](self.at, self._first))

    def shortlist(self) -> list[int]:
        """The ids of the actions that a search follows below its root, best first."""
        many = self.wasm["options_at"](self.at, self._first)
        return self._ints(self._first, self.wasm["shortlist_at"](self.at, self._first, many))

    def foreseen(self, number: int) -> float:
        """How good an action looks one step ahead to the seat that decides."""
        return float(self.wasm["foreseen_at"](self.at, number))

    def odds(self) -> list[tuple[int, int]]:
        """Outcomes of luck, and their weights."""
        many = self.wasm["odds_at"](self.at, self._first, self._second)
        return list(zip(self._ints(self._first, many), self._ints(self._second, many), strict=True))

    def play(self, number: int) -> None:
        """Do the action with an id."""
        self.wasm["play_at"](self.at, number)

    def happen(self, outcome: int) -> None:
        """Let an outcome of luck happen."""
        self.wasm["happen_at"](self.at, outcome)

    def pay(self) -> list[float]:
        """What each seat earns at the end, from 0 for a loss to 1 for a win."""
        self.wasm.write(self._out, bytes(WORD * SEATS))
        self.wasm["pay_at"](self.at, self._out)
        return self._earned()

    def guess(self, luck: int = 1) -> list[float]:
        """What each seat may expect from here."""
        self._seed(luck)
        self.wasm.write(self._out, bytes(WORD * SEATS))
        self.wasm["guess_at"](self.at, self._luck, self._out)
        return self._earned()

    def marks(self) -> tuple[list[int], list[int], list[int]]:
        """What a learned value reads: marks that are there, pairs, and counts."""
        self.wasm["marks_at"](self.at, self._first, self._second, self._third, self._out)
        flags, pairs, counts = self._ints(self._out, 3)
        return self._ints(self._first, flags), self._ints(self._second, pairs), self._ints(self._third, counts)

    def pick(self, luck: int) -> tuple[int, int]:
        """A random legal action, and the luck that is left."""
        self._seed(luck)
        return self.wasm["pick_at"](self.at, self._luck), self._left()

    def draw(self, luck: int) -> tuple[int, int]:
        """A random outcome, and the luck that is left."""
        self._seed(luck)
        return self.wasm["draw_at"](self.at, self._luck), self._left()

    def playouts(self, games: int, luck: int) -> tuple[int, float, int]:
        """Play at random from here: how many events, what the first seat earned in all, and the luck that is left."""
        self._seed(luck)
        self.wasm.write(self._out, bytes(WORD))
        events = self.wasm["playouts"](self.at, games, self._luck, self._out)
        return events, self._earned()[0], self._left()

    def begin(self, room: int, luck: int) -> None:
        """Make room for a tree of so many nodes."""
        self._seed(luck)
        if room > self._room:
            self._nodes, self._room = self.wasm.room(room * NODE.size), room
        self._tree, self._limit = 0, room

    def grow(self, simulations: int, even: float) -> None:
        """Let the tree grow by so many simulations; all actions get an `even` share of them, the good more."""
        explore = self.kernel.explore
        size = (self._nodes, self._limit, self._tree, simulations)
        self._tree = self.wasm["grow"](self.at, *size, explore, even, self._luck)

    def children(self) -> list[Child]:
        """What the tree found out about every action."""
        _, _, first, count, *_ = self._node(0)
        nodes = (self._node(n) for n in range(first, first + count))
        return [Child(code, visits, total) for total, code, _, _, visits, *_ in nodes]

    def grown(self) -> list[tuple[int, int, int]]:
        """Of every node that has children: its number, who decides there, and how many children it has."""
        nodes = ((n, self._node(n)) for n in range(self._tree))
        return [(n, who, count) for n, (_, _, _, count, _, who, _) in nodes if count]

    def _node(self, n: int) -> tuple[Any, ...]:
        return NODE.unpack(self.wasm.read(self._nodes + n * NODE.size, NODE.size))

    def _ints(self, at: int, many: int) -> list[int]:
        return list(struct.unpack(f"<{many}i", self.wasm.read(at, 4 * many)))

    def _earned(self) -> list[float]:
        return list(struct.unpack(f"<{SEATS}d", self.wasm.read(self._out, WORD * SEATS)))

    def _seed(self, luck: int) -> None:
        self.wasm.write(self._luck, luck.to_bytes(WORD, "little"))

    def _left(self) -> int:
        return int.from_bytes(self.wasm.read(self._luck, WORD), "little")


MINE = local()  # an instance for each module that a thread has asked for


def rules(kernel: WasmKernel, state: Any) -> Rules:
    """The rules of a position in this thread, until it asks for those of another one of the same game."""
    mine: dict[Path, Rules] = MINE.__dict__.setdefault("rules", {})
    found = mine.get(kernel.module)
    try:
        mine[kernel.module] = found.lay_out(kernel, state) if found else Rules(kernel, state)
    except KernelTrap:
        mine.pop(kernel.module, None)
        raise
    return mine[kernel.module]
