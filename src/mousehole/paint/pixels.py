"""A picture as pixels: what paints SVG comes with the extra `pictures`."""

from importlib import import_module
from typing import Any

from mousehole.core.words import UserError, line


def png(picture: str) -> bytes:
    """An SVG picture as a PNG file."""
    try:
        resvg: Any = import_module("resvg_py")
    except ImportError:
        raise UserError(line("pixels need resvg-py: it comes with mousehole[pictures]")) from None
    return bytes(resvg.svg_to_bytes(svg_string=picture))
