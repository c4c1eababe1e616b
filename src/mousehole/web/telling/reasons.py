"""Why something was refused, as one word for scripts."""

from mousehole.core.words import Trouble
from mousehole.host.flow.load_gate import Busy
from mousehole.host.quota import TooMuch
from mousehole.shelf import BrokenGame
from mousehole.store import Closed, Failing
from mousehole.table import NoHints, NoSuchAction, NotYourTurn, NoUndo, Stale, Stopped
from mousehole.web.wire import Reason

REASONS: dict[type[Trouble], Reason] = {
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


def reason_of(trouble: Trouble, otherwise: Reason) -> Reason:
    """The word for a refusal."""
    return next((REASONS[kind] for kind in REASONS if isinstance(trouble, kind)), otherwise)
