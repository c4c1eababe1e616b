"""Mmm! solved: the part `exact` of the game. The in-line variant is not: there, squares are not interchangeable."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from msgspec.structs import replace

from mousehole.compiled import gpu as graphics_card
from mousehole.compiled.kernels import IN_BROWSER, needed, runs
from mousehole.core.game import Decide, Over
from mousehole.core.kit import Squares, throws
from mousehole.core.solvable import On, Oracle, Progress, Sweep
from mousehole.core.words import Line, UserError, line
from mousehole.games.mmm.moves import FACES, FOODS, Event, Gather, Place, Reroll
from mousehole.games.mmm.rules import DICE, apply, options, turn
from mousehole.games.mmm.solver.solution import (
    PAGE,
    WIDTH,
    BadSolution,
    Layout,
    Left,
    Solution,
    file_size,
    header_of,
    held,
    layout,
    left_of,
    place,
    solution_of,
    taken,
    total,
    write,
)
from mousehole.games.mmm.state import Pantry, State
from mousehole.games.mmm.value import chance, likely

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


def known(folder: Path, state: State) -> Oracle | None:
    """What is known of a board: its solution, or in a browser, where few are solved, what can still follow."""
    if solution := solution_of(folder, state):
        return oracle_of(solution, state.pantry)
    if not IN_BROWSER or state.pantry.in_line:
        return None
    if held(folder, state):
        return Elsewhere()
    from mousehole.games.mmm.solver.rest import rest_of

    rest = rest_of(state)
    return MmmOracle(rest) if rest else None


class Elsewhere:
    """A solution that only the worker of a browser that thinks can read."""

    def value(self, state: State, seat: int = 0) -> float:
        """Nothing that could be told here."""
        raise AssertionError("chances are asked for where bots think")

    def choices(self, state: State) -> tuple[float, ...]:
        """Nothing that could be told here."""
        raise AssertionError("chances are asked for where bots think")


def oracle_of(solution: Solution, pantry: Pantry) -> Oracle:
    """The oracle of a solved board, compiled where that runs."""
    if not runs() or len(pantry.grid.names) > SQUARES:
        return MmmOracle(solution)
    from mousehole.games.mmm.solver.choice import PerfectOracle

    return PerfectOracle(solution)


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


def completed(state: State) -> bool:
    """Whether the dice of this turn complete an item."""
    return any(item & state.placed and not item & state.free for item in state.pantry.items)


Guide: TypeAlias = Callable[[State], float]  # knows the chance to win between two turns
SQUARES = 63  # of a board whose sets are one machine word
FEW = 16  # squares: few enough to look at every position to the end


class Ahead:
    """Knows the chances within a turn, by the rules, as well as its guide knows those between turns."""

    def __init__(self, guide: Guide):
        self._guide = guide
        self._known: dict[State, float] = {}

    def value(self, state: State, seat: int = 0) -> float:
        """The chance to win; everybody wins together."""
        if state not in self._known:
            self._known[state] = self._weighed(state)
        return self._known[state]

    def choices(self, state: State) -> tuple[float, ...]:
        """The chance to win after each action of a turn."""
        return tuple(self.value(apply(state, action)) for action in options(state))

    def _weighed(self, state: State) -> float:
        now = turn(state)
        if isinstance(now, Over):
            return float(bool(now.winners))
        if not (state.hand or state.placed):
            return self._guide(state)
        if isinstance(now, Decide):
            return max(self.choices(state))
        return sum(weight * self.value(apply(state, event)) for event, weight in now.odds) / now.steps[-1]


class Estimate:
    """Estimates chances between turns where squares are interchangeable."""

    def chance(self, left: Left, steps: int) -> float:
        """The chance to win, by what is left of each food and the cat's steps."""
        return likely(steps, sum(map(len, left)), [sum(sizes) for sizes in left])


def exact(state: State, folder: Path) -> bool:
    """Whether looking ahead gives the exact chances of a position, and so of all that follow."""
    if state.pantry.in_line:
        return runs() and (state.free | state.placed).bit_count() <= FEW
    return known(folder, state) is not None


def looked(state: State, folder: Path | None) -> Oracle:
    """Look ahead from a position; solved boards are in the folder, and without one everything is estimated."""
    if state.pantry.in_line:
        return in_line(state.pantry, state.free | state.placed, state.cat, folder)
    return (known(folder, state) if folder else None) or MmmOracle(Estimate())


@lru_cache(16)
def in_line(pantry: Pantry, squares: Squares, cat: int, folder: Path | None) -> Ahead:
    """Look ahead over a turn that began with these squares; results are cached for its later decisions."""
    return Ahead(guide(pantry, squares, cat, folder) if folder else lambda state: chance(pantry, state.free, state.cat))


def guide(pantry: Pantry, squares: Squares, cat: int, folder: Path) -> Guide:
    """Find the guide that knows most about what comes after the turn."""
    if squares.bit_count() <= FEW and runs():
        from mousehole.games.mmm.solver.in_line import LineChances

        return LineChances(pantry, squares, pantry.steps - cat).chance
    return learned_guide(pantry) or loose_guide(pantry, squares, folder)


