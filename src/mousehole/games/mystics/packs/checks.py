"""Mistakes of a pack that its types cannot catch: unknown names, effects, tiles and chapters that do not fit."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import hypot
from typing import Any, TypeAlias, TypeVar, get_args

from mousehole.core.content import BadContent
from mousehole.core.type_errors import strange
from mousehole.core.words import Line, line
from mousehole.games.mystics.board.chapter_map import beyond, reachable, sides, ways
from mousehole.games.mystics.content import content_types as c
from mousehole.games.mystics.content import effect_types as v
from mousehole.games.mystics.content.drawings import with_drawings
from mousehole.games.mystics.content.pack import LOOKS_LIKE, SHEETS, TABLES, Pack
from mousehole.games.mystics.content.references import ContentTable, mentions, parts_in
from mousehole.games.mystics.packs import words

T = TypeVar("T")
Found: TypeAlias = Iterator[tuple[str, Line]]  # the key of a mistake below its table, and the reason
NO_SUCH: dict[str, Line] = {
    "heroes": line("there is no hero {name}"),
    "minions": line("there is no minion {name}"),
    "items": line("there is no item {name}"),
    "abilities": line("there is no ability {name}"),
    "conditions": line("there is no condition {name}"),
    "terrain": line("there is no terrain {name}"),
    "tokens": line("there is no token {name}"),
    "tiles": line("there is no tile side {name}"),
    "encounters": line("there is no encounter {name}"),
    "speakers": line("there is no speaker {name}"),
    "chapters": line("there is no chapter {name}"),
    "spaces": line("there is no space {name}"),
}
LISTED_NAMES = 14  # more names than these are not listed
LEAST_DISTANCE = 0.6  # closer than this, spaces hide each other
LARGEST_SIDE = 6  # units across, either way
WORN = ("weapon", "armour", "accessory")

ALL = frozenset(get_args(v.Trigger))
ANYWHERE = frozenset(
    {"turn_start", "turn_end", "attack_rolled", "defence_rolled", "move_rolled", "search_rolled", "wounds", "wounded"}
)  # these reach everything on the tile
USES = frozenset({"use", "before_attack", "after_attack", "before_search", "after_search", "placed", "drawn"})
TRIGGERS = {  # that reach content of a kind; other kinds are reached by all
    "chapters": ANYWHERE | {"page", "explored"},
    "tokens": ANYWHERE | {"entered", "use"},
    "minions": ALL - USES - {"entered", "passed", "trap", "page", "explored", "surge", "moves", "searches"},
}


def mistakes(pack: Pack, own: Pack) -> Iterator[BadContent]:
    """Find everything that is wrong with a pack, file by file; only the game's own content has drawings."""
    if "floor" not in pack.terrain:
        yield BadContent("terrain.toml", no_such("terrain", "floor", pack.terrain))
    for kind in (*TABLES, *SHEETS):
        content = getattr(pack, kind)
        for name, table in content.items() if kind in TABLES else [("", content)]:
            for key, reason in table_mistakes(pack, own, kind, name, table):
                yield BadContent(f"{kind}.toml", reason, ".".join(step for step in (name, key) if step))
    total, wanted = sum(item.copies for item in pack.items.values()), pack.rules.search_cards
    if total != wanted:
        said = line("the search deck has {n} cards, rules.toml says {wanted}", n=total, wanted=wanted)
        yield BadContent("items.toml", said, "copies")
    yield from words.text_mistakes(pack)


def table_mistakes(pack: Pack, own: Pack, kind: str, name: str, table: Any) -> Found:
    """Find everything that is wrong with one table."""
    parts = [*parts_in("", table)]
    unknown = [*unknown_names(pack, parts)]
    yield from unknown
    unsure = {key.partition(".")[0] for key, _ in unknown if ".do." not in key}
    match table:
        case c.Hero():
            yield from hero(pack, table)
        case c.Minion():
            yield from minion(name, table)
        case c.Item():
            yield from item(table)
        case c.TokenKind() if table.item in pack.items and pack.items[table.item].kind != "party":
            yield "item", line("{item} is no party item", item=table.item)
        case c.Achievement() if not all(any(isinstance(one, v.Grant) for one in e.do) for e in table.earn):
            yield "earn", line("an achievement is earned by the verb grant")
        case c.Encounter():
            yield from rising("bands", table.bands)
            yield from foes_only(pack, parts)
        case c.TileSide():
            yield from tile_side(pack, name, table, parts, unsure)
        case c.Chapter():
            yield from chapter(pack, table, parts, unsure)
            yield from story(pack, name, table)
    yield from picture(own, kind, getattr(table, "looks", ""))
    yield from triggers(kind, parts)
    yield from verbs(pack, parts)
    yield from moments(pack, kind, name, parts)


