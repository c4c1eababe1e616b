"""Players of Mmm!: one follows rules of thumb, the levels look ahead to the end of the turn or further."""

from pathlib import Path
from typing import NamedTuple

from mousehole.core.game import AnyGame, Decide, Luck, Player
from mousehole.core.kit import Squares
from mousehole.core.words import Line, line
from mousehole.folders import solutions
from mousehole.games.mmm.moves import FOODS, Event, Food, Gather, Place, Reroll
from mousehole.games.mmm.rules import foods_in, reach
from mousehole.games.mmm.solver.exact import FEW, exact, looked
from mousehole.games.mmm.state import State
from mousehole.games.mmm.value import completes, food_items

CHOOSY_FOODS = 4  # foods on the board: enough to be choosy
END = 2  # squares left in all: the game is about to end


class Bite(NamedTuple):
    """Where a die of a food would go."""

    wanted: bool  # it completes no second item this turn
    room: int  # free squares of its food
    near: int  # squares left of its item, negated: the nearest to completion is the greatest
    food: Food
    squares: Squares  # of the item, where it may go
    dice: int  # of this food that fit


class ThumbPlayer(Player):
    """Completes one item a turn, prefers the food with the most free squares, and re-rolls while that is safe."""

    rank = 45
    quick = True  # fast enough to lead simulated games

    def choose(self, game: AnyGame, state: State, turn: Decide[Event], luck: Luck) -> Event:
        """Choose one of the turn's actions."""
        mouths = bites(state)
        best = max(mouths, key=lambda one: one[:3], default=None)
        if best and (state.fresh or last_bite(state, mouths) or lays(state, mouths, best)):
            return Place(best.food, next(state.pantry.grid.named(best.squares)))
        return Reroll() if rolls_on(state) else Gather()


def bites(state: State) -> list[Bite]:
    """Choose an item for each food in hand: the one with the fewest squares left, but no second one to complete."""
    room, done = reach(state), completes(state.pantry, state.free, state.placed)
    found = [bite(state, food, room, done) for food in foods_in(state.hand)]
    return [one for one in found if one]


def bite(state: State, food: Food, room: Squares, done: bool) -> Bite | None:
    """Choose the item for a die."""
    rests = [rest for item in food_items(state.pantry)[food] if (rest := item & state.free) & room]
    if not rests:
        return None
    rest = min(rests, key=lambda rest: (done and rest.bit_count() == 1, rest.bit_count()))  # rules 1 and 2
    squares, left = state.pantry.foods[food], rest.bit_count()
    dice = min(state.hand.count(food), (squares & room).bit_count())
    return Bite(not (done and left == 1), (squares & state.free).bit_count(), -left, food, rest & room, dice)


def last_bite(state: State, mouths: list[Bite]) -> bool:
    """Whether the dice in hand win the game."""
    return state.free.bit_count() <= sum(one.dice for one in mouths)


def lays(state: State, mouths: list[Bite], best: Bite) -> bool:
    """Whether to place another die of the same roll."""
    if len(state.hand) == 1 or len(shelves(state)) < CHOOSY_FOODS:
        return best.wanted  # rules 3 and 4
    both = sum(one.dice for one in mouths if one.wanted) == len(state.hand)
    return both and best.room == max(shelves(state))  # rule 3


def rolls_on(state: State) -> bool:
    """Whether to re-roll the dice in hand."""
    pantry, left = state.pantry, state.free.bit_count()
    if left and state.cat == pantry.steps - 1 and not completes(pantry, state.free, state.placed):
        return True  # stopping would lose the game
    if len(state.hand) == 1:
        return len(shelves(state)) == len(FOODS)  # rule 4
    return left > END  # rules 3 and 5


def shelves(state: State) -> list[int]:
    """Count the free squares of each food that has any."""
    foods = state.pantry.foods
    return [free for food in FOODS if (free := (foods[food] & state.free).bit_count())]


class Planner(Player):
    """Takes the action with the best chance, the first of equal ones; now and then plays at random."""

    def __init__(self, rank: int, slips: float = 0.0, *, solved: bool = False, folder: Path | None = None):
        self.rank = rank
        self.slips = slips
        self.solved = solved  # reads solutions; without them it estimates
        self.folder = folder

    def choose(self, game: AnyGame, state: State, turn: Decide[Event], luck: Luck) -> Event:
        """Choose one of the turn's actions."""
        if self.slips and luck.random() < self.slips:
            return luck.choice(turn.actions)
        if len(turn.actions) == 1:
            return turn.actions[0]
        choices = looked(state, self.folder or solutions() if self.solved else None).choices(state)
        return turn.actions[choices.index(max(choices))]

    def caveat(self, game: AnyGame, state: State) -> Line | None:
        """Say where the best player is not perfect; the others do not claim to be."""
        if self.slips or exact(state, self.folder or solutions()):
            return None
        if state.pantry.in_line:
            return line("not perfect in line: exact only when {n} squares or fewer are left", n=FEW)
        return line("not perfect here: this board is not solved yet")


PLAYERS: dict[str, Player] = {
    "easy": Planner(5, slips=0.5),
    "thumb": ThumbPlayer(),
    "medium": Planner(21, slips=0.1),
    "strong": Planner(50, slips=0.05, solved=True),
    "best": Planner(60, solved=True),
}
