"""A trick-taking game in one file, with hidden hands: most tricks win. It is an environment without another line.

Follow the suit that was led if you can; the highest card of that suit takes the trick and leads to the next one. Who
did not follow has none of that suit, which everybody has seen: it belongs into the state, and `world` keeps to it.
"""

from itertools import combinations
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from mousehole import Chance, Decide, Game, Luck, Over, SeatKind, line
from mousehole.core.game import Hidden, Odds

Card: TypeAlias = int  # 1 to suits * ranks, suit by suit; 0 is one that cannot be seen


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """How many play, with which cards, and how many of them each holds."""

    players: int = 3
    suits: int = 2
    ranks: int = 5
    hand: int = 3


class Dealt(Struct, frozen=True, tag="dealt", tag_field="type"):
    """A whole hand at once, the lowest card first."""

    seat: int
    cards: tuple[Card, ...]


class Laid(Struct, frozen=True, tag="laid", tag_field="type"):
    """A card of a hand."""

    seat: int
    card: Card


Event: TypeAlias = Dealt | Laid


class State(Struct, frozen=True):
    """Hands, the trick that lies there, and what everybody has seen."""

    setup: Setup
    hands: tuple[tuple[Card, ...], ...]
    leader: int = 0
    trick: tuple[Card, ...] = ()  # in turn from the leader
    tricks: tuple[int, ...] = ()  # taken, by seat
    gone: tuple[Card, ...] = ()
    voids: tuple[tuple[int, int], ...] = ()  # seats that did not follow a suit


def new(setup: Setup) -> State:
    """Begin with empty hands."""
    return State(setup, ((),) * setup.players, tricks=(0,) * setup.players)


def suit(setup: Setup, card: Card) -> int:
    """The suit of a card."""
    return (card - 1) // setup.ranks


def turn(state: State) -> Decide[Event] | Chance[Event] | Over:
    """Deal hand by hand, then lay cards until there are none."""
    empty = [seat for seat, hand in enumerate(state.hands) if not hand]
    if empty and not state.gone and not state.trick:
        return Chance(deals(state, empty[0]))
    if len(empty) == state.setup.players:
        most = max(state.tricks)
        return Over(tuple(seat for seat, won in enumerate(state.tricks) if won == most), "played", most)
    seat = (state.leader + len(state.trick)) % state.setup.players
    return Decide(seat, tuple(Laid(seat, card) for card in playable(state, seat)))


def deals(state: State, seat: int) -> Odds[Event]:
    """Every hand that a seat can get, all equally likely."""
    setup, dealt = state.setup, {card for hand in state.hands for card in hand}
    left = [card for card in range(1, setup.suits * setup.ranks + 1) if card not in dealt]
    return tuple((Dealt(seat, cards), 1) for cards in combinations(left, setup.hand))


def playable(state: State, seat: int) -> tuple[Card, ...]:
    """The cards that follow suit, or all of them."""
    hand = state.hands[seat]
    led = suit(state.setup, state.trick[0]) if state.trick else None
    return tuple(card for card in hand if suit(state.setup, card) == led) or hand


def apply(state: State, event: Event) -> State:
    """Take up a hand, or lay a card."""
    hands = list(state.hands)
    if isinstance(event, Dealt):
        hands[event.seat] = event.cards
        return replace(state, hands=tuple(hands))
    hands[event.seat] = tuple(card for card in hands[event.seat] if card != event.card)
    trick, voids = (*state.trick, event.card), set(state.voids)
    if (led := suit(state.setup, trick[0])) != suit(state.setup, event.card):
        voids.add((event.seat, led))
    after = replace(state, hands=tuple(hands), trick=trick, voids=tuple(sorted(voids)))
    return after if len(trick) < state.setup.players else taken(after)


def taken(state: State) -> State:
    """Hand the trick to the highest card of the suit that was led."""
    led = suit(state.setup, state.trick[0])
    best = max(card for card in state.trick if suit(state.setup, card) == led)
    winner = (state.leader + state.trick.index(best)) % state.setup.players
    tricks = tuple(won + (seat == winner) for seat, won in enumerate(state.tricks))
    gone = tuple(sorted((*state.gone, *state.trick)))
    return replace(state, leader=winner, trick=(), tricks=tricks, gone=gone)


def view(state: State, viewer: int | None) -> State:
    """A position with blanks for the hands of others."""
    hands = tuple(hand if seat == viewer else (0,) * len(hand) for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands)


def seen(event: Event, viewer: int | None) -> Event:
    """A deal with blanks for whoever does not hold it."""
    if isinstance(event, Dealt) and event.seat != viewer:
        return replace(event, cards=(0,) * len(event.cards))
    return event


def world(state: State, seat: int, luck: Luck) -> State:
    """Deal what is unseen to the others, so that nobody holds a suit that it did not follow."""
    setup = state.setup
    known = {*state.gone, *state.trick, *state.hands[seat]}
    unseen = [card for card in range(1, setup.suits * setup.ranks + 1) if card not in known]
    while True:  # equally likely among those that fit: draw until one does
        deck = iter(sorted(unseen, key=lambda card: luck.random()))
        hands = [hand if at == seat else tuple(sorted(next(deck) for _ in hand)) for at, hand in enumerate(state.hands)]
        if not any((at, suit(setup, card)) in state.voids for at, hand in enumerate(hands) for card in hand):
            return replace(state, hands=tuple(hands))


GAME: Game[Setup, State, Event] = Game(
    name="tricks",
    title=line("Tricks"),
    blurb=line("Follow suit: most tricks win."),
    edition=1,
    package="mousehole",
    setup=Setup,
    event=Event,
    new=new,
    turn=turn,
    apply=apply,
    seats=lambda setup: tuple(SeatKind(line("Mouse {number}", number=n + 1), str(n)) for n in range(setup.players)),
    hidden=Hidden(view, seen, world),
    longest=lambda setup: setup.players * setup.hand,
)

if __name__ == "__main__":
    import mousehole

    report = mousehole.contest(GAME, None, mousehole.lineups(GAME, None, ["random", "casual"]), 20)
    print(report.tallies)
