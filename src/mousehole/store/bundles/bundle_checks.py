"""What the rows of a bundle say, and what is wrong with them."""

from collections.abc import Iterator

from mousehole.core.words import Line, line
from mousehole.store import grants
from mousehole.store.bundles.bundle import FORGOTTEN, GRANTS, LOG, MEMORIES, PUZZLES, RESULTS, TABLES, Bundle
from mousehole.store.sealed_rows import read_log, read_table
from mousehole.store.seals import result_row, result_seal, sealed
from mousehole.store.store import Damaged, StoreError, TableRow


class Unreadable(StoreError):
    """The rows of a table cannot be read at all."""

    def __init__(self, table: str) -> None:
        super().__init__(line("Table {table} cannot be read: the file is damaged there.", table=table))


def row_in(bundle: Bundle) -> TableRow | None:
    """The row of the table, checked; None where only a result is left."""
    found = bundle.rows[TABLES.name]
    return read_table(bundle.table, found[0]) if found else None


def lines_in(bundle: Bundle) -> list[bytes]:
    """The lines of the log, checked: Damaged brings the sound ones."""
    (values,) = bundle.rows[TABLES.name]
    return read_log(bundle.table, values, 0, (row[1:] for row in bundle.rows[LOG.name]))


def continues(newer: Bundle, older: Bundle) -> bool:
    """Whether one is the same table as another, later: its log begins with all of the older one's."""
    mine, theirs = row_in(newer), row_in(older)
    if mine is None and (newer.rows.get(MEMORIES.name) or newer.rows.get(PUZZLES.name)):
        return True  # the table is gone, and albums tell of it; or a browser has solved more puzzles
    if mine is None or theirs is None:
        return False
    begins = newer.rows[LOG.name][: older.entries] == older.rows[LOG.name]
    return begins and mine.touched >= theirs.touched and mine.created == theirs.created


def faults(bundle: Bundle) -> list[Line]:
    """What does not match its seal."""
    return [*_log_faults(bundle), *_other_faults(bundle)]


def _log_faults(bundle: Bundle) -> Iterator[Line]:
    if not bundle.rows[TABLES.name]:
        if bundle.rows[LOG.name]:
            yield line("only its log is left")
        return
    try:
        sound = len(lines_in(bundle))
    except Damaged as damage:
        sound = len(damage.lines)
        yield line("damaged: {sound} of {n} entries are sound", sound=sound, n=bundle.entries)


def _other_faults(bundle: Bundle) -> Iterator[Line]:
    for values in bundle.rows[RESULTS.name]:
        if values[8] != result_seal(result_row(values)):
            yield line("its result is damaged")
    for values in bundle.rows[FORGOTTEN.name]:
        if values[2] != sealed(*values[:2]):
            yield line("the note that it is forgotten is damaged")
    bad = [values for values in bundle.rows[GRANTS.name] if values[7] != grants.written(grants.grant_row(values))[7]]
    if bad:
        yield line("{n} grant is damaged", plural="{n} grants are damaged", n=len(bad))
    pages = bundle.rows.get(MEMORIES.name, [])
    if bad := [values for values in pages if values[6] != sealed(*values[:6])]:
        yield line("{n} page of an album is damaged", plural="{n} pages of albums are damaged", n=len(bad))
    if any(values[3] != sealed(*values[:3]) for values in bundle.rows.get(PUZZLES.name, [])):
        yield line("the progress with puzzles is damaged")
