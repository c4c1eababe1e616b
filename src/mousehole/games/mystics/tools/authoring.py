"""Tools for authors of packs: schemas, notes on a sound pack, pictures of its tiles, rehearsals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from mousehole.core.content import BadContent, raw
from mousehole.core.game import Over
from mousehole.core.scene import Panel, Piece, Row, Scene, Spot
from mousehole.core.words import Line, line, plain
from mousehole.games.mystics.board.chapter_map import stranded
from mousehole.games.mystics.content.content_types import Group
from mousehole.games.mystics.content.pack import PACKAGE, SHEETS, TABLES, Pack, find, toml
from mousehole.games.mystics.content.references import parts_in
from mousehole.games.mystics.content.tile_graph import Ground, full
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.packs import words as translations
from mousehole.games.mystics.packs.library import add, located, own, read
from mousehole.games.mystics.rules.campaign import endings
from mousehole.games.mystics.scene import ground_art, layout
from mousehole.games.mystics.scene.layout import drawing
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story.names import COLOURS
from mousehole.games.mystics.story.names import way as door
from mousehole.games.mystics.tools.scenario import ScenarioFile

LINES = {
    "yellow": line("a yellow line: three points up, one down"),
    "red": line("a red line: no mouse gets over it on foot"),
}


def atlas(folder: Traversable) -> dict[str, Scene]:
    """Draw the sides that a folder brings, or all sides when it brings none."""
    pack, file = read(folder, own()), folder / "tiles.toml"
    sides = list(toml(file)) if file.is_file() else list(pack.grounds)
    return {side: drawn(pack.grounds[side], pack) for side in sides}


def drawn(ground: Ground, pack: Pack) -> Scene:
    """Draw one side; each space bears its name, as the files spell it."""
    height = layout.TRACK + layout.frame(ground)[3]
    title = Spot("title", (layout.WIDTH / 2, layout.TRACK * 0.5), mark=f"{ground.id} · {ground.page.name}")
    return Scene(
        size=(layout.WIDTH, height + 0.1),
        spots=(title, *ground_art.backdrop(ground), *spaces(ground), *ground_art.overlays(ground), *names(ground)),
        pieces=(*tokens(ground, pack), *ground_art.signs(ground)),
        prompt=line("{side}: {words}", side=line(ground.page.name), words=line(ground.page.words)),
        backdrop="",
        panels=(Panel("legend", line(ground.page.words), tuple(legend(ground, pack))),),
    )


def spaces(ground: Ground) -> Iterator[Spot]:
    """Draw what the spaces are made of."""
    for name, site in ground.sites.items():
        at, size = layout.space_at(ground, name), layout.space_size(ground, name)
        yield Spot(name, at, size, ground_art.sprite(site), label=line(site.terrain.name), tint=ground_art.tint(site))


def names(ground: Ground) -> Iterator[Spot]:
    """Write the name of every space on a plate at its edge, where figures and tokens leave it free."""
    for name in ground.sites:
        x, y = layout.space_at(ground, name)
        short = name.partition("/")[2]
        reach = layout.space_size(ground, name)[1] / 2
        size = (round(0.14 + 0.25 * len(short), 2), 0.42)
        yield Spot(f"name-{name}", (x, round(y - reach + 0.16, 3)), size, mark=short, tint="#fff3d6")


def legend(ground: Ground, pack: Pack) -> Iterator[Row]:
    """Say what is to be seen: terrain, lines, ways, and what lies there."""
    sites = {site.kind: site for site in ground.sites.values()}
    for kind, site in sites.items():
        yield Row(line(site.terrain.name), line(pack.terrain[kind].words), ground_art.sprite(site))
    page = ground.page
    yield Row(line("Minions come in"), plain(", ".join(page.entries)), "mystics-entry")
    for way in page.exits:
        sprite = f"mystics-exit-{way.colour}" if way.colour in COLOURS else "mystics-exit"
        yield Row(door(f"exit-{way.colour}"), plain(", ".join(way.near)), sprite)
    for kind in dict.fromkeys(seam.kind for seam in page.lines):
        between = ", ".join(" – ".join(seam.between) for seam in page.lines if seam.kind == kind)
        yield Row(LINES[kind], plain(between), f"mystics-{kind}")
    if page.flips:
        yield Row(line("the flip space"), plain(", ".join(page.flips)), "mystics-flip")
    for token in dict.fromkeys(token for token, _ in lying(ground, pack)):
        thing = pack.tokens[token]
        yield Row(line(thing.name), line(thing.words), drawing("tokens", token, pack.tokens, "mystics-token"))


def lying(ground: Ground, pack: Pack) -> list[tuple[str, str]]:
    """List the tokens of a side and their spaces: those that always lie there, and those of the pack's chapters."""
    chapters = [chapter for name, chapter in pack.chapters.items() if chapter is not own().chapters.get(name)]
    places = [place for chapter in chapters for place in chapter.places if place.side == ground.id]
    laid = [*ground.tokens, *(one for place in places for one in place.tokens)]
    return list(dict.fromkeys((one.token, one.at) for one in laid))