def unknown_names(pack: Pack, parts: list[ContentTable]) -> Found:
    """Find the names that nothing bears; spaces only where their side is known."""
    for part in parts:
        for key, kind, name in mentions(part):
            known = spaces_around(pack, part) if kind == "spaces" else getattr(pack, kind)
            if known is not None and name not in known:
                yield key, no_such(kind, name, known)


def spaces_around(pack: Pack, part: ContentTable) -> dict[str, c.Space] | None:
    """The spaces of the side that a part belongs to."""
    around = (*part.within, part.table)
    home = next(one for one in reversed(around) if isinstance(one, c.TileSide | c.SideSetup | c.StartSpaces))
    page = home if isinstance(home, c.TileSide) else pack.tiles.get(home.side)
    return page.spaces if page else None


def no_such(kind: str, name: str, known: Iterable[str]) -> Line:
    """Explain that there is no such thing, and what there is."""
    return strange(line(NO_SUCH[kind].text, name=name), name, known, LISTED_NAMES)


def picture(own: Pack, kind: str, looks: str) -> Found:
    """Check that what looks like something looks like a thing of the game."""
    drawings = (
        {name for one in LOOKS_LIKE.get(kind, (kind,)) for name in with_drawings(own, one)} if looks else set[str]()
    )
    if looks and looks not in drawings:
        yield "looks", strange(line("the game has no drawing of {name}", name=looks), looks, drawings)


def hero(pack: Pack, hero: c.Hero) -> Found:
    """Check that a hero starts with things that it can wear."""
    for n, card in enumerate(hero.items, 1):
        item = pack.items.get(card)
        if item and (item.slot is None or (item.classes and not set(item.classes) & set(hero.classes))):
            yield f"items.{n}", line("{item} cannot be worn by this hero", item=card)
        if item and item.copies:
            yield f"items.{n}", line("{item} is in the search deck", item=card)


def minion(name: str, minion: c.Minion) -> Found:
    """Check that a minion has cards with names of their own, and does only what its kind can."""
    names = [card.name for card in minion.cards]
    if len(names) > 1 and (len(set(names)) < len(names) or "" in names):
        yield "cards", line("several cards need names of their own")
    if minion.friend and (len(minion.cards) > 1 or minion.boss):
        yield "", line("an ally or a pet has one card and is no boss")
    if "-" in name or "/" in name:
        yield "", line("a name may not contain - or /")
    if len(minion.cards) == 1 and (minion.stacked or minion.ordered or minion.together):
        yield "cards", line("only several cards are stacked, ordered or removed together")
    if minion.stacked and (minion.boss or minion.ordered or minion.together):
        yield "stacked", line("a stack is no boss's, and needs no other order")  # MM-052
    snaky = any(habit in ("strike", "coil") for card in minion.cards for habit in card.behaviour)
    if snaky != bool(minion.body):
        yield "body", line("a snake strikes or coils, and has a body")  # MM-142


def item(item: c.Item) -> Found:
    """Check that a card can be used as what it is."""
    if item.kind in WORN and item.slot is None:
        yield "", line("what is worn needs a slot")
    elif item.kind not in WORN and item.slot is not None:
        yield "", line("only what is worn has a slot")
    elif item.kind == "weapon" and item.attack is None:
        yield "", line("a weapon needs an attack")
    elif item.paws == 2 and item.slot != "paw":
        yield "", line("two paws need the slot paw")
    elif item.kind == "event" and not any(effect.on == "drawn" for effect in item.effects):
        yield "", line("an event needs an effect when it is drawn")


def rising(key: str, rows: tuple[c.Group, ...]) -> Found:
    """Check that the pages of rows begin with 1 and rise."""
    pages = [group.page for group in rows]
    if pages and (pages[0] != 1 or pages != sorted(set(pages))):
        yield key, line("the pages of the rows must begin with 1 and rise")


