"""The initiative track: cards from top to bottom, and the place of the card in turn."""

from functools import lru_cache

from msgspec.structs import replace

from mousehole.games.mystics.board.figures import minion
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.state import Foe, State


def cards_of(state: State, kind: str) -> tuple[str, ...]:
    """Name the initiative cards of a minion; a stack of them is one card."""
    return (kind,) if minion(state, kind).stacked else names(state.box.pack, kind)  # MM-170


@lru_cache(1024)
def names(pack: Pack, kind: str) -> tuple[str, ...]:
    """Name all cards of a minion, those in a stack too."""
    cards = pack.minions[kind].cards
    return tuple(f"{kind}/{card.name}" for card in cards) if len(cards) > 1 else (kind,)


def top(state: State, one: Foe) -> int:
    """Find the card by which a minion fights now: the one in turn, else the first with life left."""
    if len(one.wounds) == 1:
        return 0
    kind = minion(state, one.kind)
    cards = () if kind.stacked else names(state.box.pack, one.kind)
    if state.acting.card in cards:
        return cards.index(state.acting.card)
    for n, card in enumerate(kind.cards):
        if one.wounds[n] < card.life:
            return n  # MM-170
    return 0


def shown(state: State, one: Foe) -> str:
    """Name the card by which a minion fights now."""
    return one.kind if len(one.wounds) == 1 else names(state.box.pack, one.kind)[top(state, one)]


def in_order(state: State, kind: str) -> State:
    """Let the cards of a minion lie on the track in their fixed order, on the places that they have."""
    cards = [card for card in cards_of(state, kind) if card in state.track]
    places = sorted(state.track.index(card) for card in cards)
    new = list(state.track)
    for place, card in zip(places, cards, strict=True):
        new[place] = card
    return kept(state, tuple(new))  # MM-139


def kind_of(card: str) -> str:
    """Name the minion of a card."""
    return card.partition("/")[0]


def without(state: State, card: str) -> State:
    """Take a card off the track; the card in turn stays the card in turn."""
    if card not in state.track:
        return state
    at = state.track.index(card)
    return replace(state, track=state.track[:at] + state.track[at + 1 :], place=state.place - (at <= state.place))


def shifted(state: State, card: str, by: int) -> State:
    """Move a card down the track, or up when negative; it stops at either end."""
    now = state.track.index(card)
    to = max(0, min(len(state.track) - 1, now + by))
    rest = state.track[:now] + state.track[now + 1 :]
    state = kept(state, (*rest[:to], card, *rest[to:]))
    return in_order(state, kind_of(card)) if "/" in card and minion(state, kind_of(card)).ordered else state


def kept(state: State, track: tuple[str, ...]) -> State:
    """Change the order of cards; the card in turn stays the card in turn."""
    current = state.acting.card
    place = track.index(current) if current in track and state.place >= 0 else state.place
    return replace(state, track=track, place=place)


def upcoming(state: State) -> int | None:
    """Find the next card that has not had its turn in this round."""
    for place in range(state.place + 1, len(state.track)):
        if state.track[place] not in state.done:
            return place
    return None


def lowest_mouse(state: State, card: str) -> bool:
    """Whether a card is the last mouse's on the track."""
    if card not in state.track:
        return False
    return state.box.seat.keys().isdisjoint(state.track[state.track.index(card) + 1 :])
