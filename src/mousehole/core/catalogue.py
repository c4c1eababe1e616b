"""Reads gettext catalogues (.po) at run time: no compile step, and a mistake names its line."""

import gettext
import re
from ast import literal_eval
from collections.abc import Callable, Iterator

from msgspec import Struct

_PART = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d+)\])?\s+)?(".*")')


class BadCatalogue(ValueError):
    """A catalogue can not be read; the message names file, line and reason."""


class Catalogue(Struct, frozen=True):
    """Translations by (context, English text), and which form a count takes."""

    texts: dict[tuple[str, str], tuple[str, ...]]
    plural: Callable[[int], int]


def read(text: str, file: str = "catalogue") -> Catalogue:
    """Read a catalogue; entries without a translation are left out."""
    entries = list(_entries(text, file))
    header = next((e["msgstr0"] for e in entries if not e.get("msgid")), "")
    found = re.search(r"plural=(.*?);?\s*$", header, re.MULTILINE)
    texts = {(e.get("msgctxt", ""), e["msgid"]): _forms(e) for e in entries if e.get("msgid") and e.get("msgstr0")}
    return Catalogue(texts, gettext.c2py(found[1]) if found else lambda n: int(n != 1))


def _entries(text: str, file: str) -> Iterator[dict[str, str]]:
    entry: dict[str, str] = {}
    name = ""
    for number, raw in enumerate([*text.splitlines(), ""], 1):
        part = raw.strip()
        if part.startswith("#"):
            continue
        if not part:
            if entry:
                yield entry
            entry, name = {}, ""
            continue
        name, words = _part(part, name, f"{file}, line {number}")
        entry[name] = entry.get(name, "") + words


def _part(part: str, name: str, where: str) -> tuple[str, str]:
    match = _PART.fullmatch(part)
    if not match or not (match[1] or name):
        raise BadCatalogue(f"{where}: expected msgid, msgstr or a quoted text, found {part!r}")
    if match[1]:
        name = match[1] + (match[2] or "0") if match[1] == "msgstr" else match[1]
    try:
        return name, literal_eval(match[3])
    except (SyntaxError, ValueError):
        raise BadCatalogue(f"{where}: the quotes of {match[3]} do not match") from None


def _forms(entry: dict[str, str]) -> tuple[str, ...]:
    names = sorted(name for name in entry if name.startswith("msgstr"))
    return tuple(entry[name] for name in names)