def foes_only(pack: Pack, parts: list[ContentTable]) -> Found:
    """Check that the minions of every group fight the mice."""
    for key, group, _ in parts:
        for name in group.minions if isinstance(group, c.Group) else ():
            if name in pack.minions and pack.minions[name].friend:
                said = line("{name} is a friend of the mice: it comes by the verb join", name=name)
                yield f"{key}.minions.{name}", said


def triggers(kind: str, parts: list[ContentTable]) -> Found:
    """Check that the triggers of effects reach such content."""
    for key, part, _ in parts:
        if isinstance(part, v.Effect):
            surge = kind == "chapters" and key.startswith("surge.")
            reached = frozenset({"surge"}) if surge else TRIGGERS.get(kind, ALL)
            if part.on not in reached:
                said = line("at {trigger} nothing happens here", trigger=part.on)
                yield f"{key}.on", strange(said, part.on, reached)


def verbs(pack: Pack, parts: list[ContentTable]) -> Found:
    """Check that friends are friends, and that the campaign knows the story tokens."""
    for key, part, _ in parts:
        match part:
            case v.Join() if part.friend in pack.minions and not pack.minions[part.friend].friend:
                yield f"{key}.friend", line("{name} is neither ally nor pet", name=part.friend)
            case v.When():
                yield from memories(pack, key, part)
            case v.Award() if part.token not in pack.campaign.tokens:
                said = line("campaign.toml knows no story token {name}", name=part.token)
                yield f"{key}.token", strange(said, part.token, pack.campaign.tokens)


def questions(pack: Pack) -> dict[str, c.StoryQuestion]:
    """All questions of the chapters by their names."""
    return {name: one for chapter in pack.chapters.values() for name, one in chapter.questions.items()}


def memories(pack: Pack, key: str, when: v.When) -> Found:
    """Check that a condition asks for questions, answers and story tokens that there are."""
    known = questions(pack)
    for n, (name, answer) in enumerate(when.answers, 1):
        if name not in known:
            yield f"{key}.answers.{n}", strange(line("no chapter asks the question {name}", name=name), name, known)
        elif answer not in known[name].answers:
            said = line("the question {question} has no answer {name}", question=name, name=answer)
            yield f"{key}.answers.{n}", strange(said, answer, known[name].answers)
    if when.earned and when.earned not in pack.campaign.tokens:
        said = line("campaign.toml knows no story token {name}", name=when.earned)
        yield f"{key}.earned", strange(said, when.earned, pack.campaign.tokens)


def story(pack: Pack, name: str, chapter: c.Chapter) -> Found:
    """Check who speaks when, and that a question has one chapter, so that its answer means one thing."""
    for moment in chapter.voices:
        if moment not in chapter.story:
            said = line("{chapter} has no words for the moment {name}", chapter=name, name=moment)
            yield f"voices.{moment}", strange(said, moment, chapter.story)
    for asked, question in chapter.questions.items():
        if not 2 <= len(question.answers) <= 3:
            yield (
                f"questions.{asked}.answers",
                line("two or three answers are needed, not {n}", n=len(question.answers)),
            )
        others = [book for book, other in pack.chapters.items() if asked in other.questions and book != name]
        if others:
            yield f"questions.{asked}", line("{chapter} asks a question of this name too", chapter=others[0])


def moments(pack: Pack, kind: str, name: str, parts: list[ContentTable]) -> Found:
    """Check that every story moment and every question has words in the chapters where it can come."""
    found = [(f"{key}.moment", part.moment) for key, part, _ in parts if isinstance(part, v.Tell)]
    found += [(f"{key}.story", part.story) for key, part, _ in parts if isinstance(part, c.SideSetup) and part.story]
    asked = [(f"{key}.question", part.question) for key, part, _ in parts if isinstance(part, v.Ask)]
    for book, chapter in stages(pack, kind, name) if asked else ():
        for key, question in asked:
            if question not in chapter.questions:
                said = line("{chapter} has no question {name}", chapter=book, name=question)
                yield key, strange(said, question, chapter.questions)
    for book, chapter in stages(pack, kind, name) if found else ():
        for key, moment in found:
            if moment not in chapter.story:
                said = line("{chapter} has no words for the moment {name}", chapter=book, name=moment)
                yield key, strange(said, moment, chapter.story)


def stages(pack: Pack, kind: str, name: str) -> list[tuple[str, c.Chapter]]:
    """List the chapters in which a thing can tell something: its own, those it lies in, or any."""
    if kind == "chapters":
        return [(name, pack.chapters[name])]
    chapters = pack.chapters.items()
    return [one for one in chapters if kind != "tokens" or name in tokens_in(pack, one[1])]


