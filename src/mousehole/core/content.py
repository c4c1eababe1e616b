"""Content is data: TOML decoded into checked types; a mistake names file, key and reason."""

import tomllib
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from mousehole.core.words import Line, Trouble, line, plain

T = TypeVar("T")


class BadContent(Trouble):
    """A content file can not be used; the message names file, key and reason."""

    def __init__(self, file: str, reason: Line):
        super().__init__(line("{file}: {reason}", file=file, reason=reason))
        self.file = file
        self.reason = reason


def load(package: str, name: str, kind: type[T]) -> T:
    """Read a content file of a game's package."""
    return parse((files(package) / "content" / name).read_text("utf-8"), kind, name)


def parse(text: str, kind: type[T], file: str) -> T:
    """Decode TOML text into a checked type."""
    checked: T = convert(_tables(text, file), kind, file)
    return checked


def convert(value: Any, kind: Any, file: str, key: str = "") -> Any:
    """Check a value read from a file; `key` is where it stands there."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BadContent(file, _reason(str(error), key)) from None


def raw(package: str, name: str) -> dict[str, Any]:
    """Read a content file as plain tables."""
    return tomllib.loads((files(package) / name).read_text("utf-8"))


def _tables(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadContent(
            file, line("not TOML: {reason}", reason=line("brackets within brackets without end"))
        ) from None
    except ValueError as error:
        raise BadContent(file, line("not TOML: {reason}", reason=str(error))) from None


def _reason(message: str, key: str) -> Line:
    reason, _, where = message.partition(" - at ")
    path = ".".join(filter(None, (key, where.strip("`$."))))
    return plain(f"{path}: {reason}" if path else reason)
