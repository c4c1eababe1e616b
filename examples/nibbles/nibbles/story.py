"""Tells every event in a sentence, and how a game ends."""

from mousehole.core.game import Over
from mousehole.core.words import Line, Who, line
from nibbles.moves import Dealt, Event, Laid, Turned
from nibbles.state import State


def tell(before: State, event: Event, after: State, viewer: int | None) -> tuple[Line, ...]:
    """Tell an event; a card that one cannot see is not named."""
    match event:
        case Dealt(card=0):
            return (line("{who} gets a card.", who=Who(event.seat)),)
        case Dealt():
            return (line("{who} gets the {card}.", who=Who(event.seat), card=event.card),)
        case Turned():
            return (line("A cheese worth {worth} is turned up.", worth=event.worth),)
        case Laid():
            return (laid(event), *([turned_up(before, after)] if after.shown != before.shown else []))


def laid(event: Laid) -> Line:
    """Tell that a card was played face down."""
    if not event.card:
        return line("{who} plays a card face down.", who=Who(event.seat))
    return line("{who} plays the {card} face down.", who=Who(event.seat), card=event.card)


def turned_up(before: State, after: State) -> Line:
    """Tell which cards were played, and who takes the cheese."""
    winner = after.shown.index(max(after.shown))
    cards = tuple(line("{who}: {card}", who=Who(seat), card=card) for seat, card in enumerate(after.shown))
    words = "The cards are turned up ({cards}): {who} takes the cheese worth {worth}."
    return line(words, cards=cards, who=Who(winner), worth=before.cheese)


def ending(over: Over) -> Line:
    """Say how a game ended."""
    if len(over.winners) > 1:
        who = tuple(line("{who}", who=Who(seat)) for seat in over.winners)
        return line("{who} share the victory with {score} points of cheese each.", who=who, score=over.score)
    return line("{who} wins with {score} points of cheese.", who=Who(over.winners[0]), score=over.score)
