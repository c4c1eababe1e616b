"""How mice move: the die, steps and their cost, water, currents and what lies on a space."""

from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.games.mystics.board.board_queries import (
    SHELL,
    TURTLE,
    company,
    flies,
    floats,
    foes_at,
    hooked,
    in_water,
    is_full,
    lies_at,
    mice_at,
    occupied,
)
from mousehole.games.mystics.board.changes import (
    DOWN,
    acting,
    push,
    tell,
    with_mouse,
    with_token,
    without_token,
)
from mousehole.games.mystics.board.crowds import full_for_mice, held_spaces
from mousehole.games.mystics.board.figures import figure, mouse, seat
from mousehole.games.mystics.board.goals import checks
from mousehole.games.mystics.board.markers import marked
from mousehole.games.mystics.content.tile_graph import OFF, Ground, Name
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.effects.active_effects import applies, hooks
from mousehole.games.mystics.effects.felt_triggers import is_felt
from mousehole.games.mystics.fight.dice_pools import bonus
from mousehole.games.mystics.moves import Dice, Event, Step, step
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Climb, Drift, Entered, Forced, MoveDie
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire, Perform
from mousehole.games.mystics.tasks.fight_tasks import Capture, Defeat
from mousehole.games.mystics.tasks.outdoor_tasks import Flipping
from mousehole.games.mystics.tasks.round_tasks import Check

Roads: TypeAlias = tuple[tuple[Name, int], ...]  # spaces next to one, with the cost of a step there


def barred(state: State, one: Mouse, what: str) -> bool:
    """Whether a marker keeps a mouse from moving or acting."""
    return bool(one.marks) and what in marked(state.box.pack, one.marks).bars


def ask_move_die(state: State, task: MoveDie) -> Chance[Event] | None:
    """Roll the movement die."""
    return dice.pool(1, seat(state, task.mouse)) if mouse(state, task.mouse).at else None  # MM-B06


def move_die(state: State, task: MoveDie, event: Event | None) -> State:
    """Turn the die into move points; whoever lies down spends them all to stand up."""
    if not isinstance(event, Dice):
        return state
    one, number = mouse(state, task.mouse), dice.read(event.faces).number  # MM-187
    state = tell(state, "rolls", one.id, n=number)
    rolled = state.acting.rolled or task.how != "scurry"
    if task.how == "idle":
        state = acting(state, rolled=rolled)
    elif DOWN in one.marks:
        state = tell(with_mouse(acting(state, rolled=rolled), stood(one)), "stands", one.id)  # MM-157
    else:
        points = number + state.box.heroes[one.id].move + bonus(state, "moves", one) + state.acting.bonus  # MM-B07
        state = acting(state, rolled=rolled, moving=task.how, fresh=True, points=points, bonus=0)
    if is_felt(state, "move_rolled", one.id):
        return push(state, Fire("move_rolled", Context(one.id, roll=event.faces)))
    return state


def stood(one: Mouse) -> Mouse:
    """Put a mouse on its feet."""
    return replace(one, marks=tuple(mark for mark in one.marks if mark != DOWN))


def glides(state: State, one: Mouse) -> bool:
    """Whether lines and water do not hinder a mouse."""
    return bool(one.marks) and marked(state.box.pack, one.marks).glides


def roads(state: State, one: Mouse) -> Roads:
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


def held(state: State, one: Mouse) -> bool:
    """Whether minions hold a mouse: it leaves only when there are as many mice as minions."""
    if one.at not in held_spaces(state):
        return False
    return len(mice_at(state, one.at)) < len(foes_at(state, one.at))  # MM-B09


def steps(state: State, one: Mouse) -> tuple[Event, ...]:
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


def swims(state: State, one: Mouse, to: Name) -> bool:
    """Whether a mouse may go there from the water: never upstream, onto land only by a whole move or from a boat."""
    site = state.ground.sites[to]
    if site.terrain.climbs:
        return site.current != one.at  # MM-277
    return state.acting.fresh or not in_water(state, one)  # MM-275


def make_step(state: State, one: Mouse, event: Step) -> State:
    """Go to a neighbouring space."""
    site, smooth = state.ground.sites[event.to], glides(state, one)
    if in_water(state, one) and not site.terrain.climbs and not smooth:
        return push(acting(state, moving="", points=0), Climb(one.id, event.to))
    points = state.acting.points - dict(roads(state, one))[event.to]
    wet = site.terrain.enter == "ends_move" and not smooth and not floats(state, event.to)  # MM-165, MM-270
    stops = wet or event.to in held_spaces(state)  # MM-B08, MM-274
    state = acting(state, points=0 if stops else points, fresh=False)
    return come(tell(with_mouse(state, replace(one, at=event.to)), "goes", one.id, event.to), one.id)


