"""Draws a position of Chop! Chop! for every painter."""

from collections.abc import Iterator
from fractions import Fraction

from mousehole.core.game import Chance, Decide, Over, Turn
from mousehole.core.kit import bag_count
from mousehole.core.scene import Beat, DieFace, Offer, Panel, Piece, Point, Row, Scene, Shade, Spot, Throw, Zone
from mousehole.core.words import Line, Who, line, plain
from mousehole.games.chopchop.board import route
from mousehole.games.chopchop.moves import (
    CAT,
    FIGURES,
    MICE,
    TILES,
    Event,
    Flipped,
    Fly,
    Leave,
    Move,
    Name,
    Rolled,
    Start,
    Take,
)
from mousehole.games.chopchop.rules import NUMBER, closed_to, strikes, turn
from mousehole.games.chopchop.state import Kitchen, Side, State, eaten, place, seat
from mousehole.games.chopchop.story import FIGURE, TILE, ending, figure_words, goal, lost_roll, spot_words, under

WALL, SIDEBOARD = 0.85, 1.75
RAISED_SHARE = 0.26  # of the table top, so that what is under it stays visible
DEEP = 0.04  # how far a hole extends over the edge of the floor
TURN = {"n": 0.0, "e": 90.0, "s": 180.0, "w": 270.0}


def size(box: Kitchen) -> Point:
    """The size of the whole picture, in squares."""
    return box.board.grid.columns + 2 * WALL, box.board.grid.rows + 2 * WALL + SIDEBOARD


def at(box: Kitchen, name: Name) -> Point:
    """The centre of a space."""
    kind, _, rest = name.rpartition("-")
    if kind == "hole":
        return hole_at(box, rest)
    x, y = square_at(box, rest)
    return (x, y - RAISED_SHARE) if kind == "top" else (x, y)


def square_at(box: Kitchen, square: Name) -> Point:
    """The centre of a square of the grid."""
    column, row = box.board.grid.at(square)
    return WALL + column + 0.5, WALL + row + 0.5


def hole_at(box: Kitchen, wall: str) -> Point:
    """The centre of a hole: in its wall, beside its front square."""
    x, y = square_at(box, box.names[box.front[box.bit[f"hole-{wall}"]]])
    out = 0.5 + WALL / 2 - DEEP
    return {"n": (x, y - out), "e": (x + out, y), "s": (x, y + out), "w": (x - out, y)}[wall]


