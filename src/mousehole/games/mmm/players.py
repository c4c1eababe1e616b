"""Players of Mmm!: one by rule of thumb, and the levels, which look ahead to the end of the turn or further."""

from pathlib import Path
from random import Random
from typing import Any

from mousehole.core.folder import solutions
from mousehole.core.game import Decide, Game
from mousehole.core.kit.grid import Squares
from mousehole.games.mmm.ahead import looked
from mousehole.games.mmm.board import Item
from mousehole.games.mmm.moves import FACES, Event, Gather, Place, Reroll
from mousehole.games.mmm.rules import reach
from mousehole.games.mmm.state import State
from mousehole.games.mmm.value import completes


class Planner:
    """Takes the action with the best chance, of equal ones the first; now and then just anything."""

    def __init__(self, rank: int, slips: float = 0.0, *, solved: bool = False, folder: Path | None = None):
        self.rank = rank
        self.slips = slips
        self.solved = solved  # it reads solutions; who does not, estimates
        self.folder = folder

    def choose(self, game: Game[Any, Any, Any], state: State, turn: Decide[Event], luck: Random) -> Event:
        """Choose one of the turn's actions."""
        if self.slips and luck.random() < self.slips:
            return luck.choice(turn.actions)
        if len(turn.actions) == 1:
            return turn.actions[0]
        choices = looked(state, self.folder or solutions() if self.solved else None).choices(state)
        return turn.actions[choices.index(max(choices))]


class ThumbPlayer:
    """Completes what it can, spreads out, and re-rolls while a failed roll is less likely than `risk`."""

    rank = 10

    def __init__(self, risk: float = 0.26) -> None:
        self.risk = risk

    def choose(self, game: Game[Any, Any, Any], state: State, turn: Decide[Event], luck: Random) -> Event:
        """Choose one of the turn's actions."""
        room = reach(state)
        item = best_finish(state, room) or best_start(state, room)
        if item and (state.fresh or finishable(state, item, room)):
            return lay(state, item, room)
        if self.rolls_on(state, room):
            return Reroll()
        return lay(state, item, room) if item else Gather()

    def rolls_on(self, state: State, room: Squares) -> bool:
        """Roll on as long as no item is complete and the dice will probably fit."""
        if completes(state.pantry, state.free, state.placed):
            return False
        return failure(state, room) < self.risk


def failure(state: State, room: Squares) -> float:
    """Give the chance that no die of a re-roll fits."""
    foods = state.pantry.foods
    return float((sum(1 for face in FACES if not room & foods[face]) / len(FACES)) ** len(state.hand))


def best_finish(state: State, room: Squares) -> Item | None:
    """Pick the longest rest of an item that the dice in hand can complete."""
    items = [item for item in state.pantry.board.items if finishable(state, item, room)]
    return max(items, key=lambda item: (item.squares & state.free).bit_count(), default=None)


def finishable(state: State, item: Item, room: Squares) -> bool:
    """Tell whether the dice in hand can complete an item."""
    rest = item.squares & state.free
    return bool(rest) and not rest & ~room and rest.bit_count() <= state.hand.count(item.food)


def best_start(state: State, room: Squares) -> Item | None:
    """Pick, of the food with the most free squares, the item nearest to completion."""
    free, foods = state.free, state.pantry.foods
    items = [item for item in state.pantry.board.items if item.food in state.hand and item.squares & room]
    return max(
        items,
        key=lambda item: ((foods[item.food] & free).bit_count(), -(item.squares & free).bit_count()),
        default=None,
    )


def lay(state: State, item: Item, room: Squares) -> Place:
    """Lay a die on the first free square of an item."""
    return Place(item.food, next(state.pantry.grid.named(item.squares & room)))


PLAYERS = {
    "easy": Planner(5, slips=0.5),
    "thumb": ThumbPlayer(),
    "medium": Planner(19, slips=0.1),
    "strong": Planner(50, slips=0.05, solved=True),
    "best": Planner(60, solved=True),
}
