"""Cheese: it never appears from nothing, it only goes from one purse to another."""

from msgspec.structs import replace

from mousehole.games.mystics.board.changes import push, tell, with_mouse
from mousehole.games.mystics.board.figures import figure, is_mouse, mouse
from mousehole.games.mystics.content.selectors import Purse
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.effect_tasks import Context
from mousehole.games.mystics.tasks.round_tasks import Wheel

MASTER = "roachmaster"


def paid(state: State, n: int, of: Purse, to: Purse, context: Context) -> State:
    """Move cheese from one purse to another, as much as there is."""
    state, n = taken(state, n, of, context)
    if to == "loot":
        to = "wheel" if greedy(state, context.me) else "supply"
    if not n:
        return state
    if to == "wheel":
        return push(tell(state, "loot", context.me, n=n), Wheel(n))
    if to == "supply":
        return state
    name = context.other if to == "other" else context.me
    if not is_mouse(state, name) or not mouse(state, name).at:
        return state
    one = mouse(state, name)
    state = with_mouse(replace(state, supply=state.supply - n), replace(one, cheese=one.cheese + n))
    return tell(state, "cheese", name, n=n)


def taken(state: State, n: int, of: Purse, context: Context) -> tuple[State, int]:
    """Take cheese out of a purse into the supply; an empty wheel is helped out by the supply."""
    if of == "wheel" and state.wheel:
        n = min(n, state.wheel)
        return replace(state, wheel=state.wheel - n, supply=state.supply + n), n
    if of in ("self", "other"):
        name = context.other if of == "other" else context.me
        one = mouse(state, name)
        n = min(n, one.cheese)
        state = with_mouse(replace(state, supply=state.supply + n), replace(one, cheese=one.cheese - n))
        return tell(state, "robbed", name, context.me, n), n
    return state, n


def greedy(state: State, name: str) -> bool:
    """Whether a thief carries its loot to the wheel."""
    one = figure(state, name)
    if one is None or is_mouse(state, name) or name.rpartition("-")[0] not in state.greedy:
        return False  # MM-138
    holder = next((holder for award, holder in state.awards if award == MASTER), "")
    return not (holder and mouse(state, holder).at)  # MM-016
