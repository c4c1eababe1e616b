"""A game being played."""

from mousehole.table.log import Chair, Entry, Fell, Options, Played, Sat, Undone, decode, encode
from mousehole.table.moves import Fall, Move, Play, Sit, Throw, Undo
from mousehole.table.real_dice import told_by_anybody
from mousehole.table.refusals import NoHints, NoSuchAction, NotYourTurn, NoUndo, Refused, Stale, Stopped
from mousehole.table.restoring import restored, restoring
from mousehole.table.table import Step, Table

__all__ = [
    "Chair",
    "Entry",
    "Fall",
    "Fell",
    "Move",
    "NoHints",
    "NoSuchAction",
    "NoUndo",
    "NotYourTurn",
    "Options",
    "Play",
    "Played",
    "Refused",
    "Sat",
    "Sit",
    "Stale",
    "Step",
    "Stopped",
    "Table",
    "Throw",
    "Undo",
    "Undone",
    "decode",
    "encode",
    "restored",
    "restoring",
    "told_by_anybody",
]
