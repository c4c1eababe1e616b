"""What a scenario names in its position, and whether there is such a thing."""

from collections.abc import Container, Iterable, Iterator

from mousehole.games.mystics.board.initiative_track import names
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.content.tile_graph import Name, full
from mousehole.games.mystics.tools.position_page import FoeAt, Position

DIGITS = "0123456789"
Named = tuple[Iterable[str], Container[str]]


def misnamed(page: Position, pack: Pack, side: str) -> Iterator[str]:
    """List what a position names that the content does not have."""
    for texts, known in (*of_content(page, pack), *of_spaces(page, pack, side), *of_track(page, pack)):
        yield from (name for name in texts if name not in known)


def of_content(page: Position, pack: Pack) -> Iterator[Named]:
    """Pair the names of cards, marks and the like with what there is."""
    kinds = {kind for one in pack.minions.values() for kind in one.kinds}
    for one in page.mice.values():
        yield (*(one.worn or ()), *one.pack), pack.items
        yield one.marks, pack.conditions
        yield one.abilities, pack.abilities
    yield (mark for one in figures(page) for mark in one.marks), pack.conditions
    yield (name.rstrip(DIGITS) for name in (*page.foes, *page.friends)), {f"{kind}-" for kind in pack.minions}
    yield (one.owner for one in page.friends.values() if one.owner), page.mice
    yield (*page.fallen, *page.shaken, *page.greedy), pack.minions
    yield (*page.stash, *page.bin, *(page.search or ())), pack.items
    yield (*page.spent, *(page.deck or ()), *((page.card,) if page.card else ())), pack.encounters
    yield (one.token for one in page.tokens or ()), pack.tokens
    yield page.awards, pack.achievements
    yield (name for name in page.awards.values() if name), pack.heroes
    yield (name for name, _ in page.tally), pack.heroes
    yield (kind for _, kind in page.tally), kinds


def of_spaces(page: Position, pack: Pack, side: str) -> Iterator[Named]:
    """Pair the spaces and sides with those of the tiles."""
    spaces = {space for ground in pack.grounds.values() for space in ground.sites}
    standing = [*(one.at for one in page.mice.values() if one.at), *(one.at for one in figures(page))]
    bodies = [space for one in figures(page) for space in one.body]
    laid = [space for one in page.tokens or () for space in (one.at, one.end) if space]
    yield (full(side, space) for space in (*standing, *bodies)), spaces
    yield (on_side(side, space) for space in laid), spaces
    yield (side, *page.explored, *page.up, *page.shaken.values(), *(way.to for way in page.journeys)), pack.grounds


def on_side(side: str, space: str) -> Name:
    """Spell out a space of this side; those of other sides are named with their side."""
    return space if "/" in space else full(side, space)


def of_track(page: Position, pack: Pack) -> Iterator[Named]:
    """Pair the cards of the track with those of mice and minions."""
    stacks = {kind for kind, one in pack.minions.items() if one.stacked}
    yield page.track, {*page.mice, *stacks, *(card for kind in pack.minions for card in names(pack, kind))}


def figures(page: Position) -> Iterator[FoeAt]:
    """List minions, allies and pets."""
    yield from page.foes.values()
    yield from page.friends.values()
