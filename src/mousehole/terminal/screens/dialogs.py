"""Dialogs over any screen: a page to read, a line to write, a yes or no."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from mousehole.core.words import Line, line
from mousehole.terminal.screens.base_screens import Speaking


class PageDialog(ModalScreen[None], Speaking):
    """A page of words to read."""

    BINDINGS = [Binding("escape,f1,enter,space", "dismiss(None)", show=False)]  # noqa: RUF012

    def __init__(self, title: Line, paragraphs: list[str]) -> None:
        super().__init__()
        self.heading = title
        self.paragraphs = paragraphs

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with Vertical(classes="sheet tall"):
            yield self.static(self.heading, classes="heading")
            with VerticalScroll():
                yield Static("\n".join(self.paragraphs), markup=False)
            yield self.static(line("Esc closes this page."), classes="faint")


class LineDialog(ModalScreen[str], Speaking):
    """One question, answered by a line; empty when it was withdrawn."""

    BINDINGS = [Binding("escape", "dismiss('')", show=False)]  # noqa: RUF012

    def __init__(self, question: Line, answer: str = "") -> None:
        super().__init__()
        self.question = question
        self.answer = answer

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(classes="sheet"):
            yield self.static(self.question, classes="heading")
            yield Input(self.answer, compact=True)
            yield self.static(line("Enter agrees, Esc goes back."), classes="faint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer."""
        self.dismiss(event.value.strip())


class SureDialog(ModalScreen[bool], Speaking):
    """One question, answered by yes or no."""

    BINDINGS = [Binding("escape", "dismiss(False)", show=False)]  # noqa: RUF012

    def __init__(self, question: Line) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """Lay out the question."""
        with Vertical(classes="sheet"):
            yield self.static(self.question, classes="heading")
            with Horizontal(classes="buttons"):
                yield Button(self.say(line("no")), id="no", compact=True)
                yield Button(self.say(line("yes")), id="yes", variant="error", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")
