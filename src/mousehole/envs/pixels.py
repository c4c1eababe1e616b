"""A picture as pixels, where resvg and Pillow are installed."""

from importlib import import_module
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray


def pixels(picture: str) -> NDArray[np.uint8]:
    """Rows of red, green and blue."""
    try:
        resvg: Any = import_module("resvg_py")
        image: Any = import_module("PIL.Image")
    except ImportError as missing:
        raise ImportError("rgb_array needs resvg-py and pillow: they come with mousehole[pictures]") from missing
    painted = image.open(BytesIO(bytes(resvg.svg_to_bytes(svg_string=picture))))
    return np.asarray(painted.convert("RGB"))
