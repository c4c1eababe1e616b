"""Draws a position of Mmm! for every painter."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

from mousehole.core.game import Chance, Decide, Over, Turn
from mousehole.core.kit import Square, Squares
from mousehole.core.scene import Beat, DieFace, Offer, Panel, Piece, Point, Row, Scene, Spot, Throw
from mousehole.core.words import Line, Who, line
from mousehole.games.mmm.board import Item
from mousehole.games.mmm.moves import FACES, FOODS, Event, Face, Gather, Place, Reroll, Rolled
from mousehole.games.mmm.rules import DICE, STOP_OR_ROLL
from mousehole.games.mmm.state import Pantry, State, chips
from mousehole.games.mmm.story import FOOD, ON_DIE, ending

MARGIN, HALL, TRAY, PAWS_A_ROW = 0.3, 1.15, 1.5, 6


@lru_cache(256)
def size(pantry: Pantry) -> Point:
    """The size of the whole picture, in squares."""
    return width(pantry), tray_top(pantry) + TRAY


def width(pantry: Pantry) -> float:
    """The width; a narrow board still leaves room for the hallway."""
    return max(pantry.grid.columns, 7) + 2 * MARGIN


def corner(pantry: Pantry) -> Point:
    """The top left corner of the pantry."""
    rows = -(-(pantry.steps + 1) // PAWS_A_ROW)
    return (width(pantry) - pantry.grid.columns) / 2, rows * HALL + 2 * MARGIN


def tray_top(pantry: Pantry) -> float:
    """The upper edge of the dice tray."""
    return corner(pantry)[1] + pantry.grid.rows


def wings(pantry: Pantry) -> Point:
    """How much of the picture lies above and below the cupboard."""
    return corner(pantry)[1] - MARGIN, TRAY - MARGIN


@lru_cache(20_000)
def square_at(pantry: Pantry, square: Square) -> Point:
    """The centre of a square."""
    (x, y), (column, row) = corner(pantry), pantry.grid.at(square)
    return x + column + 0.5, y + row + 0.5


def paw_at(pantry: Pantry, step: int) -> Point:
    """The centre of a step: odd rows run backwards, so that the path never jumps."""
    row, column = divmod(step, PAWS_A_ROW)
    if row % 2:
        column = PAWS_A_ROW - 1 - column
    pitch = (width(pantry) - 2 * MARGIN) / PAWS_A_ROW
    return MARGIN + (column + 0.5) * pitch, MARGIN + (row + 0.5) * HALL


MARK = dict(zip(FACES, "BFGHCX", strict=True))
TINT = dict(zip(FACES, ("#c98b4a", "#5b9bb8", "#5f9e4c", "#f0bf3a", "#ee8434", "#c23b2b"), strict=True))
FUR, IVORY = "#6b5b8a", "#fffaec"
LONGEST_SPRITE = 5


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position; nobody holds secrets, so every viewer sees the same."""
    pantry = state.pantry
    return Scene(
        size=size(pantry),
        spots=(*below(pantry), *shelves(state, last), *above(pantry)),
        pieces=(
            cat(state.cat, pantry.steps - state.cat, isinstance(turn, Over)),
            *mouse_chips(pantry, chips(state)),
            *placed_dice(pantry, state.placed),
            *tray_dice(state, turn, last),
        ),
        prompt=prompt(state, turn),
        offers=offers(state, turn),  # MMM-20
        throw=throw(state, last) if isinstance(turn, Chance) else None,
        panels=(larder(pantry, state.free | state.placed), danger(pantry.steps, state.cat)),
        backdrop="mmm-wall",
        wings=wings(pantry),
        beats=beats(state, last),
        tense=pantry.steps - state.cat <= CAT_NEAR and not isinstance(turn, Over),
    )


CAT_NEAR = 3  # steps from which the cat is felt
FAILED = (Beat(("die-",), sound="drop", motion="drop"), Beat(("cat",), sound="meow"))
GATHERED = (Beat(("chip-",), sound="bite", apart=True), Beat(("cat",), sound="meow"))


def beats(state: State, last: Event | None) -> tuple[Beat, ...]:
    """The order of what has happened: the dice of a failed roll fall before the cat walks, food is gathered before."""
    match last:
        case Rolled() if not state.hand:
            return FAILED
        case Gather():
            return GATHERED
        case Place() if not state.hand:  # the last die: the food is gathered at once
            return GATHERED
    return ()


