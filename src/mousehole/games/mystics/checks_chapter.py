"""What must hold for encounters and chapters: tiles that fit together, and a goal that can be reached."""

from collections.abc import Iterator

from mousehole.core.content import BadContent
from mousehole.core.words import Line, line
from mousehole.games.mystics import verbs as v
from mousehole.games.mystics.kinds import Chapter, Group
from mousehole.games.mystics.maps import Exit
from mousehole.games.mystics.pack import Pack

STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
FACING = {"north": "south", "south": "north", "east": "west", "west": "east"}


def mistakes(pack: Pack) -> Iterator[BadContent]:
    """Find what is wrong with encounters and chapters."""
    for name, card in pack.encounters.items():
        for key, reason in (*rows(pack, "bands", card.bands), *rows(pack, "surge", (card.surge,))):
            yield BadContent("encounters.toml", line("{key}: {reason}", key=f"{name}.{key}", reason=reason))
    for name, chapter in pack.chapters.items():
        for key, reason in of_chapter(pack, chapter):
            yield BadContent("chapters.toml", line("{key}: {reason}", key=f"{name}.{key}", reason=reason))


def rows(pack: Pack, key: str, groups: tuple[Group, ...]) -> Iterator[tuple[str, Line]]:
    """Check the rows of a card: known minions, and pages that begin with 1 and rise."""
    pages = [group.page for group in groups]
    if pages and (pages[0] != 1 or pages != sorted(set(pages))):
        yield key, line("the pages of the rows must begin with 1 and rise")
    for group in groups:
        for minion in group.minions:
            if minion not in pack.minions or pack.minions[minion].friend:
                yield key, line("there is no minion {name}", name=minion)


