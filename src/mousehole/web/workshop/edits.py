"""Edits as pages send them: a value at a path of a file, checked before the file is touched."""

import re
import tomllib
from base64 import b64decode
from binascii import Error
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from mousehole.core.game import Workshop
from mousehole.core.toml_edits import GONE, Step, edited
from mousehole.core.words import UserError, languages, line
from mousehole.web.workshop.draft import Files
from mousehole.web.workshop.drawings import DRAWINGS, cleaned
from mousehole.web.workshop.words import translated

MOST_EDITS = 300  # of one change
DEEPEST = 12  # steps of a path, and of tables in each other
LONGEST_NAME, LONGEST_TEXT = 40, 4_000  # signs
MOST_VALUES = 4_000  # in one edit
LARGEST = 10**9  # number
NAME = re.compile(rf"[\w-]{{1,{LONGEST_NAME}}}")


class Edit(Struct, frozen=True):
    """A value at a path of a file; None takes away what is there."""

    file: str
    path: tuple[Step, ...]
    value: Any = None


def with_edits(files: Files, edits: Sequence[Edit], offered: Workshop) -> dict[str, bytes]:
    """Do some edits, all or none."""
    if len(edits) > MOST_EDITS:
        raise UserError(line("that is too much at once"))
    found = dict(files)
    for one in edits:
        name, data = edited_file(found, one, offered)
        if data is None:
            found.pop(name, None)
        else:
            found[name] = data
    return found


def edited_file(files: Files, edit: Edit, offered: Workshop) -> tuple[str, bytes | None]:
    """The file that an edit is about, and what it holds then."""
    home, _, language = edit.file.partition("/")
    if home == "words" and language in languages()[1:]:
        return f"{edit.file}.po", worded(files.get(f"{edit.file}.po", b""), language, edit)
    if home == "drawings":
        return drawn(edit)
    if edit.file not in offered.kinds:
        raise UserError(line("there is no file {name}", name=edit.file[:LONGEST_NAME]))
    name = f"{edit.file}.toml"
    text = files.get(name, b"").decode()
    check(edit, tomllib.loads(text), edit.file in offered.sheets)
    try:
        new = edited(text, edit.path, GONE if edit.value is None else edit.value)
    except IndexError:
        raise UserError(line("there is nothing at this place any more")) from None
    return name, new.encode() if new.strip() else None


def worded(data: bytes, language: str, edit: Edit) -> bytes:
    """A catalogue with another translation."""
    english, words = edit.path[0] if len(edit.path) == 1 else "", edit.value or ""
    if not isinstance(english, str) or not isinstance(words, str):
        raise UserError(line("there is no text to translate"))
    check_text(english)
    check_text(words)
    return translated(data.decode(), language, english, words).encode()


def drawn(edit: Edit) -> tuple[str, bytes | None]:
    """A drawing that is brought, or taken away."""
    name = edit.path[0] if len(edit.path) == 1 else ""
    if not isinstance(name, str) or "/" in name or not name.endswith(tuple(DRAWINGS)):
        raise UserError(line("a drawing is an .svg or a .png file"))
    if edit.value is None:
        return f"art/{name}", None
    try:
        data = b64decode(edit.value, validate=True)
    except (Error, TypeError, ValueError):
        raise UserError(line("a drawing is an .svg or a .png file")) from None
    return f"art/{name}", cleaned(name, data)


def check(edit: Edit, data: Any, sheet: bool) -> None:
    """Refuse what no file should hold: names and texts without end, numbers without sense."""
    if not 0 < len(edit.path) <= DEEPEST:
        raise UserError(line("there is nothing at this place any more"))
    here = data
    for depth, step in enumerate(edit.path):
        known = isinstance(step, str) and isinstance(here, dict) and step in here
        if isinstance(step, str) and not known and edit.value is not None:
            check_name(step, depth == 0 and not sheet)
        here = here[step] if known or (isinstance(step, int) and isinstance(here, list) and step < len(here)) else None
    if edit.value is not None:
        check_value(edit.value, 0)


def check_name(name: str, plain: bool) -> None:
    """Refuse a name that is too long, or that others could not refer to."""
    if len(name) > LONGEST_NAME:
        said = line("a short name has at most {n} signs: {name}…", n=LONGEST_NAME, name=name[:LONGEST_NAME])
        raise UserError(said)
    if plain and not NAME.fullmatch(name):
        raise UserError(line("a short name has letters, digits, - and _ alone: {name}", name=name))


def check_value(value: Any, depth: int) -> int:
    """Refuse a value that no form sends; count what is in it."""
    count = 1
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, (int, float)):
        if not abs(value) <= LARGEST:
            raise UserError(line("a number is at most {n}", n=LARGEST))
    elif isinstance(value, (list, dict)) and depth < DEEPEST:
        for name in value if isinstance(value, dict) else ():
            check_name(name, False)
        inner = value.values() if isinstance(value, dict) else value
        count += sum(check_value(one, depth + 1) for one in inner)
    else:
        raise UserError(line("there is nothing at this place any more"))
    if count > MOST_VALUES:
        raise UserError(line("that is too much at once"))
    return count


def check_text(text: str) -> None:
    """Refuse a text that nobody writes."""
    if len(text) > LONGEST_TEXT:
        raise UserError(line("a text has at most {n} signs", n=LONGEST_TEXT))
    if any((sign < " " and sign != "\n") or "\ud800" <= sign <= "\udfff" for sign in text):
        raise UserError(line("a text cannot contain control characters"))
