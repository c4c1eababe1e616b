"""The way through a chapter as far as the party knows it: its tiles and doors, the goal, and the next step."""

from collections.abc import Iterator

from mousehole.core.scene import Area, Chart, Gate, GoalPart, Point
from mousehole.core.words import Line, line
from mousehole.games.mystics.board.chapter_map import beyond
from mousehole.games.mystics.board.ending import gathered
from mousehole.games.mystics.content.content_types import Exit, Journey
from mousehole.games.mystics.rules.exploring import exit_way, flip_way, symbol
from mousehole.games.mystics.scene.layout import drawing
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story import names

TINTS = {
    "blue": "#3b78c2",
    "green": "#3f8a44",
    "amber": "#d98f1f",
    "gold": "#e8c33a",
    "red": "#c0392b",
    "violet": "#8453a8",
}
UNSEEN = line("Not explored yet")


def chart(state: State) -> Chart:
    """Draw the map of the chapter, and say where it goes on."""
    areas = tuple(areas_of(state))
    return Chart(areas, tuple(gates(state, dict(placed(state)))), aims(state), following(state))


def placed(state: State) -> Iterator[tuple[str, Point]]:
    """Say where each tile lies; a branch that has been climbed lies above where it was reached from."""
    for one in state.box.chapter.tiles:
        yield one.tile, (float(one.at[0]), float(one.at[1]))
    top = min(one.at[1] for one in state.box.chapter.tiles)
    for n, side in enumerate(known_branches(state), 1):
        yield side, (state.box.chapter.tiles[0].at[0] + 0.5 * (n % 2), float(top - n))


def known_branches(state: State) -> list[str]:
    """List the branches that the party has climbed."""
    return [side for side in state.box.chapter.overlays if side in state.explored]


def areas_of(state: State) -> Iterator[Area]:
    """Draw each tile with the sides that are known, and tell what is known of them."""
    pack, goal = state.box.pack, state.box.chapter.goal.side
    for key, at in placed(state):
        known = [side for side in state.explored if pack.tiles[side].tile == key]
        shown = next((side for side in (state.side, *state.up) if side in known), known[-1] if known else "")
        here = state.side in known
        yield Area(
            key,
            at,
            line("{figures}", figures=tuple(names.side(state, side) for side in known)) if known else UNSEEN,
            tuple(words for side in known for words in tale(state, side)),
            drawing("tiles", shown, pack.tiles, "mystics-tile") if shown else "",
            "here" if here else "known" if known else "new",
            goal in known,
        )


def tale(state: State, side: str) -> Iterator[Line]:
    """Tell what a side looks like, and what the chapter tells of it."""
    yield line(state.box.pack.tiles[side].words)
    place = next((one for one in state.box.chapter.places if one.side == side), None)
    if place and place.story:
        yield line(state.box.chapter.story[place.story])


def gates(state: State, at: dict[str, Point]) -> Iterator[Gate]:
    """Draw the doors of all sides that are known, each once."""
    pack, found = state.box.pack, set[tuple[str, str, str]]()
    for side in state.explored:
        for way in pack.tiles[side].exits:
            area = pack.tiles[side].tile
            if area not in at or (area, way.edge, way.colour) in found:
                continue
            found.add((area, way.edge, way.colour))
            passed = any(other in state.explored for other in beyond(pack, state.box.chapter, side, way) or ())
            yield Gate(area, way.edge, names.way(f"exit-{way.colour}"), TINTS.get(way.colour, ""), passed)


def aims(state: State) -> tuple[GoalPart, ...]:
    """List what the goal asks for, each with whether it is done."""
    return tuple(GoalPart(words, done) for words, done in parts(state))


def parts(state: State) -> Iterator[tuple[Line, bool]]:
    """List what the goal asks for, each with whether it is done."""
    goal = state.box.chapter.goal
    for boss in goal.defeated:
        yield (
            line("Defeat {name}", name=line(state.box.pack.minions[boss].name, context="figure")),
            boss in state.fallen,
        )
    for journey in goal.journeys:
        yield going(state, journey), journey in state.journeys
    if goal.carries:
        yield line("Bring {name}", name=names.item(state, goal.carries)), goal.carries in state.stash
    if goal.side:
        yield gathering(state), gathered(state)


