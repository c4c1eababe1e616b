"""Why an action in Mousewarming Party is good or bad, as far as a short sentence can say."""

from mousehole.core.words import Line, line
from mousehole.games.mousewarming.moves import Bonus, Drop, Event, Move, Pick
from mousehole.games.mousewarming.rules import apply
from mousehole.games.mousewarming.state import DOOR, State, prey


def reason(state: State, action: Event) -> Line | None:
    """Say what speaks for an action: what it serves, opens, fetches, or keeps from the raccoon."""
    match action:
        case Move():
            return walking(state, action)
        case Pick(take=True):
            return line("what lies on a tray is safe from the raccoon")
        case Pick():
            return line("the food stays where the raccoon can find it")
        case Drop():
            return line("a lighter tray lets the mouse walk further")
        case Bonus(use="nap"):
            return line("the raccoon sleeps through this turn")
    return None


def walking(state: State, action: Move) -> Line | None:
    """What waits where a mouse goes."""
    after, space = apply(state, action), action.to
    portions = len(after.table) - len(state.table)
    if portions > 0:
        return line("it brings {n} portion to the table", plural="it brings {n} portions to the table", n=portions)
    if state.burrows[space] == DOOR:
        return line("it opens a burrow")
    if state.plates[space] and space == prey(state):
        return line("it is there before the raccoon, which wants this food next")
    if after.stage == "pick":
        return line("it can pick up food there")
    return guarding(state, after, action)


def guarding(state: State, after: State, action: Move) -> Line | None:
    """Whether a mouse guards a feeder from now on, or no longer."""
    if state.feeders[action.to]:
        return line("it keeps the raccoon away from the feeder")
    if prey(after) == state.mice[action.mouse]:
        return line("it leaves the feeder to the raccoon, which would ride on otherwise")
    return None
