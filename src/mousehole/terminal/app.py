"""The house in a terminal: a lobby, tables, and one voice that can change its language."""

import sys
import time
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList, Select, SelectionList, Static, Switch, TextArea
from textual.widgets.option_list import Option

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.core.learn import howto
from mousehole.core.record import BadSetup
from mousehole.core.setups import Question, answer_text, questions, split, text_of
from mousehole.core.words import PSEUDO, Line, UserError, Voice, languages, line, voice
from mousehole.host import Host
from mousehole.host.level_words import caveats
from mousehole.host.processes import start_resource_tracker
from mousehole.store import open_store
from mousehole.table import Chair, Options, Table
from mousehole.terminal.dialogs import House, Key, KeyBar, LineDialog, PageDialog, SpeakingScreen, SureDialog, chair_row
from mousehole.terminal.opening import (
    BOT,
    SavedTable,
    TableWish,
    ago,
    open_table,
    read_record,
    saved_tables,
    setup_from,
)
from mousehole.terminal.sitting import Sitting
from mousehole.terminal.table_screen import TableScreen


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
        self.saved: list[SavedTable] = []

    def compose(self) -> ComposeResult:
        """Lay out the two lists."""
        yield self.static(line("Mousehole: board games with mice"), classes="title")
        with Horizontal():
            games = OptionList(
                *map(self.game_option, shelf.every()), *map(self.broken_option, shelf.broken_games()), id="games"
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

    def saved_option(self, one: SavedTable) -> Option:
        """Show a saved game by its title, its set-up and its age."""
        say = voice(self.house.language, shelf.find(one.game).package)
        facts = [*([say(line("finished"))] if one.over else []), say(ago(one.touched, time.time()))]
        details = " · ".join(map(say, one.details))
        told = Content.assemble((say(one.title), "bold"), "  ", " · ".join(facts))
        return Option(Content.assemble(told, "\n", (details, "dim")) if details else told, id=one.id)

    async def on_screen_resume(self) -> None:
        """See what is saved by now."""
        self.saved = await saved_tables(self.house.host)
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
                table = await self.house.host.import_record(data, lambda seats: (Chair("person"),) * seats)
                self.house.sit(table)

    @work
    async def action_forget(self) -> None:
        """Forget a saved game, after asking."""
        kept = self.query_one("#saved", OptionList)
        if self.focused is not kept or kept.highlighted is None:
            self.house.complain(UserError(line("Go to a saved game first.")))
            return
        one = self.saved[kept.highlighted]
        if await self.app.push_screen_wait(SureDialog(line("Forget this game for good?"))):
            with self.house.troubles():
                await self.house.host.store.delete(one.id)
                await self.on_screen_resume()


REFRESH_SECONDS = 3.0  # seconds: a board may have been solved meanwhile
AUTO, REAL = "auto-throw", "real-dice"


class NewGameScreen(SpeakingScreen):
    """A form that is made from the set-up type of a game."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape", "app.pop_screen", show=False),
        Binding("f5", "start", show=False),
    ]

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.game = game
        self.questions = questions(game)
        self.answers = {question.name: answer_text(question, question.default) for question in self.questions}
        self.people: dict[int, str] = {}  # seat: a name
        self.bots: dict[int, str] = {}  # seat: a level
        self.options = Options()
        self.notes: dict[str, Line] = {}

    @property
    def say(self) -> Voice:
        """The voice of the game."""
        return voice(self.house.language, self.game.package)

    def keys(self) -> Iterator[Key]:
        """List the keys for the bar."""
        yield "F5", line("begin", context="key"), "screen.start"
        yield "⇥", line("next field", context="key"), "app.focus_next"
        yield "F2", line("language", context="key"), "app.speak"
        yield "Esc", line("back", context="key"), "app.pop_screen"

    def compose(self) -> ComposeResult:
        """Lay out the form."""
        yield self.static(line("New game: {game}", game=self.game.title), classes="title")
        with VerticalScroll(id="form", can_focus=False):
            for question in self.questions:
                yield self.field(question.label, self.control(question), question.help)
            yield self.static(line("Who plays?"), classes="heading")
            yield Vertical(id="seats")
            yield self.static(line("Dice"), classes="heading")
            auto, real = Switch(self.options.auto_throw, id=AUTO), Switch(self.options.real_dice, id=REAL)
            yield self.field(line("Roll by themselves"), auto, line("Dice roll without anybody tapping."))
            yield self.field(line("Real dice"), real, line("You roll your own dice and enter what they show."))
            yield Button(self.say(line("Begin")), variant="primary", id="start", compact=True)
        with Vertical(id="below"):
            yield Static("", id="note", classes="faint", markup=False)
            yield Static("", id="problem", markup=False)
        yield KeyBar()

    def field(self, label: Line, control: Widget, note: Line | None) -> Widget:
        """Lay out one field: its name and its control; what it means is told while it has the focus."""
        if note and control.id:
            self.notes[control.id] = note
        return Horizontal(self.static(label, classes="label"), control, classes="field")

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Tell what a field means."""
        note = self.notes.get(str(event.widget.id))
        self.query_one("#note", Static).update(self.say(note) if note else "")

    def control(self, question: Question) -> Widget:
        """Make the control for a question, holding the present answer."""
        text, name = self.answers[question.name], f"f-{question.name}"
        match question.kind:
            case "switch":
                return Switch(text == "True", id=name)
            case "choice":
                return self.select(question, text, name)
            case "many" if question.parts[0].choices:
                return self.several(question, split(text), name)
            case "long":
                return TextArea(text, id=name, compact=True)
        shape = f"{question.low}–{question.high}" if question.low is not None and question.high is not None else ""
        return Input(text, placeholder=shape, id=name, compact=True)

    def several(self, question: Question, texts: list[str], name: str) -> Widget:
        """Make a list for each of so many answers, or one list to pick any number from."""
        if question.count:
            lists = [self.select(question.part(n), text, f"{name}-{n}") for n, text in enumerate(texts)]
            return Horizontal(*lists, classes="parts")
        choices = [(self.say(label), text_of(value)) for value, label in question.parts[0].choices]
        return SelectionList[str](*((label, text, text in texts) for label, text in choices if text), id=name)

    def select(self, question: Question, text: str, name: str) -> Widget:
        """Make a list to choose one answer from."""
        choices = [(self.say(label), text_of(value)) for value, label in question.choices]
        empty = question.optional and "" not in [value for _, value in choices]
        chosen = Select.NULL if empty and not text else text
        return Select(choices, value=chosen, allow_blank=empty, prompt="—", id=name, compact=True)

    async def on_mount(self) -> None:
        """Set the chairs, and look now and then whether what is noted about them still holds."""
        await self.seat_everybody()
        self.set_interval(REFRESH_SECONDS, self.read)

    async def seat_everybody(self) -> None:
        """Set as many chairs as the present answers ask for; a form with mistakes keeps its chairs."""
        setup = self.read()
        seats = self.query_one("#seats")
        kinds = [self.say(kind.name) for kind in self.game.seats(setup)] if setup is not None else []
        if kinds and len(kinds) != len(seats.children):
            await seats.remove_children()
            chairs = [Chair("person", self.people.get(seat, ""), self.bots.get(seat, "")) for seat in range(len(kinds))]
            rows = zip(kinds, chairs, strict=True)
            await seats.mount_all(
                [chair_row(self.game, n, kind, chair, self.say) for n, (kind, chair) in enumerate(rows)]
            )

    async def answered(self, control: str, text: str) -> None:
        """Take an answer: of the form, of a chair, or about the dice."""
        what, _, name = control.partition("-")
        match what:
            case "f":
                self.fill_in(name, text)
                await self.seat_everybody()
            case "who":
                self.bots[int(name)] = text
                self.read()
            case "name":
                self.people[int(name)] = text
            case "auto":
                self.options = replace(self.options, auto_throw=text == str(True))
            case "real":
                self.options = replace(self.options, real_dice=text == str(True))

    def fill_in(self, name: str, text: str) -> None:
        """Write an answer into the form; of several equal questions only the one that was answered."""
        field, _, place = name.partition("-")
        parts = split(self.answers[field])
        if place:
            parts[int(place)] = text
        self.answers[field] = ", ".join(parts) if place else text

    async def on_input_changed(self, event: Input.Changed) -> None:
        """Take a line."""
        await self.answered(str(event.input.id), event.value)

    async def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Take a long text."""
        await self.answered(str(event.text_area.id), event.text_area.text)

    async def on_switch_changed(self, event: Switch.Changed) -> None:
        """Take a yes or no."""
        await self.answered(str(event.switch.id), str(event.value))

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Take one of several."""
        await self.answered(str(event.select.id), "" if event.value is Select.NULL else str(event.value))

    async def on_selection_list_selected_changed(self, event: SelectionList.SelectedChanged[str]) -> None:
        """Take some of several."""
        await self.answered(str(event.selection_list.id), ",".join(event.selection_list.selected))

    def on_button_pressed(self) -> None:
        """Begin."""
        self.action_start()

    @work
    async def action_start(self) -> None:
        """Open the table and sit down."""
        setup = self.read()
        if setup is None:
            return
        seats = range(len(self.game.seats(setup)))
        who = tuple(f"{BOT}:{self.bots[s]}" if self.bots.get(s) else self.people.get(s, "").strip() for s in seats)
        with self.house.troubles():
            wish = TableWish(self.game.name, self.answers, who, self.options)
            self.house.sit(await open_table(self.house.host, wish, self.say), instead=True)

    def read(self) -> Any:
        """Read the form; what is wrong is told below it."""
        problem = self.query_one("#problem", Static)
        try:
            setup = setup_from(self.game, self.answers, self.say)
        except UserError as error:
            problem.update(self.explained(error))
            return None
        told = (*caveats(self.game, setup, self.bots.values()), *self.game.check(setup))
        notices = [self.say(found.line) for found in told if found.notice]
        problem.update(" ".join(notices[:2]))
        return setup

    def explained(self, error: UserError) -> str:
        """Say what is wrong, the fields called by their labels."""
        if not isinstance(error, BadSetup):
            return self.say(error.line)
        labels = {question.name: question.label for question in self.questions}
        told = [(labels.get(found.field), found.line) for found in error.problems]
        return " ".join(
            self.say(line("{label}: {value}", label=label, value=value) if label else value) for label, value in told
        )


BOT_PAUSE = 0.6  # seconds a bot takes, so that people can follow
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
        pace: float = BOT_PAUSE,
    ) -> None:
        super().__init__(language)
        start_resource_tracker()
        self.wish = wish
        self.pace = pace
        self.failure: Line | None = None

    async def on_mount(self) -> None:
        """Open the saved games, and sit down where that was asked for."""
        self.register_theme(PANTRY)
        self.theme = PANTRY.name
        try:
            self.opened = Host(await open_store(), pace=self.pace)
            await self.push_screen(LobbyScreen())
            if self.wish:
                self.sit(await open_table(self.host, self.wish, voice(self.language)))
        except UserError as error:
            self.failure = error.line
            self.exit(2)

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
    app = Mousehole(spoken, wish)
    app.run()
    if app.failure:
        sys.stderr.write(f"{voice(app.language)(app.failure)}\n")
    return app.return_code or (2 if app.failure else 0)
