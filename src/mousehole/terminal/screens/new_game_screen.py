"""A new game: the form of its set-up, who sits where, and how the dice are thrown."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Button, Input, Select, SelectionList, Static, Switch, TextArea

from mousehole.core.game import AnyGame
from mousehole.core.record import BadSetup
from mousehole.core.setups.answers import split, text_of, written
from mousehole.core.setups.questions import Question, questions
from mousehole.core.words import Line, Trouble, Voice, line, voice
from mousehole.host.level_words import caveats
from mousehole.table import Chair, Options
from mousehole.terminal.screens.base_screens import Key, KeyBar, SpeakingScreen
from mousehole.terminal.screens.seats_dialog import chair_row
from mousehole.terminal.table_opening import BOT, TableWish, opened
from mousehole.terminal.typed_setup import setup_from

AGAIN = 3.0  # seconds: a board may have been solved meanwhile
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
        self.answers = {question.name: written(question, question.default) for question in self.questions}
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
        self.set_interval(AGAIN, self.read)

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
            self.house.sit(await opened(self.house.host, wish, self.say), instead=True)

    def read(self) -> Any:
        """Read the form; what is wrong is told below it."""
        problem = self.query_one("#problem", Static)
        try:
            setup = setup_from(self.game, self.answers, self.say)
        except Trouble as trouble:
            problem.update(self.explained(trouble))
            return None
        told = (*caveats(self.game, setup, self.bots.values()), *self.game.check(setup))
        notices = [self.say(found.line) for found in told if found.notice]
        problem.update(" ".join(notices[:2]))
        return setup

    def explained(self, trouble: Trouble) -> str:
        """Say what is wrong, the fields called by their labels."""
        if not isinstance(trouble, BadSetup):
            return self.say(trouble.line)
        labels = {question.name: question.label for question in self.questions}
        told = [(labels.get(found.field), found.line) for found in trouble.problems]
        return " ".join(
            self.say(line("{label}: {value}", label=label, value=value) if label else value) for label, value in told
        )
