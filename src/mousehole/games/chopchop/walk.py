"""Walks by exact count. A space is one bit, so a set of spaces is an int."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

Space: TypeAlias = int  # one bit
Spaces: TypeAlias = int  # any bits
LONGEST = 9  # steps of one walk


class Ways(Struct, frozen=True, eq=False, gc=False):
    """Where one kind of piece can go: the next spaces, and all within so many steps."""

    near: dict[Space, Spaces]
    within: tuple[dict[Space, Spaces], ...]


@lru_cache(64)
def ways(steps: tuple[tuple[Space, Space], ...]) -> Ways:
    """Gather single steps into ways; set-ups with the same steps share them and what is cached about them."""
    near: dict[Space, Spaces] = {}
    for start, end in steps:
        near[start] = near.get(start, 0) | end
    within = [{space: space for space in near}]
    for _ in range(LONGEST):
        within.append({space: joined(within[-1][end] for end in spaces(near[space] | space)) for space in near})
    return Ways(near, tuple(within))


def ends(paths: Ways, start: Space, steps: int, closed: Spaces, barred: Spaces) -> Spaces:
    """The spaces where a walk of exactly so many steps can end.

    No space is entered twice, no closed one is crossed, and no walk ends on a barred one. What is out of reach cannot
    matter: leaving it out lets many positions share one answer.
    """
    zone = paths.within[steps][start]
    return _ends(paths, start, steps, closed & zone, barred & zone)


@lru_cache(1 << 17)
def _ends(paths: Ways, start: Space, steps: int, closed: Spaces, barred: Spaces) -> Spaces:
    if steps == 1:
        return paths.near[start] & ~barred  # CC-20, CC-21
    onward = paths.near[start] & ~closed  # CC-22
    closed, barred = closed | start, barred | start  # CC-23
    return joined(ends(paths, space, steps - 1, closed, barred) for space in spaces(onward))


def spaces(mask: Spaces) -> Iterator[Space]:
    """List the single spaces of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def joined(masks: Iterable[Spaces]) -> Spaces:
    """Unite sets of spaces."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def route(paths: Ways, start: Space, end: Space, steps: int, closed: Spaces) -> tuple[Space, ...]:
    """Find one walk of exactly so many steps that ends there: the spaces after the start."""
    if steps == 1:
        return (end,) if paths.near[start] & end else ()
    for space in spaces(paths.near[start] & ~closed & ~end):
        rest = route(paths, space, end, steps - 1, closed | start)
        if rest:
            return (space, *rest)
    return ()
