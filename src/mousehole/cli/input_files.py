"""The files that commands read: records and boards."""

import sys
from pathlib import Path

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.core.record import MAX_BYTES, BadRecord, Record, load
from mousehole.core.words import UserError, line


def read_record(name: str) -> tuple[AnyGame, Record]:
    """Read a record from a file, or from standard input when its name is a dash."""
    return load(read_limited(name), shelf.find)


def read_text(path: Path) -> str:
    """Read a file that a person wrote, such as a board."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UserError(line("{file}: this is not text in UTF-8", file=str(path))) from None


def read_limited(name: str) -> bytes:
    """Read a file, but never more than a record may hold."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    path = Path(name)
    if not path.is_file():
        raise BadRecord(line("{file}: there is no such file", file=name))
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
