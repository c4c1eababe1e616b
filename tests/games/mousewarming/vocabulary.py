"""A tiny vocabulary for positions of Mousewarming Party: say what differs from an empty board with all doors closed."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.core.record import objection
from mousehole.games.mousewarming import rules
from mousehole.games.mousewarming.moves import FOODS, Bonus, Drop, Move, Pick, Rolled, Setup
from mousehole.games.mousewarming.state import DOOR

PLACE, NAP, TAKE, LEAVE = Bonus("place"), Bonus("nap"), Pick(True), Pick(False)
PLATES, SLOTS, FEEDERS = (1, 3, 5, 7, 9, 11, 13, 15), (2, 4, 6, 10, 12, 14), (0, 8)


def board(stage="roll", *, plates=None, tiles=None, feeders=None, trays=("", ""), setup=None, **parts):
    """Set up a position; `plates` and `tiles` by space, trays and table as words, counts by food."""
    state = rules.new(setup or Setup())
    parts = {name: part(name, value) for name, value in parts.items()}
    lying = tuple((plates or {}).get(space) for space in range(16))
    burrows = tuple((tiles or {}).get(s, DOOR) if s in SLOTS else None for s in range(16))
    stock = tuple((feeders or {}).get(s, n) for s, n in enumerate(state.feeders))
    load = tuple(tuple(tray.split()) for tray in trays)
    return replace(state, stage=stage, plates=lying, burrows=burrows, feeders=stock, trays=load, **parts)


def part(name, value):
    if name in {"pantry", "supply", "unseen"}:
        return tuple(value.get(food, 0) for food in FOODS)
    return tuple(value.split()) if name in {"table", "backpack"} else value


def cheese(side="n", **parts):
    """Set up a position where cheese has just rolled out of a side."""
    return board("bonus", die=Rolled(side, "cheese"), **parts)


def play(state, *events):
    """Play events one after another, each checked against the rules."""
    for event in events:
        reason = objection(rules.turn(state), event)
        assert reason is None, reason
        state = rules.apply(state, event)
    return state


def actions(state):
    """List what the seat may do now."""
    turn = rules.turn(state)
    assert isinstance(turn, Decide), turn
    return turn.actions


def odds(state):
    """What luck may bring now."""
    turn = rules.turn(state)
    assert isinstance(turn, Chance), turn
    return dict(turn.odds)


def stops(state, mouse):
    """List where a mouse may stop."""
    return [event.to for event in actions(state) if isinstance(event, Move) and event.mouse == mouse]


def dropped(state, mouse):
    """List what a mouse may drop."""
    return [event.food for event in actions(state) if isinstance(event, Drop) and event.mouse == mouse]


def uses(state):
    """List what a cheese roll may be used for, cheese itself left out."""
    return [event for event in actions(state) if event.use != "place"]


def lying(state):
    """Show the plates that hold food."""
    return {space: food for space, food in enumerate(state.plates) if food}


def count(row, food):
    """Read a count by food."""
    return row[FOODS.index(food)]


def sling(food):
    return Bonus("slingshot", food)


def ninja(food):
    return Bonus("ninja", food)


def sprint(target):
    return Bonus("sprinter", target=target)


def pack(*foods):
    return Bonus("traveler", foods=foods)


FITNESS = Bonus("fitness")