@lru_cache(256)
def below(pantry: Pantry) -> tuple[Spot, ...]:
    """Draw what lies under the squares and never changes."""
    return (*furniture(pantry), *hallway(pantry))


@lru_cache(256)
def above(pantry: Pantry) -> tuple[Spot, ...]:
    """Draw what lies over the squares and never changes."""
    return (*bars(pantry), tray(pantry))


def furniture(pantry: Pantry) -> Iterator[Spot]:
    """Draw the carpet under the cat's path and the cupboard around the squares."""
    (_, top), (wide, _), grid = corner(pantry), size(pantry), pantry.grid
    yield Spot("hall", (wide / 2, top / 2 - 0.02), (wide - 0.3, top - 0.36), "mmm-hall")
    yield Spot("cupboard", (wide / 2, top + grid.rows / 2), (grid.columns + 0.6, grid.rows + 0.6), "mmm-cupboard")


def hallway(pantry: Pantry) -> Iterator[Spot]:
    """Draw the path from the white paw to the pantry door."""
    start = "mmm-paw-two" if pantry.board.paws == 2 else "mmm-paw-white"
    yield Spot("paw-0", paw_at(pantry, 0), (0.9, 0.9), start, label=line("the cat's starting paw"), mark="o")
    for step in range(1, pantry.steps):
        name = line("step {step} of {steps}", step=step, steps=pantry.steps)
        yield Spot(f"paw-{step}", paw_at(pantry, step), (0.8, 0.8), "mmm-paw", label=name, mark="·")
    door = paw_at(pantry, pantry.steps)
    yield Spot(f"paw-{pantry.steps}", door, (1.0, 1.1), "mmm-door", label=line("the pantry door"), mark="∩")


def shelves(state: State, last: Event | None) -> list[Spot]:
    """Draw every food square; the last die placed is marked."""
    pantry, covered, placed, drawn = state.pantry, chips(state), state.placed, list[Spot]()
    laid = pantry.grid.bit[last.square] if isinstance(last, Place) else 0
    for item in pantry.board.items:
        all_of_it = item.squares
        drawn += squares_of(pantry, item, covered & all_of_it, placed & all_of_it, laid & all_of_it)
    return drawn


@lru_cache(16_384)
def squares_of(pantry: Pantry, item: Item, covered: Squares, placed: Squares, laid: Squares) -> tuple[Spot, ...]:
    """Draw the squares of an item, cached for every way they can look: a move changes only a few."""
    n, drawn = (item.squares & ~covered).bit_count(), []
    for square in pantry.grid.named(item.squares):
        bit = pantry.grid.bit[square]
        lies = "chip" if bit & covered else "die" if bit & placed else ""
        drawn.append(shelf(pantry, item, square, lies, 0 if lies else n, bool(bit & laid)))
    return tuple(drawn)


@lru_cache(16_384)
def shelf(pantry: Pantry, item: Item, square: str, lies: str, n: int, marked: bool) -> Spot:
    """Draw one square."""
    sprite = "mmm-shelf" if sum(pantry.grid.at(square)) % 2 else "mmm-shelf-alt"
    at, name = square_at(pantry, square), square_words(item, square, lies, n)
    glow = "path" if marked else ""
    return Spot(square, at, sprite=sprite, label=name, mark=MARK[item.food], tint=TINT[item.food], glow=glow)


def square_words(item: Item, square: str, lies: str, n: int) -> Line:
    """Name a square, what lies there and how much of its item is still to be gathered."""
    food = FOOD[item.food]
    if lies == "chip":
        return line("{square}: {food}, gathered", square=square, food=food)
    if lies == "die":
        return line("{square}: {food}, with a die on it", square=square, food=food)
    few, many = "{square}: {food}, {n} square of this item left", "{square}: {food}, {n} squares of this item left"
    return line(few, plural=many, square=square, food=food, n=n)


