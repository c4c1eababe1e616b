"""The choices of a position: where to click for each, what it is called, and the route a piece takes."""

from mousehole.core.game import Decide
from mousehole.core.scene import Offer
from mousehole.core.words import Line, line
from mousehole.games.chopchop.moves import CAT, FIGURES, Event, Fly, Leave, Move, Name, Start, Take
from mousehole.games.chopchop.reach import closed_to
from mousehole.games.chopchop.rules import NUMBER, turn
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


def about(state: State, key: str) -> Line | None:
    """Why nobody can go to a space now, if somebody taps it all the same."""
    asked, n = turn(state), state.steps
    if key not in state.kitchen.bit or state.phase not in ("move", "bonus") or not isinstance(asked, Decide):
        return None
    if any(isinstance(action, Move) and action.to == key for action in asked.actions):
        return None
    if state.side == "cat" or state.phase == "bonus":
        figure = FIGURE["cat" if state.side == "cat" else FIGURES[state.mover]]
        one, other = "With {n} step {figure} cannot end here.", "With {n} steps {figure} cannot end here."
        return line(one, plural=other, figure=figure, n=n)
    return line("No mouse can end here with {n} step.", plural="No mouse can end here with {n} steps.", n=n)
