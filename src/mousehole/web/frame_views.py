"""Says scenes and frames in a viewer's language, ready to be sent."""

import msgspec
from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Over, Seat
from mousehole.core.scene import Panel, Piece, Point, Row, Scene, Spot, Zone
from mousehole.core.words import Voice
from mousehole.host import Frame, outcomes_at
from mousehole.table import Table
from mousehole.web.scene_json import (
    STRAIGHT,
    OfferView,
    PanelView,
    PieceView,
    RowView,
    SceneView,
    ShadeView,
    SpotView,
    ThrowView,
    ZoneView,
)
from mousehole.web.wire import FrameView, OverView, TurnView, encode

Thing = tuple[Spot | Piece, Point, msgspec.Raw]  # what was said of a thing, and where it stood


class Speech:
    """Says the scenes of a table in one voice; what has not changed since the last scene is not said again."""

    def __init__(self, say: Voice) -> None:
        self._say = say
        self._said: dict[str, Thing] = {}

    def page(self, scene: Scene) -> bytes:
        """Say a scene; what is empty or usual is left out."""
        say, at = self._say, {spot.key: spot.at for spot in scene.spots}
        before, self._said = self._said, {}
        page = SceneView(
            scene.size,
            say(scene.prompt),
            tuple(self._once(spot, spot.at, before) for spot in scene.spots),
            tuple(self._once(piece, at[piece.on], before) for piece in scene.pieces),
            tuple(_panel(panel, say) for panel in scene.panels),
            _offers(scene, say),
            ThrowView(scene.throw.clicks, say(scene.throw.label)) if scene.throw else None,
            scene.backdrop,
            tuple(_zone(zone, say) for zone in scene.zones),
        )
        return encode(page)

    def _once(self, thing: Spot | Piece, at: Point, before: dict[str, Thing]) -> msgspec.Raw:
        found = before.get(thing.key)
        if found is None or found[1] != at or (found[0] is not thing and found[0] != thing):
            page = _spot(thing, self._say) if isinstance(thing, Spot) else _piece(thing, at, self._say)
            found = (thing, at, msgspec.Raw(encode(page)))
        self._said[thing.key] = found
        return found[2]


def _offers(scene: Scene, say: Voice) -> tuple[OfferView, ...]:
    """Say the offers; those that do the same elsewhere share a group, one alone in its group gets a large button."""
    kinds = {text: number for number, text in enumerate(dict.fromkeys(offer.label.text for offer in scene.offers))}
    return tuple(
        OfferView(o.action, o.clicks, say(o.label), o.route, kinds[o.label.text], o.minor) for o in scene.offers
    )


def frame_view(table: Table, frame: Frame, mine: tuple[Seat, ...], say: Voice) -> FrameView:
    """Say a frame to somebody who sits in these seats."""
    return seen_from(table, said(table, frame, say, Speech(say).page(frame.scene)), mine)


def said(table: Table, frame: Frame, say: Voice, page: bytes) -> FrameView:
    """Say a frame to everybody who speaks a language; `page` is its scene."""
    turn, offer = table.plies[frame.ply].turn, frame.offer
    return FrameView(
        frame.entry,
        frame.ply,
        msgspec.Raw(page),
        turn_view(table, frame.ply, say),
        event=frame.event,
        mover=frame.mover,
        clicks=offer.clicks if offer else (),
        route=offer.route if offer else (),
        story=tuple(map(say, frame.story)),
        over=over_view(table, turn, say) if isinstance(turn, Over) else None,
    )


def seen_from(table: Table, view: FrameView, mine: tuple[Seat, ...]) -> FrameView:
    """Show a frame to somebody who sits in these seats: whether they may move, and what they may take back."""
    people = [seat for seat in mine if table.chairs[seat].kind != "bot"]
    turn = view.turn
    may = bool(people) if turn.kind == "chance" and turn.seat is None else turn.seat in people
    turn = replace(turn, mine=may, outcomes=turn.outcomes if may else ())
    return replace(view, turn=turn, undo=_undo(table, mine) if view.ply == table.ply else None)


def turn_view(table: Table, ply: int, say: Voice) -> TurnView:
    """Say whose turn it is; where people roll real dice, what these may show now."""
    match table.plies[ply].turn:
        case Decide(seat=seat):
            return TurnView("decide", seat)
        case Chance(thrower=seat):
            asked = table.options.real_dice and ply == table.ply
            return TurnView("chance", seat, outcomes=tuple(map(say, outcomes_at(table, ply, None))) if asked else ())
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


def _undo(table: Table, mine: tuple[Seat, ...]) -> int | None:
    targets = [ply for seat in mine if (ply := table.undo_target(seat)) is not None]
    return max(targets, default=None)


def _spot(spot: Spot, say: Voice) -> SpotView:
    return SpotView(
        spot.key,
        *spot.at,
        *spot.size,
        spot.sprite,
        spot.turn or STRAIGHT,
        spot.glow,
        spot.tint,
        spot.mark,
        say(spot.label) if spot.label else "",
        say(spot.text) if spot.text else "",
    )


def _piece(piece: Piece, at: Point, say: Voice) -> PieceView:
    return PieceView(
        piece.key,
        piece.on,
        at[0] + piece.shift[0],
        at[1] + piece.shift[1],
        *piece.size,
        piece.sprite,
        piece.motion,
        piece.turn or STRAIGHT,
        piece.mirror,
        piece.tick,
        piece.pool,
        piece.sound,
        piece.enter,
        piece.leave,
        piece.tint,
        piece.mark,
        say(piece.label) if piece.label else "",
        say(piece.text) if piece.text else "",
    )


def _panel(panel: Panel, say: Voice) -> PanelView:
    return PanelView(panel.key, say(panel.title), tuple(_row(row, say) for row in panel.rows))


def _row(row: Row, say: Voice) -> RowView:
    return RowView(say(row.label), say(row.value) if row.value else "", row.sprite, row.meter)


def _zone(zone: Zone, say: Voice) -> ZoneView:
    shades = tuple(ShadeView(shade.spot, say(shade.text), shade.strength) for shade in zone.shades)
    return ZoneView(zone.key, say(zone.label), zone.glow, shades)
