"""What a table does not take, each with the words for it."""

from mousehole.core.words import Line, Trouble, line

WENT_ON = line("the game went on in the meantime; look again")


class Refused(Trouble):
    """A move that the table does not take; nothing has changed."""


class Stale(Refused):
    """The mover did not know the newest entry."""

    def __init__(self, words: Line = WENT_ON) -> None:
        super().__init__(words)


class NotYourTurn(Refused):
    """Another seat is to move, or none."""


class NoSuchAction(Refused):
    """The action does not exist in this position."""


class NoUndo(Refused):
    """These events cannot be taken back."""


class Stopped(Refused):
    """The record is legal only up to a ply: it was played by other rules."""


class NoHints(Refused):
    """Hints are off here, or there is nothing to hint at."""
