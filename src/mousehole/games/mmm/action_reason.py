"""Why an action in Mmm! is good or bad, as far as a short sentence can say."""

from mousehole.core.words import Line, line, percent
from mousehole.games.mmm.moves import FACES, FOODS, Event, Gather, Place, Reroll
from mousehole.games.mmm.rules import reach
from mousehole.games.mmm.state import State
from mousehole.games.mmm.story import FOOD
from mousehole.games.mmm.value import completes


def reason(state: State, action: Event) -> Line | None:
    """Say what speaks for or against an action."""
    match action:
        case Place():
            return placing(state, action)
        case Reroll():
            return line("{share} of these rolls fit nowhere", share=percent(failing(state)))
        case Gather() if completes(state.pantry, state.free, state.placed):
            return line("an item is complete, so the cat stays")
        case Gather():
            return line("no item is complete, so the cat takes a step")
    return None


def placing(state: State, action: Place) -> Line:
    """How near a die brings the item that it is laid on to its completion."""
    pantry, square = state.pantry, state.pantry.grid.bit[action.square]
    rest = next(item for item in pantry.items if item & square) & state.free ^ square
    more = state.hand.count(action.face) - 1
    if not rest:
        return line("it completes an item, so the cat will stay")
    if rest.bit_count() <= more and not pantry.in_line:
        return line("your other dice can complete its item right away")
    return line(
        "{n} square of its item is left then", plural="{n} squares of its item are left then", n=rest.bit_count()
    )


def failing(state: State) -> float:
    """The chance that no die of a re-roll fits."""
    room, foods = reach(state), state.pantry.foods
    bad: float = (sum(1 for face in FACES if not room & foods[face]) / len(FACES)) ** len(state.hand)
    return bad


def about(state: State, key: str) -> Line | None:
    """Why no die can be laid on a square now, if somebody taps it all the same."""
    pantry, bit = state.pantry, state.pantry.grid.bit.get(key, 0)
    food = next((food for food in FOODS if pantry.foods[food] & bit & state.free), None)
    if not state.hand or food is None:
        return None
    if food not in state.hand:
        return line("Only {food} fits here, and none of your dice shows it.", food=FOOD[food])
    return None if bit & reach(state) else line("In line: the dice of a turn lie in one row or one column.")
