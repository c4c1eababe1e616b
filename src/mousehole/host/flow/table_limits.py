"""How long the log of a table may get, and how often it may be taken back."""

import math

from mousehole.bus import Bus
from mousehole.core.words import line
from mousehole.host.quota import LaggingBuckets, TooMuch
from mousehole.table import Move, Refused, Table, Undo

MINUTE = 60.0


class Full(Refused):
    """The log of a table is as long as it may get; its game goes on as a copy."""


class TableLimits:
    """Bounds what one table may take of a disk; without end until somebody sets an end."""

    def __init__(self, entries: float = math.inf, undos: float = math.inf, bus: Bus | None = None) -> None:
        self.entries = entries
        self._undos = LaggingBuckets(bus, "undos", undos / MINUTE, undos)

    def check(self, table: Table, move: Move) -> None:
        """Stop who takes back and plays again without end."""
        if isinstance(move, Undo) and not self._undos.take(table.id):
            raise TooMuch(line("so much was taken back here that the table needs a moment"))

    def check_room(self, entries: int) -> None:
        """Stop where no more entries fit."""
        if entries >= self.entries:
            words = "no more than {most} steps fit at one table: the replay lets you play on at a new one"
            raise Full(line(words, most=int(self.entries)))
