"""How figures come from space to space: walking, climbing, drifting, pushed, and hit by hazards that roam."""

from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.ending import checks
from mousehole.games.mystics.board.figures import (
    DOWN,
    Steps,
    add_token,
    figure,
    is_mouse,
    mouse,
    push,
    remove_token,
    seat,
    set_acting,
    set_figure,
    set_mouse,
    task_step,
    tell,
)
from mousehole.games.mystics.board.queries import (
    FAR,
    SHELL,
    TURTLE,
    breed,
    company,
    enterable,
    flies,
    floats,
    foes_at,
    friends_at,
    full_for_mice,
    has_room,
    held_spaces,
    hooked,
    in_water,
    is_full,
    is_large,
    lies_at,
    marked,
    mice_at,
    mouse_near,
    near,
    occupied,
    sees,
    walkable,
)
from mousehole.games.mystics.content.tile_graph import OFF, Ground, Name
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.triggers import applies, fires, hooks
from mousehole.games.mystics.fight.attacks import bonus
from mousehole.games.mystics.moves import Choose, Dice, Event, Put, Step, put, step
from mousehole.games.mystics.state import AnyState, Draft, Foe, Mouse, NewsKind
from mousehole.games.mystics.tasks import (
    Capture,
    Check,
    Climb,
    Context,
    Defeat,
    Drift,
    Entered,
    Flipping,
    Forced,
    Harm,
    Hazard,
    LayToken,
    MoveDie,
    Perform,
    Pushing,
    Relief,
)

Roads: TypeAlias = tuple[tuple[Name, int], ...]  # spaces next to one, with the cost of a step there


def barred(state: AnyState, one: Mouse, what: str) -> bool:
    """Whether a marker keeps a mouse from moving or acting."""
    return bool(one.marks) and what in marked(state.box.pack, one.marks).bars


def ask_move_die(state: AnyState, task: MoveDie) -> Chance[Event] | None:
    """Roll the movement die."""
    return dice.pool(1, seat(state, task.mouse)) if mouse(state, task.mouse).at else None  # MM-B06


def move_die(draft: Draft, task: MoveDie, event: Event | None) -> None:
    """Turn the die into move points; whoever lies down spends them all to stand up."""
    if not isinstance(event, Dice):
        return
    one, number = mouse(draft, task.mouse), dice.read(event.faces).number  # MM-187
    tell(draft, "rolls", one.id, n=number)
    rolled = draft.acting.rolled or task.how != "scurry"
    if task.how == "idle":
        set_acting(draft, rolled=rolled)
    elif DOWN in one.marks:
        set_acting(draft, rolled=rolled)  # MM-157
        set_mouse(draft, on_its_feet(one))
        tell(draft, "stands", one.id)
    else:
        points = number + draft.box.heroes[one.id].move + bonus(draft, "moves", one) + draft.acting.bonus  # MM-B07
        set_acting(draft, rolled=rolled, moving=task.how, fresh=True, points=points, bonus=0)
    push(draft, *fires(draft, "move_rolled", Context(one.id, roll=event.faces)))


def on_its_feet(one: Mouse) -> Mouse:
    """Put a mouse on its feet."""
    return replace(one, marks=tuple(mark for mark in one.marks if mark != DOWN))


def glides(state: AnyState, one: Mouse) -> bool:
    """Whether lines and water do not hinder a mouse."""
    return bool(one.marks) and marked(state.box.pack, one.marks).glides


def roads(state: AnyState, one: Mouse) -> Roads:
    """List the spaces a mouse could step to, with their cost."""
    ground, at, box = state.ground, one.at, state.box
    if one.marks and glides(state, one):
        return tuple((to, 1) for to in ground.ways[at])
    found = trodden(ground, at, box.wild, box.heroes[one.id].innate.climber)
    hooks = hooked(state, at) if state.tokens else ()
    return (*found, *((to, 1) for to in hooks if to not in ground.near[at])) if hooks else found


@lru_cache(4096)
def trodden(ground: Ground, at: Name, wild: bool, climber: bool) -> Roads:
    """List the spaces next to one, with their cost; gecko prints are for a party with somebody wild."""
    return tuple(
        (to, 1 if gecko and climber else cost) for to, cost, gecko in ground.roads[at] if wild or not gecko
    )  # MM-295


def held(state: AnyState, one: Mouse) -> bool:
    """Whether minions hold a mouse: it leaves only when there are as many mice as minions; a snake holds nobody."""
    if one.at not in held_spaces(state):
        return False
    holding = [each for each in foes_at(state, one.at) if not each.body]  # MM-153
    return len(mice_at(state, one.at)) < len(holding)  # MM-B09


