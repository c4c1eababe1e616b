"""Who is who in a position, the initiative track, and the small changes that every rule makes: news, figures, tasks."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from mousehole.core.game import Turn
from mousehole.games.mystics.content.content_types import Minion
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import Acting, AnyState, Draft, Foe, Friend, Mouse, News, NewsKind, Token
from mousehole.games.mystics.tasks import AnyTask, Task


def mouse(state: AnyState, name: str) -> Mouse:
    """Find a mouse of the party."""
    return state.mice[state.box.place[name]]


def foe(state: AnyState, name: str) -> Foe | None:
    """Find a minion, if it is still on the board."""
    foes, by_name = _LAST[0]
    if foes is not state.foes:
        by_name = {one.id: one for one in state.foes}
        _LAST[0] = state.foes, by_name
    return by_name.get(name)


_LAST: list[tuple[tuple[Foe, ...], dict[str, Foe]]] = [((), {})]  # one position mostly has the minions of another


def friend(state: AnyState, name: str) -> Friend | None:
    """Find an ally or a pet on the board."""
    for one in state.friends:
        if one.id == name:
            return one
    return None


def figure(state: AnyState, name: str) -> Mouse | Foe | None:
    """Find a figure on the board."""
    place = state.box.place.get(name)
    if place is None:
        return foe(state, name) or (friend(state, name) if state.friends else None)
    one = state.mice[place]
    return one if one.at else None


def is_mouse(state: AnyState, name: str) -> bool:
    """Whether an id is a mouse of the party."""
    return name in state.box.seat


def ready(state: AnyState) -> bool:
    """Whether the first choices of a chapter are made already: until the first track is laid, nobody is asked."""
    return state.box.setup.opening == "ready" and not state.track


def active(state: AnyState) -> list[Mouse]:
    """List the mice on the board."""
    return [one for one in state.mice if one.at]  # MM-B52


def minion(state: AnyState, kind: str) -> Minion:
    """Look a minion up in the bestiary."""
    return state.box.pack.minions[kind]


def lowest(state: AnyState) -> str:
    """Name the mouse lowest on the track."""
    for card in reversed(state.track):
        if card in state.box.seat:
            return card
    return state.mice[0].id


def keeper(state: AnyState) -> int:
    """Name the seat that carries out what minions do."""
    return state.box.seat[lowest(state)]  # MM-B13


def seat(state: AnyState, figure: str) -> int:
    """Name the seat that decides for a figure."""
    found = state.box.seat.get(figure)
    if found is None and state.friends:
        ally = friend(state, figure)
        found = state.box.seat[ally.owner] if ally else None  # MM-027
    return keeper(state) if found is None else found


def rank(state: AnyState, figure: str) -> int:
    """The place of a figure's card on the track; the first card of a minion counts."""
    if figure in state.track:
        return state.track.index(figure)
    kind = figure.rpartition("-")[0]
    if kind in state.track:
        return state.track.index(kind)
    first = f"{kind}/"
    for place, card in enumerate(state.track if kind else ()):
        if card.startswith(first):
            return place
    ally = friend(state, figure)
    return rank(state, ally.owner) if ally else len(state.track)  # MM-296


DOWN = "down"  # the marker of a figure that lies on its side


def tell(draft: Draft, what: NewsKind, who: str = "", other: str = "", n: int = 0) -> None:
    """Add to the news of this event."""
    draft.news.append(News(what, who, other, n))


def set_mouse(draft: Draft, mouse: Mouse) -> None:
    """Put a changed mouse into its place."""
    mice = [*draft.mice]
    mice[draft.box.place[mouse.id]] = mouse
    draft.mice = tuple(mice)


def set_foe(draft: Draft, foe: Foe) -> None:
    """Put a changed minion, ally or pet into its place."""
    if isinstance(foe, Friend):
        draft.friends = tuple([foe if one.id == foe.id else one for one in draft.friends])
    else:
        draft.foes = tuple([foe if one.id == foe.id else one for one in draft.foes])


def set_figure(draft: Draft, figure: Mouse | Foe) -> None:
    """Put a changed figure into its place."""
    if isinstance(figure, Mouse):
        set_mouse(draft, figure)
    else:
        set_foe(draft, figure)


def set_acting(draft: Draft, **changes: Any) -> None:
    """Change what is known of the card in turn."""
    draft.acting = replace(draft.acting, **changes)


def stop_turn(draft: Draft, name: str) -> None:
    """End the turn of a figure, if it is in turn; anybody else's goes on."""
    if draft.acting.card == name:
        set_acting(draft, over=True, moving="", points=0)


def begin_turn(draft: Draft, card: str, place: int) -> None:
    """Begin the turn of a card at its place on the track."""
    draft.place = place
    draft.acting = Acting(card, actions=1)


def finish_card(draft: Draft, card: str) -> None:
    """Note that a card has had its turn."""
    draft.done = (*draft.done, card)


def knock_over(draft: Draft, name: str) -> None:
    """Lay a small figure down."""
    one = figure(draft, name)
    if one is None or DOWN in one.marks:
        return
    if isinstance(one, Foe) and minion(draft, one.kind).size != "small":
        return  # MM-159
    set_figure(draft, replace(one, marks=(*one.marks, DOWN)))  # MM-156
    tell(draft, "falls", name)


def remove_token(draft: Draft, kind: str, at: Name) -> None:
    """Take a token away."""
    gone = next((token for token in draft.tokens if token.kind == kind and token.at == at), None)
    draft.tokens = tuple(token for token in draft.tokens if token is not gone)


