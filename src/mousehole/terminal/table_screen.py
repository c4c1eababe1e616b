"""The table: board, choices, facts and story on one screen."""

from collections.abc import Iterator
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Click, Resize
from textual.events import Key as KeyPress
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from mousehole.core.scene import Panel, Row, Scene
from mousehole.core.words import Say, Voice, line
from mousehole.paint import text
from mousehole.paint.text import meter
from mousehole.paint.text_canvas import Canvas, runs_of
from mousehole.players.advice_words import chance_words, costly, kind_words
from mousehole.players.hints import Hint
from mousehole.terminal.dialogs import EndDialog, Key, KeyBar, LineDialog, PageDialog, SeatsDialog, SpeakingScreen
from mousehole.terminal.opening import who_sits, write_record
from mousehole.terminal.sitting import Choice, Choosing, Sitting


class BoardWidget(Widget, can_focus=True):
    """A scene, the keys that can be clicked, and a cursor among them."""

    BINDINGS = [  # noqa: RUF012
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Clicked(Message):
        """A key of the scene was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Left(Message):
        """The cursor went beyond the right edge."""

    class Pointed(Message):
        """The cursor went to a key."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__(id="board")
        self.scene: Scene | None = None
        self.say: Say | None = None
        self.live: frozenset[str] = frozenset()
        self.cursor = ""
        self.room = Size(80, 24)
        self.canvas = Canvas()

    def show(self, scene: Scene, say: Say, live: frozenset[str], cursor: str) -> None:
        """Show a scene; the canvas is as large as the room allows."""
        self.scene, self.say, self.live, self.cursor = scene, say, live, cursor
        self.paint()

    def fit(self, room: Size) -> None:
        """Take the room that the screen has for a board."""
        self.room = room
        self.paint()

    def point(self, key: str) -> None:
        """Set the cursor on a key."""
        if key != self.cursor:
            self.cursor = key
            self.paint()

    def paint(self) -> None:
        """Paint the scene anew, and take the place it needs."""
        if self.scene and self.say:
            wide, high = self.room
            self.canvas = text.canvas(self.scene, self.say, wide, high, self.live, self.cursor)
            self.styles.width, self.styles.height = self.canvas.width, self.canvas.height
            self.refresh(layout=True)

    def render_line(self, y: int) -> Strip:
        """One row in its colours."""
        cells = [self.canvas.at(x, y) for x in range(self.canvas.width)]
        runs = runs_of(cells)
        row = Strip([Segment(run.text, style(run.ink, run.paper, run.strong)) for run in runs], self.canvas.width)
        return row.apply_style(self.rich_style)

    def on_click(self, event: Click) -> None:
        """Click what lies there, as far as it can be clicked."""
        at = event.get_content_offset(self)
        key = next((key for key in self.canvas.keys_at(*at) if key in self.live), "") if at else ""
        if key:
            self.post_message(self.Clicked(key))

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor to the nearest key in a direction."""
        key = nearest(self.canvas, self.live, self.cursor, dx, dy)
        if key:
            self.point(key)
            self.post_message(self.Pointed(key))
        elif dx > 0:
            self.post_message(self.Left())

    def action_choose(self) -> None:
        """Click the key below the cursor."""
        if self.cursor in self.live:
            self.post_message(self.Clicked(self.cursor))


def nearest(canvas: Canvas, live: frozenset[str], start: str, dx: int, dy: int) -> str:
    """Find the live key that lies nearest in a direction, straight ahead before aslant."""
    places = {key: place for key, place in canvas.places.items() if key in live}
    if start not in canvas.places:
        return min(places, key=lambda key: (places[key][1], places[key][0]), default="")
    x, y = canvas.places[start]
    far: dict[str, float] = {}
    for key, (column, row) in places.items():
        ahead = (column - x) * dx + 2 * (row - y) * dy
        aside = abs((column - x) * dy) + 2 * abs((row - y) * dx)
        if key != start and ahead > 0 and aside <= 2 * ahead:
            far[key] = ahead + 2 * aside
    return min(far, key=lambda key: (far[key], key), default="")


@lru_cache(512)
def style(ink: str, paper: str, strong: bool) -> Style:
    """A look in the terminal's terms."""
    return Style(color=ink or None, bgcolor=paper or None, bold=strong)


SIDE = 40  # columns that words need beside the board
STORY_PLIES = 60  # plies of story that are told again


class TableScreen(SpeakingScreen):
    """Where a game is played."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape", "step_out", show=False),
        Binding("backspace", "step_back", show=False),
        Binding("ctrl+z", "undo", show=False),
        Binding("ctrl+s", "save", show=False),
        Binding("space", "throw", show=False),
        Binding("f3", "hints", show=False),
        Binding("f4", "seats", show=False),
        Binding("left", "to_board", show=False),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.choosing = Choosing((), sitting.say)
        self.told: list[str] = []
        self.hints: dict[int, Hint] = {}
        self.shown = ""  # what is on the screen
        self.typed_out = False  # the last choice was typed: an Enter out of habit must not make another one

    @property
    def say(self) -> Voice:
        """The voice of the table."""
        return self.sitting.say

    def keys(self) -> Iterator[Key]:
        """List the keys for the bar."""
        yield "␣", line("roll", context="key"), "screen.throw"
        yield "⌫", line("take back", context="key"), "screen.undo"
        yield "^S", line("save", context="key"), "screen.save"
        yield "F1", line("help", context="key"), "app.explain"
        yield "F3", line("hints", context="key"), "screen.hints"
        yield "F4", line("seats", context="key"), "screen.seats"
        yield "Esc", line("leave", context="key"), "screen.step_out"

    def compose(self) -> ComposeResult:
        """Lay out the table."""
        yield Static("", id="people", classes="title", markup=False)
        with Horizontal(id="table"):
            with VerticalScroll(id="ground", can_focus=False):
                yield BoardWidget()
            with Vertical(id="side"):
                yield Static("", id="prompt", markup=False)
                yield ChoiceList(id="choices")
                with VerticalScroll(id="known", can_focus=False):
                    yield Static("", id="facts")
                with VerticalScroll(id="past", can_focus=False):
                    yield Static("", id="story", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the table, and hear of its news."""
        self.make_room(self.app.size)
        self.start_over()
        self.query_one("#choices").focus()
        self.listen()

    def retell(self) -> None:
        """Say everything anew in the language of the app."""
        self.sitting.language = self.house.language
        self.query_one(KeyBar).on_mount()
        self.start_over()

    def start_over(self) -> None:
        """Show everything from the beginning of what is told."""
        self.told = [self.say(told) for told in self.sitting.past(STORY_PLIES)]
        self.shown = ""
        self.update()

    @work
    async def listen(self) -> None:
        """Show what others do as it happens."""
        async with self.sitting.host.watch(self.sitting.table.id) as news:
            async for _ in news:
                await self.sitting.look()
                self.update()

    def update(self) -> None:
        """Show the newest entry, unless it is on the screen already."""
        sitting = self.sitting
        if self.shown == sitting.sight:
            return
        self.told += [self.say(told) for told in sitting.news()]
        self.shown = sitting.sight
        self.choosing, self.hints = Choosing(sitting.choices(), self.say), {}
        self.query_one("#people", Static).update(self.say(who_sits(sitting.table, self.say)))
        self.query_one("#prompt", Static).update(self.say(sitting.prompt))
        self.query_one("#facts", Static).update(self.facts())
        self.query_one("#story", Static).update("\n".join(f"· {told}" for told in self.told[-STORY_PLIES * 2 :]))
        self.query_one("#past").scroll_end(animate=False)
        self.show_choices()
        if sitting.over:
            self.finish()

    def facts(self) -> Content:
        """Write every panel in as few rows as it takes; the marks of the board explain themselves there."""
        width = self.query_one("#facts").content_size.width or SIDE
        panels = [panel_words(panel, self.say, width) for panel in self.sitting.scene.panels]
        return Content("\n").join(panels)

    def show_choices(self) -> None:
        """List the choices that are open, and light up what can be clicked."""
        listed, choosing = self.query_one(ChoiceList), self.choosing
        marked = not self.typed_out or bool(choosing.typed or choosing.clicked)
        waiting = self.say(self.sitting.waiting)
        listed.fill([self.option(number, choice) for number, choice in choosing.shown], waiting, marked)
        listed.border_title = self.say(line("Choices"))
        listed.border_subtitle = " ".join([*choosing.clicked, *([f"{choosing.typed}▏"] if choosing.typed else [])])
        cursor = choosing.next_key(choosing.shown[0][1]) if choosing.shown and marked else ""
        self.query_one(BoardWidget).show(self.sitting.scene, self.say, choosing.live, cursor)

    def option(self, number: int, choice: Choice) -> Option:
        """Show a choice with its number; its id tells the entry, so that a hasty Enter chooses nothing unseen."""
        hint = self.hints.get(choice.number)
        parts: list[str | Content | tuple[str, str]] = [(f"{number:>2} ", "dim"), self.choosing.labels[choice.number]]
        if hint:
            look = "$error" if costly(hint) else "$success"
            parts.append((f" {self.say(chance_words(hint))}", look))
        label = Content.assemble(*parts)
        return Option(label, id=f"{self.shown}-{choice.number}")

    def on_resize(self, event: Resize) -> None:
        """Leave the board whatever room the words do not need."""
        self.make_room(event.size)
        self.call_after_refresh(lambda: self.query_one("#facts", Static).update(self.facts()))

    def make_room(self, size: Size) -> None:
        """Set words beside the board, or below it where the window is narrow."""
        narrow = size.width < SIDE + 36
        self.set_class(narrow, "narrow")
        room = Size(size.width - 2, size.height // 2) if narrow else Size(size.width - SIDE, size.height - 2)
        self.query_one(BoardWidget).fit(room)

    @on(OptionList.OptionHighlighted)
    def point(self, event: OptionList.OptionHighlighted) -> None:
        """Show on the board what a choice would click."""
        shown = self.choosing.shown
        if event.option_index < len(shown):
            self.query_one(BoardWidget).point(self.choosing.next_key(shown[event.option_index][1]))

    @on(OptionList.OptionSelected)
    async def pick(self, event: OptionList.OptionSelected) -> None:
        """Take a choice from the list."""
        entry, _, number = str(event.option_id).partition("-")
        choice = next((c for c in self.choosing.choices if str(c.number) == number), None)
        if choice and entry == self.shown:
            self.typed_out = False
            await self.take(choice)

    @on(BoardWidget.Clicked)
    async def click(self, event: BoardWidget.Clicked) -> None:
        """Click on the board."""
        self.typed_out = False
        await self.settle(self.choosing.click(event.key))

    @on(BoardWidget.Pointed)
    def find(self, event: BoardWidget.Pointed) -> None:
        """Show in the list what the cursor points at."""
        shown = self.choosing.shown
        place = next((n for n, (_, c) in enumerate(shown) if self.choosing.next_key(c) == event.key), None)
        with self.prevent(OptionList.OptionHighlighted):
            self.query_one("#choices", OptionList).highlighted = place

    @on(BoardWidget.Left)
    def action_to_list(self) -> None:
        """Go from the board to the list."""
        self.query_one("#choices").focus()

    def action_to_board(self) -> None:
        """Go from the list to the board."""
        self.query_one(BoardWidget).focus()

    async def on_key(self, event: KeyPress) -> None:
        """Narrow the choices by typing numbers, squares and words."""
        if event.character and event.is_printable and event.character != " ":
            event.stop()
            choice = self.choosing.type(event.character)
            self.typed_out = choice is not None
            await self.settle(choice)

    async def settle(self, choice: Choice | None) -> None:
        """Do what has been settled, or show what is left to choose."""
        if choice:
            await self.take(choice)
        else:
            self.show_choices()

    async def take(self, choice: Choice) -> None:
        """Do it."""
        with self.house.troubles():
            await self.sitting.choose(choice)
        self.update()

    async def action_throw(self) -> None:
        """Let luck happen, where it is due."""
        choices = self.choosing.choices
        if choices and choices[0].kind == "throw":
            await self.take(choices[0])

    async def action_step_back(self) -> None:
        """Take back a letter, a click or an action, whichever came last."""
        if self.choosing.back():
            self.show_choices()
        else:
            await self.action_undo()

    async def action_undo(self) -> None:
        """Take back the last action."""
        with self.house.troubles():
            await self.sitting.undo()
        self.update()

    def action_step_out(self) -> None:
        """Forget what was begun to be chosen, or leave the table; the game is kept."""
        if self.choosing.clear():
            self.show_choices()
        else:
            self.app.pop_screen()

    @work(exclusive=True, group="hints")
    async def action_hints(self) -> None:
        """Tell what each choice is worth."""
        entry = self.shown
        with self.house.troubles():
            found = await self.sitting.hints()
            if entry == self.shown:
                self.hints = found
                self.show_choices()
                self.notify(self.say(kind_words(all(hint.exact for hint in found.values()))))

    def action_seats(self) -> None:
        """Let bots take over, or people come back."""
        self.app.push_screen(SeatsDialog(self.sitting))

    @work
    async def action_save(self) -> None:
        """Write the record of the game to a file."""
        table = self.sitting.table
        path = await self.app.push_screen_wait(
            LineDialog(line("Save the game to which file?"), f"{table.game.name}-{table.id}.json")
        )
        if path:
            with self.house.troubles():
                write_record(path, await self.sitting.host.record(table.id))
                self.notify(self.say(line("The game was saved to {path}.", path=path)))

    @work
    async def finish(self) -> None:
        """Tell the end, and ask what comes next."""
        wish = await self.app.push_screen_wait(EndDialog(self.sitting, await self.sitting.title()))
        with self.house.troubles():
            if wish == "again":
                following = await self.sitting.again()
                self.house.sit(following.table, instead=True)
            elif wish == "review":
                self.app.push_screen(PageDialog(line("Could we have done better?"), await self.sitting.review()))
            elif wish == "undo":
                await self.action_undo()
            elif wish == "lobby":
                self.app.pop_screen()


class ChoiceList(OptionList):
    """The choices of one moment: Enter takes the marked one, and where none is marked, marks the first."""

    def fill(self, options: list[Option], waiting: str, marked: bool) -> None:
        """List choices, or say what the table waits for."""
        self.clear_options().add_options(options or [Option(waiting, disabled=True)])
        self.highlighted = 0 if options and marked else None

    def action_select(self) -> None:
        """Take the marked choice."""
        if self.highlighted is None:
            self.action_first()
        else:
            super().action_select()


GAP = 2


def panel_words(panel: Panel, say: Say, width: int) -> Content:
    """Write a panel: its title, and its facts in as many columns as fit; a single one beside the title."""
    title, rows = Content.styled(say(panel.title), "bold"), [row_words(row, say) for row in panel.rows]
    if len(rows) == 1 and title.cell_length + GAP + rows[0].cell_length <= width:
        return Content.assemble(title, " " * GAP, rows[0])
    widest = max((row.cell_length for row in rows), default=0) + GAP
    across = max(1, (width + GAP) // widest)
    down = -(-len(rows) // across)
    lines = [Content("").join(row.pad_right(widest - row.cell_length) for row in rows[n::down]) for n in range(down)]
    return Content("\n").join([title, *lines])


def row_words(row: Row, say: Say) -> Content:
    """Write one fact: the mark it explains, its words, how full it is, its value."""
    words = [say(row.label), *([meter(*row.meter)] if row.meter else []), *([say(row.value)] if row.value else [])]
    mark = Content.styled(f"{row.mark} ", "bold $accent") if row.mark else Content("")
    return Content.assemble(mark, " ".join(words))
