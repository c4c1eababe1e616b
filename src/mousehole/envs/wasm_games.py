"""Games stepped by a WebAssembly module: arrays that lie in its memory, written anew by every step."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mousehole.compiled.rules import Rules
from mousehole.core.game import AnyGame
from mousehole.core.kernel import WasmKernel
from mousehole.envs.arrays import BEGIN, Seen, observation, tensor_of

__all__ = ["WORD", "Copy", "Part", "WasmGame", "WasmGames"]

WORD = 8


class Copy(NamedTuple):
    """Rows of all games, and where some of them come from."""

    whole: Any
    some: Any

    def of(self, width: int) -> "Copy":
        """The first bytes of each row as one thing, which is copied at once."""
        return Copy(*(np.ndarray(rows.shape[:1], f"V{width}", rows, 0, rows.strides[:1]) for rows in self))


class Part:
    """Some games side by side, in an instance of their own."""

    def __init__(self, game: AnyGame, kernel: WasmKernel, start: Any, seats: int, span: tuple[int, int]):
        first, last = span
        games, spec = last - first, tensor_of(game).spec(start)
        self.rules, self.first, self.games = Rules(kernel, start), first, games
        self._size = self.rules.wasm["row_size"]()
        self._rows = self.rules.wasm.room(games * self._size)
        self.streams, streams = self._array((games, 2), np.uint64)
        self.actions, actions = self._array((games,), np.int64)
        shapes = (
            ((games, spec.size), np.uint8),
            ((games, spec.ids), np.uint8),
            ((games, spec.size), np.uint8),
            ((games,), np.int8),
            ((games,), np.int64),
            ((games, seats), np.float32),
            ((games,), np.bool_),
        )
        arrays, places = zip(*(self._array(*shape) for shape in shapes), strict=True)
        self.seen = Seen(*arrays)
        self.seen.observations[:] = self.seen.finals[:] = observation(tensor_of(game), start, 0)
        self._batch, self._start_room = self.rules.wasm.room(64), 0
        self._fixed = (self._rows, streams, actions, *places)
        self._width = spec.size

    def _array(self, shape: tuple[int, ...], kind: Any) -> tuple[Any, int]:
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        at = self.rules.wasm.room(size)
        return np.frombuffer(self.rules.wasm.lend(at, size), kind).reshape(shape), at

    def show_in(self, seen: Seen, changing: int) -> None:
        """Find the places of these games in the arrays of all; of an observation, only its first bytes change."""
        span = slice(self.first, self.first + self.games)
        arrays: zip[tuple[Any, Any]] = zip(seen, self.seen, strict=True)
        pairs = [Copy(whole[span], some) for whole, some in arrays]
        observations, masks, finals, *rest = pairs
        self.copies, self.ends = [observations.of(changing), masks, *rest], finals.of(changing)

    def begin_at(self, states: Sequence[Any]) -> None:
        """Let games begin at these positions in turn."""
        wasm = self.rules.wasm
        if len(states) > self._start_room:
            self._starts, self._start_room = wasm.room(len(states) * self._size), len(states)
        for n, state in enumerate(states):
            self.rules.put(state)
            wasm["write_row"](self._starts + n * self._size, self.rules.at)
        fixed = np.array((self._starts, *self._fixed, len(states), self.first, self._width), np.uint32)
        wasm.write(self._batch, fixed.tobytes())

    def misfit(self) -> int:
        """The first game whose action is not legal, or -1."""
        return int(self.rules.wasm["misfit"](self._batch, self.games))

    def advance(self) -> None:
        """Do the actions."""
        self.rules.wasm["advance"](self._batch, self.games)

    def position(self, game: int) -> tuple[int, ...]:
        """The words of a game's position."""
        self.rules.wasm["read_row"](self._rows + game * self._size, self.rules.at)
        return self.rules.words()


