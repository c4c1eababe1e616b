"""Checks one saved table: its seals, every entry by the rules, all luck by the seed, its ending and its result."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.record import contradiction, read_setup
from mousehole.core.words import Line, UserError, line
from mousehole.host.stored_table import read_settings
from mousehole.store import TableRow
from mousehole.store.bundle import RESULTS, Bundle, faults, lines_in, row_in
from mousehole.table import Table, restore


class Audit(Struct, frozen=True):
    """The findings at a table: faults, and mere remarks."""

    faults: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()


def audit_table(bundle: Bundle) -> Audit:
    """Audit one table."""
    if broken := faults(bundle):
        return Audit(tuple(broken))
    row = row_in(bundle)
    if row is None:
        return Audit()
    try:
        table = restore(_table(row), lines_in(bundle))
    except shelf.NoSuchGame as unknown:
        return Audit(notes=(unknown.line,))
    except UserError as error:
        return Audit((error.line,))
    return _audited(table, row, bundle)


def _audited(table: Table, row: TableRow, bundle: Bundle) -> Audit:
    if table.stopped and row.edition != table.game.edition:
        played = "played with edition {old}; this is edition {new}"
        return Audit(notes=(line(played, old=row.edition, new=table.game.edition),))
    if table.stopped:
        return Audit((table.stopped.line,))
    return Audit((*_luck_faults(table), *_ending_faults(table, row, bundle)))


def _table(row: TableRow) -> Table:
    game, options = shelf.find(row.game), read_settings(row.id, row.options).options
    return Table(row.id, game, read_setup(game, row.setup), row.seed, options, row.group)


def _luck_faults(table: Table) -> Iterator[Line]:
    """The first luck since the seed was taken that is not what the seed draws."""
    drawn_from = table.options.drawn_from
    for before, ply in zip(table.plies[drawn_from:], table.plies[drawn_from + 1 :], strict=False):
        if reason := contradiction(before.turn, ply.event, table.seed, before.number):
            yield line("move {ply}: {reason}", ply=ply.number, reason=reason)
            return


def _ending_faults(table: Table, row: TableRow, bundle: Bundle) -> Iterator[Line]:
    over = isinstance(table.turn, Over)
    if over != row.over:
        yield line("the game is over, but not kept as such") if over else line("the game goes on, but is kept as over")
    for values in bundle.rows[RESULTS.name]:
        ending: Any = msgspec.json.decode(values[4], type=Over)
        if over and ending != table.turn:
            yield line("its result is not the one of the game")
