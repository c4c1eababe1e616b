"""What mice keep from each other: the cards in their paws, and those that lie face down."""

from collections.abc import Iterator

from msgspec.structs import replace

from mousehole.core.game import Luck
from nibbles.moves import Card, Dealt, Event, Laid
from nibbles.rules import DECK
from nibbles.state import State


def view(state: State, viewer: int | None) -> State:
    """A position with blanks for the cards that a viewer cannot see."""  # NIB-02, NIB-04
    hands = tuple(hand if seat == viewer else (0,) * len(hand) for seat, hand in enumerate(state.hands))
    laid = tuple(card if card is None or seat == viewer else 0 for seat, card in enumerate(state.laid))
    return replace(state, hands=hands, laid=laid)


def seen(event: Event, viewer: int | None) -> Event:
    """An event with a blank for a card that a viewer cannot see."""
    return replace(event, card=0) if isinstance(event, Dealt | Laid) and event.seat != viewer else event


def world(state: State, seat: int, luck: Luck) -> State:
    """Fill the blanks of a seat's view with the cards that are left, every way equally likely."""
    known = {*state.gone, *state.hands[seat], state.laid[seat]}
    unseen = iter(sorted((card for card in DECK if card not in known), key=lambda card: luck.random()))
    laid = tuple(card if card != 0 else next(unseen) for card in state.laid)
    hands = tuple(filled(hand, unseen) for hand in state.hands)
    return replace(state, hands=hands, laid=laid)


def filled(hand: tuple[Card, ...], unseen: Iterator[Card]) -> tuple[Card, ...]:
    """Fill the blanks of a hand."""
    return tuple(sorted(card or next(unseen) for card in hand))
