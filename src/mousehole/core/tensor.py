"""A game as numbers: an id for every action, and what a seat sees as a row of bytes, each of them named."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from math import prod
from typing import Any, NamedTuple

from msgspec import Struct

__all__ = ["BITS", "Block", "Ids", "NumberRange", "Spec", "Tensor", "one_of", "spread"]

BITS = bytes.maketrans(b"01", b"\0\1")


class NumberRange(Struct, frozen=True):
    """Consecutive numbers that belong together: a shape, read in rows, and what they mean."""

    name: str
    words: str
    shape: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many they are."""
        return prod(self.shape)


class Ids(NumberRange, frozen=True):
    """The ids of one kind of action."""


class Block(NumberRange, frozen=True, kw_only=True):
    """Bytes of an observation, from 0 to `most`; a still one never changes during a game."""

    most: int = 1
    still: bool = False


class Spec(Struct, frozen=True, dict=True):
    """What the numbers of a game mean: its actions and the fields of an observation, in their order."""

    actions: tuple[Ids, ...]
    fields: tuple[Block, ...]
    features: tuple[Block, ...] = ()  # of each action, where an id is a place in the list of actions

    @cached_property
    def ids(self) -> int:
        """How many ids there are."""
        return sum(kind.size for kind in self.actions)

    @cached_property
    def size(self) -> int:
        """How many bytes an observation has."""
        return sum(field.size for field in self.fields)

    @cached_property
    def changing(self) -> int:
        """How many bytes of an observation change during a game: the first ones."""
        return sum(field.size for field in self.fields if not field.still)

    @cached_property
    def width(self) -> int:
        """How many bytes the features of one action have."""
        return sum(field.size for field in self.features)

    def places(self) -> Iterator[tuple[NumberRange, int, int]]:
        """Every kind of action, field and feature, with its first number and the one after its last."""
        for row in (self.actions, self.fields, self.features):
            start = 0
            for one in row:
                yield one, start, start + one.size
                start += one.size

    def first(self, name: str) -> int:
        """The first number of an action or a field."""
        return next(start for one, start, _ in self.places() if one.name == name)


class Tensor(NamedTuple):
    """The part `tensor` of a game. Ids and fields hold for every position whose spec is the same."""

    spec: Callable[[Any], Spec]  # of a position
    numbers: Callable[[Any], Mapping[Any, int]]  # the ids of actions in a position, of those that are legal at least
    action: Callable[[Any, int], Any]  # with an id, in a position
    observe: Callable[[Any, int], bytes]  # what a seat sees
    features: Callable[[Any, Sequence[Any]], bytes] | None = None  # a row for each id, by the actions offered there
    framed: Callable[[Any, Spec], Any] | None = None  # a set-up laid out so that its spec becomes this one

    def number(self, state: Any, action: Any) -> int:
        """The id of an action in a position."""
        return self.numbers(state)[action]


@lru_cache(1 << 13)
def spread(bits: int, size: int) -> bytes:
    """The lowest bits of a set, a byte each."""
    return format(bits | 1 << size, "b")[:0:-1].encode().translate(BITS)


@cache
def one_of(size: int, at: int) -> bytes:
    """A row of zeros with a one at a place, or none where there is no such place."""
    return bytes(n == at for n in range(size))
