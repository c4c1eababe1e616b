"""The end of a game: how it went, what was earned, what comes next."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from mousehole.core.words import Line, Voice, line
from mousehole.terminal.screens.base_screens import Speaking
from mousehole.terminal.sitting import Sitting


class EndDialog(ModalScreen[str], Speaking):
    """Answers with what comes next: again, undo, lobby, or nothing to look at the board."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape", "dismiss('')", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, sitting: Sitting, title: Line | None) -> None:
        super().__init__()
        self.sitting = sitting
        self.title_line = title

    @property
    def say(self) -> Voice:
        """The voice of the table."""
        return self.sitting.say

    def compose(self) -> ComposeResult:
        """Lay out the end."""
        over = self.sitting.over
        with Vertical(classes="sheet"):
            yield self.static(line("The game is over"), classes="heading")
            yield Static(self.say(self.sitting.table.game.ending(over)) if over else "", markup=False)
            for words in self.tale():
                yield Static(self.say(words), markup=False, classes="tale")
            if self.title_line:
                yield self.static(self.title_line, classes="award")
            with Horizontal(classes="buttons"):
                yield Button(self.say(self.next_words()), id="again", variant="primary", compact=True)
                yield Button(self.say(line("Review")), id="review", compact=True)
                yield Button(self.say(line("Take back")), id="undo", compact=True)
                yield Button(self.say(line("Look at the board")), id="look", compact=True)
                yield Button(self.say(line("Lobby")), id="lobby", compact=True)

    def tale(self) -> tuple[Line, ...]:
        """Tell how the story ends, in games that tell one."""
        closing = self.sitting.table.game.parts.closing
        return tuple(closing(self.sitting.table.state)) if closing else ()

    def next_words(self) -> Line:
        """Say what comes next: the next chapter, or the same again."""
        table = self.sitting.table
        following = table.game.sequel(table.setup, table.state, ())
        return line("Play again") if following in (None, table.setup) else line("Go on")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(str(event.button.id) if event.button.id != "look" else "")
