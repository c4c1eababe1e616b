"""What every screen of the terminal is built on, and the dialogs over any screen: a page, a line, seats, the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias, cast

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Select, Static

from mousehole.core.game import AnyGame
from mousehole.core.words import Line, UserError, Voice, line, voice
from mousehole.host import Host
from mousehole.host.level_words import levels
from mousehole.table import Chair, Sit, Table
from mousehole.terminal.sitting import Sitting

Key: TypeAlias = tuple[str, Line, str]  # what is printed on the key, what it does, the action behind it


class House(App[int]):
    """The app as its screens know it: one host, one language, and a way to a table."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language
        self.opened: Host | None = None

    @property
    def host(self) -> Host:
        """The host of all tables; there is one from the first screen on."""
        if self.opened is None:
            raise AssertionError("the host is opened before the first screen")
        return self.opened

    def sit(self, table: Table, instead: bool = False) -> None:
        """Show a table, where useful in place of the present screen."""
        raise NotImplementedError

    @contextmanager
    def troubles(self) -> Iterator[None]:
        """Tell a mistake instead of failing."""
        try:
            yield
        except UserError as error:
            self.complain(error)

    def complain(self, error: UserError) -> None:
        """Tell a mistake."""
        self.notify(self.voice(error.line), severity="warning", markup=False)

    @property
    def voice(self) -> Voice:
        """The voice of the present screen."""
        return self.screen.say if isinstance(self.screen, SpeakingScreen) else voice(self.language)


class Speaking(Widget):
    """Something in the language of the app."""

    @property
    def house(self) -> House:
        """The app, by its own type."""
        return cast("House", self.app)

    @property
    def say(self) -> Voice:
        """The voice of the house."""
        return voice(self.house.language)

    def static(self, said: Line, **look: Any) -> Static:
        """Make a text; brackets in it are brackets."""
        return Static(self.say(said), markup=False, **look)


class SpeakingScreen(Screen[None], Speaking):
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
        screen = cast("SpeakingScreen", self.screen)
        keys = list(screen.keys())
        parts = [f"[@click={action}][b $accent]{key}[/] $words_{n}[/]" for n, (key, _, action) in enumerate(keys)]
        words = {f"words_{n}": screen.say(said) for n, (_, said, _) in enumerate(keys)}
        self.update(Content.from_markup("  ".join(parts), **words))


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
        closing = self.sitting.table.game.parts.adventure.closing
        return tuple(closing(self.sitting.table.state)) if closing else ()

    def next_words(self) -> Line:
        """Say what comes next: the next chapter, or the same again."""
        table = self.sitting.table
        following = table.game.sequel(table.setup, table.state, ())
        return line("Play again") if following in (None, table.setup) else line("Go on")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(str(event.button.id) if event.button.id != "look" else "")
