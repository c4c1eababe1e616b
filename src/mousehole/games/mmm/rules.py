"""The rules of Mmm!: roll, place, push your luck, gather, and mind the cat."""

from functools import cache, lru_cache

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Over
from mousehole.core.kit import Grid, Squares, throws, without_die
from mousehole.games.mmm.moves import FACES, FOODS, Event, Face, Food, Gather, Place, Reroll, Rolled, Setup
from mousehole.games.mmm.state import Pantry, State, left

DICE = 3  # MMM-04
STOP_OR_ROLL: tuple[Event, ...] = (Reroll(), Gather())


def new(setup: Setup) -> State:
    """Put the cat on its paw and leave every square free."""
    pantry = Pantry(setup)
    return State(pantry, setup.first, sum(pantry.items))  # MMM-03, MMM-05, MMM-06


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Say whose turn it is, and what may happen."""
    if state.hand:
        return Decide(state.seat, options(state))  # MMM-20
    pantry = state.pantry
    if state.cat == pantry.steps:
        return Over((), "cat", -left(state), loss_rating(left(state)))  # MMM-51, MMM-53
    if not state.free | state.placed:
        steps = pantry.steps - state.cat
        return Over(tuple(range(pantry.players)), "gathered", steps, win_rating(steps))  # MMM-50, MMM-01, MMM-52
    return rolls(DICE - state.placed.bit_count(), state.seat)  # MMM-10, MMM-17


def longest(setup: Setup) -> int:
    """The decisions of a game at most: every turn moves the cat or completes an item, and rolls after each die."""
    pantry = Pantry(setup)
    return (2 * DICE - 1) * (pantry.steps + len(pantry.items))


def options(state: State) -> tuple[Event, ...]:
    """List what the active player may do with the dice in hand."""
    room, pantry = reach(state), state.pantry
    offers: tuple[Event, ...] = ()
    for food in foods_in(state.hand):
        offers += places(pantry.grid, food, room & pantry.foods[food])  # MMM-11, MMM-12, MMM-14, MMM-15
    return offers if state.fresh else offers + STOP_OR_ROLL  # MMM-13, MMM-17


def reach(state: State) -> Squares:
    """The squares that can take a die now."""
    if state.pantry.in_line and state.placed:
        return state.free & in_line_with(state.pantry.grid, state.placed)  # MMM-60
    return state.free


def apply(state: State, event: Event) -> State:
    """Carry out one event."""
    match event:
        case Place():
            return place(state, event)
        case Rolled():
            return roll(state, event.faces)
        case Reroll():
            return replace(state, hand=())  # MMM-17, MMM-18
        case Gather():
            return gather(state, state.free, state.placed)


def place(state: State, die: Place) -> State:
    """Place one die; with the last one, the food is gathered at once."""
    square, hand = state.pantry.grid.bit[die.square], without_die(state.hand, die.face)
    free, placed = state.free ^ square, state.placed | square
    if hand:
        return replace(state, free=free, placed=placed, hand=hand, fresh=False)
    return gather(state, free, placed)  # MMM-16


def roll(state: State, faces: tuple[Face, ...]) -> State:
    """Take the fallen dice in hand, or lose the turn when none fits."""
    room, foods = reach(state), state.pantry.foods
    for face in faces:
        if room & foods[face]:
            return replace(state, hand=faces, fresh=True)  # MMM-13, MMM-19
    return pass_on(state, state.free | state.placed, state.cat + 1)  # MMM-30, MMM-31, MMM-62


def gather(state: State, free: Squares, placed: Squares) -> State:
    """Replace the placed dice with chips; the cat stays only if an item is complete."""
    for item in state.pantry.items:
        if item & placed and not item & free:
            return pass_on(state, free, state.cat)  # MMM-40, MMM-41, MMM-43
    return pass_on(state, free, state.cat + 1)  # MMM-42


def pass_on(state: State, free: Squares, cat: int) -> State:
    """Hand the dice to the next seat."""
    pantry = state.pantry
    return State(pantry, (state.seat + 1) % pantry.players, free, cat)  # MMM-44, MMM-06


def win_rating(steps: int) -> str:
    """Rate a win by the steps the cat had left."""
    return "win-6" if steps >= 6 else "win-4" if steps >= 4 else "win-2" if steps >= 2 else "win-1"  # MMM-52


def loss_rating(squares: int) -> str:
    """Rate a loss by the squares left."""
    return "loss-6" if squares >= 6 else "loss-4" if squares >= 4 else "loss-2" if squares >= 2 else "loss-1"  # MMM-53


@cache
def rolls(dice: int, seat: int) -> Chance[Event]:
    """List all rolls of so many dice, as multisets with their weights."""
    return Chance(tuple((Rolled(faces), weight) for faces, weight in throws(FACES, dice)), seat)  # MMM-04, MMM-10


@cache
def foods_in(hand: tuple[Face, ...]) -> tuple[Food, ...]:
    """List the foods among the dice, each once."""
    return tuple(food for food in FOODS if food in hand)


@lru_cache(100_000)
def places(grid: Grid, food: Food, squares: Squares) -> tuple[Event, ...]:
    """List the ways to place a die of a food on these squares; equal dice give one action."""
    return tuple(Place(food, square) for square in grid.named(squares))


@lru_cache(100_000)
def in_line_with(grid: Grid, placed: Squares) -> Squares:
    """Join the rows and columns that hold all the dice of this turn."""
    mask = 0
    for line in grid.lines:
        if placed & line == placed:
            mask |= line  # MMM-60, MMM-61
    return mask
