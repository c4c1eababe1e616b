"""A dataset of a solved board: positions where somebody decides, with the exact chance of every action, as Parquet."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from mousehole import __version__
from mousehole.core.game import Chance, Over
from mousehole.core.words import UserError, line
from mousehole.library.benchmark import TINY, VERSION, Task, board_of, oracle_of
from mousehole.library.notation import spelled
from mousehole.library.position_text import write_position

__all__ = ["SAID", "WANDERS", "DatasetRow", "rows", "write"]

FILE, CARD = "positions.parquet", "README.md"
WANDERS = 0.3  # of decisions are random ones, so that positions of all kinds are met
SAID = """---
license: mit
pretty_name: Exact chances of {task}
tags: [games, reinforcement-learning, stochastic-games]
---
# Exact chances of {task}
{rows:,} positions of the dice game Mmm! on one board, each with the chance to win after every action if everybody then
plays perfectly. Made by `mousehole benchmark dataset --task {task} --positions {rows}`, version {version}; the same
command makes the same rows.

| column | type | what it holds |
|---|---|---|
| `position` | string | the position, as `mousehole.position` reads it |
| `state` | string | the same as JSON |
| `seat` | int8 | who decides |
| `actions` | list of string | what may be done, in words that `Position.play` takes |
| `values` | list of float | the chance to win after each action |
| `best` | int16 | the first action with the largest chance, give or take a millionth |

Positions were met in games in which three of ten decisions are random and the others perfect; each stands here once.
The set-up is `{setup}`, benchmark {benchmark}. Chances are exact up to rounding in single precision: the solver is
checked against recursion in fractions.

| file | bytes | SHA-256 |
|---|---|---|
| `{file}` | {size} | `{hash}` |
"""


class DatasetRow(NamedTuple):
    """A position where somebody decides."""

    position: str
    state: str
    seat: int
    actions: list[str]
    values: list[float]
    best: int


def rows(task: Task, positions: int, folder: Path | None = None) -> Iterator[DatasetRow]:
    """So many different positions of a task, by the same luck every time; a small board may have fewer."""
    (game, setup), oracle, luck = board_of(task), oracle_of(task, folder), Random(f"dataset {VERSION}/{task.name}")
    met, idle = set[Any](), 0
    while len(met) < positions and idle < positions:
        state, before = game.new(setup), len(met)
        while len(met) < positions and not isinstance(turn := game.turn(state), Over):
            if isinstance(turn, Chance):
                state = game.apply(state, turn.at(luck.random()))
                continue
            values = oracle.choices(state)
            best = next(n for n, value in enumerate(values) if value > max(values) - TINY)
            if state not in met and len(turn.actions) > 1:
                met.add(state)
                yield DatasetRow(
                    write_position(game, state),
                    msgspec.json.encode(state).decode(),
                    turn.seat,
                    [spelled(action, turn.actions) for action in turn.actions],
                    list(values),
                    best,
                )
            wandering = luck.random() < WANDERS
            state = game.apply(state, luck.choice(turn.actions) if wandering else turn.actions[best])
        idle = idle + 1 if len(met) == before else 0


def write(
    task: Task,
    positions: int,
    out: Path,
    folder: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write the dataset of a task into a folder, with its card; how many positions it has."""
    if not task.solved:
        raise UserError(line("{name} has no exact chances: only solved boards make a dataset", name=task.name))
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise UserError(line("a dataset needs pyarrow: it comes with mousehole[data]")) from None
    found = []
    for row in rows(task, positions, folder):
        found.append(row)
        if progress:
            progress(len(found), positions)
    lists, text = arrow.list_, arrow.string()
    kinds = (text, text, arrow.int8(), lists(text), lists(arrow.float32()), arrow.int16())
    columns = [arrow.array(column, kind) for column, kind in zip(zip(*found, strict=True), kinds, strict=True)]
    out.mkdir(parents=True, exist_ok=True)
    parquet.write_table(arrow.table(columns, names=list(DatasetRow._fields)), out / FILE, compression="zstd")
    data = (out / FILE).read_bytes()
    told = {"task": task.name, "rows": len(found), "version": __version__, "benchmark": VERSION, "file": FILE}
    setup = msgspec.json.encode(task.setup).decode().replace("|", "\\|")
    card = SAID.format(**told, setup=setup, size=len(data), hash=sha256(data).hexdigest())
    (out / CARD).write_text(card, "utf-8")
    return len(found)