def tokens_in(pack: Pack, chapter: c.Chapter) -> set[str]:
    """List the tokens that lie somewhere in a chapter."""
    tiles = {placed.tile for placed in chapter.tiles}
    laid = [one for place in chapter.places for one in place.tokens]
    laid += [one for page in pack.tiles.values() if page.tile in tiles for one in page.tokens]
    return {one.token for one in laid} & pack.tokens.keys()


def tile_side(pack: Pack, name: str, page: c.TileSide, parts: list[ContentTable], unsure: set[str]) -> Found:
    """Check one side; what follows from a part of it only where all names in that part are sound."""
    problems = [*space_names(pack, page, parts)]
    yield from problems
    wrong = unsure | {key.partition(".")[0] for key, _ in problems}
    if not wrong & {"paths", "lines"}:
        yield from lines(page)
    if not wrong & {"paths", "spaces"}:
        yield from currents(page)
        yield from connected(pack, page)
    if not wrong & {"lanes", "spaces"}:
        for n, lane in enumerate(page.lanes, 1):
            dry = (one for one in lane if not pack.terrain[page.spaces[one].terrain].climbs)
            yield from ((f"lanes.{n}", line("{name} is no water", name=one)) for one in dry)
    yield from room(page)
    yield from surroundings(pack, name, page)


def space_names(pack: Pack, page: c.TileSide, parts: list[ContentTable]) -> Found:
    """Check what spaces are called, and that those named elsewhere on the side can be entered."""
    for name in page.spaces:
        if "/" in name or name == "off":
            yield f"spaces.{name}", line("a space cannot be called {name}", name=name)
    closed = {name for name, terrain in pack.terrain.items() if terrain.enter == "forbidden"}
    for key, kind, name in (one for part in parts for one in mentions(part)):
        if kind == "spaces" and name in page.spaces and page.spaces[name].terrain in closed:
            yield key, line("nobody can enter {name}", name=name)


def neighbours(page: c.TileSide) -> set[frozenset[str]]:
    """List the pairs of neighbours."""
    return {frozenset(pair) for path in page.paths for pair in pairwise(path)}


def lines(page: c.TileSide) -> Found:
    """Check that lines lie between neighbours, and that yellow ones say which way is up."""
    pairs = neighbours(page)
    for n, seam in enumerate(page.lines, 1):
        key, (a, b) = f"lines.{n}", seam.between
        if frozenset(seam.between) not in pairs:
            yield key, line("{a} and {b} are no neighbours; no path joins them", a=a, b=b)
        if seam.kind == "yellow" and seam.up not in seam.between:
            yield key, line("a yellow line needs one of its spaces as up: up = {a} or up = {b}", a=f'"{a}"', b=f'"{b}"')
        if seam.kind == "red" and (seam.up or seam.gecko):
            yield key, line("a red line has neither up nor gecko")
    for n, path in enumerate(page.paths, 1):
        if len(path) < 2 or any(a == b for a, b in pairwise(path)):
            yield f"paths.{n}", line("a path joins two different spaces at least")


def currents(page: c.TileSide) -> Found:
    """Check that currents flow to a neighbour or off the board."""
    pairs = neighbours(page)
    for a, space in page.spaces.items():
        b = space.current
        if b not in ("", "off") and frozenset((a, b)) not in pairs:
            yield f"spaces.{a}.current", line("{a} and {b} are no neighbours; no path joins them", a=a, b=b)


def connected(pack: Pack, page: c.TileSide) -> Found:
    """Check that a minion can walk from every space to every other."""
    spaces = [n for n, s in page.spaces.items() if pack.terrain[s.terrain].enter in ("free", "ends_move")]
    pairs = [pair for pair in neighbours(page) if all(name in spaces for name in pair)]
    largest = max((component(name, pairs) for name in spaces), key=len, default=set[str]())
    for name in spaces:
        if name not in largest:
            yield f"spaces.{name}", line("no path leads there: name it in paths, beside a neighbour")


def component(start: str, pairs: list[frozenset[str]]) -> set[str]:
    """Find all spaces that are connected with one."""
    found, frontier = {start}, [start]
    while frontier:
        near = {name for pair in pairs if frontier[0] in pair for name in pair} - found
        found |= near
        frontier = [*frontier[1:], *near]
    return found


