"""A game being played."""

from mousehole.table.log import Chair, Entry, Fell, Options, Played, Sat, Undone, decode, encode
from mousehole.table.refusals import NoHints, NoSuchAction, NotYourTurn, NoUndo, Refused, Stale, Stopped
from mousehole.table.table import Table, restored

__all__ = [
    "Chair",
    "Entry",
    "Fell",
    "NoHints",
    "NoSuchAction",
    "NoUndo",
    "NotYourTurn",
    "Options",
    "Played",
    "Refused",
    "Sat",
    "Stale",
    "Stopped",
    "Table",
    "Undone",
    "decode",
    "encode",
    "restored",
]