def of_chapter(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check one chapter; routes only when all names are known."""
    problems = [
        *tiles(pack, chapter),
        *cards(pack, chapter),
        *things(pack, chapter),
        *places(pack, chapter),
        *stories(chapter),
    ]
    yield from problems
    if not problems:
        yield from exits(pack, chapter)
        yield from goal(pack, chapter)


def tiles(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check that the tiles exist, lie apart, and that the start is on one of them."""
    seen: set[tuple[int, int]] = set()
    for placed in chapter.tiles:
        page = pack.tiles.get(placed.up)
        if page is None or page.tile != placed.tile:
            yield "tiles", line("{side} is no side of the tile {name}", side=placed.up, name=placed.tile)
        if placed.at in seen:
            yield "tiles", line("two tiles lie on the same place")
        seen.add(placed.at)
    page = pack.tiles.get(chapter.start.side)
    if page is None or chapter.start.side not in [placed.up for placed in chapter.tiles]:
        yield "start.side", line("the start must be on a side that lies up")
    elif any(name not in page.spaces for name in chapter.start.spaces):
        yield "start.spaces", line("there is no space {name}", name=", ".join(chapter.start.spaces))


def cards(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check the names of cards and heroes."""
    yield from (
        ("encounters", line("there is no encounter {name}", name=name))
        for name in chapter.encounters
        if name not in pack.encounters
    )
    for name in chapter.aside:
        if name not in pack.items or not pack.items[name].copies:
            yield "aside", line("the search deck has no card {name}", name=name)
    for name in chapter.overlays:
        if name not in pack.tiles or not pack.tiles[name].overlay:
            yield "overlays", line("{name} is no overlay", name=name)
    for name in chapter.needs:
        if name not in pack.heroes:
            yield "needs", line("there is no hero {name}", name=name)
    if chapter.party > len(pack.heroes) or len(chapter.needs) > chapter.party:
        yield "party", line("the party does not fit the heroes")


def things(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check what the party is given, and what it has to bring."""
    for token, name in chapter.gifts.items():
        if token not in pack.campaign.tokens or name not in pack.items or pack.items[name].kind != "party":
            yield "gifts", line("{token} gives {name}: a story token gives a party item", token=token, name=name)
    if chapter.goal.carries and chapter.goal.carries not in pack.items:
        yield "goal.carries", line("there is no item {name}", name=chapter.goal.carries)


def places(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check what waits on each side."""
    for place in chapter.places:
        page = pack.tiles.get(place.side)
        if page is None or place.side not in sides(pack, chapter):
            yield "places", line("the chapter has no side {name}", name=place.side)
            continue
        yield from (("places", reason) for _, reason in rows(pack, "places", place.groups))
        for name in (*(post.at for post in place.posts), *(laid.at for laid in place.tokens)):
            if name not in page.spaces:
                yield "places", line("there is no space {name}", name=name)
        for post in place.posts:
            if post.minion not in pack.minions:
                yield "places", line("there is no minion {name}", name=post.minion)
        for laid in place.tokens:
            if laid.token not in pack.tokens:
                yield "places", line("there is no token {name}", name=laid.token)


def stories(chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check that every story moment has words."""
    told = [place.story for place in chapter.places if place.story]
    told += [verb.moment for effect in chapter.effects for verb in effect.do if isinstance(verb, v.Tell)]
    for moment in told:
        if moment not in chapter.story:
            yield "story", line("there are no words for the moment {name}", name=moment)


def exits(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check that every exit towards a tile finds its colour on another side of the chapter."""
    colours = [(side, way.colour) for side in sides(pack, chapter) for way in pack.tiles[side].exits]
    for side in sides(pack, chapter):
        for way in pack.tiles[side].exits:
            alone = not any(other != side and colour == way.colour for other, colour in colours)
            if alone and beyond(pack, chapter, side, way) is not None:
                yield "tiles", line("the {colour} exit of {side} has no counterpart", colour=way.colour, side=side)


def sides(pack: Pack, chapter: Chapter) -> list[str]:
    """List all sides of the chapter's tiles."""
    tiles = [placed.tile for placed in chapter.tiles]
    return [side for side, page in pack.tiles.items() if page.tile in tiles or side in chapter.overlays]


def beyond(pack: Pack, chapter: Chapter, side: str, way: Exit) -> list[str] | None:
    """List the sides an exit leads to; None when it leads off the map."""
    here = next(placed.at for placed in chapter.tiles if placed.tile == pack.tiles[side].tile)
    there = (here[0] + STEP[way.edge][0], here[1] + STEP[way.edge][1])
    tile = next((placed.tile for placed in chapter.tiles if placed.at == there), None)
    if tile is None:
        return None
    return [
        other
        for other, page in pack.tiles.items()
        if page.tile == tile and any(e.colour == way.colour and e.edge == FACING[way.edge] for e in page.exits)
    ]


def goal(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check that the goal exists and can be reached."""
    aim = chapter.goal
    if aim.side and aim.side not in reachable(pack, chapter):
        yield "goal.side", line("no way leads from the start to {name}", name=aim.side)
    elif aim.colour and aim.colour not in [way.colour for way in pack.tiles[aim.side].exits]:
        yield "goal.colour", line("{side} has no {colour} exit", side=aim.side, colour=aim.colour)
    for journey in aim.journeys:
        if all((journey.by, journey.to) not in ways(pack, chapter, side) for side in reachable(pack, chapter)):
            yield "goal.journeys", line("no {way} leads to {name}", way=journey.by, name=journey.to)
    for boss in aim.defeated:
        if boss not in pack.minions or not pack.minions[boss].boss:
            yield "goal.defeated", line("{name} is no boss", name=boss)
        elif boss not in waiting(pack, chapter):
            yield "goal.defeated", line("{name} never comes", name=boss)


def reachable(pack: Pack, chapter: Chapter) -> set[str]:
    """Find all sides that can be reached from the start by exits, flips and symbols."""
    found, edge = {chapter.start.side}, [chapter.start.side]
    while edge:
        side = edge.pop()
        new = {to for _, to in ways(pack, chapter, side) if to in sides(pack, chapter)} - found
        found |= new
        edge += sorted(new)
    return found


def ways(pack: Pack, chapter: Chapter, side: str) -> set[tuple[str, str]]:
    """List the ways off a side: the kind of each and where it leads; a leaf flies only where one lies."""
    page = pack.tiles[side]
    found = {("exit", other) for way in page.exits for other in beyond(pack, chapter, side, way) or []}
    found |= {(point.kind, point.leads) for point in page.points}
    found |= {
        ("flip", o) for o, p in pack.tiles.items() if page.flips and o != side and p.tile == page.tile and p.flips
    }
    laid = [*page.tokens, *(one for place in chapter.places if place.side == side for one in place.tokens)]
    leafy = page.drop and any(one.token == "leaf" for one in laid)
    return found | ({("leaf", page.drop.side)} if page.drop and leafy else set())


def waiting(pack: Pack, chapter: Chapter) -> set[str]:
    """List the minions that wait on a side that can be reached, or come with a card or surge."""
    reach = reachable(pack, chapter)
    groups = [group for place in chapter.places if place.side in reach for group in place.groups]
    groups += [g for name in chapter.encounters for e in [pack.encounters[name]] for g in (*e.bands, e.surge)]
    found = {minion for group in groups for minion in group.minions}
    found |= {post.minion for place in chapter.places if place.side in reach for post in place.posts}
    spawns = [verb for effect in chapter.surge for verb in effect.do if isinstance(verb, v.Spawn)]
    return found | {minion for verb in spawns for minion in verb.minions}
