"""What follows from the fields of a Struct is at hand in every copy, and neither compared nor written."""

import copy
import gc
import pickle
import sys

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.kit import Derived, set_derived

SHARED = object()


class Squared(Derived):
    __slots__ = ("shared", "square")


class Number(Squared, Struct, frozen=True, cache_hash=True):
    value: int

    def __post_init__(self):
        found = Squared()
        found.square, found.shared = self.value**2, SHARED
        set_derived(self, found)


@pytest.mark.parametrize(
    "way",
    [
        copy.copy,
        copy.deepcopy,
        replace,
        lambda number: pickle.loads(pickle.dumps(number)),
        lambda number: msgspec.json.decode(msgspec.json.encode(number), type=Number),
    ],
)
def test_a_copy_is_equal_and_has_what_follows(way):
    number, copied = Number(7), way(Number(7))
    assert (copied, hash(copied), copied.square) == (number, hash(number), 49)
    assert copied.shared is SHARED


def test_what_follows_is_not_written_and_cannot_be_changed():
    number = Number(7)
    assert msgspec.json.encode(number) == b'{"value":7}'
    assert replace(number, value=3).square == 9
    with pytest.raises(AttributeError):
        number.square = 50


def test_what_follows_goes_with_its_number():
    before = sys.getrefcount(SHARED)
    for value in range(100):
        Number(value)
    gc.collect()
    assert sys.getrefcount(SHARED) == before