def bars(pantry: Pantry, centre: Callable[[Square], Point] | None = None) -> Iterator[Spot]:
    """Draw every item across its squares; one that is not straight, as a piece of food on each square."""
    place = centre or partial(square_at, pantry)
    for number, item in enumerate(pantry.board.items):
        squares = tuple(pantry.grid.named(item.squares))
        points = [place(square) for square in squares]
        (left, top), (right, bottom) = points[0], points[-1]
        length = len(squares)
        straight = len({x for x, _ in points}) == 1 or len({y for _, y in points}) == 1
        if straight and length <= LONGEST_SPRITE:
            middle, upright = ((left + right) / 2, (top + bottom) / 2), 90.0 if top != bottom else 0.0
            yield Spot(
                f"item-{number}", middle, (length, 1.0), f"mmm-{item.food}-{length}", upright, tint=TINT[item.food]
            )
        else:
            for square, at in zip(squares, points, strict=True):
                yield Spot(f"item-{number}-{square}", at, sprite=f"mmm-{item.food}", tint=TINT[item.food])


def tray(pantry: Pantry) -> Spot:
    """Draw the dice tray."""
    at = (width(pantry) / 2, tray_top(pantry) + TRAY / 2 + 0.1)
    return Spot("tray", at, (4.4, 1.2), "mmm-tray", label=line("dice tray"), tint="#e9cc98")