def steps(state: AnyState, one: Mouse) -> tuple[Event, ...]:
    """List the steps a mouse may make now."""
    points = state.acting.points
    if points <= 0 or (state.foes and held(state, one)):
        return ()
    found = affordable(roads(state, one), points, full_for_mice(state))
    if one.at in state.ground.water and not glides(state, one):
        return tuple(each for each in found if swims(state, one, each.to))
    return found


@lru_cache(65536)
def affordable(roads: Roads, points: int, full: frozenset[Name]) -> tuple[Step, ...]:
    """List the steps that so many points can pay for, onto spaces with room."""
    return tuple(step(to) for to, cost in roads if cost <= points and to not in full)  # MM-178, MM-B47


def swims(state: AnyState, one: Mouse, to: Name) -> bool:
    """Whether a mouse may go there from the water: never upstream, onto land only by a whole move or from a boat."""
    site = state.ground.sites[to]
    if site.terrain.climbs:
        return site.current != one.at  # MM-277
    return state.acting.fresh or not in_water(state, one)  # MM-275


def make_step(draft: Draft, one: Mouse, event: Step) -> None:
    """Go to a neighbouring space."""
    site, smooth = draft.ground.sites[event.to], glides(draft, one)
    if in_water(draft, one) and not site.terrain.climbs and not smooth:
        set_acting(draft, moving="", points=0)
        push(draft, Climb(one.id, event.to))
        return
    points = draft.acting.points - dict(roads(draft, one))[event.to]
    wet = site.terrain.enter == "ends_move" and not smooth and not floats(draft, event.to)  # MM-165, MM-270
    stops = wet or event.to in held_spaces(draft)  # MM-B08, MM-274
    set_acting(draft, points=0 if stops else points, fresh=False)
    set_mouse(draft, replace(one, at=event.to))
    tell(draft, "goes", one.id, event.to)
    push(draft, Entered(one.id))


def entered(draft: Draft, task: Entered, event: Event | None) -> None:
    """Let a mouse meet what lies on its space: a trap pauses the move."""
    one = mouse(draft, task.mouse)
    heard = draft.box.pack.on["entered"].tokens
    for token in draft.tokens if one.at else ():
        if token.at == one.at and token.kind in heard:
            context = Context(one.id, source=token.kind, at=token.at)
            if hooks(draft, "trap", context):
                continue
            for effect in heard[token.kind]:
                if applies(draft, effect, context):
                    push(draft, Perform(effect.do, context))  # MM-171
    if treads(draft, one):
        push(draft, Flipping(one.id), Check())
    else:
        push(draft, *checks(draft))


def treads(state: AnyState, one: Mouse) -> bool:
    """Whether a mouse has stepped on a turtle that nobody has tried yet."""
    return bool(one.at) and lies_at(state, TURTLE, one.at) and not glides(state, one)  # MM-269


def ask_climb(state: AnyState, task: Climb) -> Chance[Event] | None:
    """Roll for a star, with a die for every mouse that can help from the bank."""
    one = mouse(state, task.mouse)
    if not one.at:
        return None
    if sure(state, one):
        return dice.STAR
    return dice.pool(1 + len(company(state, task.to)), seat(state, task.mouse))  # MM-275, MM-030


def climb(draft: Draft, task: Climb, event: Event | None) -> None:
    """Stand on the bank, or stay in the water."""
    if not isinstance(event, Dice):
        return
    if not dice.read(event.faces).stars:
        tell(draft, "slips", task.mouse)
        return
    one = without_sure_marks(draft, mouse(draft, task.mouse))
    set_mouse(draft, replace(one, at=task.to))  # MM-276
    tell(draft, "climbs", one.id)
    push(draft, Entered(one.id))


def sure(state: AnyState, one: Mouse) -> bool:
    """Whether the next test of a mouse succeeds by itself."""
    return bool(one.marks) and marked(state.box.pack, one.marks).sure


def without_sure_marks(state: AnyState, one: Mouse) -> Mouse:
    """Use up what made a test sure."""
    return replace(one, marks=tuple(mark for mark in one.marks if not state.box.pack.conditions[mark].sure))


