"""What a piece can reach: on foot, by the arrow, with the fork."""

from collections import Counter
from functools import cache, lru_cache

from mousehole.games.chopchop.moves import CAT, FIGURES, MICE, Event, Fly, Leave, Move, Start, Take
from mousehole.games.chopchop.state import Kitchen, State, mice_spaces
from mousehole.games.chopchop.walk import Space, Spaces, ends, joined

ALL = tuple(range(len(MICE)))


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
    return ALL if all(state.mice) else tuple(mouse for mouse in ALL if state.mice[mouse])  # CC-03


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
        return flown(box, CAT, joined(box.cat_ways.near) & ~taboo)  # CC-62, CC-63
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