def table_at(box: Kitchen) -> tuple[Point, Point]:
    """The centre and the size of the table, its top and what shows of its legs."""
    squares = [square_at(box, name) for name in box.board.grid.named(box.board.table)]
    left, right = min(x for x, _ in squares) - 0.5, max(x for x, _ in squares) + 0.5
    top, bottom = min(y for _, y in squares) - 0.5 - RAISED_SHARE, max(y for _, y in squares) + 0.5
    return ((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top)


def below(box: Kitchen) -> float:
    """The middle of the sideboard."""
    return size(box)[1] - SIDEBOARD / 2 - 0.05


def offers(state: State, actions: tuple[Event, ...]) -> tuple[Offer, ...]:
    """Label every action; where only one piece can move, its goal is the only click."""
    alone = len({action.piece for action in actions if isinstance(action, Move)}) < 2
    return tuple(offer(state, number, action, alone) for number, action in enumerate(actions))


def offer(state: State, number: int, action: Event, alone: bool) -> Offer:
    """Label one action."""
    match action:
        case Move():
            clicks = (action.to,) if alone else (action.piece, action.to)
            return Offer(number, clicks, to_words("Move {figure} to {place}", state, action), way(state, action))
        case Fly():
            return Offer(number, (action.to,), to_words("Send {figure} to {place}", state, action))
        case Take():
            return Offer(number, (action.square,), line("Fetch the cheese from {square}", square=action.square))
        case Start():
            return Offer(number, (action.square,), line("Sit on {place}", place=goal(state, action.square)))
        case Leave() | _:
            return Offer(number, (), line("Leave the cheese"))


def to_words(text: str, state: State, action: Move | Fly) -> Line:
    """Name a piece and its goal."""
    return line(text, figure=FIGURE[action.piece], place=goal(state, action.to))


def way(state: State, action: Move) -> tuple[Name, ...]:
    """Name the spaces of one walk that leads there."""
    box, figure = state.kitchen, NUMBER[action.piece]
    paths = box.cat_ways if figure == CAT else box.mice_ways
    walk = route(paths, place(state, figure), box.bit[action.to], state.steps, closed_to(state, figure))
    return tuple(box.names[space] for space in walk)


def about(state: State, key: str) -> Line | None:
    """Why nobody can go to a space now, if somebody taps it all the same."""
    asked, n = turn(state), state.steps
    if key not in state.kitchen.bit or state.phase not in ("move", "bonus") or not isinstance(asked, Decide):
        return None
    if any(isinstance(action, Move) and action.to == key for action in asked.actions):
        return None
    if state.side == "cat" or state.phase == "bonus":
        figure = FIGURE["cat" if state.side == "cat" else FIGURES[state.mover]]
        one, other = "With {n} step {figure} cannot end here.", "With {n} steps {figure} cannot end here."
        return line(one, plural=other, figure=figure, n=n)
    return line("No mouse can end here with {n} step.", plural="No mouse can end here with {n} steps.", n=n)


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
    return on in state.kitchen.bit and at(state.kitchen, on)[0] > size(state.kitchen)[0] / 2


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


TINT = {"floor": "#f3dfb8", "alt": "#e3b98a", "under": "#b7c9cf", "top": "#b98150", "hole": "#6b4a32"}


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position; nobody holds secrets, so every viewer sees the same."""
    box = state.kitchen
    return Scene(
        size=size(box),
        spots=(*floor(state, last), *table(state, last), *holes(state, last), *sideboard(box)),
        pieces=tuple(pieces(state, last)),
        prompt=prompt(state, turn),
        offers=offers(state, turn.actions) if isinstance(turn, Decide) else (),
        throw=Throw(("tray",), line("Roll the die")) if isinstance(turn, Chance) and state.phase == "roll" else None,
        panels=(score(state), next_flip(state)),
        backdrop="chopchop-room",
        zones=(danger(state),) if state.cat and not isinstance(turn, Over) else (),
        beats=CAPTURE if isinstance(last, Move | Fly) and state.mover == CAT and not all(state.mice) else (),
    )


CAPTURE = (Beat(("cat",)), Beat(("mouse-",), by="cat", word=line("Chop!"), sound="catch"))  # a walk alone, most times


def floor(state: State, last: Event | None) -> Iterator[Spot]:
    """Draw the open floor as a chequerboard."""
    box = state.kitchen
    for name in box.board.grid.named(box.board.floor & ~box.board.under):
        shade = "-alt" if sum(box.board.grid.at(name)) % 2 else ""
        tint = TINT["alt" if shade else "floor"]
        yield spot(state, name, last, f"chopchop-floor{shade}", "·", tint)


def table(state: State, last: Event | None) -> Iterator[Spot]:
    """Draw the table: the floor shows through its top."""
    box = state.kitchen
    centre, size = table_at(box)
    yield Spot("table", centre, size, "chopchop-table")
    for name in box.board.grid.named(box.board.under):
        yield spot(state, name, last, "chopchop-under", "·", TINT["under"])
    for name in box.named(box.tops):
        yield spot(state, name, last, "chopchop-top", "=", TINT["top"])


def holes(state: State, last: Event | None) -> Iterator[Spot]:
    """Draw the holes, their doors open once a mouse has left."""
    box = state.kitchen
    for hole in box.holes:
        name = box.names[hole]
        sprite = "chopchop-hole" if hole & state.opened else "chopchop-hole-shut"
        yield spot(state, name, last, sprite, "∩", TINT["hole"], TURN[name[-1]])


def spot(state: State, name: Name, last: Event | None, sprite: str, mark: str, tint: str, turn: float = 0.0) -> Spot:
    """Draw one space; the goal of the last move is marked."""
    moved = isinstance(last, Move | Fly) and state.kitchen.bit[name] == place(state, state.mover)
    size = (1.0, 0.95) if name.startswith("hole") else (1.0, 1.0)
    label, glow = spot_words(state, name), "path" if moved else ""
    return Spot(name, at(state.kitchen, name), size, sprite, turn, label, mark, tint, glow)


def sideboard(box: Kitchen) -> Iterator[Spot]:
    """Draw the cheese board, the basket for caught mice and the dice tray."""
    wide, y = size(box)[0], below(box)
    yield Spot("board", (1.93, y), (3.4, 1.45), "chopchop-board", label=line("the mice's cheese"), tint="#d9a866")
    yield Spot("basket", (4.72, y), (1.9, 1.45), "chopchop-basket", label=line("caught mice"), tint="#a8763e")
    yield Spot("tray", (wide - 1.5, y), (2.6, 1.45), "chopchop-tray", label=line("dice tray"), tint="#8fb0a9")


def prompt(state: State, turn: Turn[Event]) -> Line:
    """Say what the table is waiting for."""
    who, cat, n = Who(seat(state)), state.side == "cat", state.steps
    match state.phase:
        case _ if isinstance(turn, Over):
            return ending(turn)
        case "move" if isinstance(turn, Chance):
            return lost_roll(state)
        case "roll" if state.half == 2:
            return line("{who}, second turn: roll the die.", who=who)
        case "roll":
            return line("{who}: roll the blue die." if cat else "{who}: roll the grey die.", who=who)
        case "flip":
            return line("What is under the tile?")
        case "fork":
            return line("{who}: fetch a cheese with the fork, or leave it.", who=who)
        case "fly":
            return line("{who}: choose any square for {figure}.", who=who, figure=FIGURE[FIGURES[state.mover]])
        case "start":
            return line("{who}: choose a square on the table for the cat.", who=who)
    return walk_words(state, who, n)


def walk_words(state: State, who: Who, n: int) -> Line:
    """Ask for a move."""
    bound = state.phase == "bonus" or (state.half == 2 and state.mover != CAT)
    if state.side == "cat" or bound:
        one, other = "{who}: move {figure} exactly {n} step.", "{who}: move {figure} exactly {n} steps."
        figure = FIGURE["cat" if state.side == "cat" else FIGURES[state.mover]]
        return line(one, plural=other, who=who, figure=figure, n=n)
    one, other = "{who}: move a mouse exactly {n} step.", "{who}: move a mouse exactly {n} steps."
    return line(one, plural=other, who=who, n=n)


def score(state: State) -> Panel:
    """Show how close each side is to its goal."""
    most, n = state.kitchen.board.mix[0][1], eaten(state)
    mice, doors = sum(map(bool, state.mice)), state.opened.bit_count()
    rows = (
        Row(line("Cheese taken"), part(n, most), "chopchop-cheese", (n, most)),
        Row(line("Mice caught"), part(4 - mice, 4), "chopchop-cat", (4 - mice, 4)),
        Row(line("Open holes"), part(doors, 4), "chopchop-hole", (doors, 4)),
    )
    return Panel("score", line("Mice against cat"), rows)


def figures(state: State) -> tuple[Row, ...]:
    """The numbers of a finished game, with up to three stars for how clearly it was won."""
    most, n, mice = state.kitchen.board.mix[0][1], eaten(state), sum(map(bool, state.mice))
    stars = min(mice, 3) if mice else -(-3 * (most - n) // most)
    return (Row(line("Stars"), part(stars, 3), meter=(stars, 3), front=True), *score(state).rows[:2])


def next_flip(state: State) -> Panel:
    """Show what the next tile may be: the counts of everything still face down."""
    whole = bag_count(state.bag)
    rows = tuple(Row(TILE[tile], part(dict(state.bag)[tile], whole), f"chopchop-{tile}") for tile in TILES)
    return Panel("flip", line("The next tile"), rows)


def part(some: int, whole: int) -> Line:
    """Write a share."""
    return line("{some} of {whole}", some=some, whole=whole)


def danger(state: State) -> Zone:
    """Show where the cat could catch a mouse, with the chance of a roll that takes it there."""
    box, struck = state.kitchen, strikes(state)
    whole, floor = len(box.board.dice.cat), box.named(box.floor)
    found = {name: Fraction(sum(w for w, ends in struck if ends & box.bit[name]), whole) for name in floor}
    shades = tuple(Shade(name, odds(chance), float(chance)) for name, chance in found.items() if chance)
    return Zone("danger", line("Where the cat can strike"), shades)


def odds(chance: Fraction) -> Line:
    """Write a chance."""
    return line("{part}/{whole}", part=chance.numerator, whole=chance.denominator)
