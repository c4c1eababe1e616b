"""Draws a position once, for browser, picture and terminal; it is given only what its viewer knows."""

from collections.abc import Iterator

from mousehole.core.game import Chance, Decide, Over, Turn
from mousehole.core.scene import Offer, Panel, Piece, Row, Scene, Spot
from mousehole.core.words import Line, Who, line
from nibbles.moves import Card, Event, Laid
from nibbles.rules import CHEESES, HAND
from nibbles.state import State
from nibbles.story import ending

# sprites of art/sprites.svg
CARD = "nibbles-card"
BACK = "nibbles-back"
CHEESE = "nibbles-cheese"
PAW = "nibbles-paw"
PLATE = "nibbles-plate"
WIDE, HIGH = 0.9, 1.3
IVORY = "#fff8e8"


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position: a row for every mouse, its hand on the left and its card of this round on the right."""
    mice = range(state.setup.players)
    return Scene(
        size=(HAND * 1.0 + 3.4, state.setup.players * 1.6 + 1.9),
        spots=(plate(state), *(spot for seat in mice for spot in places(seat))),
        pieces=(*cheese(state), *(piece for seat in mice for piece in cards(state, seat))),
        prompt=prompt(state, turn),
        offers=offers(turn),
        panels=(Panel("points", line("Cheese eaten"), tuple(row(state, seat) for seat in mice)),),
    )


def plate(state: State) -> Spot:
    """Draw the plate with the cheese."""
    middle = (HAND * 1.0 + 3.4) / 2
    return Spot("plate", (middle, 0.9), (2.6, 1.4), PLATE, label=line("the plate"), tint="#d7e3ea")


def places(seat: int) -> Iterator[Spot]:
    """Draw where a mouse keeps its hand and plays its card."""
    top = seat * 1.6 + 2.6
    yield Spot(
        f"paw-{seat}", (HAND / 2 + 0.4, top), (HAND + 0.3, 1.5), PAW, label=line("the paw of {who}", who=Who(seat))
    )
    yield Spot(f"play-{seat}", (HAND + 2.1, top), (1.4, 1.5), PAW, label=line("the card of {who}", who=Who(seat)))


def cheese(state: State) -> Iterator[Piece]:
    """Draw the cheese that is played for."""
    if state.cheese:
        name = line("a cheese worth {worth}", worth=state.cheese)
        text = line("{n}", n=state.cheese)
        yield Piece(f"cheese-{state.cheese}", "plate", CHEESE, label=name, text=text, mark=f"({state.cheese})")


def cards(state: State, seat: int) -> Iterator[Piece]:
    """Draw the hand of a mouse, and the card it has played: this round's, or the last one's."""
    hand = state.hands[seat]
    for n, value in enumerate(hand):
        yield card(f"hand-{seat}-{n}", f"paw-{seat}", value, n - (len(hand) - 1) / 2)
    shown = state.shown[seat] if state.shown and not state.cheese else None
    played = state.laid[seat] if state.laid[seat] is not None else shown
    if played is not None:
        yield card(f"played-{seat}", f"play-{seat}", played, 0.0)


def card(key: str, on: str, value: Card, shift: float) -> Piece:
    """Draw one card, or its back."""
    if not value:
        return Piece(key, on, BACK, shift=(shift, 0.0), size=(WIDE, HIGH), label=line("a card face down"), mark="[?]")
    name, text = line("card {card}", card=value), line("{n}", n=value)
    return Piece(
        key, on, CARD, shift=(shift, 0.0), size=(WIDE, HIGH), label=name, text=text, mark=f"[{value}]", tint=IVORY
    )


def row(state: State, seat: int) -> Row:
    """Show what one mouse has eaten."""
    most = sum(CHEESES)
    return Row(line("{who}", who=Who(seat)), line("{n}", n=state.points[seat]), CHEESE, (state.points[seat], most))


def prompt(state: State, turn: Turn[Event]) -> Line:
    """Say what the table waits for."""
    match turn:
        case Over():
            return ending(turn)
        case Chance():
            return line("The cards are dealt.") if not state.gone else line("The next cheese comes.")
    if turn.actions:
        return line("{who}: play a card for the cheese worth {worth}.", who=Who(turn.seat), worth=state.cheese)
    waiting = tuple(line("{who}", who=Who(seat)) for seat, played in enumerate(state.laid) if played is None)
    return line("Still to play a card: {who}.", who=waiting)


def offers(turn: Turn[Event]) -> tuple[Offer, ...]:
    """Label every action and say where to click for it."""
    actions = turn.actions if isinstance(turn, Decide) else ()
    return tuple(offer(number, action) for number, action in enumerate(actions) if isinstance(action, Laid))


def offer(number: int, action: Laid) -> Offer:
    """Label one card."""
    return Offer(number, (f"hand-{action.seat}-{number}",), line("Play the {card}", card=action.card))
