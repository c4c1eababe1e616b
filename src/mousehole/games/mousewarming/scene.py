"""Draws a position of Mousewarming Party for every painter."""

from mousehole.core.game import Chance, Decide, Over, Turn
from mousehole.core.scene import Scene, Throw
from mousehole.core.words import Line, Who, line
from mousehole.games.mousewarming import layout
from mousehole.games.mousewarming.home_scene import home_pieces, home_spots
from mousehole.games.mousewarming.moves import Event
from mousehole.games.mousewarming.names import mouse_name
from mousehole.games.mousewarming.offers import offers
from mousehole.games.mousewarming.panels import panels
from mousehole.games.mousewarming.ring_scene import ring_pieces, ring_spots
from mousehole.games.mousewarming.state import State
from mousehole.games.mousewarming.story import ending


def scene(state: State, turn: Turn[Event], viewer: int | None, last: Event | None) -> Scene:
    """Draw a position; nobody holds secrets, so every viewer sees the same."""
    thrown = isinstance(turn, Chance) and turn.thrower is not None
    return Scene(
        size=layout.size(state.party),
        spots=(*ring_spots(state, last), *home_spots(state)),
        pieces=(*ring_pieces(state, last), *home_pieces(state)),
        prompt=prompt(state, turn),
        offers=offers(state, turn.actions) if isinstance(turn, Decide) else (),
        throw=Throw(("pizzeria",), line("Drop the die into the pizzeria")) if thrown else None,
        panels=panels(state),
        backdrop="mousewarming-room",
    )


def prompt(state: State, turn: Turn[Event]) -> Line:
    """Say what the table is waiting for."""
    if isinstance(turn, Over):
        return ending(turn)
    who = Who(state.seat)
    match state.stage:
        case "roll":
            return line("{who}: drop the die into the pizzeria.", who=who)
        case "bonus":
            return line("{who}: cheese! How will you use it?", who=who)
        case "move":
            return line("{who}: move one of the two mice.", who=who)
        case "dropped":
            return line("{who}: {mouse} has to move now.", who=who, mouse=mouse_name(state, state.mover))
        case "pick":
            return line("{who}: take the food or leave it?", who=who)
        case "raccoon":
            return line("The raccoon is on its way.")
        case "draw":
            return line("{mouse} reaches into the feeder.", mouse=mouse_name(state, state.mover))
    return line("A door opens.")
