"""Says scenes and frames in a viewer's language, ready to be sent."""

from typing import Any

import msgspec

from mousehole.core.game import Chance, Decide, Over, Seat
from mousehole.core.scene import Panel, Piece, Point, Row, Scene, Spot, Zone
from mousehole.core.words import Voice
from mousehole.host import Frame
from mousehole.table import Table
from mousehole.web.wire import FrameView, OverView, TurnView, encode

Page = dict[str, Any]
Thing = tuple[Spot | Piece, Point, msgspec.Raw]  # what was said of a thing, and where it stood
PIECE = ("on", "sprite", "motion", "turn", "mirror", "tick", "pool", "sound", "enter", "leave", "tint", "mark")
SPOT = ("sprite", "turn", "glow", "tint", "mark")
STANDARD = {"motion": "slide", "enter": "pop", "leave": "vanish"}


class Speech:
    """Says the scenes of a table in one voice; what has not changed since the last scene is not said again."""

    def __init__(self, say: Voice) -> None:
        self._say = say
        self._said: dict[str, Thing] = {}

    def page(self, scene: Scene) -> bytes:
        """Say a scene; what is empty or usual is left out."""
        say, at = self._say, {spot.key: spot.at for spot in scene.spots}
        before, self._said = self._said, {}
        page: Page = {"size": scene.size, "prompt": say(scene.prompt)}
        page["spots"] = [self._once(spot, spot.at, before) for spot in scene.spots]
        page["pieces"] = [self._once(piece, at[piece.on], before) for piece in scene.pieces]
        if scene.backdrop:
            page["backdrop"] = scene.backdrop
        if scene.offers:
            page["offers"] = _offers(scene, say)
        if scene.throw:
            page["throw"] = {"clicks": scene.throw.clicks, "label": say(scene.throw.label)}
        page["panels"] = [_panel(panel, say) for panel in scene.panels]
        if scene.zones:
            page["zones"] = [_zone(zone, say) for zone in scene.zones]
        return encode(page)

    def _once(
        self, thing: Spot | Piece, at: Point, before: dict[str, tuple[Spot | Piece, Point, msgspec.Raw]]
    ) -> msgspec.Raw:
        found = before.get(thing.key)
        if found is None or found[1] != at or (found[0] is not thing and found[0] != thing):
            page = _spot(thing, self._say) if isinstance(thing, Spot) else _piece(thing, at, self._say)
            found = (thing, at, msgspec.Raw(encode(page)))
        self._said[thing.key] = found
        return found[2]


def _offers(scene: Scene, say: Voice) -> list[Page]:
    """Say the offers; those that do the same elsewhere share a group, one alone in its group gets a large button."""
    kinds = {text: number for number, text in enumerate(dict.fromkeys(offer.label.text for offer in scene.offers))}
    return [
        {
            "action": o.action,
            "clicks": o.clicks,
            "label": say(o.label),
            "route": o.route,
            "group": kinds[o.label.text],
            **({"minor": True} if o.minor else {}),
        }
        for o in scene.offers
    ]


def frame_view(table: Table, frame: Frame, mine: tuple[Seat, ...], say: Voice, page: bytes | None = None) -> FrameView:
    """Say a frame to somebody who sits in these seats; `page` is the scene where it was said already."""
    newest = frame.ply == table.ply
    turn = table.turn if newest else table.game.turn(table.states[frame.ply])
    scene = page or Speech(say).page(frame.scene)
    offer = frame.offer
    return FrameView(
        frame.entry,
        frame.ply,
        msgspec.Raw(scene),
        turn_view(table, turn, mine, say),
        event=frame.event,
        mover=frame.mover,
        clicks=offer.clicks if offer else (),
        route=offer.route if offer else (),
        story=tuple(map(say, frame.story)),
        undo=_undo(table, mine) if newest else None,
        over=over_view(table, turn, say) if isinstance(turn, Over) else None,
    )


def turn_view(table: Table, turn: Any, mine: tuple[Seat, ...], say: Voice) -> TurnView:
    """Say whose turn it is, and whether this viewer may move."""
    mine = tuple(seat for seat in mine if table.chairs[seat].kind != "bot")
    match turn:
        case Decide():
            return TurnView("decide", turn.seat, turn.seat in mine)
        case Chance():
            may = bool(mine) if turn.thrower is None else turn.thrower in mine
            told = (
                tuple(_outcome(table, event, say) for event, _ in turn.odds) if table.options.real_dice and may else ()
            )
            return TurnView("chance", turn.thrower, may, told)
    return TurnView("over")


def over_view(table: Table, over: Over, say: Voice) -> OverView:
    """Say how the game ended."""
    closing = table.game.parts.closing
    own_luck = table.seed is not None and not table.options.drawn_from
    following = table.game.sequel(table.setup, table.state, ()) if table.turn is over else None
    return OverView(
        over.winners,
        over.reason,
        say(table.game.ending(over)),
        over.score,
        over.rating,
        drawn=over.drawn,
        again=following is not None,
        onward=following not in (None, table.setup),
        tale=" ".join(say(words) for words in closing(table.state)) if closing else "",
        seed=table.seed.hex() if table.seed and own_luck else "",
        check=f"/table/{table.id}/check" if own_luck else "",
    )


def _outcome(table: Table, event: Any, say: Voice) -> str:
    after = table.game.apply(table.state, event)
    return say(table.game.tell(table.state, event, after, None)[0])


def _undo(table: Table, mine: tuple[Seat, ...]) -> int | None:
    targets = [ply for seat in mine if (ply := table.undo_target(seat)) is not None]
    return max(targets, default=None)


def _spot(spot: Spot, say: Voice) -> Page:
    page: Page = {"key": spot.key, "x": spot.at[0], "y": spot.at[1], "w": spot.size[0], "h": spot.size[1]}
    page.update((name, value) for name in SPOT if (value := getattr(spot, name)))
    if spot.label:
        page["label"] = say(spot.label)
    if spot.text:
        page["text"] = say(spot.text)
    return page


def _piece(piece: Piece, at: Point, say: Voice) -> Page:
    (x, y), (w, h) = at, piece.size
    page: Page = {"key": piece.key, "x": x + piece.shift[0], "y": y + piece.shift[1], "w": w, "h": h}
    page.update((n, value) for n in PIECE if (value := getattr(piece, n)) and STANDARD.get(n) != value)
    if piece.label:
        page["label"] = say(piece.label)
    if piece.text:
        page["text"] = say(piece.text)
    return page


def _panel(panel: Panel, say: Voice) -> Page:
    return {"key": panel.key, "title": say(panel.title), "rows": [_row(row, say) for row in panel.rows]}


def _row(row: Row, say: Voice) -> Page:
    page: Page = {"label": say(row.label)}
    if row.value:
        page["value"] = say(row.value)
    if row.sprite:
        page["sprite"] = row.sprite
    if row.meter:
        page["meter"] = row.meter
    return page


def _zone(zone: Zone, say: Voice) -> Page:
    shades = [{"spot": s.spot, "text": say(s.text), "strength": s.strength} for s in zone.shades]
    return {"key": zone.key, "label": say(zone.label), "glow": zone.glow, "shades": shades}
