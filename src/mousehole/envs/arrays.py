"""The numbers of a game as arrays: its part `tensor`, for shells and batches."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mousehole.core.game import AnyGame, Over, Seat
from mousehole.core.tensor import Spec, Tensor
from mousehole.library.positions import Position

__all__ = ["Bytes", "Seen", "are_rivals", "named", "observation", "rewards", "some", "state_of", "streams", "tensor_of"]

Bytes = NDArray[np.uint8]
HOLD, BEGIN = -1, -2  # to a batch, instead of an id: leave a game as it is, begin it anew


class Seen(NamedTuple):
    """What a step of a batch writes; see Batch."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    finals: NDArray[np.uint8]
    seats: NDArray[np.int8]
    picks: NDArray[np.int64]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]


def tensor_of(game: AnyGame, setup: Any = None) -> Tensor:
    """The part `tensor` of a game; one that has none gets numbers for this set-up."""
    if game.parts.tensor is not None:
        return game.parts.tensor
    from mousehole.envs.listed_tensor import listed_tensor  # most games need none

    return listed_tensor(game, game.setup() if setup is None else setup)


def observation(tensor: Tensor, state: Any, seat: Seat) -> Bytes:
    """What a seat sees."""
    return np.frombuffer(bytearray(tensor.observe(state, seat)), np.uint8)


def named(spec: Spec, observations: NDArray[Any]) -> Mapping[str, NDArray[Any]]:
    """The fields of observations by name, as views in their shapes; any axes before the last one are kept."""
    before = observations.shape[:-1]
    return {
        field.name: observations[..., start:stop].reshape(*before, *field.shape)
        for field, start, stop in spec.places()
        if field in spec.fields
    }


def rewards(game: AnyGame, setup: Any, over: Over) -> tuple[float, ...]:
    """What a game pays every seat at its end."""
    return over.payoffs([kind.team for kind in game.seats(setup)])


def are_rivals(game: AnyGame, setup: Any) -> bool:
    """Whether the seats of a set-up play against each other."""
    return len({kind.team for kind in game.seats(setup)}) > 1


def streams(seed: int, games: int) -> Any:
    """Luck for every game, and a second stream for random picks: it depends on seed and game alone (splitmix64)."""
    with np.errstate(over="ignore"):
        x = np.arange(1, 2 * games + 1, dtype=np.uint64).reshape(games, 2) * np.uint64(0x9E3779B97F4A7C15)
        x ^= _mixed(np.array([seed % 2**64], np.uint64))
        x = _mixed(x)
    return np.where(x == 0, np.uint64(1), x)


def _mixed(x: Any) -> Any:
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


def state_of(game: AnyGame, start: Any, given: Any) -> Any:
    """The state of a position, or a state as it is; whatever is no state of the game is refused."""
    if isinstance(given, Position) and given.game.name == game.name:
        given = given.state
    if not isinstance(given, type(start)):
        raise ValueError(f"this is not a position of {game.name}: {given!r:.200}")
    return given


def some(what: str, number: int) -> int:
    """A number of games or threads: one or more."""
    if number < 1:
        raise ValueError(f"{what}: a whole number, 1 or more, is needed, not {number}")
    return number
