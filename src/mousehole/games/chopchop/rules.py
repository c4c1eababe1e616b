"""The rules of Chop! Chop!: whose turn it is, how it goes on, and how a game ends."""

from collections import Counter
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Over
from mousehole.core.kit import Bag, bag_count, draw_one, drawable
from mousehole.games.chopchop.board import Space, Spaces, ends, unite
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
    Pass,
    Rolled,
    Setup,
    Start,
    Take,
    Tile,
)
from mousehole.games.chopchop.state import Kitchen, State, eaten, kitchen, mice_spaces, place, seat

ALL_MICE = tuple(range(len(MICE)))


def moves(state: State) -> tuple[Event, ...]:
    """List the moves of exactly the steps at hand, for every piece that may take them."""
    box, steps = state.kitchen, state.steps  # CC-21
    if state.side == "cat":
        return walks(box, CAT, cat_ends(state, steps))  # CC-12
    found: tuple[Event, ...] = ()
    closed, barred = barriers(state)
    for mouse in movers(state):
        found += walks(box, mouse, ends(box.mice_ways, state.mice[mouse], steps, closed, barred))
    return found


def movers(state: State) -> tuple[int, ...]:
    """List the mice that may move now."""
    bound = state.half == 2 and state.mover != CAT  # CC-67
    if bound or state.phase == "bonus":
        return (state.mover,)  # CC-58
    return ALL_MICE if all(state.mice) else tuple(mouse for mouse in ALL_MICE if state.mice[mouse])  # CC-03


def walk_ends(state: State, figure: int) -> Spaces:
    """The spaces where a piece can end its move."""
    return cat_ends(state, state.steps) if figure == CAT else mouse_ends(state, state.mice[figure], state.steps)


def mouse_ends(state: State, start: Space, steps: int) -> Spaces:
    """Where a mouse can stop: never on another piece."""
    return ends(state.kitchen.mice_ways, start, steps, *barriers(state))  # CC-28, CC-30, CC-42, CC-59


def barriers(state: State) -> tuple[Spaces, Spaces]:
    """What no mouse may cross, and where none may stop."""
    barred = mice_spaces(state) | state.cat  # CC-24, CC-25, CC-57
    return barred if state.kitchen.setup.friends_block else state.cat, barred  # CC-22, CC-44


def cat_ends(state: State, steps: int) -> Spaces:
    """Where the cat can stop: mice stop it, face-up cheese keeps it away."""
    mice, cheese, box = mice_spaces(state), state.cheese, state.kitchen
    closed, barred = mice | cheese, cheese | box.front.get(mice, 0)  # CC-22, CC-26, CC-30, CC-45
    return ends(box.cat_ways, state.cat, steps, closed, barred)  # CC-27, CC-29, CC-43, CC-46


def closed_to(state: State, figure: int) -> Spaces:
    """What a piece may not cross."""
    return mice_spaces(state) | state.cheese if figure == CAT else barriers(state)[0]


def strikes(state: State) -> tuple[tuple[int, Spaces], ...]:
    """Pair the weight of each roll of the cat with the spaces where it may then stop."""
    return tuple((weight, cat_ends(state, value)) for value, weight in rolls(state.kitchen.board.dice.cat))


