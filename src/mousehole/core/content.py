"""Content is data: TOML decoded into checked types; a mistake names file, key and reason."""

import tomllib
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from mousehole.core.words import Line, UserError, line

T = TypeVar("T")
MAX_ROW = 60  # signs of a row that are shown


class BadContent(UserError):
    """A content file cannot be used; the message names file (and line, where it is known), key and reason."""

    def __init__(self, file: str, reason: Line, key: str = "", row: int = 0):
        told = line("{key}: {reason}", key=key, reason=reason) if key else reason
        super().__init__(line("{file}: {reason}", file=f"{file}:{row}" if row else file, reason=told))
        self.file = file
        self.reason = reason
        self.key = key
        self.row = row


def load(package: str, name: str, kind: type[T]) -> T:
    """Read a content file of a game's package."""
    return parse((files(package) / "content" / name).read_text("utf-8"), kind, name)


def parse(text: str, kind: type[T], file: str) -> T:
    """Decode TOML text into a checked type."""
    checked: T = convert(tables(text, file), kind, file)
    return checked


def convert(value: Any, kind: Any, file: str, key: str = "") -> Any:
    """Check a value read from a file; `key` is where it stands there."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        from mousehole.core.type_errors import line_with_place, misfits  # only mistakes need it

        raise BadContent(file, line_with_place(next(misfits((key,) if key else (), value, kind)))) from None


def raw(package: str, name: str) -> dict[str, Any]:
    """Read a content file as plain tables."""
    return tomllib.loads((files(package) / name).read_text("utf-8"))


def tables(text: str, file: str) -> dict[str, Any]:
    """Read TOML text; a mistake names its line and shows it."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadContent(file, line("not TOML: {reason}", reason=line("brackets nested too deeply"))) from None
    except ValueError as error:
        raise BadContent(file, *_untoml(str(error), text)) from None


def _untoml(told: str, text: str) -> tuple[Line, str, int]:
    """What the TOML reader stumbled over: its reason, no key, and the line."""
    reason, _, place = told.partition(" (at line ")
    rows, number = text.splitlines(), place.partition(",")[0]
    if not number.isdigit() or not 0 < int(number) <= len(rows):
        return line("not TOML: {reason}", reason=told), "", 0
    row = "".join(sign if sign.isprintable() else "�" for sign in rows[int(number) - 1].strip()[:MAX_ROW])
    said = line("not TOML: {reason}: {row}", reason=reason, row=row)
    return said, "", int(number)
