"""The right half laid out in tiles of lanes, so that a tile's records lie together."""

import numpy as np
from numpy.typing import NDArray

from mousehole.games.mmm.solver.backward_sweep import Tiles
from mousehole.games.mmm.solver.position_numbers import FOODS, Half
from mousehole.games.mmm.solver.simd_lanes import LANES
from mousehole.games.mmm.solver.turn_records import ROWS, SOURCES, TAKEN

TILE = 2 * ROWS * LANES  # numbers in the records of a tile


def tiled(half: Half) -> Tiles:
    """Cut a half into tiles; after the last one its records hold a tile that means there is no such way."""
    firsts = [range(a, b, LANES) for a, b in zip(half.start[:-1], half.start[1:], strict=True)]
    first = np.array([n for some in firsts for n in some], np.int64)
    end = half.start[half.squares[first] + 1]
    count = np.minimum(LANES, end - first).astype(np.int64)
    tile = np.searchsorted(first, np.arange(len(half.squares)), "right") - 1
    cell = tile * TILE + np.arange(len(half.squares)) - first[tile]
    ways = np.full((len(first), *half.after.shape[1:]), -1, np.int64)
    used = np.logical_or.reduceat(half.after >= 0, first)
    ways[used] = np.arange(used.sum())
    where = [
        places(half, cell, len(first) * TILE, (first[t], first[t] + count[t], food, way))
        for t, food, way in np.argwhere(used)
    ]
    return Tiles(first, count, rooms(half, first, count), ways, np.array(where, np.uint32).reshape(-1, TAKEN * LANES))


def rooms(half: Half, first: NDArray[np.int64], count: NDArray[np.int64]) -> NDArray[np.int32]:
    """Count the squares of each food, tile by tile."""
    room = np.zeros((len(first), FOODS, LANES), np.int32)
    for tile, (a, n) in enumerate(zip(first, count, strict=True)):
        room[tile, :, :n] = half.room[a : a + n].T
    return room


def places(half: Half, cell: NDArray[np.int64], none: int, at: tuple[int, int, int, int]) -> NDArray[np.int64]:
    """Find where the records after one way to place a die lie, row by row and lane by lane."""
    first, end, food, way = at
    to = half.after[first:end, food, way]
    rows = SOURCES[half.done[first:end, food, way], half.order[first:end, food, way]]
    where = np.tile(none + SOURCES[0, 0][:, None] * LANES, LANES)
    lanes = np.flatnonzero(to >= 0)
    where[:, lanes] = rows[lanes].T * LANES + cell[to[lanes]]
    return where.reshape(-1)
