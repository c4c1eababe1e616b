"""The numbers of a game as arrays: its part `tensor`, for shells and batches."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.core.game import AnyGame, Over, Seat
from mousehole.core.tensor import Spec, Tensor

Bytes = NDArray[np.uint8]
HOLD, BEGIN = -1, -2  # to a batch, instead of an id: leave a game as it is, begin it anew


def tensor_of(game: AnyGame) -> Tensor:
    """The part `tensor` of a game."""
    if game.parts.tensor is None:
        raise ValueError(f"{game.name} has no numbers: its part `tensor` is missing")
    return game.parts.tensor


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


def reward(over: Over, seat: Seat) -> float:
    """What a game pays a seat: 1 for a win, -1 for a loss, 0 for a draw."""
    return 0.0 if over.drawn else 1.0 if seat in over.winners else -1.0


def are_rivals(game: AnyGame, setup: Any) -> bool:
    """Whether the seats of a set-up play against each other."""
    return len({kind.team for kind in game.seats(setup)}) > 1
