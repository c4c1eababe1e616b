"""A game's drawings: the symbols of its sprite sheet, each with everything it refers to."""

import re
from collections.abc import Iterable
from functools import cache
from xml.etree import ElementTree as ET

from mousehole.core.words import HOME, home_of

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
REFERENCE = re.compile(r"""(?:url\(["']?|href=["'])#([^"')]+)""")


@cache
def sheet(package: str) -> dict[str, str]:
    """Read every named element of a game's sprite sheet and of the house's, as text."""
    found: dict[str, str] = {}
    for name in (HOME, package):
        file = home_of(name) / "art" / "sprites.svg"
        if file.is_file():
            found |= elements(file.read_text("utf-8"))
    return found


def elements(text: str) -> dict[str, str]:
    """Cut a sprite sheet into its named elements: symbols, and the gradients and clips they use."""
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    page = ET.fromstring(text)
    holders = [page, *page.iter(f"{{{SVG}}}defs")]
    named = {child.get("id", ""): child for holder in holders for child in holder if child.get("id")}
    return {name: _text(element) for name, element in named.items()}


def used(package: str, names: Iterable[str]) -> list[str]:
    """The elements of some sprites and everything they refer to, each once, in a fixed order."""
    known, wanted, taken = sheet(package), sorted(set(names)), dict[str, str]()
    while wanted:
        name = wanted.pop()
        if name in known and name not in taken:
            taken[name] = known[name]
            wanted += REFERENCE.findall(known[name])
    return [taken[name] for name in sorted(taken)]


def _text(element: ET.Element) -> str:
    element.tail = None
    text = ET.tostring(element, "unicode")
    return text.replace(f' xmlns="{SVG}"', "").replace(f' xmlns:xlink="{XLINK}"', "")
