"""Who is who in a position: mice, minions and friends by their names, and who decides for them."""

from mousehole.games.mystics.content.content_types import Minion
from mousehole.games.mystics.state import Foe, Friend, Mouse, State


def mouse(state: State, name: str) -> Mouse:
    """Find a mouse of the party."""
    return state.mice[state.box.place[name]]


def foe(state: State, name: str) -> Foe | None:
    """Find a minion, if it is still on the board."""
    foes, by_name = _LAST[0]
    if foes is not state.foes:
        by_name = {one.id: one for one in state.foes}
        _LAST[0] = state.foes, by_name
    return by_name.get(name)


_LAST: list[tuple[tuple[Foe, ...], dict[str, Foe]]] = [((), {})]  # one position mostly has the minions of another


def friend(state: State, name: str) -> Friend | None:
    """Find an ally or a pet on the board."""
    for one in state.friends:
        if one.id == name:
            return one
    return None


def figure(state: State, name: str) -> Mouse | Foe | None:
    """Find a figure on the board."""
    place = state.box.place.get(name)
    if place is None:
        return foe(state, name) or (friend(state, name) if state.friends else None)
    one = state.mice[place]
    return one if one.at else None


def is_mouse(state: State, name: str) -> bool:
    """Whether an id is a mouse of the party."""
    return name in state.box.seat


def active(state: State) -> list[Mouse]:
    """List the mice on the board."""
    return [one for one in state.mice if one.at]  # MM-B52


def minion(state: State, kind: str) -> Minion:
    """Look a minion up in the bestiary."""
    return state.box.pack.minions[kind]


def lowest(state: State) -> str:
    """Name the mouse lowest on the track."""
    for card in reversed(state.track):
        if card in state.box.seat:
            return card
    return state.mice[0].id


def keeper(state: State) -> int:
    """Name the seat that carries out what minions do."""
    return state.box.seat[lowest(state)]  # MM-B13


def seat(state: State, figure: str) -> int:
    """Name the seat that decides for a figure."""
    found = state.box.seat.get(figure)
    if found is None and state.friends:
        ally = friend(state, figure)
        found = state.box.seat[ally.owner] if ally else None  # MM-027
    return keeper(state) if found is None else found


def rank(state: State, figure: str) -> int:
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
