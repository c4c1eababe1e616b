"""The story of a table for newcomers: every ply is said once for all who hear the same, and only the newest ones."""

from collections.abc import Callable
from typing import TypeAlias

from mousehole.core.game import Seat
from mousehole.core.knowledge import told_to
from mousehole.core.record import Ply
from mousehole.core.words import Voice
from mousehole.host import voice_at
from mousehole.table import Chair, Table
from mousehole.web.wire import Told

NEWEST = 200  # plies that a newcomer hears of; the replay has them all
KEPT = 12  # voices in which a story is kept
Said: TypeAlias = tuple[Ply, Told]


class StoryViews:
    """Says the newest plies of a table, each once for a language."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._said: dict[tuple[tuple[Chair, ...], str, Seat | None], dict[int, Said]] = {}

    def newest(self, language: str, seat: Seat | None) -> tuple[Told, ...]:
        """Tell the newest plies in force; what was said of them before is not said again."""
        table = self._table()
        seat = seat if table.game.hidden else None
        say, key = voice_at(table, language), (tuple(table.chairs), language, seat)
        if len(self._said) > KEPT:
            self._said.clear()
        before, now = self._said.get(key, {}), dict[int, Said]()
        for ply in table.plies[max(1, table.ply - NEWEST + 1) :]:
            known = before.get(ply.number)
            same = known is not None and known[0] is ply  # otherwise it was taken back since, and played otherwise
            now[ply.number] = known if known and same else (ply, told(table, ply, say, seat))
        self._said[key] = now
        return tuple(words for _, words in now.values())


def told(table: Table, ply: Ply, say: Voice, seat: Seat | None) -> Told:
    """Tell a ply to somebody."""
    lines = told_to(table.game, seat, table.plies[ply.number - 1].state, ply.event, ply.state)
    return Told(ply.number, tuple(map(say, lines)), table.movers[ply.number - 1])
