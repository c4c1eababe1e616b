"""Bundles: all rows of one table as both kinds of database keep them, and the checks of their seals."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from mousehole.core.words import Line, line
from mousehole.store.seals import read_log, read_table, sealed
from mousehole.store.types import Damaged, TableRow

Row: TypeAlias = tuple[Any, ...]


class Relation(Struct, frozen=True):
    """A relation of the database, and which of its columns names the table that a row belongs to."""

    name: str
    owner: str
    columns: str  # in the order in which rows are serialized
    kinds: str  # of the values: text, integers, floats, bytes, Bytes or nothing, flags
    keys: tuple[int, ...]  # places of the columns that no two rows share

    @property
    def listed(self) -> str:
        """Its columns, as statements name them."""
        return ", ".join(f'"{column}"' for column in self.columns.split())

    @property
    def width(self) -> int:
        """The number of its columns."""
        return len(self.columns.split())

    @property
    def select(self) -> str:
        """The query for the rows of one table, up to the placeholder."""
        return f'SELECT {self.listed} FROM {self.name} WHERE "{self.owner}" = '

    @property
    def insert(self) -> str:
        """The statement that inserts a row."""
        marks = ", ".join(f"${place}" for place in range(1, self.width + 1))
        return f"INSERT INTO {self.name} ({self.listed}) VALUES ({marks})"

    def read(self, row: Any) -> Row:
        """One row, with the same types of values from either database."""
        values = [_text(value) for value in row]
        for place, kind in enumerate(self.kinds):
            if kind == "x":
                values[place] = bool(values[place])
        return tuple(values)

    def accepts(self, table: str, rows: Sequence[Row]) -> bool:
        """Whether any database takes these as rows of a table."""
        owner = self.columns.split().index(self.owner)
        own = all(row[owner] == table and all(map(_is_kind, row, self.kinds)) for row in rows)
        return own and len({tuple(row[place] for place in self.keys) for row in rows}) == len(rows)


TABLES = Relation(
    "tables",
    "id",
    "id group game edition content setup seed options created touched over entries tip seal card",
    "tttitbBbffxibbb",
    (0,),
)
LOG = Relation("log", "table", "table entry line seal", "tibb", (1,))
RESULTS = Relation("results", "table", "table group game setup over clean title ended seal", "tttbbxtfb", (0,))
FORGOTTEN = Relation("forgotten", "table", "table since seal", "tfb", (0,))
GRANTS = Relation("grants", "table", "browser table role epoch since barred listed seal", "tttifxxb", (0, 2))
MEMORIES = Relation("memories", "table", "browser table game entries ended page seal", "tttifbb", (0,))
PUZZLES = Relation("puzzles", "browser", "browser value touched seal", "tbfb", (0,))  # of a browser, not a table
ALBUMS = Relation("albums", "browser", "browser opened seal", "tfb", (0,))  # of a browser, too
WORKSHOPS = Relation("workshops", "id", "id browser title revision value touched seal", "tttibfb", (0,))
RELATIONS = (
    TABLES,
    LOG,
    RESULTS,
    FORGOTTEN,
    GRANTS,
    MEMORIES,
    PUZZLES,
    ALBUMS,
    WORKSHOPS,
)  # in the order they refer to each other
YOUNGER = (MEMORIES, PUZZLES, ALBUMS, WORKSHOPS)  # than the first backups
OUTLIVING = (RESULTS.name, *(relation.name for relation in YOUNGER))  # what needs no row in `tables`


class Bundle(Struct, frozen=True):
    """All rows of one table, seals included. One without a row in `tables` outlived it, or is a browser's own."""

    table: str
    rows: dict[str, list[Row]]

    @property
    def digest(self) -> bytes:
        """Equal for equal rows, whichever database they come from."""
        return blake2b(msgspec.msgpack.encode(self), digest_size=16).digest()

    @property
    def entries(self) -> int:
        """The number of entries in the log."""
        return len(self.rows[LOG.name])


def bundled(table: str, found: Iterable[tuple[Relation, list[Row]]]) -> Bundle:
    """Bundle the rows of a table; empty relations that old backups do not know are left out."""
    return Bundle(table, {relation.name: rows for relation, rows in found if rows or relation not in YOUNGER})


_MOST = 1 << 62
_KINDS: dict[str, Any] = {"t": str, "i": int, "f": float, "b": bytes, "B": bytes | None, "x": bool}


def _is_kind(value: Any, kind: str) -> bool:
    if not isinstance(value, _KINDS[kind]):
        return False
    return "\0" not in value if kind == "t" else kind != "i" or 0 <= value < _MOST