class WasmGames:
    """Many games in parts, one for each thread; this thread works too."""

    def __init__(self, game: AnyGame, kernel: WasmKernel, start: Any, setup: Any, *, games: int, threads: int):
        seats, edges = len(game.seats(setup)), [games * n // threads for n in range(threads + 1)]
        self._kernel, self._start = kernel, start
        self._parts = [Part(game, kernel, start, seats, span) for span in pairwise(edges)]
        self._crew = ThreadPoolExecutor(threads - 1, "games") if threads > 1 else None
        parts = [part.seen for part in self._parts]
        self.seen = Seen(*map(np.concatenate, zip(*parts, strict=True))) if threads > 1 else parts[0]
        for part in self._parts if threads > 1 else ():
            part.show_in(self.seen, tensor_of(game).spec(start).changing)

    def begin_at(self, states: Sequence[Any]) -> None:
        """Let games begin at these positions in turn."""
        for part in self._parts:
            part.begin_at(states)

    def fits(self, state: Any) -> bool:
        """Whether a position is of the set-up of these games."""
        return self._kernel.areas(state) is self._kernel.areas(self._start)

    def seed(self, streams: Any) -> None:
        """Give every game its luck."""
        for part in self._parts:
            part.streams[:] = streams[part.first : part.first + part.games]

    def advance(self, actions: NDArray[np.int64]) -> None:
        """Do an action in every game, unless one of them is not legal."""
        for part in self._parts:
            part.actions[:] = actions[part.first : part.first + part.games]
            if (at := part.misfit()) >= 0:
                raise ValueError(f"action {part.actions[at]} is not legal in game {part.first + at}")
        mine, *others = self._parts
        tasks = [self._crew.submit(self._step, part) for part in others] if self._crew else []
        self._step(mine)
        for task in tasks:
            task.result()

    def _step(self, part: Part) -> None:
        part.advance()
        if self._crew:
            self._show(part)

    def _show(self, part: Part) -> None:
        """Copy what may have changed to where all games are shown."""
        ended = np.flatnonzero(part.seen.done)
        part.ends.whole[ended] = part.ends.some[ended]
        for whole, some in part.copies:
            whole[:] = some

    def position(self, game: int) -> Any:
        """The position of a game."""
        part = next(part for part in reversed(self._parts) if part.first <= game)
        return self._kernel.unpack(self._start, part.position(game - part.first))


class WasmGame:
    """A single game; nothing but its row and its luck."""

    def __init__(self, kernel: WasmKernel, start: Any, ids: int, changing: int):
        self._kernel, self._rules = kernel, Rules(kernel, start)
        wasm = self._rules.wasm
        self._row, self._luck = wasm.room(wasm["row_size"]()), wasm.room(WORD)
        self._mask, self._out = wasm.room(ids), wasm.room(changing)
        self.mask = np.frombuffer(wasm.lend(self._mask, ids), np.int8)
        self._seen = np.frombuffer(wasm.lend(self._out, changing), np.uint8)
        self._call, self._see = wasm["go_on"], wasm["see"]

    def begin(self, start: Any, luck: int) -> int:
        """Begin at a position; who decides, or OVER."""
        self._start = start
        self._rules.lay_out(self._kernel, start)
        self._rules.wasm["write_row"](self._row, self._rules.at)
        self._rules.wasm.write(self._luck, luck.to_bytes(WORD, "little"))
        return self.go_on(BEGIN)

    def go_on(self, action: int) -> int:
        """Do an action, and mark what is legal then; who decides, or OVER."""
        return int(self._call(self._row, action, self._luck, self._mask))

    def observe(self, seat: int, out: NDArray[np.uint8]) -> None:
        """Write what a seat sees, as far as it changes during a game."""
        self._see(self._row, seat, self._out)
        out[: len(self._seen)] = self._seen

    @property
    def state(self) -> Any:
        """The position."""
        self._rules.wasm["read_row"](self._row, self._rules.at)
        return self._kernel.unpack(self._start, self._rules.words())
