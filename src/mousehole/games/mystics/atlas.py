"""Every tile side of a pack as a picture: spaces with their names, paths, lines, walls, exits, terrain and tokens."""

from collections.abc import Iterator
from importlib.resources.abc import Traversable

from mousehole.core.scene import Piece, Scene, Spot
from mousehole.core.words import line
from mousehole.games.mystics import ground_art, layout
from mousehole.games.mystics.board import Ground, full
from mousehole.games.mystics.pack import own, read, toml


def atlas(folder: Traversable) -> dict[str, Scene]:
    """Draw the sides that a folder brings, or all sides when it brings none."""
    grounds, file = read(folder, own()).grounds, folder / "tiles.toml"
    sides = list(toml(file)) if file.is_file() else list(grounds)
    return {side: drawn(grounds[side]) for side in sides}


def drawn(ground: Ground) -> Scene:
    """Draw one side; each space bears its name, as the files spell it."""
    height = layout.TRACK + layout.frame(ground)[3]
    title = Spot("title", (layout.WIDTH / 2, layout.TRACK * 0.5), mark=f"{ground.id} · {ground.page.name}")
    return Scene(
        size=(layout.WIDTH, height + 0.1),
        spots=(title, *ground_art.backdrop(ground), *spaces(ground), *ground_art.overlays(ground), *names(ground)),
        pieces=tuple(tokens(ground)),
        prompt=line("{side}: {words}", side=line(ground.page.name), words=line(ground.page.words)),
        backdrop="",
    )


def spaces(ground: Ground) -> Iterator[Spot]:
    """Draw what the spaces are made of."""
    for name, site in ground.sites.items():
        at, size = layout.space_at(ground, name), layout.space_size(ground, name)
        yield Spot(name, at, size, ground_art.sprite(site), label=line(site.terrain.name), tint=ground_art.tint(site))


def names(ground: Ground) -> Iterator[Spot]:
    """Write the name of every space on it."""
    for name, site in ground.sites.items():
        x, y = layout.space_at(ground, name)
        dark = site.terrain.enter in ("forbidden", "gap")
        yield Spot(f"name-{name}", (x, y - (0.0 if dark else 0.32)), (0.1, 0.1), mark=name.partition("/")[2])


def tokens(ground: Ground) -> Iterator[Piece]:
    """Draw the tokens that always lie there."""
    for n, laid in enumerate(ground.tokens):
        sprite = f"mystics-{laid.token}" if laid.token in own().tokens else "mystics-token"
        at = full(ground.id, laid.at)
        yield Piece(f"token-{n}", at, sprite, shift=(0.0, 0.2), size=(0.7, 0.7), label=line(laid.token))