def _text(value: Any) -> Any:
    """A value that can be serialized: damaged text becomes bytes."""
    if not isinstance(value, str):
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogateescape")
    return value


def row_in(bundle: Bundle) -> TableRow | None:
    """The row of the table, checked; None where only a result is left."""
    found = bundle.rows[TABLES.name]
    return read_table(bundle.table, found[0]) if found else None


def lines_in(bundle: Bundle) -> list[bytes]:
    """The lines of the log, checked: Damaged brings the sound ones."""
    values = bundle.rows[TABLES.name][0]
    return read_log(bundle.table, values, 0, (row[1:] for row in bundle.rows[LOG.name]))


def mended(bundle: Bundle) -> Bundle:
    """What any database takes of a damaged table: rows that match their seals, and the sound beginning of its log."""
    if all(relation.accepts(bundle.table, bundle.rows.get(relation.name, [])) for relation in RELATIONS):
        return bundle
    rows = {name: list(dict.fromkeys(row for row in found if _is_sound(row))) for name, found in bundle.rows.items()}
    rows[TABLES.name] = [_legible(row, bundle) for row in bundle.rows[TABLES.name][:1]]
    lines = bundle.rows[LOG.name][: _sound_entries(bundle)] if rows[TABLES.name] else []
    rows[LOG.name] = [(bundle.table, *values[1:]) for values in lines]
    mendable = {relation.name: rows.get(relation.name, []) for relation in RELATIONS}
    kept = {
        relation.name: mendable[relation.name] if relation.accepts(bundle.table, mendable[relation.name]) else []
        for relation in RELATIONS
    }
    return bundled(bundle.table, [(relation, kept[relation.name]) for relation in RELATIONS])


def _is_sound(row: Row) -> bool:
    return bool(row[-1] == sealed(*row[:-1]))


def _legible(values: Row, bundle: Bundle) -> Row:
    """The row of a table coerced to the types it should have; its seals stay broken."""
    row = read_table(bundle.table, values)
    if row.sound:
        return values
    ends = (value if isinstance(value, bytes) else b"" for value in values[12:])
    return (*astuple(row)[:12], *ends)


def _sound_entries(bundle: Bundle) -> int:
    try:
        return len(lines_in(bundle))
    except Damaged as damage:
        return len(damage.lines)


def continues(newer: Bundle, older: Bundle) -> bool:
    """Whether a bundle is a later state of another: its log begins with all of the older one's."""
    mine, theirs = row_in(newer), row_in(older)
    if mine is None and any(newer.rows.get(relation.name) for relation in YOUNGER):
        return True  # the table is gone, and albums tell of it; or somebody has solved or drawn more
    if mine is None or theirs is None:
        return False
    begins = newer.rows[LOG.name][: older.entries] == older.rows[LOG.name]
    return begins and mine.touched >= theirs.touched and mine.created == theirs.created


def faults(bundle: Bundle) -> list[Line]:
    """The faults of a bundle: rows that do not match their seals."""
    return [*_log_faults(bundle), *_other_faults(bundle)]


def _log_faults(bundle: Bundle) -> Iterator[Line]:
    if not bundle.rows[TABLES.name]:
        if bundle.rows[LOG.name]:
            yield line("only its log is left")
        return
    try:
        lines_in(bundle)
    except Damaged as damage:
        sound = len(damage.lines)
        yield line("damaged: {sound} of {n} entries are sound", sound=sound, n=bundle.entries)


def _other_faults(bundle: Bundle) -> Iterator[Line]:
    if _damaged(bundle, RESULTS):
        yield line("its result is damaged")
    if _damaged(bundle, FORGOTTEN):
        yield line("the note that it is forgotten is damaged")
    if n := _damaged(bundle, GRANTS):
        yield line("{n} grant is damaged", plural="{n} grants are damaged", n=n)
    if n := _damaged(bundle, MEMORIES):
        yield line("{n} page of an album is damaged", plural="{n} pages of albums are damaged", n=n)
    if _damaged(bundle, PUZZLES):
        yield line("the progress with puzzles is damaged")
    if _damaged(bundle, ALBUMS):
        yield line("the note when an album was opened is damaged")
    if _damaged(bundle, WORKSHOPS):
        yield line("the adventure is damaged")


def _damaged(bundle: Bundle, relation: Relation) -> int:
    """Count the rows of a relation that do not match the seal at their end."""
    return sum(not _is_sound(row) for row in bundle.rows.get(relation.name, []))