def entered(state: State, task: Entered, event: Event | None) -> State:
    """Meet what lies on a space."""
    return come(state, task.mouse)


def come(state: State, name: str) -> State:
    """Let a mouse meet what lies on its space: a trap pauses the move."""
    one = mouse(state, name)
    heard = state.box.pack.on["entered"].tokens
    for token in state.tokens if one.at else ():
        if token.at == one.at and token.kind in heard:
            context = Context(one.id, source=token.kind, at=token.at)
            if hooks(state, "trap", context):
                continue
            for effect in heard[token.kind]:
                if applies(state, effect, context):
                    state = push(state, Perform(effect.do, context))  # MM-171
    return push(state, Flipping(one.id), Check()) if treads(state, one) else push(state, *checks(state))


def treads(state: State, one: Mouse) -> bool:
    """Whether a mouse has stepped on a turtle that nobody has tried yet."""
    return bool(one.at) and lies_at(state, TURTLE, one.at) and not glides(state, one)  # MM-269


def ask_climb(state: State, task: Climb) -> Chance[Event] | None:
    """Roll for a star, with a die for every mouse that can help from the bank."""
    one = mouse(state, task.mouse)
    if not one.at:
        return None
    if sure(state, one):
        return dice.STAR
    return dice.pool(1 + len(company(state, task.to)), seat(state, task.mouse))  # MM-275, MM-030


def climb(state: State, task: Climb, event: Event | None) -> State:
    """Stand on the bank, or stay in the water."""
    if not isinstance(event, Dice):
        return state
    if not dice.read(event.faces).stars:
        return tell(state, "slips", task.mouse)
    one = settled(state, mouse(state, task.mouse))
    state = tell(with_mouse(state, replace(one, at=task.to)), "climbs", one.id)  # MM-276
    return push(state, Entered(one.id))


def sure(state: State, one: Mouse) -> bool:
    """Whether the next test of a mouse succeeds by itself."""
    return bool(one.marks) and marked(state.box.pack, one.marks).sure


def settled(state: State, one: Mouse) -> Mouse:
    """Use up what made a test sure."""
    return replace(one, marks=tuple(mark for mark in one.marks if not state.box.pack.conditions[mark].sure))


def drift(state: State, task: Drift, event: Event | None) -> State:
    """Let the current carry a mouse at the end of its turn."""
    return drifted(state, mouse(state, task.mouse))


def drifted(state: State, one: Mouse) -> State:
    """Let the current carry a mouse as far as it does."""
    for _ in range(strength(state) if one.at and in_water(state, one) else 0):
        to = state.ground.sites[one.at].current if one.at and in_water(state, one) else ""
        if to == OFF:
            return push(tell(state, "washed_off", one.id), Capture(one.id))  # MM-279
        if not to or is_full(state, to):
            break
        one = replace(one, at=to)
        state = tell(with_mouse(pushed_on(state, to), one), "drifts", one.id, to)
    return push(state, *checks(state))


def strength(state: State) -> int:
    """Count the spaces that currents carry: more in the rain, under a roof too."""
    rules = state.box.pack.rules
    return rules.drift_rain if state.rain else rules.drift  # MM-278, MM-223


def pushed_on(state: State, at: Name) -> State:
    """Let a turtle make way downstream for a mouse that drifts into it; without room it dives."""
    turtle = next((token for token in state.tokens if token.at == at and token.kind in (TURTLE, SHELL)), None)
    if turtle is None:
        return state
    to = state.ground.sites[at].current
    state = without_token(state, turtle.kind, at)
    if not to or to == OFF or occupied(state, to):
        return tell(state, "dives")  # MM-268
    return tell(with_token(state, turtle.kind, to), "turtle_drifts", other=to)  # MM-267


def forced(state: State, task: Forced, event: Event | None) -> State:
    """Suffer where one was pushed to: molten ground takes whoever does not fly."""
    one = figure(state, task.figure)
    if one is None:
        return state
    if state.ground.sites[one.at].terrain.enter == "deadly" and not flies(state, one):
        return push(state, Capture(one.id) if isinstance(one, Mouse) else Defeat(one.id))  # MM-161
    return push(state, Entered(one.id)) if isinstance(one, Mouse) else state