def gathering(state: State) -> Line:
    """Say where all mice are to come."""
    goal = state.box.chapter.goal
    place = names.side(state, goal.side)
    if goal.colour:
        return line("All mice to {door}: {place}", door=names.way(f"exit-{goal.colour}"), place=place)
    return line("All mice to this place: {place}", place=place)


def going(state: State, journey: Journey) -> Line:
    """Say which way is to be gone."""
    to = names.side(state, journey.to)
    if journey.by == "leaf":
        return line("Fly by leaf: {place}", place=to)
    return line("Take {way}: {place}", way=names.way(journey.by), place=to)


def following(state: State) -> Line | None:
    """Say what comes next, by what the party knows; nothing before it stands on the board."""
    goal = state.box.chapter.goal
    if not any(one.at for one in state.mice):
        return None
    if state.foes:
        return battle(state)
    if any(not one.at for one in state.mice):
        return line("All is quiet: those who were captured come back with the next turn.")
    if goal.carries and goal.carries not in state.stash and (at := lies(state, goal.carries)):
        return line("Pick up what lies on {space}: {item}", space=names.space(at), item=names.item(state, goal.carries))
    if all(done for _, done in tuple(parts(state))[:-1]) and state.side == goal.side:
        return gathering(state)
    return onward(state)


def battle(state: State) -> Line:
    """Say whom to fight here."""
    wanted = next((one for one in state.foes if one.kind in state.box.chapter.goal.defeated), None)
    if wanted:
        return line("Defeat {name}", name=names.figure(state, wanted.id))
    if len(state.foes) == 1:
        return line("Defeat {name}", name=names.figure(state, state.foes[0].id))
    return line("Defeat the minions here")


def lies(state: State, card: str) -> str:
    """Where on this side a party item lies."""
    kinds = state.box.pack.tokens
    here = (one.at for one in state.tokens if one.at.startswith(f"{state.side}/") and kinds[one.kind].item == card)
    return next(here, "")


def onward(state: State) -> Line | None:
    """Name the ways that nobody has gone yet: from here, else from the nearest known side that has one."""
    fresh = unknown_ways(state, state.side)
    if fresh:
        ways = line("{figures}", figures=tuple(names.way(way) for way in fresh))
        return line("Search here if you like, then explore: {ways}", ways=ways)
    edge, seen = [(way, to) for way, to in ways_of(state, state.side) if to in state.explored], {state.side}
    while edge:
        way, side = edge.pop(0)
        if side == state.box.chapter.goal.side and not unknown_ways(state, side):
            return line("Go back: {way}", way=names.way(way))
        if unknown_ways(state, side):
            return line("Go back by {way}: not everything there is explored", way=names.way(way))
        seen.add(side)
        edge += [(way, to) for _, to in ways_of(state, side) if to in state.explored and to not in seen]
    return None


def unknown_ways(state: State, side: str) -> list[str]:
    """List the ways off a side that lead to where nobody has been: doors, or else whatever else there is."""
    fresh = [way for way, to in ways_of(state, side) if to not in state.explored]
    return [way for way in fresh if way.startswith("exit")][:2] or fresh[:2]


def ways_of(state: State, side: str) -> list[tuple[str, str]]:
    """List the ways off a side that this party can go, and where each leads."""
    ground = state.box.pack.grounds[side]
    doors: list[Exit] = [way for way in ground.exits if not ground.page.overlay]
    found = [way for door in doors if (way := exit_way(state, ground, door))]
    flip = flip_way(state, ground) if ground.flips else None
    talents = {name for one in state.mice for name in state.box.heroes[one.id].classes}
    points = [
        (symbol(ground, n), point.leads)
        for n, point in enumerate(ground.points)
        if point.kind == "tree" or talents & NEEDS.get(point.kind, set())
    ]
    leaf = [("leaf", ground.page.drop.side)] if ground.page.drop else []
    return [(name, to) for name, to, _ in (*found, *([flip] if flip else [])) if to] + points + leaf


NEEDS = {"gear": {"tinkerer", "scamp"}, "gecko": {"wild"}}
