"""Checks of scenes: what is drawn fits the turn, stands somewhere and can be clicked."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from mousehole.core.game import AnyGame, Decide
from mousehole.core.knowledge import scene_for
from mousehole.core.scene import Scene
from mousehole.core.words import HOME, Line, voice
from mousehole.testing.word_checks import check_said


def check_views(game: AnyGame, state: Any, last: Any, seats: int) -> None:
    """Check what each seat sees; where nobody holds secrets, that is what everybody sees."""
    turn, shared = game.turn(state), scene_for(game, state, game.turn(state), None, last)
    for seat in range(seats):
        seen = scene_for(game, state, turn, seat, last)
        assert game.hidden or seen == shared, f"seat {seat} sees another scene, but the game hides nothing"
        asked = turn.of(seat) if isinstance(turn, Decide) else None
        check_scene(game, seen, asked or (turn if seen.offers else None))


def check_scene(game: AnyGame, scene: Scene, turn: Any) -> None:
    """Check one scene of a turn."""
    spots = {spot.key for spot in scene.spots}
    keys = [*(spot.key for spot in scene.spots), *(piece.key for piece in scene.pieces)]
    assert len(set(keys)) == len(keys), "two things of a scene share a key"
    assert all(piece.on in spots for piece in scene.pieces), "a piece stands nowhere"
    actions = turn.actions if isinstance(turn, Decide) else ()
    assert sorted(offer.action for offer in scene.offers) == list(range(len(actions))), "offers and actions differ"
    assert len({voice("en")(offer.label) for offer in scene.offers}) == len(actions), "two offers read the same"
    clicks = [click for offer in scene.offers for click in (*offer.clicks, *offer.route, *offer.beyond)]
    assert set(clicks) | set(scene.throw.clicks if scene.throw else ()) <= set(keys), "an offer clicks on nothing"
    assert {shade.spot for zone in scene.zones for shade in zone.shades} <= spots, "a zone shades nothing"
    used = {spot.sprite for spot in scene.spots} | {piece.sprite for piece in scene.pieces} | {scene.backdrop}
    used |= {sprite for panel in scene.panels for sprite in (panel.face, *(row.sprite for row in panel.rows))}
    used |= {scene.page.sprite} if scene.page else set()
    missing = used - {""} - sprites(game.package)
    assert not missing, f"sprites.svg lacks {sorted(missing)}"
    for line in said_in(scene):
        check_said(game, line)


def said_in(scene: Scene) -> Iterator[Line]:
    """List every line of a scene."""
    yield scene.prompt
    yield from (line for offer in scene.offers for line in (offer.label, offer.under, offer.tag) if line)
    yield from (line for spot in scene.spots for line in (spot.label, spot.text) if line)
    yield from (line for piece in scene.pieces for line in (piece.label, piece.text) if line)
    if scene.throw:
        yield scene.throw.label
    if scene.page:
        yield from (scene.page.title, *scene.page.words)
    for zone in scene.zones:
        yield from (zone.label, *(shade.text for shade in zone.shades))
    for panel in scene.panels:
        yield panel.title
        yield from (line for row in panel.rows for line in (row.label, row.value) if line)


@cache
def sprites(package: str) -> frozenset[str]:
    """List the sprites a game can show: its own and those of the house."""
    pages = [files(name) / "art" / "sprites.svg" for name in {package, HOME}]
    texts = [page.read_text("utf-8") for page in pages if page.is_file()]
    return frozenset(name for text in texts for name in re.findall(r'<symbol[^>]*\bid="([^"]+)"', text))
