"""The lobby: games on the shelf, games that are saved."""

import time
from collections.abc import Iterator

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.core.words import Trouble, line, voice
from mousehole.table import Chair
from mousehole.terminal.saved_games import SavedGame, ago, read_record, saved
from mousehole.terminal.screens.base_screens import Key, KeyBar, SpeakingScreen
from mousehole.terminal.screens.dialogs import LineDialog, SureDialog
from mousehole.terminal.screens.new_game_screen import NewGameScreen


class LobbyScreen(SpeakingScreen):
    """Where every visit begins."""

    BINDINGS = [  # noqa: RUF012
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("f3", "open_file", show=False),
        Binding("delete", "forget", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.saved: list[SavedGame] = []

    def compose(self) -> ComposeResult:
        """Lay out the two lists."""
        yield self.static(line("Mousehole: board games with mice"), classes="title")
        with Horizontal():
            games = OptionList(
                *map(self.game_option, shelf.every()), *map(self.broken_option, shelf.broken()), id="games"
            )
            games.border_title = self.say(line("New game"))
            kept = OptionList(*map(self.saved_option, self.saved), id="saved")
            kept.border_title = self.say(line("Saved games"))
            yield games
            yield kept
        yield KeyBar()

    def keys(self) -> Iterator[Key]:
        """List the keys for the bar."""
        yield "⏎", line("choose", context="key"), "screen.choose"
        yield "F1", line("help", context="key"), "app.explain"
        yield "F2", line("language", context="key"), "app.speak"
        yield "F3", line("open file", context="key"), "screen.open_file"
        yield "Del", line("forget", context="key"), "screen.forget"
        yield "^Q", line("quit", context="key"), "app.quit"

    def game_option(self, game: AnyGame) -> Option:
        """Show a game by its title and a sentence."""
        say = voice(self.house.language, game.package)
        return Option(Content.assemble((say(game.title), "bold"), "\n", (say(game.blurb), "dim")), id=game.name)

    def broken_option(self, one: shelf.BrokenGame) -> Option:
        """Show a game that cannot be chosen, and why."""
        why = self.say(line("broken: {reason}", reason=one.reason))
        return Option(Content.assemble((one.name, "bold"), "\n", (why, "dim")), disabled=True)

    def saved_option(self, one: SavedGame) -> Option:
        """Show a saved game by its title, its set-up and its age."""
        say = voice(self.house.language, shelf.find(one.game).package)
        facts = [*([say(line("finished"))] if one.over else []), say(ago(one.touched, time.time()))]
        details = " · ".join(map(say, one.details))
        told = Content.assemble((say(one.title), "bold"), "  ", " · ".join(facts))
        return Option(Content.assemble(told, "\n", (details, "dim")) if details else told, id=one.id)

    async def on_screen_resume(self) -> None:
        """See what is saved by now."""
        self.saved = await saved(self.house.host)
        kept = self.query_one("#saved", OptionList)
        kept.clear_options().add_options(map(self.saved_option, self.saved))
        if self.saved and kept.highlighted is None:
            kept.highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin a new game, or go on with a saved one."""
        if event.option_list.id == "games":
            self.app.push_screen(NewGameScreen(shelf.find(str(event.option_id))))
        else:
            self.go_on(str(event.option_id))

    def action_choose(self) -> None:
        """Choose in the list that has the focus."""
        if isinstance(self.focused, OptionList):
            self.focused.action_select()

    @work
    async def go_on(self, table: str) -> None:
        """Sit down at a saved table."""
        with self.house.troubles():
            self.house.sit(await self.house.host.table(table))

    @work
    async def action_open_file(self) -> None:
        """Open a game from a file."""
        path = await self.app.push_screen_wait(LineDialog(line("Which file holds the game?")))
        if path:
            with self.house.troubles():
                data = read_record(path)
                table = await self.house.host.take_in(data, lambda seats: (Chair("person"),) * seats)
                self.house.sit(table)

    @work
    async def action_forget(self) -> None:
        """Forget a saved game, after asking."""
        kept = self.query_one("#saved", OptionList)
        if self.focused is not kept or kept.highlighted is None:
            self.house.complain(Trouble(line("Go to a saved game first.")))
            return
        one = self.saved[kept.highlighted]
        if await self.app.push_screen_wait(SureDialog(line("Forget this game for good?"))):
            with self.house.troubles():
                await self.house.host.store.delete(one.id)
                await self.on_screen_resume()
