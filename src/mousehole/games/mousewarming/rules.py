"""The rules of Mousewarming Party: roll for food, move a mouse, and mind the raccoon."""

from functools import cache, lru_cache

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Over
from mousehole.core.kit.dice import without
from mousehole.games.mousewarming import cheese_bonus, raccoon
from mousehole.games.mousewarming.box import Box, standard
from mousehole.games.mousewarming.burrows import reveal, reveals, served
from mousehole.games.mousewarming.loop import Space, walk
from mousehole.games.mousewarming.moves import (
    FOODS,
    PAIR,
    SIDES,
    Bonus,
    Drawn,
    Drop,
    Event,
    Mouse,
    Move,
    Pick,
    Raccoon,
    Revealed,
    Rolled,
    Setup,
)
from mousehole.games.mousewarming.raccoon import hunt
from mousehole.games.mousewarming.state import DOOR, Party, State, changed, guests
from mousehole.games.mousewarming.tokens import picked_up, rolled_out

PICKS: tuple[Event, ...] = (Pick(True), Pick(False))  # MP-065


def new(setup: Setup, box: Box | None = None) -> State:
    """Lay out doors and feeders; plates, pantry, trays and table are empty."""
    game = Party(setup, box.page if box and box is not standard() else None)
    box = game.box
    each = sum(box.raccoon) // len(game.feeders)
    return State(
        party=game,
        seat=0,  # MP-013
        stage="opening" if setup.first_game else "roll",  # MP-012
        mice=setup.mice_start,  # MP-011
        raccoon=setup.raccoon_start,  # MP-008
        plates=(None,) * game.length,  # MP-007
        feeders=tuple(each if kind == "F" else 0 for kind in box.ring),  # MP-006
        burrows=tuple(DOOR if kind == "B" else None for kind in box.ring),  # MP-004
        unseen=box.raccoon,
        supply=box.tokens,
    )


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Say whose turn it is, and what may happen."""
    match state.stage:
        case "roll":
            return rolls(state.party, state.seat)  # MP-020
        case "move":
            return Decide(state.seat, options(state))
        case "raccoon":
            return raccoon.ride(state)
        case "bonus":
            return Decide(state.seat, cheese_bonus.uses(state))
        case "pick":
            return Decide(state.seat, PICKS)
        case "dropped":
            return Decide(state.seat, walks(state, state.mover))  # MP-055
        case "draw":
            return raccoon.draws(state.mice[state.mover], state.unseen)
        case "over":
            return over(state)
        case _:
            return reveals(state)


def over(state: State) -> Over:
    """Compare food and guests."""
    score = len(state.table) - guests(state)  # MP-088, MP-094
    won = score >= 0 or state.reason == "table"
    return Over(tuple(range(state.party.players)) if won else (), state.reason, score)  # MP-001, MP-090, MP-095


def apply(state: State, event: Event) -> State:
    """Carry out one event."""
    match event:
        case Rolled():
            return roll(state, event)
        case Move():
            return move(state, event)
        case Raccoon():
            return raccoon.take(state, event)
        case Pick():
            return pick(state, event)
        case Bonus():
            return cheese_bonus.used(state, event)
        case Drop():
            return drop(state, event)
        case Revealed():
            return reveal(state, event)
        case Drawn():
            return raccoon.draw(state, event)


def roll(state: State, die: Rolled) -> State:
    """Let food fall on its plate; cheese asks for a choice."""
    if die.food == "cheese":
        return replace(state, stage="bonus", die=die)  # MP-040
    return rolled_out(replace(state, stage="move", die=die), die.side, die.food)  # MP-031


def options(state: State) -> tuple[Event, ...]:
    """List the drops and moves of both mice."""
    (tray, other), (steps, others) = state.trays, state.party.steps
    reach = steps[len(tray)], others[len(other)]  # MP-050, MP-051
    moves = both_walks(state.party.length, state.mice, state.raccoon, reach)  # MP-021
    return drops(state) + moves if tray or other else moves


def drops(state: State) -> tuple[Event, ...]:
    """List the tokens that mice may leave where they stand."""
    ring, offers = state.party.box.ring, list[Event]()
    for mouse in PAIR:
        space = state.mice[mouse]
        if ring[space] == "P" and state.plates[space] is None:  # MP-052, MP-056
            offers += [Drop(mouse, food) for food in FOODS if food in state.trays[mouse]]  # MP-054
    return tuple(offers)


def walks(state: State, mouse: Mouse) -> tuple[Event, ...]:
    """List the moves of one mouse."""
    steps = state.party.steps[mouse][len(state.trays[mouse])]  # MP-050, MP-051, MP-053
    taken = (state.mice[1 - mouse], state.raccoon)
    return mouse_walks(state.party.length, mouse, state.mice[mouse], steps, taken)


@lru_cache(100_000)
def both_walks(length: int, mice: tuple[Space, Space], raccoon: Space, steps: tuple[int, int]) -> tuple[Event, ...]:
    """List the moves of both mice."""
    return tuple(
        move
        for mouse in PAIR
        for move in mouse_walks(length, mouse, mice[mouse], steps[mouse], (mice[1 - mouse], raccoon))
    )


@lru_cache(100_000)
def mouse_walks(length: int, mouse: Mouse, start: Space, steps: int, taken: tuple[Space, Space]) -> tuple[Event, ...]:
    """List a mouse's moves of one to so many steps, jumping over others."""
    return tuple(Move(mouse, to) for to in walk(length, start, steps, taken))  # MP-005, MP-057, MP-058, MP-059


def drop(state: State, event: Drop) -> State:
    """Leave a token where the mouse stands; then the mouse has to move."""
    mouse = event.mouse
    trays = changed(state.trays, mouse, without(state.trays[mouse], event.food))
    plates = changed(state.plates, state.mice[mouse], event.food)
    return replace(state, stage="dropped", mover=mouse, trays=trays, plates=plates)  # MP-053, MP-055


def move(state: State, event: Move) -> State:
    """Walk, and see what is on the space; nothing happens on the way."""
    mouse, space = event.mouse, event.to
    there = replace(state, stage="door", mover=mouse, mice=changed(state.mice, mouse, space))
    if tile := state.burrows[space]:
        return there if tile == DOOR else served(there, mouse)  # MP-069, MP-072
    if state.plates[space] and len(state.trays[mouse]) < state.party.room:
        return replace(there, stage="pick")  # MP-065, MP-066, MP-067, MP-068
    return hunt(there)


def pick(state: State, event: Pick) -> State:
    """Take the food, or leave it to the raccoon."""
    return hunt(picked_up(state, state.mover) if event.take else state)


@cache
def rolls(party: Party, seat: int) -> Chance[Event]:
    """List what the die may show, and out of which side."""
    faces = [(food, n) for food, n in zip(FOODS, party.box.die, strict=True) if n]
    return Chance(tuple((Rolled(side, food), n) for side in SIDES for food, n in faces), seat)  # MP-030
