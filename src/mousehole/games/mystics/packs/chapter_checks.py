"""What must hold for encounters and chapters: tiles that fit together, and a goal that can be reached."""

from collections.abc import Iterator, Mapping
from typing import Any

from mousehole.core.content import BadContent
from mousehole.core.reading.type_errors import strange
from mousehole.core.words import Line, line
from mousehole.games.mystics.board.chapter_map import beyond, reachable, sides, ways
from mousehole.games.mystics.content import verb_types as v
from mousehole.games.mystics.content.content_types import Chapter, Group
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.packs.effect_checks import KINDS, laid, parts_in
from mousehole.games.mystics.packs.unknown_names import absent


def mistakes(pack: Pack) -> Iterator[BadContent]:
    """Find what is wrong with encounters and chapters."""
    for name, card in pack.encounters.items():
        for key, reason in (*rows(pack, "bands", card.bands), *group(pack, "surge", card.surge)):
            yield BadContent("encounters.toml", reason, f"{name}.{key}")
    for name, chapter in pack.chapters.items():
        for key, reason in of_chapter(pack, chapter):
            yield BadContent("chapters.toml", reason, f"{name}.{key}")


def rows(pack: Pack, key: str, groups: tuple[Group, ...]) -> Iterator[tuple[str, Line]]:
    """Check the rows of a card: known minions, and pages that begin with 1 and rise."""
    pages = [group.page for group in groups]
    if pages and (pages[0] != 1 or pages != sorted(set(pages))):
        yield key, line("the pages of the rows must begin with 1 and rise")
    for n, one in enumerate(groups, 1):
        yield from group(pack, f"{key}.{n}", one)


def group(pack: Pack, key: str, one: Group) -> Iterator[tuple[str, Line]]:
    """Check that only minions come that fight the mice."""
    for name in one.minions:
        if name not in pack.minions:
            yield f"{key}.minions.{name}", absent("minions", name, pack.minions)
        elif pack.minions[name].friend:
            yield f"{key}.minions.{name}", line("{name} is a friend of the mice: it comes by the verb join", name=name)


