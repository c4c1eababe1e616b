"""Reads gettext catalogues (.po) at run time: no compile step, and a mistake names its line."""

import gettext
import re
from ast import literal_eval
from collections.abc import Callable, Iterator

from msgspec import Struct

_PART = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d+)\])?\s+)?(".*")')


class BadCatalogue(ValueError):
    """A catalogue cannot be read; the message names file, line and reason."""


class Catalogue(Struct, frozen=True):
    """Translations by (context, English text), and which form a count takes."""

    texts: dict[tuple[str, str], tuple[str, ...]]
    plural: Callable[[int], int]


def read_catalogue(text: str, file: str = "catalogue") -> Catalogue:
    """Read a catalogue; entries without a translation are left out."""
    found = list(entries(text, file))
    header = next((e.get("msgstr0", "") for e in found if not e["msgid"]), "")
    texts = {(e.get("msgctxt", ""), e["msgid"]): _forms(e) for e in found if e["msgid"] and e.get("msgstr0")}
    return Catalogue(texts, _plural(header, file))


def entries(text: str, file: str) -> Iterator[dict[str, str]]:
    """List the entries as the file spells them: msgctxt, msgid, msgid_plural, msgstr0, msgstr1..."""
    entry: dict[str, str] = {}
    name = where = ""
    for number, raw in enumerate(text.splitlines(), 1):
        part = raw.strip()
        if not part or part.startswith("#"):
            continue
        where = f"{file}, line {number}"
        keyword, words = _part(part, where)
        if keyword in ("msgctxt", "msgid") and "msgid" in entry:
            yield entry
            entry = {}
        _add(entry, keyword, keyword or name, words, where)
        name = keyword or name
    if entry and "msgid" not in entry:
        raise BadCatalogue(f"{where}: the msgctxt has no msgid")
    if entry:
        yield entry


def _part(part: str, where: str) -> tuple[str, str]:
    match = _PART.fullmatch(part)
    if not match:
        raise BadCatalogue(f"{where}: expected msgid, msgstr or a quoted text, found {part!r}")
    try:
        words = literal_eval(match[3])
    except (SyntaxError, ValueError):
        words = None
    if not isinstance(words, str):
        raise BadCatalogue(f"{where}: the quotes of {match[3]} do not match")
    return (match[1] + (match[2] or "0") if match[1] == "msgstr" else match[1] or ""), words


def _add(entry: dict[str, str], keyword: str, name: str, words: str, where: str) -> None:
    if keyword in entry:
        raise BadCatalogue(f"{where}: {keyword.rstrip('0')} stands twice in one entry")
    if not name or (name not in ("msgctxt", "msgid") and "msgid" not in entry):
        raise BadCatalogue(f"{where}: an entry begins with msgid, not with {keyword.rstrip('0') or 'a quoted text'}")
    entry[name] = entry.get(name, "") + words


def _forms(entry: dict[str, str]) -> tuple[str, ...]:
    names = sorted(name for name in entry if name.startswith("msgstr"))
    return tuple(entry[name] for name in names)


def _plural(header: str, file: str) -> Callable[[int], int]:
    found = re.search(r"plural=(.*?);?\s*$", header, re.MULTILINE)
    try:
        return gettext.c2py(found[1]) if found else lambda n: int(n != 1)
    except ValueError as error:
        raise BadCatalogue(f"{file}: plural forms: {error}") from None