def drift(draft: Draft, task: Drift, event: Event | None) -> None:
    """Let the current carry a mouse at the end of its turn."""
    one = mouse(draft, task.mouse)
    for _ in range(strength(draft) if one.at and in_water(draft, one) else 0):
        to = draft.ground.sites[one.at].current if one.at and in_water(draft, one) else ""
        if to == OFF:
            tell(draft, "washed_off", one.id)  # MM-279
            push(draft, Capture(one.id))
            return
        if not to or is_full(draft, to):
            break
        one = replace(one, at=to)
        push_turtle_on(draft, to)
        set_mouse(draft, one)
        tell(draft, "drifts", one.id, to)
    push(draft, *checks(draft))


def strength(state: AnyState) -> int:
    """Count the spaces that currents carry: more in the rain, under a roof too."""
    rules = state.box.pack.rules
    return rules.drift_rain if state.rain else rules.drift  # MM-278, MM-223


def push_turtle_on(draft: Draft, at: Name) -> None:
    """Let a turtle make way downstream for a mouse that drifts into it; without room it dives."""
    turtle = next((token for token in draft.tokens if token.at == at and token.kind in (TURTLE, SHELL)), None)
    if turtle is None:
        return
    to = draft.ground.sites[at].current
    remove_token(draft, turtle.kind, at)
    if not to or to == OFF or occupied(draft, to):
        tell(draft, "dives")  # MM-268
        return
    add_token(draft, turtle.kind, to)  # MM-267
    tell(draft, "turtle_drifts", other=to)


def forced(draft: Draft, task: Forced, event: Event | None) -> None:
    """Suffer where one was pushed to: molten ground takes whoever does not fly."""
    one = figure(draft, task.figure)
    if one is None:
        return
    if draft.ground.sites[one.at].terrain.enter == "deadly" and not flies(draft, one):
        push(draft, Capture(one.id) if isinstance(one, Mouse) else Defeat(one.id))  # MM-161
        return
    if isinstance(one, Mouse):
        push(draft, Entered(one.id))


class Way(Struct, frozen=True):
    """A way to a space: what it costs, and the step it begins with."""

    cost: int
    first: Name


def reach(state: AnyState) -> dict[Name, int]:
    """Count what it costs the mouse in turn to get to each space it can reach in this move."""
    return {name: way.cost for name, way in ways(state).items()}


def beyond(state: AnyState) -> dict[Name, tuple[Name, ...]]:
    """Name for every step of the mouse in turn the spaces further on to which it is the best beginning."""
    found: dict[Name, list[Name]] = {}
    for name, way in ways(state).items():
        if name != way.first:
            found.setdefault(way.first, []).append(name)
    return {first: tuple(names) for first, names in found.items()}


def ways(state: AnyState) -> dict[Name, Way]:
    """Find the best way of the mouse in turn to each space it can reach in this move."""
    if state.acting.points <= 0 or state.acting.card not in state.box.seat:
        return {}
    one = mouse(state, state.acting.card)
    return spread(state, one, state.acting.points) if one.at and not held(state, one) else {}


def spread(state: AnyState, one: Mouse, points: int) -> dict[Name, Way]:
    """Find all spaces within so many points, around what lies about where that costs nothing."""
    found: dict[Name, Way] = {}
    queue = [(0, 0, one.at, one.at)]
    while queue:
        spent, risks, at, first = heappop(queue)
        if at in found:
            continue
        found[at] = Way(spent, first)
        if stops(state, one, at):
            continue
        for to, cost in roads(state, replace(one, at=at)):
            if to not in found and spent + cost <= points and not is_full(state, to):
                risk = any(token.at == to for token in state.tokens)
                heappush(queue, (spent + cost, risks + risk, to, to if at == one.at else first))
    del found[one.at]
    return found


def stops(state: AnyState, one: Mouse, at: Name) -> bool:
    """Whether a move goes no further than a space: minions and water stop it."""
    if at == one.at:
        return in_water(state, one)
    wet = state.ground.sites[at].terrain.enter == "ends_move" and not floats(state, at)
    return wet or bool(foes_at(state, at))


POISON = "poison"


def ask_pushing(state: AnyState, task: Pushing) -> Decide[Event] | None:
    """Choose where a figure is moved to."""
    one = figure(state, task.figure)
    if one is None:
        return None
    if task.leap:
        seen = [name for name in state.ground.sites if name != one.at and sees(state, one.at, name)]
        spaces = [name for name in seen if enterable(state, name)]
    else:
        spaces = [name for name in near(state, one.at) if can_land(state, one, name)]
    chooser = task.chooser if is_mouse(state, task.chooser) else ""
    return Decide(seat(state, chooser), tuple(put(one.id, space) for space in spaces)) if spaces else None


