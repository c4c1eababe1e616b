"""What the workshop asks of the game: how drafts look and work, sound or not, and what there is to choose from."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from mousehole.core.content import raw
from mousehole.core.game import Course, Over, SideLook
from mousehole.core.scene import Scene
from mousehole.core.words import Line, UserError, Voice, line
from mousehole.games.mystics.board.queries import FARTHEST
from mousehole.games.mystics.content.content_types import Minion, TileSide
from mousehole.games.mystics.content.pack import PACKAGE, SHEETS, TABLES, Pack, find, laid_over
from mousehole.games.mystics.content.tile_graph import Ground, Name, built, full
from mousehole.games.mystics.moves import Card, Setup
from mousehole.games.mystics.packs.library import at_hand, own, seek, sheet
from mousehole.games.mystics.rules.campaign import endings
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tools.authoring import drawn, party
from mousehole.games.mystics.tools.form_schemas import form_schemas

MOUSE = "mouse"


class MysticsWorkshop:
    """What the workshop asks of Mice and Mystics."""

    kinds = (*TABLES, *(name for name in SHEETS if name != "rules"))
    sheets = tuple(SHEETS)

    def schemas(self, say: Voice) -> Mapping[str, Mapping[str, Any]]:
        """What may stand in each kind of file, as forms need it."""
        return form_schemas(self.kinds, say)

    def base(self) -> Mapping[str, Any]:
        """What the game brings, by kind."""
        return {kind: raw(PACKAGE, f"content/{kind}.toml") for kind in self.kinds}

    def choices(self) -> Mapping[str, tuple[tuple[str, Line], ...]]:
        """The things of the game that others may name, with what people call them."""
        return {
            kind: tuple((key, line(one.name)) for key, one in getattr(own(), kind).items())
            for kind in self.kinds
            if kind in TABLES
        }

    def side(self, folder: Traversable, side: str) -> tuple[Scene, Mapping[str, tuple[str, ...]]]:
        """A side as it looks at the table, and the neighbours of its spaces."""
        pack = lenient(folder)
        ground = ground_of(pack, side)
        grounds = {**pack.grounds, side: ground}
        graph = {short(name): tuple(map(short, near)) for name, near in ground.near.items()}
        return drawn(ground, replace(pack, grounds=grounds)), graph

    def look(self, folder: Traversable, side: str, space: str, figure: str) -> SideLook:
        """What a mouse or a minion sees from a space, how far it has to anywhere, and where it could strike."""
        pack = lenient(folder)
        ground, at = ground_of(pack, side), full(side, space)
        if at not in ground.sites:
            raise UserError(line("there is no space {name}", name=space))
        kind = pack.minions.get(figure)
        reach = steps(ground, at, kind)
        dice = max(card.battle for card in kind.cards) if kind else 0
        struck = [name for name in ground.firm if kind and strikes(ground, at, kind, name)]
        return SideLook(
            tuple(sorted(map(short, ground.sight.get(at, ())))),
            {short(name): n for name, n in reach.items()},
            {short(name): dice for name in struck},
        )

    def examples(self) -> tuple[dict[str, bytes], ...]:
        """The files of adventures to begin with: the one of the guide, and those that come with the game."""
        homes = [files(PACKAGE) / "tools" / "examples", files(PACKAGE) / "campaigns"]
        folders = [one for home in homes if home.is_dir() for one in home.iterdir() if one.is_dir()]
        return tuple(held(one) for one in sorted(folders, key=lambda one: one.name))

    def at_hand(self, folder: Traversable) -> str:
        """Have an adventure without mistakes at hand in this process for a while; the hash of its files."""
        return at_hand(folder).sha256

    def setup(self, sha256: str, chapter: str) -> Setup:
        """The set-up of a chapter of an adventure that is at hand; of the first one without a name."""
        pack = seek(sha256)
        if pack is None:
            raise UserError(line("this adventure is not at hand any more: try again"))
        news = [key for key, one in pack.chapters.items() if one is not own().chapters.get(key)]
        first = next((key for key in pack.campaign.chapters if key in news), news[0] if news else "")
        if (name := chapter or first) not in pack.chapters:
            raise UserError(line("there is no chapter to play yet"))
        return Setup(chapter=name, party=party(pack, name), pack=pack.name)

    def possible(self, setup: Setup) -> Course:
        """Everything that could come of a game."""
        pack = find(setup.pack)
        chapter = pack.chapters[setup.chapter]
        tiles = {placed.tile for placed in chapter.tiles}
        sides = [side for side, page in pack.tiles.items() if page.tile in tiles or side in chapter.overlays]
        cards = [name for name, item in pack.items.items() if item.copies and name not in chapter.aside]
        return Course(
            entered=tuple(full(side, space) for side in sides for space in pack.tiles[side].spaces),
            cards=(*cards, *chapter.encounters),
            answers=tuple((name, key) for name, one in chapter.questions.items() for key in one.answers),
            endings=tuple(one.name for one in chapter.endings),
        )

    def course(self, states: Sequence[State], events: Sequence[Any], over: Over) -> Course:
        """What came of a game."""
        last = states[-1]
        return Course(
            won=bool(over.winners),
            page=last.page,
            fell=tuple(fallen(states)),
            entered=tuple(sorted({mouse.at for state in states for mouse in state.mice if mouse.at})),
            cards=tuple(sorted({one.card for one in events if isinstance(one, Card) and one.deck != "lot"})),
            answers=tuple(one for one in last.answers if one[0] in last.box.chapter.questions),
            endings=tuple(one.name for one in endings(last)) if over.winners else (),
        )


def held(folder: Traversable) -> dict[str, bytes]:
    """The files of a pack: contents, words and drawings."""
    found = {one.name: one.read_bytes() for one in folder.iterdir() if one.name.endswith(".toml")}
    for home, kinds in (("words", (".po",)), ("art", (".svg", ".png"))):
        inner = [*(folder / home).iterdir()] if (folder / home).is_dir() else []
        found |= {f"{home}/{one.name}": one.read_bytes() for one in inner if one.name.endswith(kinds)}
    return found


def fallen(states: Sequence[State]) -> Iterator[str]:
    """Where mice stood when they were captured."""
    for before, after in pairwise(states):
        for one, then in zip(before.mice, after.mice, strict=True):
            if then.captures > one.captures and one.at:
                yield one.at


def lenient(folder: Traversable) -> Pack:
    """A pack with what is sound of a folder, laid over the game's own."""
    parts = {name: laid_over(sheet(folder, name)[0], getattr(own(), name)) for name in (*TABLES, *SHEETS)}
    return Pack(name=None, **parts)


