"""What must hold for the texts of a pack: they are there, and can be said as they stand."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from mousehole.core.content import BadContent
from mousehole.core.words import line
from mousehole.games.mystics.content.content_types import Campaign, Chapter, MinionCard
from mousehole.games.mystics.content.pack import TABLES, Pack

PROSE = ("name", "words", "call", "intro", "victory", "defeat")


def mistakes(pack: Pack) -> Iterator[BadContent]:
    """Find texts that are empty, or that look like blanks to be filled in."""
    for kind in (*TABLES, "campaign"):
        part = getattr(pack, kind)
        for key, text in texts("", part):
            if not text.strip():
                yield BadContent(f"{kind}.toml", line("a text has to stand here"), key)
            elif "{" in text or "}" in text:
                yield BadContent(f"{kind}.toml", line("a text cannot contain curly brackets"), key)


def texts(key: str, value: Any) -> Iterator[tuple[str, str]]:
    """List the texts that people read, each with the steps to it."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from texts(joined(key, name), one)
    elif isinstance(value, tuple):
        for number, one in enumerate(value, 1):
            yield from texts(joined(key, str(number)), one)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            one, step = getattr(value, name), joined(key, name)
            if name in PROSE:
                yield from (
                    [(step, one)] if one or not isinstance(value, MinionCard) else []
                )  # a single card needs no name
            elif told(value, name):
                yield from ((joined(step, moment), text) for moment, text in one.items())
            elif not isinstance(one, str):
                yield from texts(step, one)


def told(value: Struct, name: str) -> bool:
    """Whether a table holds texts by their names: the moments of a story, the tokens of a campaign."""
    return (name == "story" and isinstance(value, Chapter)) or (name == "tokens" and isinstance(value, Campaign))


def joined(key: str, step: str) -> str:
    """Add a step."""
    return f"{key}.{step}" if key else step
