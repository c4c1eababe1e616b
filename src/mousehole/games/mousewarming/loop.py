"""A closed loop of numbered spaces with arrows from each to the next."""

from functools import cache, lru_cache
from typing import TypeAlias

Space: TypeAlias = int


@cache
def lap(length: int, start: Space) -> tuple[Space, ...]:
    """List all spaces along the arrows, from a space once round."""
    return tuple((start + step) % length for step in range(length))


@lru_cache(100_000)
def walk(length: int, start: Space, steps: int, taken: tuple[Space, ...]) -> tuple[Space, ...]:
    """List the spaces that up to so many steps reach; taken spaces are jumped and cost no step."""
    return tuple(space for space in lap(length, start)[1:] if space not in taken)[:steps]


def between(length: int, start: Space, end: Space) -> tuple[Space, ...]:
    """List the spaces passed on the way from one space to another, both left out; a whole lap when they are one."""
    way = lap(length, start)
    return way[1 : way.index(end)] if start != end else way[1:]
