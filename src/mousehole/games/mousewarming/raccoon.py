"""The raccoon: it rides to the first food, fills its pantry, and may end the game."""

from functools import lru_cache

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.games.mousewarming.box import Counts
from mousehole.games.mousewarming.loop import Space
from mousehole.games.mousewarming.moves import FOODS, Drawn, Event, Food, Raccoon
from mousehole.games.mousewarming.state import INDEX, State, changed, doors, prey
from mousehole.games.mousewarming.tokens import loaded


def hunt(state: State) -> State:
    """Let the raccoon ride, or end the turn when it sleeps or finds nothing."""
    if state.asleep or prey(state) is None:
        return pass_on(state)  # MP-041, MP-086
    return replace(state, stage="raccoon")


def ride(state: State) -> Chance[Event]:
    """Where the raccoon stops; what it draws from a feeder is luck."""
    space = prey(state)
    assert space is not None
    food = state.plates[space]
    return grabs(space, food) if food else feeder_grabs(space, state.unseen)  # MP-084


def take(state: State, event: Raccoon) -> State:
    """Carry one token to the pantry; see whether that ends the game."""
    space, number = event.to, INDEX[event.takes]
    pantry = changed(state.pantry, number, state.pantry[number] + 1)  # MP-085
    if state.plates[space]:
        after = replace(state, raccoon=space, pantry=pantry, plates=changed(state.plates, space, None))
    else:
        after = replace(unpacked(state, space, event.takes), raccoon=space, pantry=pantry)
        if not any(after.feeders):
            return close(after, "feeders")  # MP-091, MP-096
    if pantry[number] > state.party.box.pantry:
        return close(after, "pantry")  # MP-092
    return pass_on(after)


def draw(state: State, event: Drawn) -> State:
    """Put a feeder's top token on the tray of the mouse that reached in."""
    after = unpacked(state, event.feeder, event.food)
    trays = changed(state.trays, state.mover, loaded(state.trays[state.mover], event.food))  # MP-117
    after = replace(after, stage="move", trays=trays)
    return after if any(after.feeders) else close(after, "feeders")  # MP-098


def unpacked(state: State, space: Space, food: Food) -> State:
    """Take the top token out of a feeder; now it is known."""
    number = INDEX[food]
    feeders = changed(state.feeders, space, state.feeders[space] - 1)
    return replace(state, feeders=feeders, unseen=changed(state.unseen, number, state.unseen[number] - 1))


def close(state: State, reason: str) -> State:
    """Let the raccoon end the game: first, all remaining doors are opened."""
    return replace(state, stage="closing" if doors(state) else "over", reason=reason)  # MP-093


def pass_on(state: State) -> State:
    """End the turn: the raccoon wakes up, the next seat rolls."""
    seat = (state.seat + 1) % state.party.players  # MP-013
    return replace(state, stage="roll", seat=seat, die=None, asleep=False)  # MP-044


@lru_cache(1024)
def grabs(space: Space, food: Food) -> Chance[Event]:
    """The only thing to take from a plate."""
    return Chance(((Raccoon(space, food), 1),))


@lru_cache(100_000)
def feeder_grabs(space: Space, unseen: Counts) -> Chance[Event]:
    """Weigh what the raccoon may draw, by the unseen tokens."""
    return Chance(tuple((Raccoon(space, food), n) for food, n in zip(FOODS, unseen, strict=True) if n))


@lru_cache(100_000)
def draws(space: Space, unseen: Counts) -> Chance[Event]:
    """Weigh what a mouse may draw, by the unseen tokens."""
    return Chance(tuple((Drawn(space, food), n) for food, n in zip(FOODS, unseen, strict=True) if n))