def tokens(ground: Ground, pack: Pack) -> Iterator[Piece]:
    """Draw what lies there."""
    for n, (token, at) in enumerate(lying(ground, pack)):
        sprite = drawing("tokens", token, pack.tokens, "mystics-token")
        label = line(pack.tokens[token].name)
        yield Piece(f"token-{n}", full(ground.id, at), sprite, shift=(0.0, 0.2), size=(0.8, 0.8), label=label)


PARTS = ("speakers", "minions", "items", "conditions", "terrain", "tokens", "tiles", "encounters")  # of something else


def notes(folder: Traversable) -> list[BadContent]:
    """List what is worth a look in a pack without mistakes."""
    pack = read(folder, own())
    files = {name: toml(folder / f"{name}.toml") for name in (*TABLES, *SHEETS) if (folder / f"{name}.toml").is_file()}
    found = [*replaced(files), *unused(files), *crowded(pack, files), *afar(pack, files)]
    return located(folder, [*found, *translations.missing(folder)])


def replaced(files: dict[str, Any]) -> Iterator[BadContent]:
    """Name what hides a thing of the game."""
    for name in TABLES:
        for key in files.get(name, ()):
            if key in getattr(own(), name):
                yield BadContent(f"{name}.toml", line("it takes the place of the game's own {name}", name=key), key)


def unused(files: dict[str, Any]) -> Iterator[BadContent]:
    """Name what no chapter, card or tile ever mentions."""
    if "chapters" not in files:
        return
    named = {word for content in files.values() for table in content.values() for word in words(table)}
    laid = {word for table in files["chapters"].values() for word in words(table)}
    asked = {name for content in files.values() for name in asked_in(content)}
    for kind in PARTS:
        for key, table in files.get(kind, {}).items():
            used = {key, table["tile"]} & laid if kind == "tiles" else key in named or table.get("copies")
            if not used and key not in getattr(own(), kind):
                yield BadContent(f"{kind}.toml", line("nothing uses it"), key)
    for key, chapter in files["chapters"].items():
        for question in chapter.get("questions", {}):
            if question not in asked:
                yield BadContent("chapters.toml", line("nothing asks this question"), f"{key}.questions.{question}")
        for moment in chapter.get("story", {}):
            if moment not in named:
                yield BadContent("chapters.toml", line("nothing tells this moment"), f"{key}.story.{moment}")


NAMED = ("story", "voices", "questions")  # tables whose keys only name what is told


def words(value: Any) -> Iterator[str]:
    """List every name that stands somewhere in a value; the names of moments and questions are no mention."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from words([*one.values()] if key in NAMED and isinstance(one, dict) else one)
    elif isinstance(value, list):
        for one in value:
            yield from words(one)


def asked_in(value: Any) -> Iterator[str]:
    """List the questions that the verbs in a value ask."""
    if isinstance(value, dict):
        if value.get("verb") == "ask":
            yield value["question"]
        for one in value.values():
            yield from asked_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from asked_in(one)


def crowded(pack: Pack, files: dict[str, Any]) -> Iterator[BadContent]:
    """Name groups that ask for more minions than there are figures."""
    for kind in ("encounters", "chapters"):
        for name in files.get(kind, ()):
            for key, part, _ in parts_in(name, getattr(pack, kind)[name]):
                for minion, n in part.minions.items() if isinstance(part, Group) else ():
                    most = pack.minions[minion].most
                    if n > most:
                        said = line("{n} of them are asked for, but most = {most}", n=n, most=most)
                        yield BadContent(f"{kind}.toml", said, f"{key}.minions.{minion}")


def afar(pack: Pack, files: dict[str, Any]) -> Iterator[BadContent]:
    """Name goals that no mouse can walk to."""
    for name in files.get("chapters", ()):
        if stranded(pack, pack.chapters[name]):
            said = line("on foot no mouse gets from the start to the goal; is there another way?")
            yield BadContent("chapters.toml", said, f"{name}.goal")


ANY_KIND = "any"  # keys that mean the same wherever they stand


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of every kind of file by its name, each key with what it means."""
    found: dict[str, Any] = {f"{name}.toml": dict[str, kind] for name, kind in TABLES.items()}  # type: ignore[valid-type]
    found |= {f"{name}.toml": kind for name, kind in SHEETS.items()}
    pages = {name: explained(msgspec.json.schema(kind)) for name, kind in found.items()}
    return {**pages, "scenario.toml": msgspec.json.schema(ScenarioFile)}


