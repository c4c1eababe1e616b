"""Side quests: what a chapter offers beside its goal, and whether a sensible party goes after it now."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from mousehole.games.mystics.board.figures import active
from mousehole.games.mystics.companions import route_planner
from mousehole.games.mystics.companions.route_planner import Errand, Temper
from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.content.verb_types import Award, ChapterEnd
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.rules.exploring import HOOK
from mousehole.games.mystics.state import Box, Mouse, State

PACE = 0.75  # pages that a side takes where minions wait, about
LAIR = 2  # where a boss of the goal waits
DARE = 2.45  # where another boss waits
RESERVE = 0.3  # pages left for what nobody expects
HEALTHY = 0.5  # of the life of all mice together
FIT = 0.9  # for a boss that nobody has to fight
ALL = ("fight", "use", "take")  # kinds of quests


class Quest(NamedTuple):
    """Something beside the goal: a boss to "fight", a thing to "use" or to "take", and where; what tells it is done."""

    what: str
    side: str
    thing: str
    token: str = ""  # the story token it earns
    gain: int = 0  # pages that it adds


def aim(state: State, kinds: Collection[str] = ALL, wary: bool = False) -> Errand:
    """Choose what to do next: a side quest while there is time and strength for it, else what the goal asks for."""
    plan = route_planner.errand(state, wary)
    if health(state) < HEALTHY:
        return plan
    quests = [quest for quest in offered(state.box) if quest.what in kinds]
    found = [way for quest in quests if (way := stops(state, quest)) and worth(state, quest, way)]
    return min(found, key=lambda way: len(route_planner.route(state, way[0].side)))[0] if found else plan


@lru_cache(64)
def offered(box: Box) -> tuple[Quest, ...]:
    """List the side quests of a chapter: bosses that the goal does not name, things that help, things to carry out."""
    return (*bosses(box), *helpers(box), *loads(box))


def bosses(box: Box) -> Iterator[Quest]:
    """List the bosses that wait somewhere though the goal does not ask for them."""
    for place in box.chapter.places:
        for minion in (name for group in place.groups for name in group.minions):
            if box.pack.minions[minion].boss and minion not in box.chapter.goal.defeated:
                yield Quest("fight", place.side, minion)


def helpers(box: Box) -> Iterator[Quest]:
    """List the things that a mouse may use where they lie."""
    for place in box.chapter.places:
        for laid in place.tokens:
            if any(effect.on == "use" for effect in box.pack.tokens[laid.token].effects):
                yield Quest("use", place.side, laid.token)


def loads(box: Box) -> Iterator[Quest]:
    """List the party items that earn a story token when they are carried off a side."""
    for effect in box.chapter.effects:
        tokens = [verb.token for verb in effect.do if isinstance(verb, Award)]
        if effect.on == "explored" and effect.when.left and effect.when.stash and tokens:
            gain = sum(verb.by for verb in effect.do if isinstance(verb, ChapterEnd))
            yield Quest("take", effect.when.left, effect.when.stash, tokens[0], gain)


def stops(state: State, quest: Quest) -> tuple[Errand, ...]:
    """List what a side quest still asks for, in order; nothing when it is done or cannot be done."""
    if quest.what == "fight":
        return () if quest.thing in state.fallen else (Errand("fight", quest.side),)
    if quest.what == "use":
        lies = quest.side not in state.explored or any(token.kind == quest.thing for token in state.tokens)
        return (Errand("use", quest.side, thing=quest.thing),) if lies and payers(state, quest.thing) else ()
    if quest.token in state.story or quest.thing in state.stash:
        return ()
    load = route_planner.fetching(state, quest.thing)
    return (*tools(state, load), load) if load.side and not astray(state, load) else ()


def astray(state: State, load: Errand) -> bool:
    """Whether hook and thread have been laid out past a thing that nobody gets at without them."""
    laid = [token for token in state.tokens if token.end and token.at.startswith(f"{load.side}/")]
    goals = [token.at for token in state.tokens if token.kind == load.thing]
    return bool(laid) and not any(goal in (token.at, token.end) for token in laid for goal in goals)


def tools(state: State, load: Errand) -> tuple[Errand, ...]:
    """List what has to be fetched to get at a thing at all: hook and thread, if anything."""
    if route_planner.hooked(state) or ("" not in route_planner.route(state, load.side) and not fenced(state.box, load)):
        return ()
    card = state.box.pack.tokens[HOOK].item
    return (route_planner.fetching(state, card),)


@lru_cache(64)
def fenced(box: Box, load: Errand) -> bool:
    """Whether no road leads to where the chapter lays a thing."""
    ground = box.pack.grounds[load.side]
    laid = [full(one.side, token.at) for one in box.chapter.places for token in one.tokens if token.token == load.thing]
    open_ground = {to for roads in ground.roads.values() for to, _, _ in roads}
    return not open_ground & set(laid)


def payers(state: State, kind: str) -> list[Mouse]:
    """List the mice that can pay for the use of a thing."""
    effects = state.box.pack.tokens[kind].effects
    price = min(effect.cost for effect in effects if effect.on == "use")
    return [one for one in active(state) if one.cheese >= price]


def worth(state: State, quest: Quest, way: tuple[Errand, ...]) -> bool:
    """Whether party and hourglass are up to a detour, and to the goal after it."""
    if not inviting(state, quest, route_planner.route(state, way[0].side)):
        return False
    at, sides, hook, temper = state.side, set[str](), route_planner.hooked(state), Temper(route_planner.calm(state))
    for stop in (*way, *route_planner.errands(state), Errand("gate", state.box.chapter.goal.side)):
        steps = route_planner.way(state.box, at, stop.side, route_planner.talents(state), hook, state.explored, temper)
        if "" in steps:
            return False
        sides |= set(steps)
        at, hook = stop.side, hook or stop.thing == HOOK
    return route_planner.left(state) + quest.gain >= RESERVE + sum(
        delay(state.box, side) for side in sides if side not in state.explored
    )


def inviting(state: State, quest: Quest, steps: list[str]) -> bool:
    """Whether a quest suits: a boss next door to a party in its strength, a thing to use while there is peace."""
    if quest.what == "use":
        return all(side in state.explored or not route_planner.perilous(state.box, side) for side in steps)
    plan = route_planner.errand(state)
    if quest.what == "fight":
        return len(steps) == 1 and health(state) >= FIT and plan.side != state.side
    return plan.what != "gate"


@lru_cache(256)
def delay(box: Box, side: str) -> float:
    """Guess how many pages the minions of a side take."""
    found = {
        minion for place in box.chapter.places if place.side == side for one in place.groups for minion in one.minions
    }
    if found & set(box.chapter.goal.defeated):
        return LAIR
    return DARE if any(box.pack.minions[minion].boss for minion in found) else PACE * route_planner.perilous(box, side)


def health(state: State) -> float:
    """The share of its life that the party has left; nothing while somebody is missing."""
    whole = sum(state.box.heroes[one.id].life for one in state.mice)
    return sum(life(state, one) for one in state.mice) / whole if all(one.at for one in state.mice) else 0.0
