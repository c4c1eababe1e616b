"""Numbers for a game that states none: actions by their place in the list, and what varies of what a seat knows.

The layout comes from random games of a fixed seed, so the same game and set-up have the same numbers everywhere. What
those games never showed is cut to fit: a count to the largest byte laid out for it, a list to its length there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from mousehole.core.game import AnyGame, Chance, Decide, Over
from mousehole.core.knowledge import state_for
from mousehole.core.tensor import Block, Ids, Spec, Tensor

__all__ = [
    "BYTE",
    "EVENTS",
    "FEWEST_IDS",
    "MOST_WORDS",
    "Layout",
    "Leaf",
    "Listed",
    "Path",
    "Samples",
    "anything",
    "flattened",
    "leaf",
    "listed",
    "listed_tensor",
    "rounded",
    "sampled",
]

GAMES, VIEWS = 200, 2_000  # that lay out the numbers of a game: whichever comes first
EVENTS = 2_000  # of one of those games
FEWEST_IDS = 4
BYTE = 255
MOST_WORDS = 128  # different ones at one place: more are a text, which is no feature

Path = tuple[str, ...]


class Leaf(Struct, frozen=True):
    """What was seen at one place of a position: whether it may be missing, its numbers, and its words."""

    path: Path
    missing: bool = False
    low: int = 0
    high: int = 0
    wide: int = 0  # bytes of a number too large for one, such as a set of squares in bits
    words: tuple[str, ...] = ()

    @property
    def numbers(self) -> bool:
        """Whether it has a number."""
        return self.high > self.low

    def blocks(self, prefix: str) -> Iterator[Block]:
        """The fields that it takes in a row."""
        name = prefix + ".".join(self.path)
        if self.missing:
            yield Block(f"{name}?", "Whether it is there.", (1,))
        if self.wide:
            yield Block(name, "The number in bytes, the lowest first.", (self.wide,), most=BYTE)
        elif self.numbers:
            told = "The number." if not self.low else f"The number, counted from {self.low}."
            yield Block(name, told, (1,), most=self.high - self.low)
        if self.words:
            yield Block(f"{name}=", f"One of: {', '.join(self.words)}.", (len(self.words),))

    def row(self, value: Any) -> bytes:
        """The bytes of what is there now."""
        found = bytes([value is not None]) if self.missing else b""
        number = int(value) if isinstance(value, int | float) else 0
        if self.wide:
            found += (number & (1 << 8 * self.wide) - 1).to_bytes(self.wide, "little")
        elif self.numbers:
            found += bytes([min(max(number, self.low), self.high) - self.low])
        return found + bytes(value == word for word in self.words)


class Layout(NamedTuple):
    """The leaves of a kind of value that differ from case to case."""

    leaves: tuple[Leaf, ...]

    @classmethod
    def of(cls, values: Iterable[Any]) -> "Layout":
        """Lay out what differs between some values; what they all share tells nothing."""
        seen: dict[Path, set[Any]] = {}
        for many, value in enumerate(values):
            flat = dict(flattened(msgspec.to_builtins(value)))
            for path in flat.keys() - seen.keys():
                seen[path] = {None} if many else set()
            for path, found in seen.items():
                found.add(flat.get(path))
        return cls(tuple(leaf(path, found) for path, found in sorted(seen.items()) if len(found) > 1))

    def blocks(self, prefix: str = "") -> tuple[Block, ...]:
        """The fields of a row."""
        return tuple(block for one in self.leaves for block in one.blocks(prefix))

    def row(self, value: Any) -> bytes:
        """A value as bytes."""
        flat = dict(flattened(msgspec.to_builtins(value)))
        return b"".join(one.row(flat.get(one.path)) for one in self.leaves)


def flattened(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every number and word of a value, by the names and places that lead to it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from flattened(inner, (*path, str(name)))
    elif isinstance(value, list | tuple):
        yield (*path, "#"), len(value)
        for n, inner in enumerate(value):
            yield from flattened(inner, (*path, f"{n:02}"))
    else:
        yield path, value


def leaf(path: Path, seen: set[Any]) -> Leaf:
    """Describe a place by all that was seen there."""
    numbers = [int(value) for value in seen if isinstance(value, int | float)]
    words = tuple(sorted(value for value in seen if isinstance(value, str)))
    words = words if len(words) <= MOST_WORDS else ()
    low, high = min(numbers, default=0), max(numbers, default=0)
    if low < 0 or high > BYTE:
        bits = max(high.bit_length(), (-low).bit_length() + 1 if low < 0 else 0)
        if bits > 7:
            return Leaf(path, None in seen, low, high, (bits + 7) // 8, words)
        return Leaf(path, None in seen, -rounded(-low), rounded(max(high, 0)), 0, words)
    return Leaf(path, None in seen, 0, rounded(high), 0, words)


def rounded(number: int) -> int:
    """The largest number with as many bits: what games that were not seen bring is seldom more."""
    return (1 << number.bit_length()) - 1


class Samples(NamedTuple):
    """What random games showed: positions as seats know them, actions, and the longest list of these."""

    views: Sequence[Any]
    actions: Sequence[Any]
    widest: int


def sampled(game: AnyGame, setup: Any) -> Samples:
    """Play random games of a fixed seed."""
    luck, views, actions, widest = Random("numbers"), list[Any](), dict[Any, None](), 1
    seats = range(len(game.seats(setup)))
    for _ in range(GAMES):
        state = game.new(setup)
        for _ in range(EVENTS):
            turn = game.turn(state)
            if isinstance(turn, Decide):
                views += [state_for(game, state, seat) for seat in (seats if game.hidden else (0,))]
                for one in turn.asked:
                    actions |= dict.fromkeys(one.actions)
                    widest = max(widest, len(one.actions))
            if isinstance(turn, Over):
                break
            state = game.apply(state, anything(turn, luck))
        if len(views) >= VIEWS:
            break
    return Samples(views, list(actions), widest)


def anything(turn: Decide[Any] | Chance[Any], luck: Random) -> Any:
    """Any event that may happen now, luck by its odds."""
    if isinstance(turn, Chance):
        return turn.at(luck.random())
    return luck.choice(luck.choice(turn.asked).actions)


class Listed:
    """The numbers of a game with a set-up."""

    def __init__(self, game: AnyGame, setup: Any):
        self._game, self._setup = game, setup
        samples, self._seats = sampled(game, setup), len(game.seats(setup))
        self._views, self._actions = Layout.of(samples.views), Layout.of(samples.actions)
        ids = max(FEWEST_IDS, 1 << (2 * samples.widest - 1).bit_length())
        me = Block("me", "The seat that looks.", (self._seats,))
        self._spec = Spec(
            (Ids("action", "The action at this place of the list.", (ids,)),),
            (me, *self._views.blocks()),
            self._actions.blocks("action."),
        )

    def spec(self, state: Any) -> Spec:
        """What the numbers mean, in every position."""
        return self._spec

    def numbers(self, state: Any) -> Mapping[Any, int]:
        """The places of actions in the lists of the seats that are asked."""
        turn = self._game.turn(state)
        asked = turn.asked if isinstance(turn, Decide) else ()
        return {action: n for one in asked for n, action in enumerate(one.actions[: self._spec.ids])}

    def action(self, state: Any, number: int) -> Any:
        """The action of the first seat that is asked with an id."""
        return next(one for one, n in self.numbers(state).items() if n == number)

    def observe(self, state: Any, seat: int) -> bytes:
        """What a seat knows of a position."""
        return bytes(seat == n for n in range(self._seats)) + self._views.row(state_for(self._game, state, seat))

    def features(self, state: Any, offered: Sequence[Any]) -> bytes:
        """What each action of a list is; the rows after it are empty."""
        rows = b"".join(map(self._actions.row, offered[: self._spec.ids]))
        return rows.ljust(self._spec.ids * self._spec.width, b"\0")

    def __reduce__(self) -> tuple[Any, ...]:
        return listed, (self._game, self._setup)


@lru_cache(64)
def listed(game: AnyGame, setup: Any) -> Listed:
    """Lay out the numbers of a game with a set-up, once."""
    return Listed(game, setup)


def listed_tensor(game: AnyGame, setup: Any) -> Tensor:
    """The numbers of a game with a set-up, as shells ask for them."""
    found = listed(game, setup)
    return Tensor(found.spec, found.numbers, found.action, found.observe, found.features)
