"""Screens that speak: every word through a voice, said anew when the language changes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from mousehole.core.words import Line, Voice, line, voice

if TYPE_CHECKING:
    from mousehole.terminal.app import Mousehole

Key: TypeAlias = tuple[str, Line, str]  # what is printed on the key, what it does, the action behind it


class Speaking(Widget):
    """Something in the language of the app."""

    @property
    def house(self) -> "Mousehole":
        """The app, by its own type."""
        return cast("Mousehole", self.app)

    @property
    def say(self) -> Voice:
        """The voice of the house."""
        return voice(self.house.language)

    def static(self, said: Line, **look: Any) -> Static:
        """Make a text; brackets in it are brackets."""
        return Static(self.say(said), markup=False, **look)


class Spoken(Screen[None], Speaking):
    """A whole screen, with a bar that names its keys."""

    def keys(self) -> Iterator[Key]:
        """List the keys for the bar."""
        return iter(())

    def retell(self) -> None:
        """Say everything anew."""
        self.refresh(recompose=True)


class KeyBar(Static):
    """One row at the bottom: keys and what they do; they can be clicked, too."""

    def __init__(self) -> None:
        super().__init__(id="keys")

    def on_mount(self) -> None:
        """Write the keys of the screen."""
        screen = cast("Spoken", self.screen)
        keys = list(screen.keys())
        parts = [f"[@click={action}][b $accent]{key}[/] $words_{n}[/]" for n, (key, _, action) in enumerate(keys)]
        words = {f"words_{n}": screen.say(said) for n, (_, said, _) in enumerate(keys)}
        self.update(Content.from_markup("  ".join(parts), **words))


class Told(ModalScreen[None], Speaking):
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


class Ask(ModalScreen[str], Speaking):
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
            yield self.static(line("Enter agrees, Esc withdraws."), classes="faint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the answer."""
        self.dismiss(event.value.strip())


class Sure(ModalScreen[bool], Speaking):
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
        """Give the answer."""
        self.dismiss(event.button.id == "yes")
