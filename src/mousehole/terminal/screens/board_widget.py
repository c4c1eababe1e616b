"""The board on the screen: any scene, by the text painter, in colour; clicked by mouse or with a cursor."""

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from mousehole.core.scene import Scene
from mousehole.core.words import Say
from mousehole.paint import text
from mousehole.paint.text_canvas import Canvas, runs_of


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
