"""A bag of counts: things nobody has seen yet. Drawing is luck, so nothing hidden is ever stored."""

from typing import TypeAlias, TypeVar

T = TypeVar("T")
Bag: TypeAlias = tuple[tuple[T, int], ...]  # kinds in a fixed order with their counts, zeros included


def left(bag: Bag[T]) -> int:
    """Count what is in the bag."""
    return sum(count for _, count in bag)


def some(bag: Bag[T]) -> bool:
    """Whether anything is left in the bag."""
    return any(count for _, count in bag)


def kinds(bag: Bag[T]) -> Bag[T]:
    """List the kinds that can still be drawn, with their counts as weights."""
    return tuple([(kind, count) for kind, count in bag if count])


def drawn(bag: Bag[T], kind: T) -> Bag[T]:
    """Take one thing of a kind out of the bag."""
    return tuple([(one, count - (one == kind)) for one, count in bag])