def add_token(draft: Draft, kind: str, at: Name, end: Name = "") -> None:
    """Lay a token."""
    draft.tokens = (*draft.tokens, Token(kind, at, end))


def leave_friends_behind(draft: Draft) -> None:
    """Leave allies and pets behind."""
    for one in draft.friends:
        tell(draft, "parts", one.id)
    if draft.friends:
        draft.friends = ()  # MM-032, MM-103, MM-212


def discard_encounter(draft: Draft) -> None:
    """Discard the encounter card that lies face up."""
    if draft.card:
        draft.spent = (*draft.spent, draft.card)
        draft.card = ""


def tell_story(draft: Draft, moment: str) -> None:
    """Tell a story moment, once."""
    if not moment or moment in draft.told:
        return
    draft.told = (*draft.told, moment)  # MM-B51
    tell(draft, "story", moment)


def cards_of(state: AnyState, kind: str) -> tuple[str, ...]:
    """Name the initiative cards of a minion; a stack of them is one card."""
    return (kind,) if minion(state, kind).stacked else card_names(state.box.pack, kind)  # MM-170


@lru_cache(1024)
def card_names(pack: Pack, kind: str) -> tuple[str, ...]:
    """Name all cards of a minion, those in a stack too."""
    cards = pack.minions[kind].cards
    return tuple(f"{kind}/{card.name}" for card in cards) if len(cards) > 1 else (kind,)


def top_card(state: AnyState, one: Foe) -> int:
    """Find the card by which a minion fights now: the one in turn, else the first with life left."""
    if len(one.wounds) == 1:
        return 0
    kind = minion(state, one.kind)
    cards = () if kind.stacked else card_names(state.box.pack, one.kind)
    if state.acting.card in cards:
        return cards.index(state.acting.card)
    for n, card in enumerate(kind.cards):
        if one.wounds[n] < card.life:
            return n  # MM-170
    return 0


def shown_card(state: AnyState, one: Foe) -> str:
    """Name the card by which a minion fights now."""
    return one.kind if len(one.wounds) == 1 else card_names(state.box.pack, one.kind)[top_card(state, one)]


def sort_cards(draft: Draft, kind: str) -> None:
    """Let the cards of a minion lie on the track in their fixed order, on the places that they have."""
    cards = [card for card in cards_of(draft, kind) if card in draft.track]
    places = sorted(draft.track.index(card) for card in cards)
    new = list(draft.track)
    for place, card in zip(places, cards, strict=True):
        new[place] = card
    reorder_track(draft, tuple(new))  # MM-139


def kind_of(card: str) -> str:
    """Name the minion of a card."""
    return card.partition("/")[0]


def remove_card(draft: Draft, card: str) -> None:
    """Take a card off the track; the card in turn stays the card in turn."""
    if card not in draft.track:
        return
    at = draft.track.index(card)
    draft.track = draft.track[:at] + draft.track[at + 1 :]
    draft.place -= at <= draft.place


def move_card(draft: Draft, card: str, by: int) -> None:
    """Move a card down the track, or up when negative; it stops at either end."""
    now = draft.track.index(card)
    to = max(0, min(len(draft.track) - 1, now + by))
    rest = draft.track[:now] + draft.track[now + 1 :]
    reorder_track(draft, (*rest[:to], card, *rest[to:]))
    if "/" in card and minion(draft, kind_of(card)).ordered:
        sort_cards(draft, kind_of(card))


def reorder_track(draft: Draft, track: tuple[str, ...]) -> None:
    """Change the order of cards; the card in turn stays the card in turn."""
    current = draft.acting.card
    place = track.index(current) if current in track and draft.place >= 0 else draft.place
    draft.track = track
    draft.place = place


def next_place(state: AnyState) -> int | None:
    """Find the next card that has not had its turn in this round."""
    for place in range(state.place + 1, len(state.track)):
        if state.track[place] not in state.done:
            return place
    return None


def lowest_mouse(state: AnyState, card: str) -> bool:
    """Whether a card is the last mouse's on the track."""
    if card not in state.track:
        return False
    return state.box.seat.keys().isdisjoint(state.track[state.track.index(card) + 1 :])


def placing_order(state: AnyState, minions: Mapping[str, int]) -> tuple[str, ...]:
    """Put minions in the order of placing: ranged, large, small; no more than there are figures."""
    kinds: list[str] = []
    for kind, wanted in minions.items():
        out = sum(one.kind == kind for one in state.foes) + state.fallen.count(kind)  # a boss that fell stays away
        kinds += [kind] * max(0, min(wanted, minion(state, kind).most - out))  # MM-B26
    return tuple(sorted(kinds, key=lambda kind: placing_rank(state, kind)))  # MM-213


def placing_rank(state: AnyState, kind: str) -> int:
    """Rank a minion in the order of placing."""
    found = minion(state, kind)
    return 0 if found.attack == "ranged" else 1 if found.size != "small" else 2


Kind = TypeVar("Kind", bound=Task)
Ask: TypeAlias = Callable[[AnyState, Kind], Turn[Event] | None]
Act: TypeAlias = Callable[[Draft, Kind, Event | None], None]
Step: TypeAlias = tuple[Ask[Any] | None, Act[Any]]
Steps: TypeAlias = dict[type[Task], Step]


def task_step(kind: type[Kind], ask: Ask[Kind] | None, act: Act[Kind]) -> tuple[type[Task], Step]:
    """What a kind of task asks, if anything, and how it is carried out."""
    return kind, (ask, act)


def push(draft: Draft, *tasks: AnyTask) -> None:
    """Put tasks on the agenda; the first of them comes first."""
    draft.agenda += tasks[::-1]