def can_land(state: AnyState, one: Mouse | Foe, space: Name) -> bool:
    """Whether a figure can be pushed to a space: it has room there, and nobody puts a flyer on molten ground."""
    kind = breed(state, one)
    return has_room(state, space, kind) and (walkable(state, space) or not (kind and kind.flying))  # MM-162


def pushing(draft: Draft, task: Pushing, event: Event | None) -> None:
    """Move it; what is there happens to it."""
    one = figure(draft, task.figure)
    if one is None or not isinstance(event, Put):
        return
    what: NewsKind = "leaps" if task.leap else "shoved"
    set_figure(draft, replace(one, at=event.at))
    tell(draft, what, one.id, event.at)
    push(draft, Forced(one.id))


def ask_lay_token(state: AnyState, task: LayToken) -> Decide[Event] | None:
    """Choose where a token is laid."""
    one = mouse(state, task.mouse)
    spaces = [one.at, *(mouse_near(state, one.at) if task.near else ())] if one.at else []
    free = [name for name in spaces if state.ground.sites[name].terrain.enter == "free" and unused(state, name)]
    return Decide(seat(state, one.id), tuple(put(task.token, name) for name in free)) if free else None


def unused(state: AnyState, space: Name) -> bool:
    """Whether no token lies on a space."""
    return not any(space in (token.at, token.end) for token in state.tokens)


def lay_token(draft: Draft, task: LayToken, event: Event | None) -> None:
    """Lay it."""
    if not isinstance(event, Put):
        return
    add_token(draft, task.token, event.at)
    tell(draft, "lays", task.token, event.at)


def hazard(draft: Draft, task: Hazard, event: Event | None) -> None:
    """Bring a hazard closer to a mouse; small figures on every space it enters are wounded."""
    one = mouse(draft, task.mouse)
    if not one.at:
        return
    route = path(draft, task.at, one.at)[: task.spaces]  # MM-190
    if not route:
        return
    tokens = tuple(
        replace(token, at=route[-1]) if token.kind == task.token and token.at == task.at else token
        for token in draft.tokens
    )
    draft.tokens = tokens
    tell(draft, "roams", task.token, route[-1])
    touched = [other.id for space in route for other in small_at(draft, space)]
    push(draft, *(Harm(name, task.wounds, cause=task.token) for name in touched))  # MM-191


def small_at(state: AnyState, space: Name) -> list[Mouse | Foe]:
    """List the small figures on a space."""
    there: list[Mouse | Foe] = [*mice_at(state, space), *friends_at(state, space), *foes_at(state, space)]
    return [one for one in there if not is_large(state, one)]


def path(state: AnyState, start: Name, to: Name) -> list[Name]:
    """Find a shortest way, lines and crowds not counted."""
    far, route, at = state.ground.far[to], list[Name](), start
    while at != to and far.get(at, FAR) < FAR:
        at = next(name for name in state.ground.ways[at] if far.get(name, FAR) < far[at])
        route.append(at)
    return route


def ask_relief(state: AnyState, task: Relief) -> Decide[Event] | None:
    """Choose what to take off a mouse."""
    one = figure(state, task.figure)
    if not isinstance(one, Mouse):
        return None
    ills = [mark for mark in one.marks if state.box.pack.conditions[mark].negative]
    choices = [*([POISON] if one.poison else []), *ills]
    return Decide(seat(state, task.chooser), tuple(Choose(choice) for choice in choices)) if choices else None


def relief(draft: Draft, task: Relief, event: Event | None) -> None:
    """Take it off."""
    one = figure(draft, task.figure)
    if not isinstance(one, Mouse) or not isinstance(event, Choose):
        return
    if event.option == POISON:
        set_mouse(draft, replace(one, poison=one.poison - 1))
        tell(draft, "heals", one.id, n=1)
        return
    marks = tuple(mark for mark in one.marks if mark != event.option)
    set_mouse(draft, replace(one, marks=marks))
    tell(draft, "recovers", one.id, event.option)


STEPS: Steps = dict(
    (
        task_step(MoveDie, ask_move_die, move_die),
        task_step(Entered, None, entered),
        task_step(Climb, ask_climb, climb),
        task_step(Drift, None, drift),
        task_step(Forced, None, forced),
        task_step(Pushing, ask_pushing, pushing),
        task_step(LayToken, ask_lay_token, lay_token),
        task_step(Hazard, None, hazard),
        task_step(Relief, ask_relief, relief),
    )
)
