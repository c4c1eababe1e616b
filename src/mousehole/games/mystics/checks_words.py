"""What must hold for the texts of a pack: they are there, and can be said as they stand."""

from collections.abc import Iterator
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from mousehole.core.content import BadContent
from mousehole.core.words import line
from mousehole.games.mystics.kinds import Campaign, Chapter
from mousehole.games.mystics.pack import TABLES, Pack

PROSE = ("name", "words", "call", "intro", "victory", "defeat")


def mistakes(pack: Pack) -> Iterator[BadContent]:
    """Find texts that are empty, or that look like blanks to be filled in."""
    for kind in (*TABLES, "campaign"):
        part = getattr(pack, kind)
        for key, text in texts("", part):
            if not text.strip():
                yield BadContent(f"{kind}.toml", line("a text has to stand here"), key)
            elif "{" in text or "}" in text:
                yield BadContent(f"{kind}.toml", line("a text can not contain curly brackets"), key)


def texts(key: str, value: Any) -> Iterator[tuple[str, str]]:
    """List the texts that people read, each with the steps to it."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from texts(joined(key, name), one)
    elif isinstance(value, tuple):
        for number, one in enumerate(value, 1):
            yield from texts(joined(key, str(number)), one)
    elif isinstance(value, Struct):
        for field in fields(value):
            one, step = getattr(value, field.name), joined(key, field.name)
            if field.name in PROSE and (one or field.default is NODEFAULT):
                yield step, one
            elif told(value, field.name):
                yield from ((joined(step, name), text) for name, text in one.items())
            elif not isinstance(one, str):
                yield from texts(step, one)


def told(value: Struct, name: str) -> bool:
    """Tell whether a table holds texts by their names: the moments of a story, the tokens of a campaign."""
    return (name == "story" and isinstance(value, Chapter)) or (name == "tokens" and isinstance(value, Campaign))


def joined(key: str, step: str) -> str:
    """Add a step."""
    return f"{key}.{step}" if key else step