def explained(page: dict[str, Any]) -> dict[str, Any]:
    """Write beside every key what it means."""
    meanings = raw(PACKAGE, "keys.toml")
    for kind, key, part in keys(page):
        words = meanings.get(kind, {}).get(key) or meanings[ANY_KIND].get(key)
        if words:
            part["description"] = words
    return page


def keys(page: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """List the keys of every kind of table in a schema: the table, the key, and what the schema says of it."""
    for kind, table in page["$defs"].items():
        for key, part in table.get("properties", {}).items():
            if key != "verb":
                yield kind, key, part


REASONS = {
    "hourglass": line("the hourglass ran out {n} time", plural="the hourglass ran out {n} times"),
    "unfinished": line("{n} game went on without end", plural="{n} games went on without end"),
    "captured": line("all mice were captured {n} time", plural="all mice were captured {n} times"),
}


class PackRehearsal(NamedTuple):
    """What a game offers for trying out a pack: who plays, what is played, and what is told of it."""

    player: str

    @staticmethod
    def setups(folder: Path) -> dict[str, Setup]:
        """Set up every chapter that a pack brings, with as many mice as it wants."""
        name = add(folder)
        pack = find(name)
        news = [key for key, chapter in pack.chapters.items() if chapter is not own().chapters.get(key)]
        return {key: Setup(chapter=key, party=party(pack, key), pack=name) for key in news}

    @staticmethod
    def report(setup: Setup, ends: Sequence[tuple[Over, State]]) -> list[Line]:
        """Tell how the games of a chapter went."""
        pack = find(setup.pack)
        asked, told = decisions(pack, setup.chapter, ends), epilogues(pack, setup.chapter, ends)
        return [*outcome(ends), *course(ends), *finds(ends), *asked, *told, *unseen(pack, setup.chapter, ends)]


def party(pack: Pack, chapter: str) -> tuple[str, ...]:
    """Choose the mice: those the chapter needs, then others in their order."""
    wanted = pack.chapters[chapter]
    return tuple(dict.fromkeys((*wanted.needs, *pack.heroes)))[: wanted.party]


def outcome(ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell how often it was won, and why not."""
    wins = sum(bool(over.winners) for over, _ in ends)
    share = round(100 * wins / len(ends))
    yield line("won {wins} of {total} games ({share}%)", wins=wins, total=len(ends), share=share)
    for reason, n in Counter(over.reason for over, _ in ends if not over.winners).most_common():
        said = REASONS[reason]
        yield line(said.text, plural=said.plural, n=n)


def course(ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell on which page the games ended."""
    pages = sorted(state.page for _, state in ends)
    last = ends[0][1].box.chapter.end_page
    yield line("half of the games ended by page {page} of {last}", page=pages[len(pages) // 2], last=last)


def finds(ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell how often each story token was earned."""
    tokens = ends[0][1].box.pack.campaign.tokens
    for token, n in Counter(token for _, state in ends for token in state.story).most_common():
        name = line(tokens[token])
        yield line("{token}: earned in {n} game", plural="{token}: earned in {n} games", token=name, n=n)


def decisions(pack: Pack, name: str, ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell how often each answer was given, and how many of those games were won."""
    for key, question in pack.chapters[name].questions.items():
        for answer, page in question.answers.items():
            won = [bool(over.winners) for over, state in ends if (key, answer) in state.answers]
            yield line(
                "{question}: “{answer}” in {n} game, {wins} won",
                plural="{question}: “{answer}” in {n} games, {wins} won",
                question=line(question.name),
                answer=line(page.words),
                n=len(won),
                wins=sum(won),
            )


def epilogues(pack: Pack, name: str, ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell how often each ending was told."""
    told = Counter(one for over, state in ends if over.winners for one in endings(state))
    for one in pack.chapters[name].endings:
        yield line("ending {name}: {n} time", plural="ending {name}: {n} times", name=line(one.name), n=told[one])


def unseen(pack: Pack, name: str, ends: Sequence[tuple[Over, State]]) -> Iterator[Line]:
    """Tell which story moments nobody has read."""
    read = {moment for _, state in ends for moment in state.told}
    for moment in pack.chapters[name].story:
        if moment not in read:
            yield line("nobody came to the moment {moment}", moment=moment)


REHEARSAL = PackRehearsal("medium")
