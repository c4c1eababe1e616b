"""How browsers meet the board of the week: one table each, whose result is counted once."""

import time

from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.words import UserError
from mousehole.host import Host
from mousehole.host.stored_table import Begun
from mousehole.library.weekly import GAME, board_of_week, week_of
from mousehole.store import DAY
from mousehole.table import Chair, Options, Sat, Table
from mousehole.web.browser_notes import BrowserNotes, WeekCounts, change, notes_of, read

PLAIN = Options(shared=True, hints=False)  # shared: what luck has done is never taken back


def this_week() -> int:
    """The present week, the same all over the world."""
    return week_of(int(time.time() // DAY))


class Weeks:
    """The board of the week for everybody on a store."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def counts(self, week: int) -> dict[int, int]:
        """How often each result was reached."""
        return read(await self._host.store.puzzle_progress(_counts_name(week)), WeekCounts).scores

    async def notes(self, browser: str) -> BrowserNotes:
        """How a browser meets the present board, with its table counted once that is over; empty before it has one."""
        notes = await notes_of(self._host.store, browser)
        if notes.week != this_week():
            return BrowserNotes()
        return await self._counted(browser, notes) if notes.week_score is None else notes

    async def table(self, notes: BrowserNotes) -> Table | None:
        """The table where a browser plays the board, unless there is none, or not any more."""
        try:
            return await self._host.table(notes.week_table) if notes.week_table else None
        except UserError:
            return None

    async def open(self) -> Table:
        """Open a table with the board and the luck of the week."""
        week = this_week()
        board = board_of_week(week)
        return await self._host.open(
            shelf.find(GAME), board.setup, (Chair("person"),), PLAIN, begun=Begun(luck=board.seed)
        )

    async def note(self, browser: str, table: str, gone: str = "") -> BrowserNotes:
        """Note the table of a browser, unless it has another for this week that is not gone; a result stays."""
        week = this_week()

        def noted(before: BrowserNotes) -> BrowserNotes:
            if before.week != week:
                return replace(before, week=week, week_table=table, week_score=None)
            return replace(before, week_table=table) if before.week_table == gone else before

        return (await change(self._host.store, browser, BrowserNotes, noted))[1]

    async def _counted(self, browser: str, notes: BrowserNotes) -> BrowserNotes:
        table = await self.table(notes)
        if table is None or not isinstance(over := table.turn, Over) or not counts(table):
            return notes

        def scored(before: BrowserNotes) -> BrowserNotes:
            if before.week_table != table.id or before.week_score is not None:
                return before
            return replace(before, week_score=over.score)

        before, after = await change(self._host.store, browser, BrowserNotes, scored)
        if after is not before:
            await change(
                self._host.store, _counts_name(notes.week), WeekCounts, lambda all_: _one_more(all_, over.score)
            )
        return after


def counts(table: Table) -> bool:
    """Whether a result counts: a person has made every choice, without hints and without taking luck back."""
    people = all(entry.chair.kind == "person" for entry in table.log if isinstance(entry, Sat))
    return people and table.clean and not table.hints_on


def _one_more(before: WeekCounts, score: int) -> WeekCounts:
    return WeekCounts({**before.scores, score: before.scores.get(score, 0) + 1})


def _counts_name(week: int) -> str:
    return f"week{week}"
