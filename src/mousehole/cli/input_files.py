"""Reads the files that commands are given: records and boards."""

import sys
from pathlib import Path

from mousehole import shelf
from mousehole.core.record import MAX_BYTES, BadRecord, Record, load
from mousehole.core.words import line


def read_record(name: str) -> tuple[shelf.AnyGame, Record]:
    """Read a record from a file, or from standard input when its name is a dash."""
    return load(limited(name), shelf.find)


def limited(name: str) -> bytes:
    """Read a file, but never more than a record may hold."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    path = Path(name)
    if not path.is_file():
        raise BadRecord(line("{file}: there is no such file", file=name))
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
