"""What can be shown on request: what a mouse sees, how far it gets, and where minions can strike next."""

from mousehole.core.scene import Shade, Zone
from mousehole.core.words import line
from mousehole.games.mystics.actions.reach import reach
from mousehole.games.mystics.board.board_queries import can_strike, sees, walkable
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.round_tasks import Finish, Keepsake


def zones(state: State) -> tuple[Zone, ...]:
    """List the zones of a position."""
    return (*sight(state), *steps(state), *threats(state))


def sight(state: State) -> tuple[Zone, ...]:
    """Show what the mouse in turn sees."""
    card = state.acting.card
    if card not in state.box.seat or not mouse(state, card).at:
        return ()
    at = mouse(state, card).at
    seen = [name for name in state.ground.sites if sees(state, at, name) and walkable(state, name)]
    shades = tuple(Shade(name, line("seen"), 0.6) for name in seen)
    return (Zone("sight", line("Show sight"), shades, "path"),)


def steps(state: State) -> tuple[Zone, ...]:
    """Show how many points each space costs."""
    found = reach(state)
    if not found or isinstance(state.agenda[-1], Finish | Keepsake):  # a chapter that is over walks nowhere
        return ()
    shades = tuple(Shade(name, line("{n}", n=cost), 0.6) for name, cost in found.items())
    return (Zone("steps", line("Show reach"), shades, "good"),)


def threats(state: State) -> tuple[Zone, ...]:
    """Show how many minions can strike each space in their next turn."""
    if not state.foes:
        return ()
    counts = {name: sum(can_strike(state, one, name) for one in state.foes) for name in state.ground.sites}
    most = max(counts.values())
    shades = tuple(Shade(name, line("{n}", n=n), round(n / most, 2)) for name, n in counts.items() if n)
    return (Zone("threats", line("Show danger"), shades, "danger"),) if shades else ()