def learned_guide(pantry: Pantry) -> Guide | None:
    """What was learned about a board, if anything."""
    if not runs():
        return None
    from mousehole.games.mmm.kernel import weights_of

    weights = weights_of(pantry)
    return trusted(pantry, weights) if weights else None


def trusted(pantry: Pantry, weights: Path) -> Guide:
    """What a file of weights says about positions of a board that are not over."""
    from mousehole.compiled.rules import rules
    from mousehole.games.mmm.kernel import learned

    kernel = learned(weights, len(pantry.grid.names))
    return lambda state: rules(kernel, state).guess()[0]


def loose_guide(pantry: Pantry, squares: Squares, folder: Path) -> Guide:
    """The solution of a board without the in-line rule, or else the estimate."""
    loose = Pantry(replace(pantry.setup, in_line=False))
    if solution := solution_of(folder, State(loose, 0, squares)):
        return lambda state: solution.chance(left_of(pantry, state.free), pantry.steps - state.cat)
    return lambda state: chance(pantry, state.free, state.cat)


MOST = 20_000_000  # positions; the shipped boards have 5 and 3 million


class MmmExact:
    """Finds solved boards, and solves new ones."""

    policies = ("never-reroll", "place-all")

    def obstacle(self, state: State, on: On = "cpu") -> Line | None:
        """Say why a board cannot be solved there, if so."""
        if state.pantry.in_line:
            return line("a board can only be solved without the in-line rule")
        if (found := layout(state.pantry.board).positions) > MOST:
            return line("this board has {n} positions; more than {most} cannot be solved", n=found, most=MOST)
        if on == "gpu":
            return graphics_card.obstacle()
        return None if runs() else needed()

    def usual(self, state: State) -> bool:
        """Whether it is a board that comes with the game, with the cat where it begins."""
        setup = state.pantry.setup
        return setup.board is None and setup.steps is None and not setup.in_line

    def size(self, state: State) -> int:
        """The bytes that a solution takes: a number for each position and distance of the cat."""
        return file_size(layout(state.pantry.board), state.pantry.steps)

    def open(self, folder: Path, state: State) -> Oracle | None:
        """Find the solution of a board, if it covers the cat's distance; in line, a few squares need none."""
        if state.pantry.in_line:
            return looked(state, folder) if exact(state, folder) else None
        return known(folder, state)

    def solve(self, folder: Path, state: State, progress: Progress, on: On = "cpu") -> Oracle:
        """Solve a board and save the solution; an existing one is reused."""
        if found := self._found(folder, state):
            return found
        self._possible(state, on)
        folder.mkdir(parents=True, exist_ok=True)
        box = state.pantry
        write(place(folder, box), layout(box.board), solver(on)(layout(box.board), box.steps, progress))
        return oracle_of(Solution(place(folder, box), layout(box.board)), box)

    def survey(
        self, folder: Path, state: State, policy: str, progress: Progress, on: On = "cpu"
    ) -> tuple[tuple[Line, float], ...]:
        """The chance to win for every distance of the cat."""
        box = state.pantry
        if policy:
            self._possible(state)
            found = restricted(box, policy, progress)
        else:
            oracle = self.solve(folder, state, progress, on)
            found = [oracle.value(replace(state, cat=box.steps - steps), 0) for steps in range(1, box.steps + 1)]
        return self.told(found)

    def sweep(self, state: State) -> Sweep:
        """What there is to do, where a script solves a board without Python."""
        from mousehole.games.mmm.solver import sweep

        self._possible(state)
        board, steps = layout(state.pantry.board), state.pantry.steps
        return Sweep(
            module=sweep.MODULE.read_bytes(),
            board=tuple(number for half in board for number in sweep.described(half)),
            lefts=total(board.left),
            row=total(board.right) * WIDTH,
            steps=steps,
            pieces=sweep.pieces(total(board.left)),
            file=place(Path(), state.pantry).name,
            header=header_of(board, (), steps).decode().removesuffix("]}"),
            page=PAGE,
        )

    def told(self, values: Sequence[float]) -> tuple[tuple[Line, float], ...]:
        """What a survey says, from the chances at the beginning of each distance."""
        return tuple((distance(steps), value) for steps, value in enumerate(values, 1))

    def _possible(self, state: State, on: On = "cpu") -> None:
        if reason := self.obstacle(state, on):
            raise UserError(reason)

    def _found(self, folder: Path, state: State) -> Oracle | None:
        """Open an earlier solution; one that cannot be read is ignored."""
        try:
            return None if state.pantry.in_line else self.open(folder, state)
        except BadSolution:
            return None


def solver(on: On) -> Callable[[Layout, int, Progress], Iterator[Any]]:
    """Choose the solver for a processor or a GPU."""
    if on == "gpu":
        from mousehole.games.mmm.solver import gpu

        return gpu.planes
    from mousehole.games.mmm.solver import sweep

    return sweep.planes


def restricted(box: Pantry, policy: str, progress: Progress) -> list[float]:
    """Solve a board for people who never re-roll, or who place every die that fits; nothing is saved."""
    from mousehole.games.mmm.solver.sweep import values

    return values(layout(box.board), box.steps, policy, progress)


def distance(steps: int) -> Line:
    """Say how far away the cat is."""
    return line("cat {n} step away", plural="cat {n} steps away", n=steps)


EXACT = MmmExact()
