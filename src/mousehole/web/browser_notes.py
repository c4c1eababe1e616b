"""What the store keeps for a browser beside its tables and its album, in one row; and small counts for everybody."""

from collections.abc import Callable
from typing import TypeVar

import msgspec

from mousehole.core.puzzles import Progress
from mousehole.store import Failing, Store
from mousehole.web.push.message import PushAddress

ATTEMPTS = 20  # to write while others write too
T = TypeVar("T")


class BrowserNotes(Progress, frozen=True, omit_defaults=True):
    """How somebody gets on with puzzles, and how they met the board of the week; where they get messages."""

    week: int = 0  # of the board that was played last, counted from 1970
    week_table: str = ""
    week_score: int | None = None  # None while it is being played, or where the game does not count
    push: PushAddress | None = None  # where it gets messages, if it wishes any


class WeekCounts(msgspec.Struct, frozen=True):
    """How often each result was reached on the board of a week."""

    scores: dict[int, int] = {}


def read(data: bytes, kind: type[T]) -> T:
    """Read what is kept; what this version cannot read begins anew."""
    try:
        return msgspec.json.decode(data, type=kind) if data else kind()
    except msgspec.MsgspecError:
        return kind()


async def notes_of(store: Store, browser: str) -> BrowserNotes:
    """What is kept for a browser."""
    return read(await store.puzzle_progress(browser) if browser else b"", BrowserNotes)


async def change(store: Store, name: str, kind: type[T], changed: Callable[[T], T]) -> tuple[T, T]:
    """Change what is kept under a name, whoever writes at the same time; what was there, and what is there now."""
    for _ in range(ATTEMPTS):
        known = await store.puzzle_progress(name)
        before = read(known, kind)
        after = changed(before)
        if after is before or await store.keep_puzzle_progress(name, known, msgspec.json.encode(after)):
            return before, after
    raise Failing
