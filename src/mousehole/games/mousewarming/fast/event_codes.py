"""Events of Mousewarming Party as numbers."""

from typing import Any

from mousehole.games.mousewarming.fast import position_rows
from mousehole.games.mousewarming.moves import SIDES, Bonus, Drawn, Drop, Event, Move, Pick, Raccoon, Revealed, Rolled
from mousehole.games.mousewarming.state import INDEX, Party, State
from mousehole.games.mousewarming.tensor import actions, ids_in, loads

KINDS = position_rows.KINDS
OPENING, ROLL, BONUS, SPRINT, DRAW, MOVE, DROPPED, DOOR, PICK, RACCOON, CLOSING, END = range(len(position_rows.STAGES))
FULL_TABLE, EMPTY_FEEDERS, FULL_PANTRY = 1, 2, 3
MOMMY, SLINGSHOT, NINJA, SPRINTER, FITNESS, TRAVELER = 1, 2, 3, 4, 5, 6
# codes: a roll is side x 5 + food, a tile its kitchen or 9 + its guests; then come the actions; to pack is a load
TILE, GUEST, PLACE, NAP, STRETCH, RUN, SHOOT, STEAL = 32, 9, 64, 65, 66, 68, 72, 80
LEAVE, TAKE, DROP, REACH, GRAB, GO, STUFF, MOST = 88, 89, 96, 112, 120, 128, 256, 64


def code(state: State, event: Event) -> int:
    """Write an event as a number."""
    return coded(event)


def coded(event: Event) -> int:
    """Write an event as a number: it is the same in every position."""
    match event:
        case Rolled():
            return SIDES.index(event.side) * KINDS + INDEX[event.food]
        case Revealed():
            kind, number = event.tile.split("-")
            return TILE + int(number) - 1 if kind == "kitchen" else TILE + GUEST + int(number)
        case Bonus():
            return _bonus(event)
        case Drop():
            return DROP + 8 * event.mouse + INDEX[event.food]
        case Move():
            return GO + 64 * event.mouse + event.to
        case Pick():
            return TAKE if event.take else LEAVE
        case Drawn():
            return REACH + INDEX[event.food]
        case Raccoon():
            return GRAB + INDEX[event.takes]


def _bonus(event: Bonus) -> int:
    match event.use:
        case "slingshot" | "ninja":
            return (SHOOT if event.use == "slingshot" else STEAL) + INDEX[event.food or "cheese"]
        case "sprinter":
            return RUN + (event.target == "burrow")
        case "traveler":
            return STUFF + 256 * position_rows.load(event.foods)
        case _:
            return {"place": PLACE, "nap": NAP, "fitness": STRETCH}[event.use]


def number_actions(at: Any, party: Party) -> None:
    """Write the codes of all ids, and the ids of all codes that are no loads; see tensor.py."""
    for number, action in enumerate(actions(party)):
        at["codes"][number] = coded(action)
        if at["codes"][number] < STUFF:
            at["ids"][at["codes"][number]] = number
    at["first_load"] = ids_in(party)[Bonus("traveler", foods=loads(party)[0])]
