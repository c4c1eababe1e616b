"""Texts of a pack: their catalogues in other languages, and mistakes in them."""

import json
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any

from msgspec import Struct

from mousehole.core.catalogue import read_catalogue
from mousehole.core.content import BadContent
from mousehole.core.words import catalogue as spoken
from mousehole.core.words import line
from mousehole.games.mystics.content.content_types import CampaignSheet, Chapter, MinionCard
from mousehole.games.mystics.content.pack import PACKAGE, SHEETS, TABLES, Pack, catalogues, decoded
from mousehole.games.mystics.packs.toml_rows import row, rows

PROSE = ("name", "words", "call", "intro", "victory", "defeat", "told")


def text_mistakes(pack: Pack) -> Iterator[BadContent]:
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
            elif holds_texts(value, name):
                yield from ((joined(step, moment), text) for moment, text in one.items())
            elif not isinstance(one, str):
                yield from texts(step, one)


def holds_texts(value: Struct, name: str) -> bool:
    """Whether a table holds texts by their names: the moments of a story, the tokens of a campaign."""
    return (name == "story" and isinstance(value, Chapter)) or (name == "tokens" and isinstance(value, CampaignSheet))


def joined(key: str, step: str) -> str:
    """Add a step."""
    return f"{key}.{step}" if key else step


ONE, MANY = "{n} text has no words yet: mousehole pack words", "{n} texts have no words yet: mousehole pack words"
MAX_NAMED = 5  # as many texts without words are named one by one
HEADER = 'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


def catalogue_mistakes(folder: Traversable) -> Iterator[BadContent]:
    """Find catalogues that cannot be read, and translations that cannot be said."""
    try:
        found = catalogues(folder)
    except BadContent as error:
        yield error
        return
    for language, words in found.items():
        for (_, text), forms in words.texts.items():
            if any("{" in form or "}" in form for form in forms):
                yield BadContent(f"words/{language}.po", line("a text cannot contain curly brackets"), shortened(text))


def missing(folder: Traversable) -> Iterator[BadContent]:
    """List the texts that a catalogue of the pack has no words for; many of them are only counted."""
    for language, words in catalogues(folder).items():
        house, file = known(language), f"words/{language}.po"
        bare = [one for one in said(folder) if ("", one[2]) not in words.texts and one[2] not in house]
        if len(bare) > MAX_NAMED:
            yield BadContent(file, line(ONE, plural=MANY, n=len(bare)))
        else:
            told = line("{file} has no words for it yet", file=file)
            yield from (BadContent(place, told, key) for place, key, _ in bare)


def said(folder: Traversable) -> list[tuple[str, str, str]]:
    """List every text of a pack that people read, once: file, key and text."""
    found: dict[str, tuple[str, str, str]] = {}
    for name in (*TABLES, *SHEETS):
        if name != "rules" and (part := decoded(folder, name)) is not None:
            for key, text in texts("", part):
                found.setdefault(text, (f"{name}.toml", key, text))
    return list(found.values())


def known(language: str) -> set[str]:
    """List the texts that the game says itself already."""
    words = spoken(PACKAGE, language)
    return {text for _, text in words.texts} if words else set()


def catalogue(folder: Traversable, language: str) -> tuple[str, int, int]:
    """Write a catalogue with all texts and the words known so far; count the texts, and those without words."""
    old = catalogues(folder).get(language) or read_catalogue("")
    wanted = [one for one in placed(folder) if one[1] not in known(language)]
    parts = [HEADER.format(language=language)]
    parts += [f"#: {place}\n{entry(text, old.texts.get(('', text), ('',))[0])}" for place, text in wanted]
    now = {text for _, text in wanted}
    inside = [(context, text, forms[0]) for (context, text), forms in old.texts.items() if context and text in now]
    parts += [f"msgctxt {quoted(context)}\n{entry(text, words)}" for context, text, words in inside]
    gone = [entry(text, forms[0]) for (_, text), forms in old.texts.items() if text not in now]
    parts += ["".join(f"#~ {part}\n" for part in one.splitlines()) for one in gone]  # words of old texts are kept
    return "\n".join(parts), len(wanted), sum(("", text) not in old.texts for text in now)


def placed(folder: Traversable) -> list[tuple[str, str]]:
    """List every text with its place, as a reader meets them."""
    pages = {name: rows((folder / name).read_text("utf-8")) for name in {file for file, _, _ in said(folder)}}
    found = [(file, row(pages[file], tuple(key.split("."))), key, text) for file, key, text in said(folder)]
    return [(f"{file}:{number} {key}", text) for file, number, key, text in sorted(found)]


def entry(text: str, words: str) -> str:
    """Write one entry of a catalogue."""
    return f"msgid {quoted(text)}\nmsgstr {quoted(words)}\n"


def quoted(text: str) -> str:
    """Quote a text as a catalogue does."""
    return json.dumps(text, ensure_ascii=False)


def shortened(text: str) -> str:
    """The beginning of a text."""
    return text if len(text) <= 30 else f"{text[:30]}…"
