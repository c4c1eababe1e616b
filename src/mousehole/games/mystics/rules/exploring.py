"""Exploring: exits by colour, flip spaces, and symbols for those who know how."""

from functools import lru_cache
from typing import TypeAlias, cast

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.actions.water import bosses_waiting, can_fly, set_out
from mousehole.games.mystics.board.figures import (
    Steps,
    active,
    leave_friends_behind,
    mouse,
    push,
    rank,
    ready,
    seat,
    set_acting,
    set_mouse,
    task_step,
    tell,
)
from mousehole.games.mystics.board.queries import is_full
from mousehole.games.mystics.content.content_types import Exit, Journey, Symbol, WayKind
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Ground, Name, full
from mousehole.games.mystics.effects.triggers import applies
from mousehole.games.mystics.moves import Choose, Event, Put, put
from mousehole.games.mystics.state import AnyState, Draft, Mouse
from mousehole.games.mystics.tasks import Arrive, Check, Context, Enter, Exploring, Landfall, Perform, Travel

Way: TypeAlias = tuple[
    str, str, tuple[Name, ...]
]  # what it is called, the side it leads to ("" = nowhere), spaces there
STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
FACING = {"north": "south", "south": "north", "east": "west", "west": "east"}
HOOK = "hook"


def ways(state: AnyState, one: Mouse) -> list[Way]:
    """List the ways a mouse can explore from where it stands."""
    ground = state.ground
    if one.at not in ground.doors and not ground.page.drop:
        return []
    leaf: list[Way] = [("leaf", ground.page.drop.side, ())] if ground.page.drop and can_fly(state, one) else []
    if state.foes:
        return leaf  # MM-101, MM-112
    found = [exit_way(state, ground, way) for way in ground.exits if beside(ground, way.near, one.at)]  # MM-B21
    if one.at in ground.flips:
        found.append(flip_way(state, ground))
    found += [
        (symbol(ground, n), point.leads, tuple(full(point.leads, name) for name in point.arrive))
        for n, point in enumerate(ground.points)
        if beside(ground, point.near, one.at) and knows(state, one, point)
    ]
    return [*leaf, *(way for way in found if way is not None)]


def symbol(ground: Ground, n: int) -> str:
    """Name a symbol of a side; a second one of its kind is numbered."""
    kind = ground.points[n].kind
    before = sum(point.kind == kind for point in ground.points[:n])
    return f"{kind}-{before + 1}" if before else kind


def beside(ground: Ground, near: tuple[str, ...], at: Name) -> bool:
    """Whether a space is one of those named."""
    return any(full(ground.id, name) == at for name in near)


def exit_way(state: AnyState, ground: Ground, way: Exit) -> Way | None:
    """Follow an exit to the tile beyond: by its colour, on either side of that tile."""
    tile = beyond(state, ground, way)
    if tile is None:
        return None
    up = state.up[tile]
    sides = [up, *(side for side in sides_of(state.box.pack, up) if side != up)]  # MM-104
    for side in sides:
        for other in state.box.pack.grounds[side].exits:
            if other.colour == way.colour and other.edge == FACING[way.edge]:  # MM-102
                return f"exit-{way.colour}-{way.edge}", side, tuple(full(side, name) for name in other.near)
    return f"exit-{way.colour}-{way.edge}", "", ()


@lru_cache(1024)
def sides_of(pack: Pack, side: str) -> tuple[str, ...]:
    """List both sides of a tile."""
    tile = pack.grounds[side].tile
    return tuple(other for other, ground in pack.grounds.items() if ground.tile == tile)


def beyond(state: AnyState, ground: Ground, way: Exit) -> int | None:
    """Find the tile that lies behind an edge."""
    tiles = state.box.chapter.tiles
    here = next(placed.at for placed in tiles if placed.tile == ground.tile)
    dx, dy = STEP[way.edge]
    there = (here[0] + dx, here[1] + dy)
    return next((number for number, placed in enumerate(tiles) if placed.at == there), None)


def flip_way(state: AnyState, ground: Ground) -> Way | None:
    """Flip the tile under the mice."""
    for side in sides_of(state.box.pack, ground.id):
        if side != ground.id:
            return "flip", side, state.box.pack.grounds[side].flips  # MM-105
    return None


def knows(state: AnyState, one: Mouse, point: Symbol) -> bool:
    """Whether a mouse can use a symbol."""
    classes = state.box.heroes[one.id].classes
    match point.kind:
        case "gear":
            return "tinkerer" in classes or "scamp" in classes  # MM-106
        case "gecko":
            return "wild" in classes  # MM-107
        case "tree":
            return True  # MM-109, MM-110
    lies = any(token.kind == HOOK and token.at.startswith(f"{state.side}/") for token in state.tokens)
    return lies or any(state.box.pack.items[card].token == HOOK for card in state.stash)  # MM-108


