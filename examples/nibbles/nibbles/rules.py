"""The rules: three pure functions. No luck is drawn here, only stated as odds."""

from typing import TypeVar

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Over
from nibbles.moves import Card, Dealt, Event, Laid, Setup, Turned
from nibbles.state import State

T = TypeVar("T")
DECK = range(1, 21)
HAND = 5
CHEESES = (1, 2, 3, 4, 5)


def new(setup: Setup) -> State:
    """Start with empty paws."""
    nothing = ((),) * setup.players
    return State(setup, nothing, (0,) * setup.players, CHEESES, laid=(None,) * setup.players)


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Say whose turn it is, and what may happen."""
    if not state.gone and min(map(len, state.hands)) < HAND and not state.cheese:
        return Chance(deal(state))  # NIB-02
    if state.cheese:
        asked = [Decide(seat, choices(state, seat)) for seat, card in enumerate(state.laid) if card is None]
        return Decide(asked[0].seat, asked[0].actions, tuple(asked[1:]))  # NIB-04
    if state.cheeses:
        return Chance(tuple((Turned(worth), 1) for worth in state.cheeses))  # NIB-03
    most = max(state.points)
    return Over(tuple(seat for seat, points in enumerate(state.points) if points == most), "eaten", most)  # NIB-06


def apply(state: State, event: Event) -> State:
    """Carry out one event."""
    match event:
        case Dealt():
            return replace(state, hands=swapped(state.hands, event.seat, held(state, event.seat, event.card)))
        case Turned():
            left = tuple(worth for worth in state.cheeses if worth != event.worth)
            return replace(state, cheese=event.worth, cheeses=left)
        case Laid():
            return laid(state, event)


def deal(state: State) -> tuple[tuple[Event, int], ...]:
    """Deal any card that nobody holds to the mouse with the fewest."""
    seat = min(range(len(state.hands)), key=lambda at: len(state.hands[at]))
    taken = {card for hand in state.hands for card in hand}
    return tuple((Dealt(seat, card), 1) for card in DECK if card not in taken)


def choices(state: State, seat: int) -> tuple[Event, ...]:
    """Play any card of one's hand."""
    return tuple(Laid(seat, card) for card in state.hands[seat])


def held(state: State, seat: int, card: Card) -> tuple[Card, ...]:
    """Take a card up."""
    return tuple(sorted((*state.hands[seat], card)))


def laid(state: State, event: Laid) -> State:
    """Put a card down; when all lie there, they are turned up."""
    rest = tuple(card for card in state.hands[event.seat] if card != event.card)
    hands, cards = swapped(state.hands, event.seat, rest), swapped(state.laid, event.seat, event.card)
    state = replace(state, hands=hands, laid=cards)
    return state if None in cards else eaten(state)  # NIB-04


def eaten(state: State) -> State:
    """Let the highest card take the cheese."""
    cards = tuple(card or 0 for card in state.laid)
    winner = cards.index(max(cards))  # NIB-05
    points = swapped(state.points, winner, state.points[winner] + state.cheese)
    nothing = (None,) * len(cards)
    return replace(state, points=points, cheese=0, laid=nothing, shown=cards, gone=tuple(sorted((*state.gone, *cards))))


def swapped(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    """Put another thing in a place."""
    return (*things[:at], thing, *things[at + 1 :])
