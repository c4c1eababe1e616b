"""Pig as OpenSpiel plays it (two seats, 100 points), as a whole kernel: the second game of bench/kernels.py."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mousehole.core.kernel import WasmKernel, words


class Position(NamedTuple):
    """What whoever decides has, what the other has, and what is at stake."""

    mine: int = 0
    yours: int = 0
    pot: int = 0
    seat: int = 0
    rolling: bool = False
    goal: int = 100


def areas(position: Position) -> Sequence[bytes]:
    """What kernel.cpp reads of a set-up."""
    return _areas(position.goal)


@cache
def _areas(goal: int) -> Sequence[bytes]:
    return (words([goal]),)


def pack(position: Position) -> Sequence[int]:
    """Write a position as words."""
    return position[:5]


def unpack(position: Position, words: Sequence[int]) -> Position:
    """Read a position with the same goal."""
    *numbers, rolling = words
    return Position(*numbers, bool(rolling), position.goal)


def numbers(position: Position) -> Mapping[str, int]:
    """The ids of the actions."""
    return {"roll": 0, "stop": 1}


KERNEL = WasmKernel(
    Path(__file__).with_name("kernel.wasm"),
    lambda position: True,
    areas,
    pack,
    unpack,
    numbers,
    lambda position: 0,
    lambda position: 0,
    6,
)
