"""Exact chances of any position of Mmm!, even in the middle of a turn, from the chances between turns."""

from typing import Protocol

from mousehole.core.kit.dice import throws
from mousehole.core.kit.grid import Squares
from mousehole.games.mmm.moves import FACES, FOODS, Event, Gather, Place, Reroll
from mousehole.games.mmm.rules import DICE, options
from mousehole.games.mmm.solver.remaining_food import Sizes, taken
from mousehole.games.mmm.state import Pantry, State

Left = tuple[Sizes, ...]  # what is left of each food, in the order of FOODS
Hand = tuple[str, ...]


class Chances(Protocol):
    """Knows the chances between turns."""

    def chance(self, left: Left, steps: int) -> float:
        """The chance to win, by what is left of each food and the cat's steps."""


class MmmOracle:
    """Knows the chances of a board."""

    def __init__(self, chances: Chances):
        self._chances = chances

    def value(self, state: State, seat: int = 0) -> float:
        """The chance to win; everybody wins together."""
        if not state.hand and not state.placed:
            return self._chances.chance(left_of(state.pantry, state.free), state.pantry.steps - state.cat)
        turn = TurnChances(self._chances, state)
        left, done = left_of(state.pantry, state.free), completed(state)
        if state.hand:
            return turn.best(left, done, state.hand, state.fresh)
        return turn.again(left, done, DICE - state.placed.bit_count())

    def choices(self, state: State) -> tuple[float, ...]:
        """The chance to win after each action of a turn."""
        turn = TurnChances(self._chances, state)
        return tuple(turn.after(state, action) for action in options(state))


class TurnChances:
    """The chances within one turn, cached."""

    def __init__(self, chances: Chances, state: State):
        box = state.pantry
        self._chances = chances
        self._steps = box.steps - state.cat
        self._failed = chances.chance(left_of(box, state.free | state.placed), self._steps - 1)
        self._best: dict[tuple[Left, bool, Hand, bool], float] = {}
        self._again: dict[tuple[Left, bool, int], float] = {}

    def after(self, state: State, action: Event) -> float:
        """The chance after an action."""
        left, done = left_of(state.pantry, state.free), completed(state)
        match action:
            case Place():
                size = next(i & state.free for i in state.pantry.items if i & state.pantry.grid.bit[action.square])
                return self._placed(left, done, state.hand, (action.face, size.bit_count()))
            case Reroll():
                return self.again(left, done, len(state.hand))
            case Gather():
                return self.stop(left, done)
        raise AssertionError("luck is no action")

    def stop(self, left: Left, done: bool) -> float:
        """The chance after gathering: the cat stays if an item is complete."""
        return self._chances.chance(left, self._steps if done else self._steps - 1)  # MMM-41, MMM-42

    def again(self, left: Left, done: bool, dice: int) -> float:
        """The chance before so many dice are rolled."""
        key = (left, done, dice)
        if key not in self._again:
            self._again[key] = self._rolled(left, done, dice)
        return self._again[key]

    def best(self, left: Left, done: bool, hand: Hand, fresh: bool) -> float:
        """The chance with dice in hand; `fresh` when none of this roll is placed yet."""
        key = (left, done, hand, fresh)
        if key not in self._best:
            ways = [
                self._placed(left, done, hand, (food, size))
                for food in set(hand) - {"x"}
                for size in set(left[FOODS.index(food)])
            ]
            if not fresh:
                ways += [self.stop(left, done), self.again(left, done, len(hand))]  # MMM-17
            self._best[key] = max(ways)
        return self._best[key]

    def _rolled(self, left: Left, done: bool, dice: int) -> float:
        total = 0.0
        for faces, weight in throws(FACES, dice):
            fits = any(face != "x" and left[FOODS.index(face)] for face in faces)
            total += weight * (self.best(left, done, faces, True) if fits else self._failed)  # MMM-30
        return total / throws_of(dice)

    def _placed(self, left: Left, done: bool, hand: Hand, die: tuple[str, int]) -> float:
        food, size = die
        number, at = FOODS.index(food), hand.index(food)
        left = (*left[:number], taken(left[number], size), *left[number + 1 :])
        hand, done = hand[:at] + hand[at + 1 :], done or size == 1
        return self.best(left, done, hand, False) if hand else self.stop(left, done)  # MMM-16


def throws_of(dice: int) -> int:
    """Count the throws of so many dice."""
    return int(len(FACES) ** dice)


def left_of(box: Pantry, free: Squares) -> Left:
    """List what is left of each food."""
    sizes: dict[str, list[int]] = {food: [] for food in FOODS}
    for item in box.board.items:
        if rest := (item.squares & free).bit_count():
            sizes[item.food].append(rest)
    return tuple(tuple(sorted(sizes[food], reverse=True)) for food in FOODS)


def completed(state: State) -> bool:
    """Whether the dice of this turn complete an item."""
    return any(item & state.placed and not item & state.free for item in state.pantry.items)