def room(page: c.TileSide) -> Found:
    """Check that no space covers another, and that the side is not too large to be seen."""
    spaces = list(page.spaces.items())
    for (a, one), (b, other) in combinations(spaces, 2):
        if hypot(one.x - other.x, one.y - other.y) < LEAST_DISTANCE * min(one.size, other.size):
            yield f"spaces.{b}", line("it lies on {name}: keep spaces about one unit apart", name=a)
    for axis in ("x", "y"):
        places = [getattr(space, axis) for _, space in spaces]
        width = max(places) - min(places)
        if width > LARGEST_SIDE:
            said = line("{axis}: a side is at most {n} units across, this one {m}", axis=axis, n=LARGEST_SIDE,
                        m=round(width))  # fmt: skip
            yield f"spaces.{spaces[places.index(max(places))][0]}", said


def surroundings(pack: Pack, name: str, page: c.TileSide) -> Found:
    """Check what a side must have in common with its other side, and where its symbols lead."""
    others = [other for side, other in pack.tiles.items() if other.tile == page.tile and side != name]
    if len(others) > 1:
        yield "tile", line("the tile {name} has more than two sides", name=page.tile)
    if page.flips and not (others and others[0].flips):
        yield "flips", line("the other side has no flip space")
    below = pack.tiles.get(page.drop.side) if page.drop else None
    if page.drop and (below is None or page.drop.at not in below.spaces):
        yield "drop", no_such("spaces", f"{page.drop.side}/{page.drop.at}", ())
    for n, symbol in enumerate(page.points, 1):
        there = pack.tiles.get(symbol.leads)
        for one in symbol.arrive if there else ():
            if there and one not in there.spaces:
                yield f"points.{n}.arrive", no_such("spaces", one, there.spaces)


def chapter(pack: Pack, chapter: c.Chapter, parts: list[ContentTable], unsure: set[str]) -> Found:
    """Check one chapter; its routes only when everything they need is sound."""
    problems = [*tiles(pack, chapter), *cards(pack, chapter), *places(pack, chapter), *foes_only(pack, parts)]
    yield from problems
    carried = pack.items.get(chapter.goal.carries)
    if carried and carried.kind != "party":
        yield "goal.carries", line("{item} is no party item", item=chapter.goal.carries)
    elif not problems and not unsure - {"effects", "surge", "goal"}:
        yield from exits(pack, chapter)
        yield from goal(pack, chapter)


def tiles(pack: Pack, chapter: c.Chapter) -> Found:
    """Check that the tiles lie apart, and that the start is on one of them."""
    spots = [placed.at for placed in chapter.tiles]
    for n, placed in enumerate(chapter.tiles, 1):
        page = pack.tiles.get(placed.up)
        if page and page.tile != placed.tile:
            yield f"tiles.{n}", line("{side} is no side of the tile {name}", side=placed.up, name=placed.tile)
        if placed.at in spots[: n - 1]:
            yield f"tiles.{n}.at", line("two tiles lie on the same place")
    start, up = chapter.start.side, [placed.up for placed in chapter.tiles]
    if start not in pack.tiles or start not in up:
        yield "start.side", strange(line("{side} does not lie up at the start", side=start), start, up)


def cards(pack: Pack, chapter: c.Chapter) -> Found:
    """Check cards, overlays, gifts and the size of the party."""
    for n, name in enumerate(chapter.aside, 1):
        if name not in pack.items or not pack.items[name].copies:
            yield f"aside.{n}", line("the search deck has no card {name}", name=name)
    for n, name in enumerate(chapter.overlays, 1):
        if name not in pack.tiles or not pack.tiles[name].overlay:
            yield f"overlays.{n}", line("{name} is no overlay", name=name)
    if chapter.party > len(pack.heroes) or len(chapter.needs) > chapter.party:
        yield "party", line("the party does not fit the heroes")
    for token, name in chapter.gifts.items():
        if token not in pack.campaign.tokens or name not in pack.items or pack.items[name].kind != "party":
            said = line("{token} gives {name}: a story token gives a party item", token=token, name=name)
            yield f"gifts.{token}", said


