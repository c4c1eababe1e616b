"""Every tile side of a pack as a picture: spaces with their names, paths, lines, walls, exits, terrain and tokens."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable

from mousehole.core.scene import Panel, Piece, Row, Scene, Spot
from mousehole.core.words import line, plain
from mousehole.games.mystics.content.pack import Pack, toml
from mousehole.games.mystics.content.tile_graph import Ground, full
from mousehole.games.mystics.packs.library import own, read
from mousehole.games.mystics.scene import ground_art, layout
from mousehole.games.mystics.scene.drawings import drawing
from mousehole.games.mystics.story.names import COLOURS
from mousehole.games.mystics.story.names import way as door

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