def ask_exploring(state: AnyState, task: Exploring) -> Decide[Event] | None:
    """Choose between several ways."""
    found = ways(state, mouse(state, task.mouse))
    return Decide(seat(state, task.mouse), tuple(Choose(name) for name, _, _ in found)) if found else None


def exploring(draft: Draft, task: Exploring, event: Event | None) -> None:
    """Take a way; where no colour matches, the action is spent for nothing."""
    if not isinstance(event, Choose):
        return
    way, side, spaces = next(way for way in ways(draft, mouse(draft, task.mouse)) if way[0] == event.option)
    if not side:
        tell(draft, "no_way", task.mouse, way)  # MM-104
        leave_friends_behind(draft)  # MM-032, MM-212
        return
    if way == "leaf":
        set_out(draft, task.mouse)
        return
    tell(draft, "explores", task.mouse, side)
    if way == "flip" and len(spaces) > 1:
        push(draft, Landfall(task.mouse, side, spaces))
        return
    push(draft, Travel(task.mouse, side, spaces, cast(WayKind, way.partition("-")[0])))  # MM-B22


def ask_landfall(state: AnyState, task: Landfall) -> Decide[Event]:
    """Let the party choose one of two flip spaces for everybody."""
    return Decide(seat(state, task.mouse), tuple(put(task.mouse, space) for space in task.spaces))  # MM-114


def landfall(draft: Draft, task: Landfall, event: Event | None) -> None:
    """Go there."""
    assert isinstance(event, Put)
    push(draft, Travel(task.mouse, task.side, (event.at,)))


def travel(draft: Draft, task: Travel, event: Event | None) -> None:
    """Bring all mice to another side; what they find there may start a new round."""
    old = draft.side
    take_up_thread(draft)  # MM-207
    leave_friends_behind(draft)
    draft.bees = ()
    note_journey(draft, Journey(task.by, task.side))
    new = task.side not in draft.explored or bool(bosses_waiting(draft, task.side))
    mice = tuple(one.id for one in sorted(active(draft), key=lambda one: rank(draft, one.id)))
    for one in active(draft):
        set_mouse(draft, replace(one, at=""))
    tile = draft.box.pack.grounds[task.side].tile
    up = tuple(
        task.side if placed.tile == tile else side
        for placed, side in zip(draft.box.chapter.tiles, draft.up, strict=True)
    )
    draft.side = task.side
    draft.up = up
    set_acting(draft, moving="", points=0)
    felt = chapter_hooks(draft, "explored", Context(task.mouse, left=old))
    if new:
        set_acting(draft, over=True, rolled=True, ends="journey")  # MM-B23, MM-254
    push(draft, Arrive(mice, task.spaces), *felt, Enter(), *(() if new else (Check(),)))


def note_journey(draft: Draft, journey: Journey) -> None:
    """Remember how the party has come to a side."""
    if journey in draft.journeys:
        return
    draft.journeys = (*draft.journeys, journey)


def chapter_hooks(state: AnyState, trigger: str, context: Context) -> list[Perform]:
    """List what the chapter does at a trigger."""
    effects = state.box.on.get(trigger, ())
    return [Perform(effect.do, context) for effect in effects if applies(state, effect, context)]


def take_up_thread(draft: Draft) -> None:
    """Take up what stays behind: hook and thread go back to the search deck."""
    gone = [token for token in draft.tokens if token.end]
    if not gone:
        return
    card = draft.box.pack.tokens[HOOK].item
    search = tuple((name, n + (name == card)) for name, n in draft.search)  # MM-B39
    draft.tokens = tuple(token for token in draft.tokens if not token.end)
    draft.search = search


def ask_arrive(state: AnyState, task: Arrive) -> Decide[Event] | None:
    """Let a mouse choose where to stand when there are several spaces."""
    if not task.mice:
        return None
    spaces = [space for space in task.spaces if not is_full(state, space)]
    if ready(state):  # side by side, as far as there is room
        spaces = sorted(spaces, key=lambda space: sum(one.at == space for one in state.mice))[:1]
    return Decide(seat(state, task.mice[0]), tuple(put(task.mice[0], space) for space in spaces))


def arrive(draft: Draft, task: Arrive, event: Event | None) -> None:
    """Put a mouse on its space."""
    if not isinstance(event, Put):
        return
    one = mouse(draft, task.mice[0])
    set_mouse(draft, replace(one, at=event.at))
    push(draft, replace(task, mice=task.mice[1:]))


STEPS: Steps = dict(
    (
        task_step(Arrive, ask_arrive, arrive),
        task_step(Exploring, ask_exploring, exploring),
        task_step(Landfall, ask_landfall, landfall),
        task_step(Travel, None, travel),
    )
)
