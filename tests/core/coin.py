"""A tiny game for tests of the core: toss a coin, then call or fold, three times at most."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Game, Over, Problem, SeatKind
from mousehole.core.scene import Offer, Scene, Spot
from mousehole.core.words import line


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    goal: int = 3
    seats: int = 2


class Tossed(Struct, frozen=True, tag="tossed", tag_field="type"):
    face: Literal["heads", "tails", "edge"]


class Call(Struct, frozen=True, tag="call", tag_field="type"):
    pass


class Fold(Struct, frozen=True, tag="fold", tag_field="type"):
    pass


class State(Struct, frozen=True):
    setup: Setup
    heads: int = 0
    tosses: int = 0
    tossed: bool = False
    folded: bool = False


def turn(state):
    seat = state.tosses % state.setup.seats
    if state.folded or state.tosses == state.setup.goal:
        return Over((0,) if state.heads > 1 else (), "folded" if state.folded else "goal", state.heads)
    if state.tossed:
        return Decide(seat, (Call(), Fold()))
    return Chance(((Tossed("heads"), 2), (Tossed("tails"), 3), (Tossed("edge"), 1)), seat)


def apply(state, event):
    match event:
        case Tossed():
            return replace(state, tossed=True, heads=state.heads + (event.face == "heads"))
        case Call():
            return replace(state, tossed=False, tosses=state.tosses + 1)
        case Fold():
            return replace(state, tossed=False, folded=True)


def check(setup):
    notices = (Problem("seats", line("many seats"), notice=True),) if setup.seats > 4 else ()
    return notices if setup.goal > 0 else (*notices, Problem("goal", line("too low")))


def scene(state, turn, viewer, last):
    actions = turn.actions if isinstance(turn, Decide) else ()
    offers = tuple(Offer(n, ("coin",), line(type(action).__name__)) for n, action in enumerate(actions))
    return Scene((1, 1), (Spot("coin", (0.5, 0.5)),), (), line("coin"), offers)


COIN = Game(
    name="coin",
    title=line("coin"),
    blurb=line("coin"),
    edition=2,
    package="mousehole.games.mmm",
    setup=Setup,
    event=Tossed | Call | Fold,
    new=State,
    turn=turn,
    apply=apply,
    scene=scene,
    tell=lambda before, event, after, viewer: (line("coin"),),
    seats=lambda setup: tuple(SeatKind(line("coin"), "us") for _ in range(setup.seats)),
    ending=lambda over: line("coin"),
    check=check,
)
