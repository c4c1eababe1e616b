"""What a refusal is for browsers: its status over HTTP, and one word for scripts on the live channel."""

from collections.abc import Mapping
from typing import TypeVar

from mousehole.core.words import Line, UserError
from mousehole.host.limits import Busy, Full, TooMuch
from mousehole.host.open_tables import Crowded
from mousehole.shelf import BrokenGame, NoSuchGame
from mousehole.store import Closed, Failing, Missing, ReadOnly
from mousehole.table import NoHints, NoSuchAction, NotYourTurn, NoUndo, Refused, Stale, Stopped
from mousehole.web.live.wire import Reason

Answer = TypeVar("Answer")


class NotAllowed(UserError):
    """This browser may not do that."""


class NotFound(UserError):
    """There is no such page."""


class WorkshopFull(UserError):
    """No more fits into a workshop, or into all of them."""


class NoGame(UserError):
    """A file that is no saved game: said in plain words, with the reason for programs."""

    def __init__(self, words: Line, why: Line) -> None:
        super().__init__(words)
        self.why = why


STATUS: dict[type[UserError], int] = {
    TooMuch: 429,
    Full: 413,
    WorkshopFull: 413,
    Crowded: 503,
    NotAllowed: 403,
    NotFound: 404,
    NoSuchGame: 404,
    Missing: 404,
    Refused: 404,
    Failing: 503,
    Closed: 503,
    ReadOnly: 503,
}
REASONS: dict[type[UserError], Reason] = {
    Stale: "stale",
    NotYourTurn: "not_your_turn",
    NoSuchAction: "no_such_action",
    NoUndo: "no_undo",
    Stopped: "stopped",
    NoHints: "no_hints",
    TooMuch: "too_much",
    Busy: "busy",
    Failing: "busy",
    BrokenGame: "broken",
    Closed: "busy",  # this server ends: the next one is there in a moment
}


def status_of(error: UserError) -> int:
    """The status of an answer that refuses a request."""
    return nearest(STATUS, error, 422)


def reason_of(error: UserError, otherwise: Reason) -> Reason:
    """The word for a refusal on the live channel."""
    return nearest(REASONS, error, otherwise)


def nearest(answers: Mapping[type[UserError], Answer], error: UserError, otherwise: Answer) -> Answer:
    """The answer for the nearest class of an error, in whatever order the classes are listed."""
    return next((answers[kind] for kind in type(error).__mro__ if kind in answers), otherwise)