def of_chapter(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check one chapter; routes only when all names are known."""
    problems = [
        *tiles(pack, chapter),
        *cards(pack, chapter),
        *things(pack, chapter),
        *places(pack, chapter),
    ]
    yield from problems
    if not problems:
        yield from exits(pack, chapter)
        yield from goal(pack, chapter)


def tiles(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check that the tiles exist, lie apart, and that the start is on one of them."""
    seen: set[tuple[int, int]] = set()
    for n, placed in enumerate(chapter.tiles, 1):
        page = pack.tiles.get(placed.up)
        if page is None:
            yield f"tiles.{n}.up", absent("tiles", placed.up, pack.tiles)
        elif page.tile != placed.tile:
            yield f"tiles.{n}", line("{side} is no side of the tile {name}", side=placed.up, name=placed.tile)
        if placed.at in seen:
            yield f"tiles.{n}.at", line("two tiles lie on the same place")
        seen.add(placed.at)
    page, up = pack.tiles.get(chapter.start.side), [placed.up for placed in chapter.tiles]
    if page is None or chapter.start.side not in up:
        said = line("{side} does not lie up at the start", side=chapter.start.side)
        yield "start.side", strange(said, chapter.start.side, up)
        return
    for n, name in enumerate(chapter.start.spaces, 1):
        if name not in page.spaces:
            yield f"start.spaces.{n}", absent("spaces", name, page.spaces)


def cards(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check the names of cards and heroes."""
    for n, name in enumerate(chapter.encounters, 1):
        if name not in pack.encounters:
            yield f"encounters.{n}", absent("encounters", name, pack.encounters)
    for n, name in enumerate(chapter.aside, 1):
        if name not in pack.items or not pack.items[name].copies:
            yield f"aside.{n}", line("the search deck has no card {name}", name=name)
    for n, name in enumerate(chapter.overlays, 1):
        if name not in pack.tiles or not pack.tiles[name].overlay:
            yield f"overlays.{n}", line("{name} is no overlay", name=name)
    for n, name in enumerate(chapter.needs, 1):
        if name not in pack.heroes:
            yield f"needs.{n}", absent("heroes", name, pack.heroes)
    if chapter.party > len(pack.heroes) or len(chapter.needs) > chapter.party:
        yield "party", line("the party does not fit the heroes")


def things(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check what the party is given, and what it has to bring."""
    for token, name in chapter.gifts.items():
        if token not in pack.campaign.tokens or name not in pack.items or pack.items[name].kind != "party":
            said = line("{token} gives {name}: a story token gives a party item", token=token, name=name)
            yield f"gifts.{token}", said
    carried = chapter.goal.carries
    if carried and carried not in pack.items:
        yield "goal.carries", absent("items", carried, pack.items)
    elif carried and pack.items[carried].kind != "party":
        yield "goal.carries", line("{item} is no party item", item=carried)


def places(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check what waits on each side."""
    for n, place in enumerate(chapter.places, 1):
        key, page = f"places.{n}", pack.tiles.get(place.side)
        if page is None or place.side not in sides(pack, chapter):
            said = line("the chapter has no side {name}", name=place.side)
            yield f"{key}.side", strange(said, place.side, sides(pack, chapter))
            continue
        yield from rows(pack, f"{key}.groups", place.groups)
        for m, post in enumerate(place.posts, 1):
            yield from lost(f"{key}.posts.{m}.at", "spaces", post.at, page.spaces)
            yield from lost(f"{key}.posts.{m}.minion", "minions", post.minion, pack.minions)
        for m, one in enumerate(place.tokens, 1):
            yield from lost(f"{key}.tokens.{m}.at", "spaces", one.at, page.spaces)
            yield from lost(f"{key}.tokens.{m}.token", "tokens", one.token, pack.tokens)


def lost(key: str, kind: str, name: str, known: Mapping[str, Any]) -> Iterator[tuple[str, Line]]:
    """Report a name that is not known."""
    if name not in known:
        yield key, absent(kind, name, known)


def exits(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check that every exit towards a tile finds its colour on another side of the chapter."""
    colours = [(side, way.colour) for side in sides(pack, chapter) for way in pack.tiles[side].exits]
    for side in sides(pack, chapter):
        for way in pack.tiles[side].exits:
            alone = not any(other != side and colour == way.colour for other, colour in colours)
            if alone and beyond(pack, chapter, side, way) is not None:
                yield "tiles", line("the {colour} exit of {side} has no counterpart", colour=way.colour, side=side)


def goal(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check that the goal exists and can be reached."""
    aim = chapter.goal
    if aim.side and aim.side not in reachable(pack, chapter):
        yield "goal.side", line("no way leads from the start to {name}", name=aim.side)
    elif aim.colour and not aim.side:
        yield "goal.colour", line("a colour needs a side, where this exit is")
    elif aim.colour and aim.colour not in [way.colour for way in pack.tiles[aim.side].exits]:
        yield "goal.colour", line("{side} has no {colour} exit", side=aim.side, colour=aim.colour)
    for n, journey in enumerate(aim.journeys, 1):
        if all((journey.by, journey.to) not in ways(pack, chapter, side) for side in reachable(pack, chapter)):
            yield f"goal.journeys.{n}", line("no {way} leads to {name}", way=journey.by, name=journey.to)
    yield from bosses(pack, chapter)
    if not aim.asks and not any(isinstance(part, v.Win) for part in every(pack)):
        said = line("the goal asks for nothing, and no verb win ends the chapter: say defeated, carries or side")
        yield "goal", said
    if aim.carries and aim.carries not in found(pack, chapter):
        said = line("{name} cannot be found: lay its token somewhere, or give it by a story token", name=aim.carries)
        yield "goal.carries", said


def bosses(pack: Pack, chapter: Chapter) -> Iterator[tuple[str, Line]]:
    """Check that whoever has to be defeated is a boss, and comes."""
    for n, boss in enumerate(chapter.goal.defeated, 1):
        if boss not in pack.minions:
            yield f"goal.defeated.{n}", absent("minions", boss, pack.minions)
        elif not pack.minions[boss].boss:
            yield f"goal.defeated.{n}", line("{name} is no boss; give it boss = true", name=boss)
        elif boss not in waiting(pack, chapter):
            yield f"goal.defeated.{n}", line("{name} never comes", name=boss)


def found(pack: Pack, chapter: Chapter) -> set[str]:
    """List the party items that can get into the stash: from a token, the search deck, a gift or a verb."""
    items = {pack.tokens[token].item for token in laid(pack, chapter)}
    items |= {name for name, item in pack.items.items() if item.copies and name not in chapter.aside}
    items |= {part.card for part in every(pack) if isinstance(part, v.Gain)}
    laying = [part.token for part in every(pack) if isinstance(part, v.Lay)]
    items |= {pack.tokens[token].item for token in laying if token in pack.tokens}
    return items | set(chapter.gifts.values())


def every(pack: Pack) -> Iterator[Any]:
    """List every verb, condition and effect of a pack."""
    for kind in KINDS:
        for table in getattr(pack, kind).values():
            yield from (part for _, part in parts_in("", table))


def waiting(pack: Pack, chapter: Chapter) -> set[str]:
    """List the minions that wait on a side that can be reached, or come with a card or surge."""
    reach = reachable(pack, chapter)
    groups = [group for place in chapter.places if place.side in reach for group in place.groups]
    groups += [g for name in chapter.encounters for e in [pack.encounters[name]] for g in (*e.bands, e.surge)]
    found = {minion for group in groups for minion in group.minions}
    found |= {post.minion for place in chapter.places if place.side in reach for post in place.posts}
    tables = [chapter, *(pack.tokens[token] for token in laid(pack, chapter))]
    spawns = [part for table in tables for _, part in parts_in("", table) if isinstance(part, v.Spawn)]
    return found | {minion for verb in spawns for minion in verb.minions}
