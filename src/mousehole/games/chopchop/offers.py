"""The choices of a position: where to click for each, what it is called, and the route a piece takes."""

from mousehole.core.scene import Offer
from mousehole.core.words import Line, line
from mousehole.games.chopchop.moves import CAT, Event, Fly, Leave, Move, Name, Start, Take
from mousehole.games.chopchop.reach import closed_to
from mousehole.games.chopchop.rules import NUMBER
from mousehole.games.chopchop.state import State, place
from mousehole.games.chopchop.story import FIGURE, goal
from mousehole.games.chopchop.walk import route


def offers(state: State, actions: tuple[Event, ...]) -> tuple[Offer, ...]:
    """Label every action; where only one piece can move, its goal is the only click."""
    alone = len({action.piece for action in actions if isinstance(action, Move)}) < 2
    return tuple(offer(state, number, action, alone) for number, action in enumerate(actions))


def offer(state: State, number: int, action: Event, alone: bool) -> Offer:
    """Label one action."""
    match action:
        case Move():
            clicks = (action.to,) if alone else (action.piece, action.to)
            return Offer(number, clicks, to_words("Move {figure} to {place}", state, action), way(state, action))
        case Fly():
            return Offer(number, (action.to,), to_words("Send {figure} to {place}", state, action))
        case Take():
            return Offer(number, (action.square,), line("Fetch the cheese from {square}", square=action.square))
        case Start():
            return Offer(number, (action.square,), line("Sit on {place}", place=goal(state, action.square)))
        case Leave() | _:
            return Offer(number, (), line("Leave the cheese"))


def to_words(text: str, state: State, action: Move | Fly) -> Line:
    """Name a piece and its goal."""
    return line(text, figure=FIGURE[action.piece], place=goal(state, action.to))


def way(state: State, action: Move) -> tuple[Name, ...]:
    """Name the spaces of one walk that leads there."""
    box, figure = state.kitchen, NUMBER[action.piece]
    paths = box.cat_ways if figure == CAT else box.mice_ways
    walk = route(paths, place(state, figure), box.bit[action.to], state.steps, closed_to(state, figure))
    return tuple(box.names[space] for space in walk)
