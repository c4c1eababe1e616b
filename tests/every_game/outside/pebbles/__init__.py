"""Pebbles, a game that lives in a package of its own: take one or two, the last one wins; waves bring some back."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from mousehole.core.game import AnyGame, Chance, Decide, Game, Luck, Over, Parts, Player, SeatKind
from mousehole.core.scene import Offer, Piece, Scene, Spot, Throw
from mousehole.core.words import Line, Who, line


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """How many pebbles lie on the beach."""

    pebbles: Annotated[int, Meta(ge=1, le=9)] = 5


class Wave(Struct, frozen=True, tag="wave", tag_field="type", forbid_unknown_fields=True):
    """The sea brings a pebble, or none."""

    brings: Annotated[int, Meta(ge=0, le=1)]


class Take(Struct, frozen=True, tag="take", tag_field="type", forbid_unknown_fields=True):
    """Take one or two pebbles."""

    count: Annotated[int, Meta(ge=1, le=2)]


Event: TypeAlias = Wave | Take


class State(Struct, frozen=True):
    """The beach."""

    pebbles: int
    seat: int = 0
    waved: bool = False


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Say whose turn it is."""
    if not state.pebbles:
        return Over((1 - state.seat,), "taken")
    if not state.waved:
        return Chance(((Wave(0), 3), (Wave(1), 1)))
    return Decide(state.seat, tuple(Take(n) for n in (1, 2) if n <= state.pebbles))


def apply(state: State, event: Event) -> State:
    """Carry out one event."""
    if isinstance(event, Wave):
        return replace(state, pebbles=state.pebbles + event.brings, waved=True)
    return State(state.pebbles - event.count, 1 - state.seat)


def scene(state: State, turn: Decide[Event] | Chance[Event] | Over, viewer: int | None, last: Event | None) -> Scene:
    """Draw the beach."""
    beach = Spot("beach", (2.0, 2.0), label=line("the beach"))
    pieces = tuple(Piece(f"pebble-{n}", "beach", pool="pebble", mark="o") for n in range(state.pebbles))
    actions = turn.actions if isinstance(turn, Decide) else ()
    offers = tuple(Offer(number, ("beach",), taking(action)) for number, action in enumerate(actions))
    prompt = ending(turn) if isinstance(turn, Over) else line("{who}: your move.", who=Who(state.seat))
    throw = Throw(("beach",), line("wait for the wave")) if isinstance(turn, Chance) else None
    return Scene((4.0, 4.0), (beach,), pieces, prompt, offers, throw)


def taking(event: Take) -> Line:
    """Name an action."""
    return line("take {n} pebble", plural="take {n} pebbles", n=event.count)


def tell(before: State, event: Event, after: State, viewer: int | None) -> tuple[Line, ...]:
    """Tell an event."""
    if isinstance(event, Wave):
        return (line("a wave brings a pebble") if event.brings else line("a wave brings nothing"),)
    return (taking(event),)


def value(state: State, seat: int) -> float:
    """Guess who wins."""
    return float(turn(state).winners == (seat,)) if not state.pebbles else 0.5


DOUBT = 0.5


class First(Player):
    """Takes one pebble."""

    rank = 1

    def choose(self, game: AnyGame, state: State, turn: Decide[Event], luck: Luck) -> Event:
        """Choose the first action."""
        return turn.actions[0]


PLAYERS = {"first": First()}


def ending(over: Over) -> Line:
    """Say who won."""
    return line("{who} took the last pebble.", who=Who(over.winners[0]))


GAME = Game(
    name="pebbles",
    title=line("Pebbles"),
    blurb=line("take the last one"),
    edition=1,
    package="pebbles",
    setup=Setup,
    event=Event,
    new=lambda setup: State(setup.pebbles),
    turn=turn,
    apply=apply,
    scene=scene,
    tell=tell,
    seats=lambda setup: (SeatKind(line("left"), "left"), SeatKind(line("right"), "right")),
    ending=ending,
    parts=Parts(value="pebbles:value", doubt="pebbles:DOUBT", players="pebbles:PLAYERS"),
)
