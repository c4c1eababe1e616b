"""The pieces of the picture: tiles, cheese, mice, cat and dice, with keys that let them move."""

from collections.abc import Iterator

from mousehole.core.scene import DieFace, Piece, Point
from mousehole.core.words import line, plain
from mousehole.games.chopchop import layout
from mousehole.games.chopchop.moves import CAT, MICE, Event, Flipped, Name, Rolled
from mousehole.games.chopchop.state import Kitchen, Side, State, eaten, place
from mousehole.games.chopchop.story import TILE, figure_words, under

COAT = ("#d9483b", "#f2c230", "#5aa84a", "#4a86c9")
COLOUR = "RYGB"  # letters, since digits would read as rows
FUR, CHEESE, BACK, FRONT = "#e08a3c", "#f0bf3a", "#7d9a8a", "#e9e1cf"
DIE_TINT: dict[Side, str] = {"mice": "#b9b4ad", "cat": "#6d9bd1"}
DIE_AT: dict[Side, float] = {"mice": -0.6, "cat": 0.6}
TILE_MARK = {"cheese": "*", "plate": "x", "plus1": "+1", "plus2": "+2", "arrow": "^", "fork": "ψ", "knife": "!"}
A_ROW = 5  # cheeses on the board


def pieces(state: State, last: Event | None) -> Iterator[Piece]:
    """Draw everything that can move, the topmost last."""
    yield from tiles(state)
    yield from revealed(state, last)
    yield from cheese_board(state, last)
    yield from (mouse(state, number) for number in range(len(MICE)))
    yield from (cat(state),) if state.cat else ()
    yield from (die(state, side) for side in DIE_AT)


def tiles(state: State) -> Iterator[Piece]:
    """Draw the tiles on the floor and the face-up cheeses."""
    for name in state.kitchen.named(state.hidden):
        yield tile(state.kitchen, name, "tile", "▒", BACK)
    for name in state.kitchen.named(state.cheese):
        yield tile(state.kitchen, name, "cheese", TILE_MARK["cheese"], CHEESE, pool="cheese")


def tile(box: Kitchen, name: Name, look: str, mark: str, tint: str, pool: str = "") -> Piece:
    """Draw a tile on its square: under the table it shows through the glass, behind the table a little is hidden."""
    key, below = f"tile-{name}", under(box, name)
    sprite = f"chopchop-{look}-under" if below else f"chopchop-{look}"
    shift, size = ((0.0, -0.1), (0.78, 0.78)) if below or behind(box, name) else ((0.0, 0.0), (0.92, 0.92))
    return Piece(key, name, sprite, "flip", shift, size, mark=mark, tint=tint, pool=pool, sound="pop")


def behind(box: Kitchen, name: Name) -> bool:
    """Whether the table stands right in front of a square."""
    following = f"{name[0]}{int(name[1:]) + 1}"
    return f"top-{following}" in box.bit and f"top-{name}" not in box.bit


def revealed(state: State, last: Event | None) -> Iterator[Piece]:
    """Show the tile turned over last until the next event; a cheese goes to the cheese board."""
    if isinstance(last, Flipped) and last.tile != "cheese":
        name = state.kitchen.names[place(state, state.mover)]
        yield tile(state.kitchen, name, last.tile, TILE_MARK[last.tile], FRONT)


def cheese_board(state: State, last: Event | None) -> Iterator[Piece]:
    """Draw the mice's cheeses; one just turned over comes from its square."""
    fresh = isinstance(last, Flipped) and last.tile == "cheese" and state.mover != CAT
    newest = eaten(state) - 1 if fresh else -1
    for n in range(eaten(state)):
        key = f"tile-{state.kitchen.names[place(state, state.mover)]}" if n == newest else f"cheese-{n}"
        row, column = divmod(n, A_ROW)
        shift = ((column - 2) * 0.62, row * 0.62 - 0.31)
        sprite, mark = "chopchop-cheese", TILE_MARK["cheese"]
        yield Piece(
            key, "board", sprite, "hop", shift, (0.66, 0.66), mark=mark, tint=CHEESE, pool="cheese", sound="pop"
        )


def mouse(state: State, number: int) -> Piece:
    """Draw a mouse; it looks towards the middle of the kitchen."""
    key, label = MICE[number], figure_words(state, number)
    on, look, shift, size = pose(state, number)
    sound = "step" if state.mice[number] else "catch"
    return Piece(
        key,
        on,
        f"chopchop-{key}{look}",
        "hop",
        shift,
        size,
        mirror=looks_left(state, on),
        label=label,
        mark=COLOUR[number],
        tint=COAT[number],
        sound=sound,
    )


def pose(state: State, number: int) -> tuple[Name, str, Point, Point]:
    """Where a mouse is drawn: caught, in a hole, behind the glass of the table or on the floor."""
    space = state.mice[number]
    if not space:
        return "basket", "-caught", ((number - 1.5) * 0.4, -0.14), (0.6, 0.6)
    name = state.kitchen.names[space]
    if name.startswith("hole"):
        return name, "-home", (0.0, -0.04), (1.0, 1.0)
    if under(state.kitchen, name):
        return name, "-under", (0.2, 0.1) if above(state, name) else (0.0, 0.02), (1.0, 1.0)
    return name, "", (0.0, -0.22 if behind(state.kitchen, name) else -0.1), (1.0, 1.0)


def above(state: State, name: Name) -> bool:
    """Whether the cat sits on the table right above a square."""
    return state.kitchen.names.get(state.cat) == f"top-{name}"


def cat(state: State) -> Piece:
    """Draw the cat, pleased or sulking at the end."""
    mood = {"home": "-sulky", "caught": "-happy"}.get(state.phase, "")
    on, label = state.kitchen.names[state.cat], figure_words(state, CAT)
    shared = state.kitchen.bit.get(on.removeprefix("top-"), 0) in state.mice
    return Piece(
        "cat",
        on,
        f"chopchop-cat{mood}",
        "hop",
        (-0.2, -0.2) if shared else (0.0, -0.14),
        (1.08, 1.08),
        mirror=looks_left(state, on),
        label=label,
        mark="@",
        tint=FUR,
        sound="step",
    )


def dice(state: State, event: Event) -> tuple[DieFace, ...]:
    """What a roll shows, or the tile that is turned up."""
    match event:
        case Rolled():
            return (DieFace(f"chopchop-die-{state.side}-{event.value}", plain(str(event.value))),)
        case Flipped():
            return (DieFace(f"chopchop-{event.tile}", TILE[event.tile]),)
    return ()


def looks_left(state: State, on: str) -> bool:
    """Whether a piece stands in the right half and so looks left; a caught one keeps its direction."""
    return on in state.kitchen.bit and layout.at(state.kitchen, on)[0] > layout.size(state.kitchen)[0] / 2


def die(state: State, side: Side) -> Piece:
    """Draw the die of a side, large on its turn and showing the roll."""
    mine = state.side == side and state.phase != "start"
    rolled = mine and state.phase in ("move", "flip", "bonus", "fly", "fork")
    face = str(state.steps) if mine and state.phase == "move" else "blank"
    return Piece(
        f"die-{side}",
        "tray",
        f"chopchop-die-{side}-{face}",
        "roll",
        (DIE_AT[side], 0.0),
        (1.0, 1.0) if mine else (0.72, 0.72),
        label=line("the cat's die") if side == "cat" else line("the mice's die"),
        mark="[?]" if face == "blank" else f"[{face}]",
        tint=DIE_TINT[side],
        tick=state.turns if rolled else 0,
        sound="dice",
    )
