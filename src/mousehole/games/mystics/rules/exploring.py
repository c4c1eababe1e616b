"""Exploring: exits by colour, flip spaces, and symbols for those who know how."""

from functools import lru_cache
from typing import TypeAlias, cast

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.actions.leaves import can_fly, loosened, waiting
from mousehole.games.mystics.board.board_queries import is_full
from mousehole.games.mystics.board.changes import acting, push, tell, with_mouse
from mousehole.games.mystics.board.figures import active, mouse, rank, seat
from mousehole.games.mystics.content.content_types import Journey, WayKind
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Ground, Name, full
from mousehole.games.mystics.content.tile_types import Exit, Point
from mousehole.games.mystics.creatures.friends import gone
from mousehole.games.mystics.effects.active_effects import applies
from mousehole.games.mystics.moves import Choose, Event, Put, put
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Exploring, Landfall, Travel
from mousehole.games.mystics.tasks.effect_tasks import Context, Perform
from mousehole.games.mystics.tasks.round_tasks import Arrive, Check, Enter

Way: TypeAlias = tuple[
    str, str, tuple[Name, ...]
]  # what it is called, the side it leads to ("" = nowhere), spaces there
STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
FACING = {"north": "south", "south": "north", "east": "west", "west": "east"}
HOOK = "hook"


def ways(state: State, one: Mouse) -> list[Way]:
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


def exit_way(state: State, ground: Ground, way: Exit) -> Way | None:
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


def beyond(state: State, ground: Ground, way: Exit) -> int | None:
    """Find the tile that lies behind an edge."""
    tiles = state.box.chapter.tiles
    here = next(placed.at for placed in tiles if placed.tile == ground.tile)
    dx, dy = STEP[way.edge]
    there = (here[0] + dx, here[1] + dy)
    return next((number for number, placed in enumerate(tiles) if placed.at == there), None)


def flip_way(state: State, ground: Ground) -> Way | None:
    """Flip the tile under the mice."""
    for side in sides_of(state.box.pack, ground.id):
        if side != ground.id:
            return "flip", side, state.box.pack.grounds[side].flips  # MM-105
    return None


def knows(state: State, one: Mouse, point: Point) -> bool:
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


def ask_exploring(state: State, task: Exploring) -> Decide[Event] | None:
    """Choose between several ways."""
    found = ways(state, mouse(state, task.mouse))
    return Decide(seat(state, task.mouse), tuple(Choose(name) for name, _, _ in found)) if found else None


def exploring(state: State, task: Exploring, event: Event | None) -> State:
    """Take a way; where no colour matches, the action is spent for nothing."""
    if not isinstance(event, Choose):
        return state
    way, side, spaces = next(way for way in ways(state, mouse(state, task.mouse)) if way[0] == event.option)
    if not side:
        return tell(state, "no_way", task.mouse, way)  # MM-104
    if way == "leaf":
        return loosened(state, task.mouse)
    state = tell(state, "explores", task.mouse, side)
    if way == "flip" and len(spaces) > 1:
        return push(state, Landfall(task.mouse, side, spaces))
    return push(state, Travel(task.mouse, side, spaces, cast(WayKind, way.partition("-")[0])))  # MM-B22


def ask_landfall(state: State, task: Landfall) -> Decide[Event]:
    """Let the party choose one of two flip spaces for everybody."""
    return Decide(seat(state, task.mouse), tuple(put(task.mouse, space) for space in task.spaces))  # MM-114


def landfall(state: State, task: Landfall, event: Event | None) -> State:
    """Go there."""
    assert isinstance(event, Put)
    return push(state, Travel(task.mouse, task.side, (event.at,)))


def travel(state: State, task: Travel, event: Event | None) -> State:
    """Bring all mice to another side; what they find there may start a new round."""
    old = state.side
    state = noted(replace(gone(left_behind(state)), bees=()), Journey(task.by, task.side))  # MM-207
    new = task.side not in state.explored or bool(waiting(state, task.side))
    mice = tuple(one.id for one in sorted(active(state), key=lambda one: rank(state, one.id)))
    for one in active(state):
        state = with_mouse(state, replace(one, at=""))
    tile = state.box.pack.grounds[task.side].tile
    up = tuple(
        task.side if placed.tile == tile else side
        for placed, side in zip(state.box.chapter.tiles, state.up, strict=True)
    )
    state = acting(replace(state, side=task.side, up=up), moving="", points=0)
    felt = chapter_hooks(state, "explored", Context(task.mouse, left=old))
    if new:
        state = acting(state, over=True, rolled=True, ends="journey")  # MM-B23, MM-254
    return push(state, Arrive(mice, task.spaces), *felt, Enter(), *(() if new else (Check(),)))


def noted(state: State, journey: Journey) -> State:
    """Remember how the party has come to a side."""
    if journey in state.journeys:
        return state
    return replace(state, journeys=(*state.journeys, journey))


def chapter_hooks(state: State, trigger: str, context: Context) -> list[Perform]:
    """List what the chapter does at a trigger."""
    effects = state.box.on.get(trigger, ())
    return [Perform(effect.do, context) for effect in effects if applies(state, effect, context)]


def left_behind(state: State) -> State:
    """Take up what stays behind: hook and thread go back to the search deck."""
    gone = [token for token in state.tokens if token.end]
    if not gone:
        return state
    card = state.box.pack.tokens[HOOK].item
    search = tuple((name, n + (name == card)) for name, n in state.search)  # MM-B39
    return replace(state, tokens=tuple(token for token in state.tokens if not token.end), search=search)


def ask_arrive(state: State, task: Arrive) -> Decide[Event] | None:
    """Let a mouse choose where to stand when there are several spaces."""
    if not task.mice:
        return None
    spaces = [space for space in task.spaces if not is_full(state, space)]
    return Decide(seat(state, task.mice[0]), tuple(put(task.mice[0], space) for space in spaces))


def arrive(state: State, task: Arrive, event: Event | None) -> State:
    """Put a mouse on its space."""
    if not isinstance(event, Put):
        return state
    one = mouse(state, task.mice[0])
    return push(with_mouse(state, replace(one, at=event.at)), replace(task, mice=task.mice[1:]))
