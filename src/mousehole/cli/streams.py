"""What commands write, to any terminal, pipe or file, as text or JSON."""

import codecs
import io
import sys
from typing import Any

import msgspec

PLAINER = "mousehole-plainer"
SIGNS = {
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "«": '"',
    "»": '"',
    "–": "-",
    "—": "-",
    "−": "-",
    "…": "...",
    "œ": "oe",
}
SIGNS |= {"Œ": "OE", "æ": "ae", "Æ": "AE", "·": "-", "×": "x", "±": "+-", "━": "=", "╌": ".", "▮": "#", "▯": "."}


def open_streams() -> None:
    """Let no letter that a stream cannot carry stop a command: it is written more plainly, or as a question mark."""
    codecs.register_error(PLAINER, plainer)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else PLAINER)


def plainer(error: UnicodeError) -> tuple[str, int]:
    """Write letters that an encoding lacks in ASCII: é as e, … as three dots."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(bare, error.object[error.start : error.end])), error.end


def bare(letter: str) -> str:
    """One letter in ASCII."""
    import unicodedata

    spread = unicodedata.normalize("NFKD", SIGNS.get(letter, letter))
    return "".join(part for part in spread if part.isascii()) or stroke(unicodedata.name(letter, ""))


def stroke(name: str) -> str:
    """One stroke of a drawn board in ASCII."""
    if not name.startswith("BOX DRAWINGS"):
        return "?"
    if " AND " in name:
        return "+"
    return "|" if name.endswith("VERTICAL") else "=" if "DOUBLE" in name else "-"


def as_json(value: Any) -> str:
    """Write JSON in ASCII, which every stream can carry without a loss."""
    text = msgspec.json.encode(value).decode()
    return text if text.isascii() else "".join(c if c.isascii() else escaped(c) for c in text)


def escaped(letter: str) -> str:
    """Spell a letter as JSON does in ASCII: in one or two numbers."""
    units = letter.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
