"""Turtles: a whistle calls them, and whoever steps on one finds out what it is."""

from collections.abc import Iterator

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.board_queries import SHELL, TURTLE, mouse_near, occupied
from mousehole.games.mystics.board.changes import acting, push, tell, with_token
from mousehole.games.mystics.board.figures import mouse, seat
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.moves import Choose, Event, Flip
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.fight_tasks import Harm
from mousehole.games.mystics.tasks.outdoor_tasks import Flipping, Whistling

WHISTLE, LINE = "turtle_whistle", 3


def can_whistle(state: State, one: Mouse) -> bool:
    """Whether a mouse has the whistle, running water next to it, and room for turtles there."""
    if WHISTLE not in state.stash:
        return False
    sites = state.ground.sites
    brook = any(sites[to].terrain.climbs and sites[to].current for to in mouse_near(state, one.at))  # MM-264
    return brook and bool(rows(state))


def rows(state: State) -> list[tuple[Name, ...]]:
    """List the straight rows of free water for three turtles; for fewer where there are no longer ones."""
    found = [row for lane in state.ground.page.lanes for row in free_rows(state, lane)]
    most = max(map(len, found), default=0)
    return [row for row in dict.fromkeys(found) if len(row) == most]  # MM-266


def free_rows(state: State, lane: tuple[str, ...]) -> Iterator[tuple[Name, ...]]:
    """List the rows of up to three free spaces in a lane; turtles that lie there are called anew."""
    names = [full(state.side, name) for name in lane]
    free = [not occupied(state, name, turtles=False) for name in names]
    for start in range(len(names)):
        row = tuple(name for name, ok in zip(names[start : start + LINE], free[start:], strict=False) if ok)
        if row and all(free[start : start + len(row)]):
            yield row


def spelled(row: tuple[Name, ...]) -> str:
    """Spell a row as an option."""
    return "+".join(name.partition("/")[2] for name in row)


def ask_whistling(state: State, task: Whistling) -> Decide[Event]:
    """Choose where the turtles come up."""
    return Decide(seat(state, task.mouse), tuple(Choose(spelled(row)) for row in rows(state)))


def whistling(state: State, task: Whistling, event: Event | None) -> State:
    """Lay them in a row, all alike; what each of them is, luck decides when somebody steps on it."""
    assert isinstance(event, Choose)
    row = next(row for row in rows(state) if spelled(row) == event.option)
    state = replace(state, tokens=tuple(token for token in state.tokens if token.kind not in (TURTLE, SHELL)))
    for name in row:
        state = with_token(state, TURTLE, name)  # MM-265
    return tell(state, "turtles", task.mouse, n=len(row))


def ask_flipping(state: State, task: Flipping) -> Chance[Event] | None:
    """Flip a turtle: any of those that have not shown a firm shell, lying or unused, may be this one."""
    if not mouse(state, task.mouse).at:
        return None
    shown = sum(token.kind == SHELL for token in state.tokens)
    sides = state.box.pack.rules.turtles
    counts = {side: n - (shown if side == "shell" else 0) for side, n in sides.items()}
    return Chance(tuple((Flip(TURTLE, side), n) for side, n in counts.items() if n > 0))  # MM-269, MM-273


def flipping(state: State, task: Flipping, event: Event | None) -> State:
    """Stand on a shell; anything else drops the mouse into the water and is shuffled back."""
    if not isinstance(event, Flip):
        return state
    one = mouse(state, task.mouse)
    if event.side == "shell":
        return shown_shell(state, one.at)  # MM-270
    state = tell(state, "snapper" if event.side == "snapper" else "bubbles", one.id)
    if state.acting.card == one.id:
        state = acting(state, over=True, moving="", points=0)  # MM-271
    return push(state, Harm(one.id, 1, cause=TURTLE)) if event.side == "snapper" else state  # MM-272


def shown_shell(state: State, at: Name) -> State:
    """Turn up a firm shell."""
    tokens = tuple(replace(t, kind=SHELL) if t.at == at and t.kind == TURTLE else t for t in state.tokens)
    return tell(replace(state, tokens=tokens), "shell")