def places(pack: Pack, chapter: c.Chapter) -> Found:
    """Check that minions and tokens wait on sides of the chapter, in rows that rise."""
    known = sides(pack, chapter)
    for n, place in enumerate(chapter.places, 1):
        if place.side not in known:
            said = line("the chapter has no side {name}", name=place.side)
            yield f"places.{n}.side", strange(said, place.side, known)
        yield from rising(f"places.{n}.groups", place.groups)
        if any(one.side == place.side and one.when == v.When() for one in chapter.places[: n - 1]):
            said = line("an earlier row of {side} has no condition, so this one never counts", side=place.side)
            yield f"places.{n}", said


def exits(pack: Pack, chapter: c.Chapter) -> Found:
    """Check that every exit towards a tile finds its colour on another side of the chapter."""
    found = [(side, way) for side in sides(pack, chapter) for way in pack.tiles[side].exits]
    for side, way in found:
        alone = not any(other != side and one.colour == way.colour for other, one in found)
        if alone and beyond(pack, chapter, side, way) is not None:
            yield "tiles", line("the {colour} exit of {side} has no counterpart", colour=way.colour, side=side)


def goal(pack: Pack, chapter: c.Chapter) -> Found:
    """Check that the goal can be reached."""
    aim, reach = chapter.goal, reachable(pack, chapter)
    if aim.side and aim.side not in reach:
        yield "goal.side", line("no way leads from the start to {name}", name=aim.side)
    elif aim.colour and not aim.side:
        yield "goal.colour", line("a colour needs a side, where this exit is")
    elif aim.colour and aim.colour not in [way.colour for way in pack.tiles[aim.side].exits]:
        yield "goal.colour", line("{side} has no {colour} exit", side=aim.side, colour=aim.colour)
    for n, journey in enumerate(aim.journeys, 1):
        if all((journey.by, journey.to) not in ways(pack, chapter, side) for side in reach):
            yield f"goal.journeys.{n}", line("no {way} leads to {name}", way=journey.by, name=journey.to)
    yield from bosses(pack, chapter, reach)
    if not aim.asks and not all_of(pack, v.Win):
        said = line("the goal asks for nothing, and no verb win ends the chapter: say defeated, carries or side")
        yield "goal", said
    if aim.carries in pack.items and aim.carries not in obtainable_items(pack, chapter):
        said = line("{name} cannot be found: lay its token somewhere, or give it by a story token", name=aim.carries)
        yield "goal.carries", said


def bosses(pack: Pack, chapter: c.Chapter, reach: set[str]) -> Found:
    """Check that the minions to defeat are bosses, and come."""
    for n, boss in enumerate(chapter.goal.defeated, 1):
        if boss in pack.minions and not pack.minions[boss].boss:
            yield f"goal.defeated.{n}", line("{name} is no boss; give it boss = true", name=boss)
        elif boss in pack.minions and boss not in arriving_minions(pack, chapter, reach):
            yield f"goal.defeated.{n}", line("{name} never comes", name=boss)


def arriving_minions(pack: Pack, chapter: c.Chapter, reach: set[str]) -> set[str]:
    """List the minions that wait on a side that can be reached, or come with a card or surge."""
    there = [place for place in chapter.places if place.side in reach]
    cards = [pack.encounters[name] for name in chapter.encounters]
    tables = [chapter, *(pack.tokens[token] for token in tokens_in(pack, chapter))]
    coming: list[c.Group | v.Spawn] = [group for place in there for group in place.groups]
    coming += [group for card in cards for group in (*card.bands, card.surge)]
    coming += [verb for one in tables for _, verb, _ in parts_in("", one) if isinstance(verb, v.Spawn)]
    posted = {post.minion for place in there for post in place.posts}
    return posted | {name for one in coming for name in one.minions}


def obtainable_items(pack: Pack, chapter: c.Chapter) -> set[str]:
    """List the items that can get into the stash: from a token, the search deck, a gift or a verb."""
    tokens = tokens_in(pack, chapter) | {verb.token for verb in all_of(pack, v.Lay)}
    found = {pack.tokens[token].item for token in tokens if token in pack.tokens}
    found |= {name for name, item in pack.items.items() if item.copies and name not in chapter.aside}
    return found | {verb.card for verb in all_of(pack, v.Gain)} | set(chapter.gifts.values())


def all_of(pack: Pack, kind: type[T]) -> list[T]:
    """List every table of a type in a pack."""
    content = (getattr(pack, file) for file in TABLES)
    return [table for one in content for _, table, _ in parts_in("", one) if isinstance(table, kind)]
