"""Weights that were learned, as a file of numpy's, read without numpy: the numbers of a small network in a row."""

import struct
from array import array
from functools import cache
from itertools import chain
from math import isfinite, prod
from pathlib import Path
from re import search
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from mousehole.core.kernel import Weights

KINDS = {"<f2": "e", "<f4": "f", "<f8": "d"}


class BadWeights(ValueError):
    """A file of weights that cannot be used: it names the file and the reason."""

    def __init__(self, file: Path, reason: str):
        super().__init__(f"{file}: {reason}")


class Layers(NamedTuple):
    """A network: how many neurons its layers have, and the numbers of all layers."""

    wide: int
    narrow: int
    numbers: bytes


class WeightTable(NamedTuple):
    """A table of a file."""

    shape: tuple[int, ...]
    numbers: "array[float]"


@cache
def weights_of(weights: Weights) -> Layers:
    """Read a network for so many marks, pairs and teams."""
    file, marks, pairs, teams, *_ = weights
    try:
        with ZipFile(file) as archive:
            found = {name.removesuffix(".npy"): table(archive.read(name)) for name in archive.namelist()}
    except (OSError, ValueError, EOFError, BadZipFile, struct.error) as fault:
        raise BadWeights(file, f"cannot be read ({fault})") from fault
    wide, narrow = (len(found[name].numbers) if name in found else 0 for name in ("first_bias", "second_bias"))
    shapes = {"first": (marks, wide), "first_bias": (wide,), "table": (pairs, wide), "second": (wide, narrow)}
    shapes |= {"second_bias": (narrow,), "last": (narrow, teams), "last_bias": (teams,)}
    wanted = {name: shape for name, shape in shapes.items() if shape[0]}
    for name, shape in wanted.items():
        if name not in found:
            raise BadWeights(file, f"{name} is missing")
        if found[name].shape != shape or not all(map(isfinite, found[name].numbers)):
            raise BadWeights(file, f"{name} is {found[name].shape}, where {shape} finite numbers are needed")
    return Layers(wide, narrow, b"".join(found[name].numbers.tobytes() for name in wanted))


def table(data: bytes) -> WeightTable:
    """Read one table as numpy writes it."""
    if data[:6] != b"\x93NUMPY":
        raise ValueError("no table of numpy")
    start, size = (10, data[8:10]) if data[6] == 1 else (12, data[8:12])
    end = start + int.from_bytes(size, "little")
    header = data[start:end].decode("latin-1")
    kind, shape = search(r"'descr': '([^']+)'", header), search(r"'shape': \(([\d, ]*)\)", header)
    if not kind or not shape or kind[1] not in KINDS:
        raise ValueError(f"a table of another kind: {header.strip()}")
    sizes = tuple(int(one) for one in shape[1].split(",") if one.strip())
    numbers = array("f", struct.unpack(f"<{prod(sizes)}{KINDS[kind[1]]}", data[end:]))
    if len(sizes) > 1 and "'fortran_order': True" in header:  # column by column
        numbers = array("f", chain.from_iterable(numbers[row :: sizes[0]] for row in range(sizes[0])))
    return WeightTable(sizes, numbers)
