"""Files of weights as compiled code reads them (see mousehole.compiled.value_net), written with numpy alone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

HALVES = ("first", "table")  # large, and exact enough in short numbers


def write(arrays: Mapping[str, Any], file: Path) -> None:
    """Write first (by mark, for raw bytes), table, second, last and what is added; whole or not at all."""
    packed = {name: array.astype(np.float16 if name in HALVES else np.float32) for name, array in arrays.items()}
    draft = file.with_suffix(".new")
    with draft.open("wb") as out:
        np.savez_compressed(out, **packed)
    draft.replace(file)
