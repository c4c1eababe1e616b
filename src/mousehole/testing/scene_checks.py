"""Checks of scenes: what is drawn fits the turn, stands somewhere and can be clicked."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

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
    assert len(set(keys)) == len(keys), f"two things of a scene share a key: {_doubles(keys)}"
    lost = [f"{piece.key} on {piece.on}" for piece in scene.pieces if piece.on not in spots]
    assert not lost, f"a piece stands nowhere: {lost}"
    actions = turn.actions if isinstance(turn, Decide) else ()
    offered = sorted(offer.action for offer in scene.offers)
    assert offered == list(range(len(actions))), f"offers and actions differ: {offered} for {len(actions)} actions"
    labels = [voice("en")(offer.label) for offer in scene.offers]
    assert len({*labels}) == len(actions), f"two offers read the same: {_doubles(labels)}"
    clicks = {click for offer in scene.offers for click in (*offer.clicks, *offer.route, *offer.beyond)}
    astray = clicks.union(scene.throw.clicks if scene.throw else ()) - {*keys}
    assert not astray, f"an offer clicks on nothing: {sorted(astray)}"
    assert {shade.spot for zone in scene.zones for shade in zone.shades} <= spots, "a zone shades nothing"
    used = {spot.sprite for spot in scene.spots} | {piece.sprite for piece in scene.pieces} | {scene.backdrop}
    used |= {sprite for panel in scene.panels for sprite in (panel.face, *(row.sprite for row in panel.rows))}
    used |= {scene.page.sprite} if scene.page else set()
    missing = used - {""} - sprites(game.package)
    assert not missing, f"sprites.svg lacks {sorted(missing)}"
    for line in said_in(scene):
        check_said(game, line)


def _doubles(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


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
    for text in texts:
        try:
            ParserCreate().Parse(text, True)
        except ExpatError as error:  # a browser would show none of them
            raise AssertionError(f"sprites.svg is not XML: {error}") from None
    return frozenset(name for text in texts for name in re.findall(r'<symbol[^>]*\bid="([^"]+)"', text))
