"""Many games at once on a GPU: the rules in CUDA's C++, and arrays that stay on the GPU."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mousehole import compiled
from mousehole.compiled.gpu import obstacle
from mousehole.core.game import AnyGame, Decide
from mousehole.core.kernel import GpuKernel
from mousehole.core.tensor import Spec
from mousehole.core.words import UserError
from mousehole.envs.arrays import BEGIN, some, state_of, streams, tensor_of

__all__ = [
    "CPP",
    "HERE",
    "SHOW",
    "TUNING",
    "WORD",
    "CudaRunner",
    "Foresight",
    "GpuBatch",
    "Program",
    "Shape",
    "program",
    "shape",
]

HERE = Path(__file__).parent
CPP = Path(compiled.__file__).with_name("cpp")
WORD = 4
TUNING = {"LANES": 32, "THREADS": 128, "BLOCKS": 1, "VECTOR": 2}  # what steps.cu is compiled for: the best on an H200


class Program(NamedTuple):
    """A source, and what it is compiled for."""

    source: str
    constants: dict[str, int]

    def options(self) -> tuple[str, ...]:
        """The constants as a compiler takes them."""
        return tuple(f"-D{name}={value}{'ull' if value >> 31 > 0 else ''}" for name, value in self.constants.items())


class Shape(NamedTuple):
    """How wide the rows of a set-up are: in bytes, with zeros at the end so that they are whole words."""

    spec: Spec  # of what changes during a game
    seen: int
    masks: int


def program(kernel: GpuKernel, start: Any, *more: Path, **tuning: int) -> Program:
    """Put the program of a set-up together."""
    files = (CPP / "prelude.h", *kernel.sources, HERE / "steps.cu", *more)
    source = "\n".join(file.read_text("utf-8") for file in files)
    constants = {name: int(value) for name, value in kernel.constants(start).items()}
    return Program(source, constants | TUNING | tuning)


def shape(spec: Spec, vector: int) -> Shape:
    """How wide rows are when so many words are written at once."""
    changing = Spec(spec.actions, tuple(field for field in spec.fields if not field.still))
    return Shape(changing, *(-(-size // (WORD * vector)) * WORD * vector for size in (changing.size, spec.ids)))


class CudaRunner:
    """Arrays on the GPU, and the program that writes them."""

    def __init__(self, program: Program):
        problem = obstacle()
        if problem:
            raise UserError(problem)
        import cupy

        self._cupy, self._threads = cupy, program.constants["THREADS"]
        self._module = cupy.RawModule(code=program.source, options=("--std=c++17", *program.options()))
        self._calls: dict[str, Any] = {}

    def array(self, values: Any) -> Any:
        """A copy on the GPU."""
        return self._cupy.asarray(values)

    def zeros(self, shape: Any, kind: Any) -> Any:
        """An array of zeros."""
        return self._cupy.zeros(shape, kind)

    def shared(self, values: Any) -> Any:
        """Somebody's array, without a copy where it is on the GPU."""
        if isinstance(values, (self._cupy.ndarray, np.ndarray)) or not hasattr(values, "__dlpack__"):
            return self._cupy.asarray(values)
        return self._cupy.from_dlpack(values)

    def fetched(self, array: Any) -> Any:
        """A copy for the processor."""
        return self._cupy.asnumpy(array)

    def address(self, array: Any) -> int:
        """Where an array is."""
        return int(array.data.ptr)

    def call(self, name: str, games: int, *arguments: Any) -> None:
        """Queue a call for all games, without waiting for it."""
        if name not in self._calls:
            self._calls[name] = self._module.get_function(name)
        self._calls[name]((-(-games // self._threads),), (self._threads,), arguments)


SHOW = -3
INT32, INT64 = np.dtype(np.int32), np.dtype(np.int64)


class GpuBatch:
    """The twin of `Batch` on a GPU: the same seed gives the same games.

    The arrays below stay on the GPU and are made once: a step writes into them, so copy what you want to keep.
    `torch.from_dlpack` and `jax.dlpack.from_dlpack` share them. Rows end with zeros so that they are whole words.
    """

    observations: Any  # uint8, by game: what the seat that decides sees, as `spec` names it
    masks: Any  # bool, by game and id: whether the action is legal
    seats: Any  # int8, by game: the seat that decides
    rewards: Any  # float32, by game and seat: 1 for a win, -1 for a loss, else 0
    done: Any  # bool, by game: it ended in this step, and what is seen is a new game
    finals: Any  # uint8, by game: what the last seat that decided saw at the end of the last game
    picks: Any  # int32, by game: one of the legal actions, all equally likely

    runner: Callable[[Program], Any] = CudaRunner

    def __init__(self, game: AnyGame, games: int, *, setup: Any = None, seed: int = 0, **tuning: int):
        self.game = game
        self.setup = game.setup() if setup is None else setup
        start, kernel = game.new(self.setup), game.parts.gpu
        if kernel is None or not kernel.fits(start):
            raise ValueError("there are no rules for a GPU for this set-up: take a batch of the processor")
        self.kernel, self.start, self._games = kernel, start, some("games", games)
        self._run = type(self).runner(program(kernel, start, **tuning))
        self._shape = shape(tensor_of(game).spec(start), (TUNING | tuning)["VECTOR"])
        self.spec = self._shape.spec
        self.tables = self._run.array(np.array(kernel.tables(start), np.uint64))
        self._make_arrays(games)
        self._begin_at([start])
        self.reset(seed)

    def __len__(self) -> int:
        return self._games

    def _make_arrays(self, games: int) -> None:
        zeros, seen, legal = self._run.zeros, self._shape.seen, self._shape.masks
        self.observations, self.finals = zeros((games, seen), np.uint8), zeros((games, seen), np.uint8)
        masks, done = zeros((games, legal), np.uint8), zeros(games, np.uint8)
        self.masks, self.done = masks.view(np.bool_), done.view(np.bool_)
        self.seats, self.picks = zeros(games, np.int8), zeros(games, np.int32)
        self.rewards = zeros((games, len(self.game.seats(self.setup))), np.float32)
        self._state = zeros((len(self.kernel.pack(self.start)), games), np.uint64)
        self._streams, self._faults = zeros((2, games), np.uint64), zeros(2, np.int32)
        self._actions, self._tallies = zeros(games, np.int32), zeros(1 + self.rewards.shape[1], np.uint64)
        shown = (self.observations, masks, self.finals, self.seats, self.picks, self.rewards, done, self._faults)
        self._seen = self._run.array(np.array([self._run.address(array) for array in shown], np.uint64))

    def _begin_at(self, positions: Sequence[Any]) -> None:
        words = np.array([self.kernel.pack(state) for state in positions], np.uint64)
        self._starts = self._run.array(np.ascontiguousarray(words.T))
        where = [self._run.address(array) for array in (self._starts, self._state, self._streams)]
        self.where = self._run.array(np.array([*where, self._games, len(positions)], np.uint64))

    def reset(self, seed: int | None = None, positions: Sequence[Any] = ()) -> None:
        """Begin all games anew: at one position or several in turn; a seed gives every game its own luck."""
        if positions:
            self._begin_at([self._checked(state) for state in positions])
        if seed is not None:
            self._streams[:] = self._run.array(np.ascontiguousarray(streams(seed, self._games).T))
        self._actions[:] = BEGIN
        self._advance(self._actions)

    def _checked(self, position: Any) -> Any:
        state = state_of(self.game, self.start, position)
        if self.kernel.constants(state) != self.kernel.constants(self.start):
            raise ValueError("a batch has one set-up: this position has another")
        if list(self.kernel.tables(state)) != list(self.kernel.tables(self.start)):
            raise ValueError("a batch has one set-up: this position has another")
        if state != self.start and not isinstance(self.game.turn(state), Decide):
            raise ValueError("a batch begins with a new game, or where somebody decides")
        return state

    def step(self, actions: Any) -> None:
        """Do one action in every game and let luck fall until somebody decides; -1 leaves a game as it is.

        Nothing waits for the GPU: an action that is not legal is left undone, and `check` tells.
        """
        asked = self._run.shared(actions)
        if asked.shape != (self._games,):
            raise ValueError(f"{self._games} games need as many actions, not {asked.shape}")
        self._advance(asked if asked.dtype in (INT32, INT64) and asked.flags.c_contiguous else asked.astype(np.int64))

    def check(self) -> None:
        """Raise if any action since the last check was not legal; this waits for the GPU."""
        faults, last = self._run.fetched(self._faults).tolist()
        self._faults[:] = 0
        if faults:
            raise ValueError(f"{faults} actions were not legal; the last of them was in game {last}")

    def play(self, decisions: int) -> Any:
        """Let every game make so many random decisions, as `step(picks)` would, in one call: the fastest way to play.

        Returns, on the GPU, how many games ended since the batch was made, and how many of them each seat won.
        """
        self._run.call("play_out", self._games, self.tables, self.where, self.picks, np.int32(decisions), self._tallies)
        return self._tallies

    def show(self) -> None:
        """Write observations, masks and seats as they are now: `play` does not."""
        self._actions[:] = SHOW
        self._advance(self._actions)

    def position(self, game: int) -> Any:
        """The position of one game, for the rules, a painter or a player."""
        words = self._run.fetched(self._state[:, game])
        return self.kernel.unpack(self.start, [int(word) for word in words])

    def _advance(self, actions: Any) -> None:
        wide = np.int32(actions.dtype == INT64)
        self._run.call("advance", self._games, self.tables, self.where, self._seen, actions, wide)


class Foresight:
    """Reads the games of a batch: what an action would lead to, before luck falls.

    The arrays stay on the GPU and are made once; every question writes its rows anew.
    """

    marks: Any  # uint8, by question
    pairs: Any  # int32, by question: rows of the table of pairs
    exact: Any  # float32, by question and team: whether it has won, where the game is over
    over: Any  # uint8, by question

    def __init__(self, batch: GpuBatch, most: int):
        kernel, start = batch.kernel, batch.start
        if kernel.marks is None:
            raise ValueError("this game has no marks to learn from")
        self._batch, self.most = batch, most
        self._run = type(batch).runner(program(kernel, start, kernel.marks.source, HERE / "foresee.cu"))
        self.scales, self.heads = tuple(kernel.marks.scales(start)), tuple(kernel.marks.heads(start))
        self._ways = self._run.array(np.array(kernel.marks.ways(start), np.uint64))
        zeros = self._run.zeros
        self.marks = zeros((most, len(self.scales)), np.uint8)
        self.pairs = zeros((most, max(1, kernel.marks.pairs_seen)), np.int32)
        self.exact, self.over = zeros((most, len(self.heads)), np.float32), zeros(most, np.uint8)
        out = (self.marks, self.pairs, self.exact, self.over)
        self._out = self._run.array(np.array([self._run.address(array) for array in out], np.uint64))

    def look(self, games: Any, actions: Any) -> None:
        """Write what these games look like after these actions, or as they are for -1; both are int32."""
        games, actions = self._run.shared(games), self._run.shared(actions)
        if len(games) > self.most:
            raise ValueError(f"{len(games)} questions are more than {self.most}")
        batch, many = self._batch, np.int32(len(games))
        where = (batch.tables, self._ways, batch.where, self._out)
        self._run.call("foresee", len(games), *where, games, actions, many)
