"""Nuts, a game as small as can be: roll, take as many at most, and the wind may bring one back; the last nut wins."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Game, Over, SeatKind
from mousehole.core.scene import Offer, Piece, Scene, Spot, Throw
from mousehole.core.words import Who, line


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """How many nuts lie under the tree."""

    nuts: Annotated[int, Meta(ge=1, le=40)] = 12


class Roll(Struct, frozen=True, tag="roll", tag_field="type", forbid_unknown_fields=True):
    """How many may be taken."""

    most: Annotated[int, Meta(ge=1, le=3)]


class Take(Struct, frozen=True, tag="take", tag_field="type", forbid_unknown_fields=True):
    """Take some nuts."""

    count: Annotated[int, Meta(ge=1, le=3)]


class Wind(Struct, frozen=True, tag="wind", tag_field="type", forbid_unknown_fields=True):
    """The wind shakes down a nut, or none."""

    brings: Annotated[int, Meta(ge=0, le=1)]


Event: TypeAlias = Roll | Take | Wind


class State(Struct, frozen=True):
    """The nuts under the tree; `most` is 0 before the roll, and `windy` after the move."""

    nuts: int
    seat: int = 0
    most: int = 0
    windy: bool = False


def turn(state):
    """Whose turn it is: a roll of the seat, its choice, then luck that nobody throws."""
    if not state.nuts:
        return Over((1 - state.seat if state.windy else state.seat,), "taken")
    if state.windy:
        return Chance(((Wind(0), 2), (Wind(1), 1)))
    if not state.most:
        return Chance(tuple((Roll(n), 1) for n in (1, 2, 3)), state.seat)
    return Decide(state.seat, tuple(Take(n) for n in range(1, min(state.most, state.nuts) + 1)))


def apply(state, event):
    """Carry out one event."""
    match event:
        case Roll():
            return replace(state, most=event.most)
        case Take():
            return State(state.nuts - event.count, 1 - state.seat, windy=True)
        case Wind():
            return replace(state, nuts=state.nuts + event.brings, windy=False)


def scene(state, turn, viewer, last):
    """Draw the tree."""
    tree = Spot("tree", (2.0, 2.0), label=line("the tree"))
    pieces = tuple(Piece(f"nut-{n}", "tree", pool="nut", mark="o") for n in range(state.nuts))
    actions = turn.actions if isinstance(turn, Decide) else ()
    offers = tuple(Offer(number, ("tree",), _taking(action)) for number, action in enumerate(actions))
    throw = Throw(("tree",), line("roll")) if isinstance(turn, Chance) else None
    return Scene((4.0, 4.0), (tree,), pieces, line("{who}: your move.", who=Who(state.seat)), offers, throw)


def tell(before, event, after, viewer):
    """Tell an event."""
    return (line("{what}", what=type(event).__name__),)


def title_of(results):
    """Honour whoever moved first and won without a second try."""
    return line("early bird") if results[-1].over.winners == (0,) and results[-1].clean else None


def _taking(event):
    return line("take {n} nut", plural="take {n} nuts", n=event.count)


GAME = Game(
    name="nuts",
    title=line("Nuts"),
    blurb=line("take the last one"),
    edition=1,
    package="mousehole.core",
    setup=Setup,
    event=Event,
    new=lambda setup: State(setup.nuts),
    turn=turn,
    apply=apply,
    scene=scene,
    tell=tell,
    seats=lambda setup: (SeatKind(line("left"), "left"), SeatKind(line("right"), "right")),
    title_of=title_of,
    ending=lambda over: line("{who} took the last nut.", who=Who(over.winners[0])),
)
