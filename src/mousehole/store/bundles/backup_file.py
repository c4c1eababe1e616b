"""One file with all that is kept: compressed, every part followed by a hash of everything before it."""

import gzip
import os
import zlib
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import IO, TypeAlias

import msgspec
from msgspec import Struct

from mousehole.core.words import Line, Trouble, line
from mousehole.store.bundles.bundle import Bundle, Row

FORM = 1
LENGTH, SEAL = 4, 16  # bytes
MOST = 1 << 30  # bytes of one part: more than any table has


class Heading(Struct, frozen=True, tag="heading"):
    """What a backup begins with."""

    made: float
    form: int = FORM
    secret: bytes = b""  # from which the tokens of links are made, where it is a file beside the tables


class Part(Struct, frozen=True, tag="table"):
    """The rows of one table."""

    table: str
    rows: dict[str, list[Row]]


class Ending(Struct, frozen=True, tag="ending"):
    """What a whole backup ends with."""

    tables: int


AnyPart: TypeAlias = Heading | Part | Ending


class BadBackup(Trouble):
    """A file is no backup, or not what was written."""


class BackupWriter:
    """Writes a backup beside its name, and gives it that name once it is whole and on the disk."""

    def __init__(self, path: Path, heading: Heading) -> None:
        self._path, self._draft = path, path.with_name(f"{path.name}.part")
        if path.exists():
            raise BadBackup(line("{file} is there already: choose another name", file=str(path)))
        self._file = os.fdopen(os.open(self._draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
        self._packed = gzip.GzipFile("", "wb", 6, self._file, mtime=0)
        self._seal = b""
        self.tables = 0
        self._write(heading)

    def add(self, bundle: Bundle) -> None:
        """Write one table."""
        self._write(Part(bundle.table, bundle.rows))
        self.tables += 1

    def finish(self) -> int:
        """Make it a backup; the number is its size in bytes."""
        self._write(Ending(self.tables))
        self._packed.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._draft.replace(self._path)
        return self._path.stat().st_size

    def give_up(self) -> None:
        """Leave nothing behind."""
        self._packed.close()
        self._file.close()
        self._draft.unlink(missing_ok=True)

    def _write(self, part: AnyPart) -> None:
        data = msgspec.msgpack.encode(part)
        self._seal = follow(self._seal, data)
        self._packed.write(len(data).to_bytes(LENGTH, "big") + data + self._seal)


def checked(path: Path) -> tuple[Heading, int]:
    """Read a backup to its end: what it begins with, and how many tables it has."""
    heading: Heading | None = None
    for part in parts(path):
        if isinstance(part, Heading):
            heading = part
        elif isinstance(part, Ending) and heading:
            return heading, part.tables
    raise BadBackup(line("{file} is cut short: a piece at its end is missing", file=str(path)))


def tables_in(path: Path) -> Iterator[Bundle]:
    """The tables of a backup, one by one."""
    return (Bundle(part.table, part.rows) for part in parts(path) if isinstance(part, Part))


def parts(path: Path) -> Iterator[AnyPart]:
    """Read a backup part by part, checking each."""
    seal, tables = b"", 0
    try:
        with gzip.open(path) as file:
            while (part_and_seal := _next(file, seal)) is not None:
                part, seal = part_and_seal
                _check(part, tables, path)
                tables += isinstance(part, Part)
                yield part
    except FileNotFoundError:
        raise BadBackup(line("{file}: there is no such file", file=str(path))) from None
    except (EOFError, gzip.BadGzipFile, ValueError, msgspec.DecodeError, OverflowError, zlib.error):
        raise BadBackup(_damaged(path)) from None


def follow(seal: bytes, data: bytes) -> bytes:
    """The hash of a part and of everything before it."""
    return blake2b(seal + data, digest_size=SEAL).digest()


def _next(file: IO[bytes] | gzip.GzipFile, seal: bytes) -> tuple[AnyPart, bytes] | None:
    size = file.read(LENGTH)
    if not size:
        return None
    length = int.from_bytes(size, "big")
    data = file.read(length) if length <= MOST else b""
    found = file.read(SEAL)
    if len(data) != length or found != follow(seal, data):
        raise ValueError("not what was written")
    return msgspec.msgpack.decode(data, type=Heading | Part | Ending), found


def _check(part: AnyPart, tables: int, path: Path) -> None:
    if isinstance(part, Heading) and part.form > FORM:
        raise BadBackup(line("{file} was made by a later version: please update the program", file=str(path)))
    if isinstance(part, Ending) and part.tables != tables:
        raise ValueError("not all tables")


def _damaged(path: Path) -> Line:
    return line("{file} is not a sound backup: it is not what was written. Nothing was changed.", file=str(path))
