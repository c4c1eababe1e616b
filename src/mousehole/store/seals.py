"""Seals: a short hash of all that is kept, so that damage shows when it is read.

A log is a chain: the seal of an entry covers the seal before it, and the first covers what never changes about its
table. The seal of a table covers the rest of its row: how long the log is, and the seal that ends it (the tip).
"""

import logging
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

from msgspec.structs import astuple

from mousehole.store.store import ResultRow, TableRow

log = logging.getLogger(__name__)
SIZE = 8  # bytes: enough against chance, which is all that is meant here


def sealed(*values: object) -> bytes:
    """Seal values of any kind."""
    return blake2b(ascii(values).encode(), digest_size=SIZE).digest()


def start(row: TableRow) -> bytes:
    """Make the seal that the log of a table starts from."""
    return sealed(row.id, row.group, row.game, row.edition, row.content, row.setup, row.seed, row.created)


def link(before: bytes, entry: int, text: bytes) -> bytes:
    """Make the seal of an entry that follows a seal."""
    return blake2b(before + entry.to_bytes(8, "big") + text, digest_size=SIZE).digest()


def chain(before: bytes, entry: int, lines: Iterable[bytes]) -> list[bytes]:
    """Make the seals of lines from an entry on, beginning with the seal that they follow."""
    seals = [before]
    for number, text in enumerate(lines, entry):
        seals.append(link(seals[-1], number, text))
    return seals


def result_seal(result: ResultRow) -> bytes:
    """Make the seal of a result."""
    return sealed(*astuple(result))


def result_row(values: Sequence[Any]) -> ResultRow:
    """Take a result as the database gave it."""
    table, group, game, setup, over, clean, title, ended = values[:8]
    return ResultRow(table, group, game, setup, over, bool(clean), title, ended)


def read_results(found: Iterable[Sequence[Any]]) -> list[ResultRow]:
    """Check results; one that is damaged is left out, for the others still count."""
    results = [(result_row(row), row[8]) for row in found]
    for result, seal in results:
        if seal != result_seal(result):
            log.warning("the result of table %a is damaged and left out", result.table)
    return [result for result, seal in results if seal == result_seal(result)]
