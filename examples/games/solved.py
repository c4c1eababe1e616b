"""A game with numbers of its own and exact chances, in one file: the parts `tensor` and `exact`, as small as they get.

Roll for crumbs as often as you dare: a 1 loses what is in your paws. Whenever you carry crumbs home, or lose them, the
cat comes a step closer. Its solver visits every position; one that is too large for that would write a file instead.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from mousehole import Chance, Decide, Game, Line, Over, Parts, SeatKind, Turn, line
from mousehole.core.game import Solvable
from mousehole.core.solvable import Oracle
from mousehole.core.tensor import Block, Ids, Spec, Tensor
from mousehole.players.perfect_play import Lookout

DIE = (1, 2, 3, 4)
MOST = 60  # crumbs that a set-up may ask for, and steps


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """How many crumbs are needed, and how far the cat is."""

    goal: Annotated[int, Meta(ge=1, le=MOST)] = 20
    steps: Annotated[int, Meta(ge=1, le=MOST)] = 4


class Roll(Struct, frozen=True, tag="roll", tag_field="type"):
    """Take the die."""


class Keep(Struct, frozen=True, tag="keep", tag_field="type"):
    """Carry the crumbs home."""


class Rolled(Struct, frozen=True, tag="rolled", tag_field="type"):
    """The die."""

    value: int


Event: TypeAlias = Roll | Keep | Rolled


class State(Struct, frozen=True):
    """What is at home and in the paws, and how near the cat is."""

    setup: Setup
    home: int = 0
    paws: int = 0
    cat: int = 0
    rolling: bool = False


def turn(state: State) -> Turn[Event]:
    """Roll, or keep what there is; the cat ends the game."""
    if state.home >= state.setup.goal:
        return Over((0,), "home")
    if state.cat == state.setup.steps:
        return Over((), "cat")
    if state.rolling:
        return Chance(tuple((Rolled(value), 1) for value in DIE), 0)
    if state.home + state.paws >= state.setup.goal:
        return Decide(0, (Keep(),))
    return Decide(0, (Roll(), Keep()) if state.paws else (Roll(),))


def apply(state: State, event: Event) -> State:
    """Roll, lose it all, or carry it home."""
    if isinstance(event, Roll):
        return replace(state, rolling=True)
    if isinstance(event, Rolled) and event.value > 1:
        return replace(state, paws=state.paws + event.value, rolling=False)
    kept = state.paws if isinstance(event, Keep) else 0
    return State(state.setup, state.home + kept, 0, state.cat + 1)


# The part `tensor`: an id for every action, and what a seat sees as bytes that mean the same in every position.

SPEC = Spec(
    actions=(Ids("roll", "take the die"), Ids("keep", "carry the crumbs home")),
    fields=(
        Block("home", "crumbs at home", most=MOST + DIE[-1]),
        Block("paws", "crumbs in the paws", most=MOST + DIE[-1]),
        Block("cat", "steps of the cat", most=MOST),
        Block("goal", "crumbs that are needed", most=MOST, still=True),
        Block("steps", "how far the cat was", most=MOST, still=True),
    ),
)
IDS: Mapping[Any, int] = {Roll(): 0, Keep(): 1}


def observe(state: State, seat: int) -> bytes:
    """The fields, in their order."""
    return bytes((state.home, state.paws, state.cat, state.setup.goal, state.setup.steps))


TENSOR = Tensor(lambda state: SPEC, lambda state: IDS, lambda state, number: (Roll(), Keep())[number], observe)


# The part `exact`: finds and makes solutions. It brings exact hints and regret.


@cache
def lookout(setup: Setup) -> Lookout:
    """Everything that is known of a set-up."""
    return Lookout(GAME, setup)


class Crumbs:
    """Solves in a moment, and so keeps nothing in the folder of solutions."""

    policies: tuple[str, ...] = ()

    def obstacle(self, state: State, on: str = "cpu") -> Line | None:
        """Nothing stands in the way."""
        return None

    def usual(self, state: State) -> bool:
        """Nobody has to solve it ahead."""
        return False

    def size(self, state: State) -> int:
        """Bytes on disk."""
        return 0

    def open(self, folder: Path, state: State) -> Oracle | None:
        """The solution, which is always there."""
        return lookout(state.setup)

    def solve(self, folder: Path, state: State, progress: Any, on: str = "cpu") -> Oracle:
        """Solve it."""
        return lookout(state.setup)

    def survey(self, folder: Path, state: State, policy: str, progress: Any, on: str = "cpu") -> Any:
        """How good each distance of the cat is."""
        setup = state.setup
        distances = range(1, setup.steps + 1)
        return tuple(
            (line("{n} steps", n=n), lookout(setup).value(State(setup, cat=setup.steps - n), 0)) for n in distances
        )


EXACT = Crumbs()
GAME: Game[Setup, State, Event] = Game(
    name="crumbs-alone",
    title=line("Crumbs"),
    blurb=line("Carry the crumbs home before the cat comes."),
    edition=1,
    package="mousehole",
    setup=Setup,
    event=Event,
    new=State,
    turn=turn,
    apply=apply,
    seats=lambda setup: (SeatKind(line("Mouse"), "mice"),),
    parts=Parts(tensor=f"{__name__}:TENSOR", solvable=Solvable(exact=f"{__name__}:EXACT")),
)

if __name__ == "__main__":
    import mousehole
    from mousehole import envs

    print(f"perfect play wins {mousehole.solve(GAME).value(mousehole.start(GAME).state, 0):.2%}")
    env, given_away = envs.gym(GAME, regret=True), 0.0
    for number in range(100):
        seen, infos = env.reset(seed=number)
        over = False
        while not over:
            seen, reward, over, _, infos = env.step(0 if seen["action_mask"][0] else 1)  # roll while one may
            given_away += infos["regret"]
    print(f"rolling on and on gives away {given_away / 100:.2f} of a game")
