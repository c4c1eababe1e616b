"""Mmm! played many times by a choice of its own, compiled: by rules of thumb, as a level, or perfectly."""

import struct
from enum import IntEnum
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mousehole.compiled.wasm import Instance
from mousehole.core.kernel import words
from mousehole.games.mmm.kernel import KERNEL
from mousehole.games.mmm.solver.choice import described
from mousehole.games.mmm.state import State

MODULE = Path(__file__).with_name("kernel.wasm")
SIDES = ("one_paw", "two_paws")
START = 88172645463325252  # where the luck of games begins
THROWN, RULES, WORD = 128, 6, 8


class By(IntEnum):
    """What chooses; see kernel.cpp."""

    THUMB = 0
    BEST = 1
    COSTS = 2


class Played(NamedTuple):
    """What many games brought."""

    won: int
    costs: list[float]  # what the decisions of each rule of thumb lost
    events: list[list[int]]  # of each game, if they were logged: ids of actions, and THROWN + the hand that fell


class Games:
    """Games from a position; `table` knows the chances between turns."""

    def __init__(self, state: State, table: Any = None):
        self._wasm = wasm = Instance(MODULE)
        for n, area in enumerate(KERNEL.areas(state)[:2]):
            wasm.write(wasm["place"](n, len(area)), area)
        lens = described(state.pantry)
        at = wasm.room(len(lens))
        wasm.write(at, lens)
        wasm["look_through"](at)
        if table is not None:
            known = memoryview(table).cast("B")
            at = wasm.room(len(known))
            wasm.lend(at, len(known))[:] = known
            wasm["look_in"](at)
        self._start, self._at = words(KERNEL.pack(state)), wasm.room(3 * WORD)
        self._luck, self._out = wasm.room(WORD), wasm.room(RULES * WORD)

    def play(self, games: int, how: By, part: int = 0, *, luck: int = START, longest: int = 0) -> Played:
        """Play games, without the rule of that number or with so many slips in 1,000; log so many events of each."""
        wasm, room = self._wasm, games * longest
        events, ends = (wasm.room(4 * room), wasm.room(4 * games)) if longest else (0, 0)
        wasm.write(self._at, self._start)
        wasm.write(self._luck, luck.to_bytes(WORD, "little"))
        wasm.write(self._out, bytes(RULES * WORD))
        won = wasm["play_games"](self._at, games, self._luck, how, part, self._out, events, room, ends)
        return Played(won, self._doubles(RULES), self._logged(events, ends, games) if longest else [])

    def walked(self, slips: int, nearer: int, most: int) -> tuple[Any, Any]:
        """Free squares and steps of the cat between turns, where rules of thumb lead with slips."""
        wasm, free, steps = self._wasm, self._wasm.room(WORD * most), self._wasm.room(4 * most)
        wasm.write(self._at, self._start)
        wasm.write(self._luck, START.to_bytes(WORD, "little"))
        wasm["walk"](self._at, self._luck, slips, nearer, free, steps, most)
        return np.frombuffer(wasm.read(free, WORD * most), np.int64), np.frombuffer(
            wasm.read(steps, 4 * most), np.int32
        )

    def by_thumb(self, state: State, without: int = 0) -> int:
        """The id of what the rules of thumb choose, without one of them."""
        self._wasm.write(self._at, words(KERNEL.pack(state)))
        return int(self._wasm["thumb_at"](self._at, without))

    def best(self, state: State) -> tuple[int, float]:
        """The id of the best action, and its chance."""
        self._wasm.write(self._at, words(KERNEL.pack(state)))
        return self._wasm["best_at"](self._at, self._out), self._doubles(1)[0]

    def _doubles(self, many: int) -> list[float]:
        return list(struct.unpack(f"<{many}d", self._wasm.read(self._out, many * WORD)))

    def _logged(self, events: int, ends: int, games: int) -> list[list[int]]:
        last = np.frombuffer(self._wasm.read(ends, 4 * games), np.int32).tolist()
        logged = np.frombuffer(self._wasm.read(events, 4 * last[-1]), np.int32).tolist()
        return [logged[first:end] for first, end in pairwise([0, *last])]
