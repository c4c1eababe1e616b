"""How a table comes back from its log."""

from collections.abc import Generator, Sequence

import msgspec

from mousehole.core.record import Illegal, objection
from mousehole.core.words import line
from mousehole.table.log import Fell, Played, decode
from mousehole.table.table import Table


def restored(table: Table, lines: Sequence[bytes]) -> Table:
    """Fold a log back into a table at once."""
    for _ in restoring(table, lines):
        pass
    return table


def restoring(table: Table, lines: Sequence[bytes]) -> Generator[None, None, None]:
    """Fold a log back into a table; where an event is no longer legal it stops and says so, and loses nothing."""
    for text in lines:
        try:
            entry = decode(table.game, text)
            if isinstance(entry, Played | Fell) and (reason := objection(table.turn, entry.event)):
                raise Illegal(table.ply + 1, reason)
        except Illegal as stop:
            table.stopped = stop
            return
        except msgspec.DecodeError as error:
            table.stopped = Illegal(table.ply + 1, line("{what}: {reason}", what="event", reason=str(error)))
            return
        table.add(table.step(entry))
        yield