@lru_cache(1024)
def cat(at: int, steps: int, over: bool) -> Piece:
    """Draw the cat, the livelier the nearer it is."""
    mood = "-pounce" if not steps else "-asleep" if over else "-near" if steps <= CAT_NEAR else ""
    one, other = "the cat, {n} step from the pantry", "the cat, {n} steps from the pantry"
    label, on = line(one, plural=other, n=steps), f"paw-{at}"
    size, back = (1.26, 1.1), bool(at // PAWS_A_ROW % 2)
    sprite, shift = f"mmm-cat{mood}", (0.0, -0.12)
    return Piece("cat", on, sprite, "hop", shift, size, mirror=back, label=label, mark="@", tint=FUR, sound="step")


@lru_cache(1024)
def mouse_chips(pantry: Pantry, gathered: Squares) -> tuple[Piece, ...]:
    """Draw a chip on every gathered square."""
    return tuple(map(mouse_chip, pantry.grid.named(gathered)))


@lru_cache(1024)
def mouse_chip(square: Square) -> Piece:
    """Draw a chip."""
    size = (0.74, 0.74)
    return Piece(f"chip-{square}", square, "mmm-chip", "pop", size=size, mark="●", sound="pop", leave="none")


@lru_cache(4096)
def placed_dice(pantry: Pantry, placed: Squares) -> tuple[Piece, ...]:
    """Draw the dice of this turn that lie on squares."""
    return tuple(placed_die(pantry, square) for square in pantry.grid.named(placed))


def placed_die(pantry: Pantry, square: Square) -> Piece:
    """Draw a die on the food that it has found."""
    food = next(food for food in FOODS if pantry.foods[food] & pantry.grid.bit[square])
    return die(f"die-{square}", square, food, (0.0, 0.0))


def tray_dice(state: State, turn: Turn[Event], last: Event | None) -> Iterator[Piece]:
    """Draw the dice in the tray: those in hand, or the last roll if it has just failed."""
    failed = last.faces if isinstance(last, Rolled) and not state.hand else ()
    faces: tuple[Face | None, ...] = state.hand or failed
    pool = "" if failed else "die"  # none of them is one that lay on a square
    if not faces and not isinstance(turn, Over):
        faces = (None,) * (DICE - state.placed.bit_count())
    tick = 2 * state.cat + bool(state.hand) if isinstance(last, Rolled) else 0  # a failed roll and the next one differ
    for n, face in enumerate(faces):
        yield die(f"die-{n}", "tray", face, ((n - (len(faces) - 1) / 2) * 1.25, 0.0), tick, pool)


@lru_cache(4096)
def die(key: str, on: str, face: Face | None, shift: tuple[float, float], tick: int = 0, pool: str = "die") -> Piece:
    """Draw one die."""
    name = f"mmm-die-{face or 'blank'}"
    label, mark = (ON_DIE[face], MARK[face]) if face else (line("a die to roll"), "?")
    size, tint = (0.78, 0.78) if on != "tray" else (0.95, 0.95), TINT["x"] if face == "x" else IVORY
    mark, sound = f"[{mark}]", "dice"
    return Piece(
        key, on, name, "roll", shift, size, label=label, mark=mark, tint=tint, pool=pool, tick=tick, sound=sound
    )


def dice(state: State, event: Event) -> tuple[DieFace, ...]:
    """What the dice of a roll show."""
    return tuple(DieFace(f"mmm-die-{face}", ON_DIE[face]) for face in event.faces) if isinstance(event, Rolled) else ()


def prompt(state: State, turn: Turn[Event]) -> Line:
    """Say what the table is waiting for."""
    match turn:
        case Over():
            return ending(turn)
        case Chance():
            return roll_words(state)
    who = Who(state.seat)
    if state.fresh:
        return line("{who}: place at least one die.", who=who)
    if len(turn.actions) > len(STOP_OR_ROLL):
        return line("{who}: place another die, re-roll or stop.", who=who)
    return line("{who}: re-roll the rest or stop.", who=who)


def roll_words(state: State) -> Line:
    """Name the roll that comes next."""
    n = DICE - state.placed.bit_count()
    return line("{who}: roll {n} die.", plural="{who}: roll {n} dice.", who=Who(state.seat), n=n)


def figures(state: State) -> tuple[Row, ...]:
    """The numbers of a finished raid, with up to three stars for the steps that were left."""
    pantry, n = state.pantry, state.pantry.steps - state.cat
    gathered, whole = chips(state).bit_count(), sum(pantry.items).bit_count()
    stars = 0 if gathered < whole else 3 if n >= 4 else 2 if n >= 2 else 1
    steps = line("{n} step", plural="{n} steps", n=n)
    return (
        Row(line("Stars"), line("{some} of {whole}", some=stars, whole=3), meter=(stars, 3), front=True),
        Row(line("Food gathered"), line("{some} of {whole}", some=gathered, whole=whole), "mmm-chip"),
        *([Row(line("To the pantry"), steps, "mmm-cat")] if n else []),
    )


def throw(state: State, last: Event | None) -> Throw:
    """Offer the dice; whoever has just chosen to re-roll need not say so twice."""
    words = line("Roll {n} die", plural="Roll {n} dice", n=DICE - state.placed.bit_count())
    return Throw(("tray",), words, itself=isinstance(last, Reroll))


def offers(state: State, turn: Turn[Event]) -> tuple[Offer, ...]:
    """Label every action and say where to click for it, and which dice can be laid there."""
    actions = turn.actions if isinstance(turn, Decide) else ()
    return tuple(
        offer(number, action, hands(state.hand, action), stake(state, action)) for number, action in enumerate(actions)
    )


def hands(hand: tuple[Face, ...], action: Event) -> tuple[str, ...]:
    """The dice of the tray with which an action can begin."""
    return tuple(f"die-{n}" for n, face in enumerate(hand) if isinstance(action, Place) and face == action.face)


def stake(state: State, action: Event) -> tuple[str, ...]:
    """The dice that a re-roll risks."""
    return tuple(f"die-{square}" for square in state.pantry.grid.named(state.placed)) if action == Reroll() else ()


@lru_cache(4096)
def offer(number: int, action: Event, dice: tuple[str, ...], risked: tuple[str, ...]) -> Offer:
    """Label one action."""
    match action:
        case Place():
            label = line("Place {food} on {square}", food=FOOD[action.face], square=action.square)
            return Offer(number, (action.square,), label, hands=dice)
        case Reroll():
            return Offer(number, ("tray",), line("Re-roll the rest"), tone="dare", stake=risked)
        case Gather() | _:
            return Offer(number, (), line("Stop and gather"), tone="safe")


@lru_cache(1024)
def larder(pantry: Pantry, rest: Squares) -> Panel:
    """Count what is left of every food."""
    foods = pantry.foods
    rows = [
        Row(
            FOOD[food],
            line("{left} of {all}", left=(foods[food] & rest).bit_count(), all=foods[food].bit_count()),
            f"mmm-{food}",
            mark=MARK[food],
        )
        for food in FOODS
        if foods[food]
    ]
    return Panel("larder", line("Still in the pantry"), tuple(rows))


@lru_cache(1024)
def danger(steps: int, at: int) -> Panel:
    """Show how near the cat is."""
    n = steps - at
    value = line("{n} step", plural="{n} steps", n=n)
    return Panel("cat", line("The cat"), (Row(line("To the pantry"), value, "mmm-cat", (at, steps), "@"),))