@cache
def rolls(die: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Pair the values of a die with their weights."""
    return tuple(sorted(Counter(die).items()))


def flights(state: State) -> tuple[Event, ...]:
    """List where the arrow may take the piece."""
    box, mice = state.kitchen, mice_spaces(state)
    if state.mover == CAT:
        guarded = box.front.get(mice, 0)  # CC-45
        taboo = state.cat | state.cheese | guarded | (0 if box.setup.arrow_catches else mice)
        return flown(box, CAT, unite(box.cat_ways.near) & ~taboo)  # CC-62, CC-63
    return flown(box, state.mover, box.floor & ~(mice | state.cat | state.cheese))  # CC-61, CC-63


def takes(state: State) -> tuple[Event, ...]:
    """List what the fork may fetch, and the choice to leave it."""
    return fetched(state.kitchen, forkable(state))


def forkable(state: State) -> Spaces:
    """The face-up cheeses that the cat is not sitting on."""
    return state.cheese & ~state.cat  # CC-64


@lru_cache(1 << 15)
def walks(box: Kitchen, figure: int, spaces: Spaces) -> tuple[Event, ...]:
    """List the moves of a piece to these spaces."""
    return tuple(Move(FIGURES[figure], name) for name in box.named(spaces))


@lru_cache(1 << 12)
def flown(box: Kitchen, figure: int, spaces: Spaces) -> tuple[Event, ...]:
    """List the flights of a piece to these squares."""
    return tuple(Fly(FIGURES[figure], name) for name in box.named(spaces))


@lru_cache(1 << 12)
def fetched(box: Kitchen, cheeses: Spaces) -> tuple[Event, ...]:
    """List the cheeses to fetch."""
    return (*(Take(name) for name in box.named(cheeses)), Leave())


@cache
def starts(box: Kitchen) -> tuple[Event, ...]:
    """List the squares of the table."""
    return tuple(Start(name) for name in box.named(box.tops))  # CC-06


CAP = 600  # CC-91
NUMBER = {name: number for number, name in enumerate(FIGURES)}
PASS: Chance[Event] = Chance(((Pass(), 1),))
FACES = {tile: Flipped(tile) for tile in TILES}


def new(setup: Setup) -> State:
    """Put a mouse in every hole and a tile on every floor square; the cat is still to come."""
    box = kitchen(setup)
    return State(box, box.holes, box.floor, box.board.mix)  # CC-02, CC-04, CC-05


def longest(setup: Setup) -> int:
    """The decisions of a game at most: the cat's start, a move for each roll, and one for each tile turned up."""
    return 1 + CAP + bag_count(kitchen(setup).board.mix)


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Say whose turn it is, and what may happen."""
    match state.phase:
        case "roll":
            return throw(state.kitchen, seat(state)) if state.turns < CAP else Over((), "cap", drawn=True)  # CC-91
        case "move":
            actions = moves(state)
            return Decide(seat(state), actions) if actions else PASS  # CC-13, CC-90
        case "flip":
            return flips(state.bag)
        case "bonus":
            return Decide(seat(state), moves(state))
        case "fly":
            return Decide(seat(state), flights(state))
        case "fork":
            return Decide(seat(state), takes(state))
        case "start":
            return Decide(seat(state), starts(state.kitchen))  # CC-06
        case "home":
            return Over(state.kitchen.mice_seats, "home")  # CC-80
        case "caught":
            return Over((state.kitchen.cat_seat,), "caught")  # CC-84


@cache
def throw(box: Kitchen, thrower: int) -> Chance[Event]:
    """The odds of a seat's die."""
    die = box.board.dice.cat if thrower == box.cat_seat else box.board.dice.mice
    return Chance(tuple((Rolled(value), weight) for value, weight in rolls(die)), thrower)


@lru_cache(1 << 12)
def flips(bag: Bag[Tile]) -> Chance[Event]:
    """The odds of the next flip: what is still face down."""
    return Chance(tuple([(FACES[tile], count) for tile, count in drawable(bag)]))  # CC-04


def apply(state: State, event: Event) -> State:
    """Carry out one event."""
    match event:
        case Rolled():
            return replace(state, phase="move", steps=event.value, turns=state.turns + 1)  # CC-11, CC-12
        case Move() | Fly():
            figure, space = NUMBER[event.piece], state.kitchen.bit[event.to]
            return pounce(state, space) if figure == CAT else scurry(state, figure, space)
        case Flipped():
            return flip(state, event.tile)
        case Take():
            return end_turn(state, cheese=state.cheese ^ state.kitchen.bit[event.square])  # CC-64
        case Leave() | Pass():
            return end_turn(state)  # CC-64, CC-90
        case Start():
            return replace(state, cat=state.kitchen.bit[event.square], phase="roll", side="mice")  # CC-06, CC-07


def scurry(state: State, mouse: int, space: Space) -> State:
    """End a mouse's move: in a hole, on a cheese, on a tile or on the bare floor."""
    box, left = state.kitchen, state.mice[mouse]
    opened = state.opened | left if left in box.front else state.opened  # CC-41
    mice = (*state.mice[:mouse], space, *state.mice[mouse + 1 :])
    if space & state.hidden:
        return replace(state, phase="flip", mice=mice, mover=mouse, opened=opened)  # CC-50
    if space & state.cheese:
        return end_turn(state, mice=mice, mover=mouse, opened=opened, cheese=state.cheese ^ space)  # CC-55
    if space in box.front and home(state, opened):
        return replace(state, phase="home", mice=mice, mover=mouse, opened=opened)  # CC-70, CC-80, CC-82, CC-85
    return end_turn(state, mice=mice, mover=mouse, opened=opened)  # CC-52


def home(state: State, opened: Spaces) -> bool:
    """Whether entering a hole wins: every cheese taken, every hole tile face up."""
    box = state.kitchen
    return eaten(state) == box.board.mix[0][1] and opened == sum(box.holes)  # CC-80, CC-81, CC-83


def pounce(state: State, space: Space) -> State:
    """End the cat's move: on a mouse, on a tile, or where nothing happens."""
    if space in state.mice:
        mice = tuple(0 if mouse == space else mouse for mouse in state.mice)
        if not any(mice):
            return replace(state, phase="caught", cat=space, mover=CAT, mice=mice)  # CC-70, CC-84
        return end_turn(state, cat=space, mover=CAT, mice=mice)  # CC-26, CC-53
    if space & state.hidden:
        return replace(state, phase="flip", cat=space, mover=CAT)  # CC-51
    return end_turn(state, cat=space, mover=CAT)  # CC-52


def flip(state: State, tile: Tile) -> State:
    """Turn over the tile under the piece and do what it says; it leaves the board, but a cheese under the cat stays."""
    space = place(state, state.mover)
    hidden, bag = state.hidden ^ space, draw_one(state.bag, tile)  # CC-31, CC-50
    match tile:
        case "cheese":
            cheese = state.cheese | space if state.mover == CAT else state.cheese  # CC-55, CC-56
            return end_turn(state, hidden=hidden, bag=bag, cheese=cheese)
        case "plus1" | "plus2":
            return bonus(replace(state, hidden=hidden, bag=bag), 1 if tile == "plus1" else 2)
        case "arrow" if flights(state):
            return replace(state, phase="fly", hidden=hidden, bag=bag)  # CC-63
        case "fork" if state.mover != CAT and forkable(state):
            return replace(state, phase="fork", hidden=hidden, bag=bag)  # CC-64, CC-65
        case "knife":
            return hand_over(state, 1, hidden=hidden, bag=bag)  # CC-66, CC-69
    return end_turn(state, hidden=hidden, bag=bag)  # CC-54


def bonus(state: State, steps: int) -> State:
    """Let the same piece move on; if it cannot, the bonus is lost."""
    state = replace(state, phase="bonus", steps=steps)
    return state if walk_ends(state, state.mover) else end_turn(state)  # CC-58, CC-60


def end_turn(state: State, **changes: Any) -> State:
    """Go on with the second half of a double turn, or with the other side."""
    if state.half == 1:
        return replace(state, phase="roll", half=2, **changes)  # CC-66
    return hand_over(state, 0, **changes)


def hand_over(state: State, half: int, **changes: Any) -> State:
    """Let the other side play; mouse players take turns, and a double turn counts as one."""
    if state.side == "cat":
        return replace(state, phase="roll", side="mice", half=half, **changes)  # CC-10
    nth = (state.nth + 1) % len(state.kitchen.mice_seats)
    return replace(state, phase="roll", side="cat", nth=nth, half=half, **changes)  # CC-10, CC-68
