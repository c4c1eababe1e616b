"""Where a party should go: errands and side quests of a chapter, and the easiest way to each."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from mousehole.games.mystics.board.chapter_map import beyond, sides
from mousehole.games.mystics.board.figures import active
from mousehole.games.mystics.board.queries import LEAF
from mousehole.games.mystics.content.content_types import Chapter, Journey, Symbol, TileSide, WayKind
from mousehole.games.mystics.content.effect_types import Award, ChapterEnd, Spawn
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.rules.exploring import HOOK
from mousehole.games.mystics.state import Box, Mouse, State

MAX_SURGE_WAIT = 5  # whoever comes only with a surge is waited for when everything else is done
AWAY = 99
TIGHT = ("gear", "gecko")  # ways for which a certain mouse has to come first
CALM = 4.25  # pages left
DETOUR = 9  # sides that it is worth to go around what roams one


class Errand(NamedTuple):
    """Something to be done on a side.

    "fight", "wait" for a surge, "take" or "use" a thing, go a "way", gather at the "gate".
    """

    what: str
    side: str
    journey: Journey | None = None
    thing: str = ""  # a kind of token
    wary: bool = False  # goes around what roams a side


class Temper(NamedTuple):
    """Which ways a party would rather not go: tight ones while there is time, or past what roams a side."""

    slow: bool
    wary: bool = False


class Door(NamedTuple):
    """A way from a side to another one: its kind, and the spaces where it begins."""

    to: str
    near: tuple[Name, ...]
    by: WayKind


def errand(state: State, wary: bool = False) -> Errand:
    """Choose what to do next: what is nearest, the gate last."""
    found = errands(state)
    if not found:
        return Errand("gate", state.box.chapter.goal.side, wary=wary)
    far = {one: len(route(state, one.side, wary)) + (MAX_SURGE_WAIT if one.what == "wait" else 0) for one in found}
    return min(found, key=far.__getitem__)._replace(wary=wary)


def errands(state: State) -> list[Errand]:
    """List what the goal still asks for, but the gate."""
    goal = state.box.chapter.goal
    found = [lair(state.box, boss) for boss in goal.defeated if boss not in state.fallen]
    if goal.carries and goal.carries not in state.stash:
        found.append(fetching(state, goal.carries))
    ways = [one for journey in goal.journeys if journey not in state.journeys for one in setting_out(state, journey)]
    return [one for one in (*found, *ways) if one.side]


def setting_out(state: State, journey: Journey) -> list[Errand]:
    """List the sides from which a journey can be made: leaves that have flown are gone."""
    here = sides(state.box.pack, state.box.chapter)
    found = [side for side in here if any((d.by, d.to) == (journey.by, journey.to) for d in ways_off(state, side))]
    if journey.by == LEAF:
        found = [side for side in found if side not in state.explored or leaves(state, side)]
    return [Errand("way", side, journey) for side in found]


@lru_cache(256)
def lair(box: Box, boss: str) -> Errand:
    """Find out where a boss is met."""
    for place in box.chapter.places:
        if any(boss in group.minions for group in place.groups) or boss in [post.minion for post in place.posts]:
            return Errand("fight", place.side)
    for effect in box.chapter.surge:
        if any(isinstance(verb, Spawn) and boss in verb.minions for verb in effect.do):
            return Errand("wait", effect.when.side)
    return Errand("fight", "")


def fetching(state: State, card: str) -> Errand:
    """Find the side where a party item lies, on the table or in the chapter; no side when it is not to be had."""
    kinds = [kind for kind, token in state.box.pack.tokens.items() if token.item == card]
    for token in state.tokens:
        if token.kind in kinds:
            return Errand("take", token.at.partition("/")[0], thing=token.kind)
    places = [place for place in state.box.chapter.places if place.side not in state.explored]
    laid = [(place.side, one.token) for place in places for one in place.tokens if one.token in kinds]
    return Errand("take", laid[0][0], thing=laid[0][1]) if laid else Errand("take", "")


def route(state: State, goal: str, wary: bool = False) -> list[str]:
    """List the sides on the easiest way to a side; nothing when the party is there."""
    temper = Temper(calm(state), wary)
    return list(way(state.box, state.side, goal, talents(state), hooked(state), state.explored, temper))


def calm(state: State) -> bool:
    """Whether so much time is left that nobody has to squeeze through tight ways."""
    return left(state) >= CALM


def left(state: State) -> float:
    """Count the pages that are left, and what of a page is left on the wheel."""
    return state.end - state.page - state.wheel / state.box.pack.rules.wheel


def talents(state: State) -> frozenset[str]:
    """List the classes of the mice on the board."""
    return frozenset(name for one in active(state) for name in state.box.heroes[one.id].classes)


@lru_cache(4096)
def way(
    box: Box, start: str, goal: str, classes: frozenset[str], hook: bool, known: tuple[str, ...], temper: Temper
) -> tuple[str, ...]:
    """Find the easiest way through the chapter: few sides, few where minions wait, few tight ways."""
    found, order = set[str](), count()
    edge: list[tuple[int, int, tuple[str, ...]]] = [(0, next(order), (start,))]
    while edge:
        spent, _, steps = heappop(edge)
        if steps[-1] == goal:
            return steps[1:]
        if steps[-1] in found:
            continue
        found.add(steps[-1])
        for door in doors(box.pack, box.chapter, steps[-1], classes, hook):
            toll = 1 + peril(box, door.to) * (door.to not in known) + (door.by in TIGHT) * (1 + temper.slow)
            toll += DETOUR * (temper.wary and roamed(box, door.to))
            heappush(edge, (spent + toll, next(order), (*steps, door.to)))
    return ("",) * AWAY


@lru_cache(256)
def roamed(box: Box, side: str) -> bool:
    """Whether something roams a side that wounds whoever is in its way."""
    laid = [one.token for place in box.chapter.places if place.side == side for one in place.tokens]
    return any(box.pack.tokens[kind].kind == "hazard" for kind in laid)


@lru_cache(256)
def peril(box: Box, side: str) -> int:
    """Rank what waits on a side: nobody, minions, or a boss of the goal."""
    return perilous(box, side) + any(lair(box, boss).side == side for boss in box.chapter.goal.defeated)


@lru_cache(256)
def perilous(box: Box, side: str) -> bool:
    """Whether minions wait on a side for whoever comes first."""
    place = next((place for place in box.chapter.places if place.side == side), None)
    return place is None or place.draws or bool(place.groups or place.posts)


def doors(pack: Pack, chapter: Chapter, side: str, classes: frozenset[str], hook: bool) -> list[Door]:
    """List the ways off a side for a party of these classes."""
    page, here = pack.tiles[side], sides(pack, chapter)
    points = [p for p in page.points if usable(p, classes, hook) and p.leads in here]
    exits = [(to, way) for way in page.exits for to in beyond(pack, chapter, side, way) or ()]
    found = [Door(to, named(side, way.near), "exit") for to, way in exits]
    found += [Door(to, named(side, page.flips), "flip") for to in here if page.flips and flipped(pack, side, to)]
    found += [Door(p.leads, named(side, p.near), p.kind) for p in points]
    if page.drop:
        found.append(Door(page.drop.side, (), "leaf"))
    return found


def flipped(pack: Pack, side: str, other: str) -> bool:
    """Whether two sides are those of one tile."""
    return other != side and pack.tiles[other].tile == pack.tiles[side].tile


def usable(point: Symbol, classes: frozenset[str], hook: bool) -> bool:
    """Whether somebody of the party can use a symbol."""
    needed = {"gear": {"tinkerer", "scamp"}, "gecko": {"wild"}}.get(point.kind)
    return hook if point.kind == "hook" else needed is None or bool(needed & classes)


def hooked(state: State) -> bool:
    """Whether the party has hook and thread, or has laid them out where it is."""
    lies = any(token.end and token.at.startswith(f"{state.side}/") for token in state.tokens)
    return lies or any(state.box.pack.items[card].token == HOOK for card in state.stash)


def named(side: str, names: tuple[str, ...]) -> tuple[Name, ...]:
    """The full names of spaces."""
    return tuple(full(side, name) for name in names)


def onward(state: State, plan: Errand | None = None) -> list[Name]:
    """List the spaces where the next thing is done, or from which the party goes on to it."""
    plan = plan or errand(state)
    if plan.side != state.side or plan.journey:
        return leaving(state, *hop(state, plan))
    if plan.thing:
        return [
            token.at for token in state.tokens if token.kind == plan.thing and token.at.startswith(f"{state.side}/")
        ]
    return list(gate(state.ground.page, state.side, state.box.chapter.goal.colour)) if plan.what == "gate" else []


def gate(page: TileSide, side: str, colour: str) -> tuple[Name, ...]:
    """List the spaces beside an exit."""
    return tuple(full(side, name) for way in page.exits if way.colour == colour for name in way.near)


def leaving(state: State, to: str, by: str = "") -> list[Name]:
    """List the spaces from which a side can be reached at once, by a kind of way if that matters."""
    found = [door for door in ways_off(state, state.side) if door.to == to and by in ("", door.by)]
    firm = [space for door in found if door.by != LEAF for space in door.near]
    return firm or (leaves(state, state.side) if found else [])


def ways_off(state: State, side: str) -> list[Door]:
    """List the ways off a side for this party."""
    return doors(state.box.pack, state.box.chapter, side, talents(state), hooked(state))


def leaves(state: State, side: str) -> list[Name]:
    """List where leaves lie on a side."""
    return [token.at for token in state.tokens if token.kind == LEAF and token.at.startswith(f"{side}/")]


def hop(state: State, plan: Errand | None = None) -> tuple[str, str]:
    """Name the next side on the way to what is to be done, and the kind of way if that matters.

    Nothing when it is here or out of reach.
    """
    plan = plan or errand(state)
    if plan.journey and plan.side == state.side:
        return plan.journey.to, plan.journey.by
    steps = route(state, plan.side, plan.wary)
    return (steps[0] if steps else ""), ""


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
    plan = errand(state, wary)
    if health(state) < HEALTHY:
        return plan
    quests = [quest for quest in offered(state.box) if quest.what in kinds]
    found = [way for quest in quests if (way := stops(state, quest)) and worth(state, quest, way)]
    return min(found, key=lambda way: len(route(state, way[0].side)))[0] if found else plan


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
    load = fetching(state, quest.thing)
    return (*tools(state, load), load) if load.side and not astray(state, load) else ()


def astray(state: State, load: Errand) -> bool:
    """Whether hook and thread have been laid out past a thing that nobody gets at without them."""
    laid = [token for token in state.tokens if token.end and token.at.startswith(f"{load.side}/")]
    goals = [token.at for token in state.tokens if token.kind == load.thing]
    return bool(laid) and not any(goal in (token.at, token.end) for token in laid for goal in goals)


def tools(state: State, load: Errand) -> tuple[Errand, ...]:
    """List what has to be fetched to get at a thing at all: hook and thread, if anything."""
    if hooked(state) or ("" not in route(state, load.side) and not fenced(state.box, load)):
        return ()
    card = state.box.pack.tokens[HOOK].item
    return (fetching(state, card),)


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


def worth(state: State, quest: Quest, detour: tuple[Errand, ...]) -> bool:
    """Whether party and hourglass are up to a detour, and to the goal after it."""
    if not inviting(state, quest, route(state, detour[0].side)):
        return False
    at, sides, hook, temper = state.side, set[str](), hooked(state), Temper(calm(state))
    for stop in (*detour, *errands(state), Errand("gate", state.box.chapter.goal.side)):
        steps = way(state.box, at, stop.side, talents(state), hook, state.explored, temper)
        if "" in steps:
            return False
        sides |= set(steps)
        at, hook = stop.side, hook or stop.thing == HOOK
    return left(state) + quest.gain >= RESERVE + sum(
        delay(state.box, side) for side in sides if side not in state.explored
    )


def inviting(state: State, quest: Quest, steps: list[str]) -> bool:
    """Whether a quest suits: a boss next door to a party in its strength, a thing to use while there is peace."""
    if quest.what == "use":
        return all(side in state.explored or not perilous(state.box, side) for side in steps)
    plan = errand(state)
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
    return DARE if any(box.pack.minions[minion].boss for minion in found) else PACE * perilous(box, side)


def health(state: State) -> float:
    """The share of its life that the party has left; nothing while somebody is missing."""
    whole = sum(state.box.heroes[one.id].life for one in state.mice)
    return sum(life(state, one) for one in state.mice) / whole if all(one.at for one in state.mice) else 0.0