def ground_of(pack: Pack, side: str) -> Ground:
    """Work out a side as far as it is drawn: what names a space that is not there is left out."""
    page = pack.tiles.get(side)
    if page is None or not page.spaces:
        raise UserError(line("there is nothing to be seen of {side} yet: give it a space", side=side))
    return built(side, drawable(page, pack), pack.terrain, pack.rules.yellow_up, pack.rules.sight_radius)


def drawable(page: TileSide, pack: Pack) -> TileSide:
    """A side without whatever names a space or a terrain that is not there."""
    there = page.spaces
    spaces = {
        name: one if one.terrain in pack.terrain else replace(one, terrain="floor") for name, one in there.items()
    }
    pairs = [pair for path in page.paths for pair in pairwise(path) if all(name in there for name in pair)]
    joined = {frozenset(pair) for pair in pairs}
    lines = [one for one in page.lines if frozenset(one.between) in joined and (one.kind == "red" or one.up in there)]
    return replace(
        page,
        spaces=spaces,
        paths=tuple(pairs),
        entries=tuple(name for name in page.entries if name in there),
        lines=tuple(lines),
        exits=tuple(
            replace(one, near=near) for one in page.exits if (near := tuple(name for name in one.near if name in there))
        ),
        flips=tuple(name for name in page.flips if name in there),
        points=tuple(one for one in page.points if all(name in there for name in one.near)),
        tokens=tuple(one for one in page.tokens if one.at in there and one.token in pack.tokens),
    )


def steps(ground: Ground, at: Name, kind: Minion | None) -> dict[Name, int]:
    """How far it is to every space: in spaces for a minion, in points of its move for a mouse."""
    if kind:
        return (ground.far_aloft if kind.flying else ground.far).get(at, {at: 0})
    found, queue = dict[Name, int](), [(0, at)]
    while queue:
        spent, here = heappop(queue)
        if here in found:
            continue
        found[here] = spent
        if spent and ground.sites[here].terrain.enter == "ends_move":
            continue
        for to, cost, wild in ground.roads.get(here, ()):
            if to not in found and not wild:
                heappush(queue, (spent + cost, to))
    return found


def strikes(ground: Ground, at: Name, kind: Minion, space: Name) -> bool:
    """Whether a minion could strike a space in its next turn, with nobody in its way."""
    if kind.size == "token":
        return True
    if kind.attack == "ranged" and space in ground.sight.get(at, ()):
        return True
    far = ground.far.get(at, {})
    return any(far.get(name, FARTHEST + 1) <= FARTHEST for name in (space, *ground.near[space]))


def short(name: Name) -> str:
    """The name of a space on its side."""
    return name.partition("/")[2]


WORKSHOP = MysticsWorkshop()
