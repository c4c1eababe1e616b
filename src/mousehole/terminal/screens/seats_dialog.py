"""Who sits where: rows of a form, and a page to let bots take over or give back while a game runs."""

from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Select, Static

from mousehole.core.game import AnyGame
from mousehole.core.words import Voice, line
from mousehole.host.level_words import levels
from mousehole.table import Chair, Sit
from mousehole.terminal.screens.base_screens import Speaking
from mousehole.terminal.sitting import Sitting


def chair_row(game: AnyGame, seat: int, kind: str, chair: Chair, say: Voice, state: Any = None) -> Widget:
    """Lay out one seat: what it is called, who plays it, and their name."""
    bots = levels(game, say, state).items()
    who = [(say(line("person")), ""), *((say(line("bot: {level}", level=words)), name) for name, words in bots)]
    known = chair.level if chair.level in dict(bots) else ""
    played = Select(who, value=known, allow_blank=False, id=f"who-{seat}", compact=True)
    name = Input(chair.name, placeholder=kind, id=f"name-{seat}", compact=True)
    return Horizontal(Static(kind, markup=False, classes="label"), played, name, classes="field")


class SeatsDialog(ModalScreen[None], Speaking):
    """Every seat of a table; what is changed takes effect when the page closes."""

    BINDINGS = [Binding("escape,f4", "leave", show=False)]  # noqa: RUF012

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting

    @property
    def say(self) -> Voice:
        """The voice of the table."""
        return self.sitting.say

    def compose(self) -> ComposeResult:
        """Lay out the seats."""
        table = self.sitting.table
        kinds = [self.say(kind.name) for kind in table.game.seats(table.setup)]
        with Vertical(classes="sheet"):
            yield self.static(line("Who plays?"), classes="heading")
            with Vertical(id="seats"):
                for seat, (kind, chair) in enumerate(zip(kinds, table.chairs, strict=True)):
                    yield chair_row(table.game, seat, kind, chair, self.say, table.state)
            yield self.static(line("Esc closes this page."), classes="faint")

    async def action_leave(self) -> None:
        """Let everybody sit where they now belong."""
        table = self.sitting.table
        for seat, before in enumerate(list(table.chairs)):
            level = str(self.query_one(f"#who-{seat}", Select).value)
            name = self.query_one(f"#name-{seat}", Input).value.strip()
            after = Chair("bot" if level else "person", name, level)
            if after != before:
                with self.house.troubles():
                    await self.sitting.host.move(table.id, Sit(seat, after))
        self.dismiss(None)
