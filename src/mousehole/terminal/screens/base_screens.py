"""What every screen of the terminal is built on: the house it stands in, a voice for its words, a bar of keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias, cast

from textual.app import App
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from mousehole.core.words import Line, Trouble, Voice, voice
from mousehole.host import Host
from mousehole.table import Table

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
        except Trouble as trouble:
            self.complain(trouble)

    def complain(self, trouble: Trouble) -> None:
        """Tell a mistake."""
        self.notify(self.voice(trouble.line), severity="warning", markup=False)

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
