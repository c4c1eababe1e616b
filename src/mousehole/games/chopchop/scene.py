"""Draws a position of Chop! Chop! for every painter."""

from collections.abc import Iterator
from fractions import Fraction

from mousehole.core.game import Chance, Decide, Over, Turn
from mousehole.core.kit.bag import left
from mousehole.core.scene import Panel, Row, Scene, Shade, Spot, Throw, Zone
from mousehole.core.words import Line, Who, line
from mousehole.games.chopchop import layout
from mousehole.games.chopchop.moves import CAT, FIGURES, TILES, Event, Fly, Move, Name
from mousehole.games.chopchop.offers import offers
from mousehole.games.chopchop.pieces import pieces
from mousehole.games.chopchop.reach import strikes
from mousehole.games.chopchop.state import Kitchen, State, eaten, place, seat
from mousehole.games.chopchop.story import FIGURE, TILE, ending, lost_roll, spot_words

TINT = {"floor": "#f3dfb8", "alt": "#e3b98a", "under": "#b7c9cf", "top": "#b98150", "hole": "#6b4a32"}


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position; nobody holds secrets, so every viewer sees the same."""
    box = state.kitchen
    return Scene(
        size=layout.size(box),
        spots=(*floor(state, last), *table(state, last), *holes(state, last), *sideboard(box)),
        pieces=tuple(pieces(state, last)),
        prompt=prompt(state, turn),
        offers=offers(state, turn.actions) if isinstance(turn, Decide) else (),
        throw=Throw(("tray",), line("Roll the die")) if isinstance(turn, Chance) and state.phase == "roll" else None,
        panels=(score(state), next_flip(state)),
        backdrop="chopchop-room",
        zones=(danger(state),) if state.cat and not isinstance(turn, Over) else (),
    )


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
    centre, size = layout.table_at(box)
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
        yield spot(state, name, last, sprite, "∩", TINT["hole"], layout.TURN[name[-1]])


def spot(state: State, name: Name, last: Event | None, sprite: str, mark: str, tint: str, turn: float = 0.0) -> Spot:
    """Draw one space; the goal of the last move is marked."""
    moved = isinstance(last, Move | Fly) and state.kitchen.bit[name] == place(state, state.mover)
    size = (1.0, 0.95) if name.startswith("hole") else (1.0, 1.0)
    label, glow = spot_words(state, name), "path" if moved else ""
    return Spot(name, layout.at(state.kitchen, name), size, sprite, turn, label, mark, tint, glow)


def sideboard(box: Kitchen) -> Iterator[Spot]:
    """Draw the cheese board, the basket for caught mice and the dice tray."""
    wide, y = layout.size(box)[0], layout.below(box)
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
    whole = left(state.bag)
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
