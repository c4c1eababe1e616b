"""The house in a terminal: a lobby, tables, and one voice that can change its language."""

import sys
from collections.abc import Callable
from typing import TypeAlias

from textual.binding import Binding
from textual.theme import Theme

from mousehole.core.learn import howto
from mousehole.core.words import PSEUDO, Line, Trouble, languages, line, voice
from mousehole.host import Host, precompiling
from mousehole.host.pool import start_resource_tracker
from mousehole.store import open_store
from mousehole.table import Table
from mousehole.terminal.screens.base_screens import House, SpeakingScreen
from mousehole.terminal.screens.dialogs import PageDialog
from mousehole.terminal.screens.lobby_screen import LobbyScreen
from mousehole.terminal.screens.table_screen import TableScreen
from mousehole.terminal.sitting import Sitting
from mousehole.terminal.table_opening import TableWish, opened

Beside: TypeAlias = Callable[[], object]
PACE = 0.6  # seconds a bot takes, so that people can follow
PANTRY = Theme(
    "pantry",
    primary="#d9822b",
    secondary="#5b9bb8",
    accent="#f0bf3a",
    success="#5f9e4c",
    warning="#ee8434",
    error="#d9534a",
    foreground="#f3e9d8",
    background="#1b1713",
    surface="#241e18",
    panel="#332a20",
)
KEYS = (
    line("Type the name of a square, the number of a choice, or the first letters of its words."),
    line("The arrows move through the choices; to the left lies the board, to the right the list."),
    line("Enter chooses. Space rolls the dice. The mouse clicks on squares and choices."),
    line("Backspace takes back a letter, a click or the last action; Ctrl+Z takes back the last action."),
    line("Ctrl+S saves the game to a file. F2 changes the language. F3 gives hints. F4 lets bots take seats."),
    line("Esc goes back to the lobby, Ctrl+Q leaves. Every game is kept, ready to be continued."),
)


class Mousehole(House):
    """The app: it keeps the host and the language."""

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [  # noqa: RUF012
        Binding("f1", "explain", show=False),
        Binding("f2", "speak", show=False),
        Binding("ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(
        self,
        language: str,
        wish: TableWish | None = None,
        pace: float = PACE,
        beside: Beside | None = None,
    ) -> None:
        super().__init__(language)
        start_resource_tracker()
        self.wish = wish
        self.pace = pace
        self.beside = beside  # what is begun once somebody sees a screen
        self.failure: Line | None = None

    async def on_mount(self) -> None:
        """Open the saved games, and sit down where that was asked for."""
        self.register_theme(PANTRY)
        self.theme = PANTRY.name
        try:
            self.opened = Host(await open_store(), pace=self.pace)
            await self.push_screen(LobbyScreen())
            if self.wish:
                self.sit(await opened(self.host, self.wish, voice(self.language)))
        except Trouble as trouble:
            self.failure = trouble.line
            self.exit(2)
        if self.beside:
            self.call_after_refresh(self.run_worker, self.beside, thread=True, exit_on_error=False)

    async def on_unmount(self) -> None:
        """Let go of the saved games; every move is written already."""
        if self.opened:
            await self.opened.close()

    def sit(self, table: Table, instead: bool = False) -> None:
        """Show a table, where useful in place of the present screen; that screen's own work is done by then."""
        screen = TableScreen(Sitting(self.host, table, self.language))
        self.call_next(self.switch_screen if instead else self.push_screen, screen)

    def action_speak(self) -> None:
        """Speak the next language."""
        known = languages()
        here = known.index(self.language) if self.language in known else -1
        self.language = known[(here + 1) % len(known)]
        for screen in self.screen_stack:
            if isinstance(screen, SpeakingScreen):
                screen.retell()

    def action_explain(self) -> None:
        """Explain the keys, and the game that is being played."""
        say = self.voice
        told = [f"· {say(key)}" for key in KEYS]
        page = howto(self.screen.sitting.table.game.package) if isinstance(self.screen, TableScreen) else None
        for part in page.part if page else ():
            told += ["", say(Line(part.title)), *(say(Line(text)) for text in part.text)]
        self.push_screen(PageDialog(line("Help"), told))

    def action_help_quit(self) -> None:
        """Say how to leave, to who tries Ctrl+C."""
        self.notify(voice(self.language)(line("Ctrl+Q leaves.")))


def run(language: str = "en", wish: TableWish | None = None) -> int:
    """Play on the whole screen; the number is the exit code."""
    spoken = language if language in (*languages(), PSEUDO) else languages()[0]
    app = Mousehole(spoken, wish, beside=precompiling.begin)
    app.run()
    if app.failure:
        sys.stderr.write(f"{voice(app.language)(app.failure)}\n")
    return app.return_code or (2 if app.failure else 0)
