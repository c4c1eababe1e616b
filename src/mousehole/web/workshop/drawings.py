"""Drawings of an adventure: svg and png, checked and cleaned, so that none of them can do anything but be seen."""

import re
import struct
from typing import TYPE_CHECKING

from mousehole.core.words import Line, UserError, line

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

DRAWINGS = {".svg": "image/svg+xml", ".png": "image/png"}
LARGEST_SVG, LARGEST_PNG = 100_000, 300_000  # bytes
LARGEST_SIDE = 1024  # pixels of a png
MOST_PARTS, DEEPEST = 2_000, 30  # elements of an svg, and how deep they may lie in each other
SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
PNG = b"\x89PNG\r\n\x1a\n"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\.(svg|png)")

# fmt: off
ELEMENTS = frozenset((
    "svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    "tspan", "use", "symbol", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern",
))
ATTRIBUTES = frozenset((
    "id", "class", "viewBox", "width", "height", "preserveAspectRatio", "version", "x", "y", "x1", "y1", "x2", "y2",
    "cx", "cy", "r", "rx", "ry", "fx", "fy", "d", "points", "transform", "fill", "fill-opacity", "fill-rule",
    "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    "stroke-dasharray", "stroke-dashoffset", "opacity", "color", "offset", "stop-color", "stop-opacity",
    "gradientUnits", "gradientTransform", "spreadMethod", "clip-path", "clip-rule", "clipPathUnits", "mask",
    "maskUnits", "maskContentUnits", "patternUnits", "patternTransform", "patternContentUnits", "font-family",
    "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "letter-spacing", "dx", "dy",
    "rotate", "textLength", "href", "display", "visibility", "paint-order", "vector-effect",
))
# fmt: on
FOREIGN = re.compile(r"<!(?!--)|<\?(?!xml\s)|encoding\s*=\s*['\"](?!utf-8['\"])", re.IGNORECASE)
INNER = re.compile(r"#[\w.-]+")
AWAY = re.compile(r"url\s*\(\s*(?!['\"]?#)|javascript:|data:|expression|@import|\\", re.IGNORECASE)


def cleaned(name: str, data: bytes) -> bytes:
    """A drawing without anything that is no drawing; what is none at all is refused in words."""
    if not NAME.fullmatch(name):
        said = line("the name of a drawing has small letters, digits, - and _ alone, and ends in .svg or .png: {name}",
                    name=name[:60])  # fmt: skip
        raise UserError(said)
    return clean_svg(name, data) if name.endswith(".svg") else sound_png(name, data)


def sound_png(name: str, data: bytes) -> bytes:
    """A png as it is, if it is one and not too large."""
    if len(data) > LARGEST_PNG:
        raise UserError(too_large(name, LARGEST_PNG))
    if not data.startswith(PNG) or data[12:16] != b"IHDR" or len(data) < 33:
        raise UserError(line("{name} is not a png picture", name=name))
    width, height = struct.unpack(">II", data[16:24])
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        said = line("{name}: a picture is at most {n} pixels wide and high", name=name, n=LARGEST_SIDE)
        raise UserError(said)
    return data


def too_large(name: str, most: int) -> Line:
    """Say how large a drawing may be."""
    return line("{name} is too large: a drawing has at most {n} kilobytes", name=name, n=most // 1000)


def clean_svg(name: str, data: bytes) -> bytes:
    """An svg with the elements and attributes that only draw; one that needs no cleaning stays as it is."""
    if len(data) > LARGEST_SVG:
        raise UserError(too_large(name, LARGEST_SVG))
    from xml.etree import ElementTree as ET

    try:
        text = data.decode()
        if FOREIGN.search(text):
            raise ValueError(name)
        root = ET.fromstring(text)  # without a document type there are no entities to expand
    except (ET.ParseError, ValueError) as error:
        raise UserError(line("{name} is not a plain svg drawing", name=name)) from error
    if root.tag != f"{SVG}svg" or sum(1 for _ in root.iter()) > MOST_PARTS or too_deep(root):
        raise UserError(line("{name} is not a plain svg drawing", name=name))
    if not prune(root):
        return data
    ET.register_namespace("", SVG[1:-1])
    return bytes(ET.tostring(root, "utf-8", xml_declaration=False))


def too_deep(root: "Element") -> bool:
    """Whether elements lie too deep in each other."""
    level = [root]
    for _ in range(DEEPEST):
        level = [child for one in level for child in one]
    return bool(level)


def prune(element: "Element") -> bool:
    """Take out of an element what does more than draw; whether there was anything."""
    found = False
    for child in list(element):
        if (
            not isinstance(child.tag, str)
            or child.tag.removeprefix(SVG) not in ELEMENTS
            or not child.tag.startswith(SVG)
        ):
            element.remove(child)
            found = True
        else:
            found |= prune(child)
    for key, value in list(element.attrib.items()):
        plain = key.removeprefix(XLINK)
        inner = plain != "href" or INNER.fullmatch(value)
        if plain not in ATTRIBUTES or not inner or AWAY.search(value):
            del element.attrib[key]
            found = True
    return found
