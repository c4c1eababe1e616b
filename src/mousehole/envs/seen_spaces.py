"""What an agent may see, as the spaces of Gymnasium."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mousehole.core.tensor import Spec


def observation_space(spec: Spec, *, waiting: bool = False) -> spaces.Dict:
    """What a shell shows: an observation, a mask of legal actions, and features of each where there are any."""
    seen: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(np.zeros_like(highest(spec)), highest(spec), dtype=np.uint8),
        "action_mask": spaces.Box(0, 1, (spec.ids + waiting,), np.int8),
    }
    if spec.features:
        seen["action_features"] = spaces.Box(0, 1, (spec.ids, spec.width), np.uint8)
    return spaces.Dict(seen)


def highest(spec: Spec) -> NDArray[np.uint8]:
    """The largest value of every byte of an observation."""
    return np.repeat([field.most for field in spec.fields], [field.size for field in spec.fields]).astype(np.uint8)
