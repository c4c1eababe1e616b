"""What pages are told about an adventure: its files as tables, and what is wrong with them, each at its place."""

import tomllib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from mousehole.core.content import BadContent
from mousehole.core.game import AnyGame
from mousehole.core.memory_folder import MemoryFolder
from mousehole.core.toml_edits import Steps
from mousehole.core.words import UserError, Voice, languages
from mousehole.web.workshop.archive import title_of
from mousehole.web.workshop.draft import Files
from mousehole.web.workshop.words import translations


class Found(Struct, frozen=True):
    """Something to be said about a place of a file."""

    file: str
    path: Steps
    words: str


class ChapterEntry(Struct, frozen=True):
    """A chapter of the adventure, and whether it can be played now."""

    id: str
    name: str
    playable: bool


class Contents(Struct, frozen=True):
    """What is in an adventure, and what is wrong with it."""

    name: str
    files: dict[str, Any]
    drawings: tuple[str, ...]
    words: dict[str, dict[str, str]]
    mistakes: tuple[Found, ...]
    notes: tuple[Found, ...]
    chapters: tuple[ChapterEntry, ...]


def contents(game: AnyGame, files: Files, say: Voice) -> Contents:
    """Say what is in an adventure, and what is wrong with it."""
    data = {name.removesuffix(".toml"): read(text) for name, text in files.items() if name.endswith(".toml")}
    folder = MemoryFolder("adventure", files)
    adventure = game.parts.adventure
    assert adventure.faults and adventure.notes
    wrong = list(adventure.faults(folder)) if data else []
    noted = list(adventure.notes(folder)) if data and not wrong else []
    chapters = data.get("chapters", {})
    return Contents(
        name=title_of(files),
        files=data,
        drawings=tuple(name.removeprefix("art/") for name in sorted(files) if name.startswith("art/")),
        words={lang: texts(files[f"words/{lang}.po"]) for lang in languages()[1:] if f"words/{lang}.po" in files},
        mistakes=tuple(placed(one, data, say) for one in wrong),
        notes=tuple(placed(one, data, say) for one in noted),
        chapters=tuple(
            ChapterEntry(key, str(one.get("name", key)), not wrong)
            for key, one in chapters.items()
            if isinstance(one, dict)
        ),
    )


def read(text: bytes) -> Any:
    """The tables of a file."""
    return tomllib.loads(text.decode())


def texts(data: bytes) -> dict[str, str]:
    """The translations of a catalogue; of one that cannot be read the mistakes tell."""
    try:
        return translations(data.decode())
    except UserError:
        return {}


def placed(one: BadContent, data: Mapping[str, Any], say: Voice) -> Found:
    """Say what is wrong, and at which place, with items counted from 0."""
    file = one.file.removesuffix(".toml").removesuffix(".po")
    return Found(file, steps(data.get(file), one.key), say(one.reason))


def steps(here: Any, key: str) -> Steps:
    """The steps to a key as a checker spells it: names may have dots in them, and items count from 1."""
    found: list[str | int] = []
    rest = key.split(".") if key else []
    while rest:
        if isinstance(here, list) and rest[0].isdigit():
            number = int(rest.pop(0)) - 1
            found.append(number)
            here = here[number] if 0 <= number < len(here) else None
            continue
        known = here if isinstance(here, dict) else {}
        taken = next((n for n in range(len(rest), 0, -1) if ".".join(rest[:n]) in known), 1)
        name = ".".join(rest[:taken])
        found.append(name)
        here, rest = known.get(name), rest[taken:]
    return tuple(found)
