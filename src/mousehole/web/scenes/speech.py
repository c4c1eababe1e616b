"""Says scenes in a viewer's language; what has not changed since the last one is not said again."""

from collections.abc import Callable, Sequence
from operator import is_not
from typing import Generic, TypeVar

from mousehole.core.scene import Offer, Page, Panel, Piece, Point, Row, Scene, Spot, Zone
from mousehole.core.words import Line, Voice
from mousehole.web.scenes.scene_changes import SpokenScene
from mousehole.web.scenes.scene_json import (
    LEVEL,
    MILD,
    STRAIGHT,
    OfferView,
    PageView,
    PanelView,
    PieceView,
    RowView,
    SceneView,
    ShadeView,
    SpotView,
    ThrowView,
    ZoneView,
)

Thing = TypeVar("Thing", Spot, Piece, Panel, Zone)
View = TypeVar("View")


class Said(Generic[Thing, View]):
    """A list of things that were said last, each as it was said."""

    def __init__(self) -> None:
        self.things: tuple[Thing, ...] = ()
        self._views: tuple[View, ...] = ()

    def again(self, things: tuple[Thing, ...], said: Callable[[Thing], View]) -> tuple[View, ...]:
        """Say the things of the next scene; those that are the same are at hand."""
        if things != self.things:
            views = self._in_place(things, said) if len(things) == len(self.things) else self._by_key(things, said)
            self._views = tuple(views)
        self.things = things
        return self._views

    def forget(self) -> None:
        """Say everything anew the next time."""
        self.things, self._views = (), ()

    def _in_place(self, things: tuple[Thing, ...], said: Callable[[Thing], View]) -> list[View]:
        views, before = list(self._views), self.things
        for n, differs in enumerate(map(is_not, things, before)):
            if differs and things[n] != before[n]:
                views[n] = said(things[n])
        return views

    def _by_key(self, things: tuple[Thing, ...], said: Callable[[Thing], View]) -> list[View]:
        before, old = {thing.key: n for n, thing in enumerate(self.things)}, self.things
        found = [before.get(thing.key, -1) for thing in things]
        return [
            self._views[n] if n >= 0 and (old[n] is thing or old[n] == thing) else said(thing)
            for thing, n in zip(things, found, strict=True)
        ]


class Speech:
    """Says the scenes of a table in one voice."""

    def __init__(self, say: Voice) -> None:
        self.say = say
        self._spots, self._pieces = Said[Spot, SpotView](), Said[Piece, PieceView]()
        self._panels, self._zones = Said[Panel, PanelView](), Said[Zone, ZoneView]()
        self._places: dict[str, Point] = {}

    def scene(self, scene: Scene) -> SpokenScene:
        """Say a scene; what is empty or usual is left out."""
        say, throw, places = self.say, scene.throw, self._standing(scene.spots)
        view = SceneView(
            scene.size,
            _question(scene.prompt, say),
            self._spots.again(scene.spots, lambda spot: say.once(spot, lambda: _spot(spot, say))),
            self._pieces.again(scene.pieces, lambda piece: self._piece(piece, places[piece.on])),
            self._panels.again(scene.panels, lambda panel: say.once(panel, lambda: _panel(panel, say))),
            _offers(scene.offers, say),
            ThrowView(throw.clicks, say(throw.label), throw.itself) if throw else None,
            scene.backdrop,
            self._zones.again(scene.zones, lambda zone: say.once(zone, lambda: _zone(zone, say))),
            scene.wings if any(scene.wings) else LEVEL,
            _page(scene.page, say) if scene.page else None,
            scene.round,
        )
        return SpokenScene(view)

    def _piece(self, piece: Piece, at: Point) -> PieceView:
        return self.say.once(piece, lambda: _piece(piece, at, self.say), at)

    def _standing(self, spots: tuple[Spot, ...]) -> dict[str, Point]:
        """Where each spot is; what stands on one that has moved is said anew."""
        if _moved(self._spots.things, spots):
            places = {spot.key: spot.at for spot in spots}
            if places != self._places:
                self._places = places
                self._pieces.forget()
        return self._places


def _question(prompt: Line, say: Voice) -> str:
    """Say what a table waits for; one for a single seat calls nobody by name, since nobody else could be meant."""
    words = say(prompt)
    name, _, question = words.partition(":")
    if len(say.names) != 1 or name.rstrip() != say.names[0]:
        return words
    question = question.lstrip()
    return question[:1].upper() + question[1:]


def _moved(old: tuple[Spot, ...], new: tuple[Spot, ...]) -> bool:
    """Whether any spot came, went or stands elsewhere."""
    return len(old) != len(new) or any(
        was.at != now.at or was.key != now.key for was, now in zip(old, new, strict=True) if was is not now
    )


def _offers(offers: Sequence[Offer], say: Voice) -> tuple[OfferView, ...]:
    """Say the offers; those that do the same elsewhere share a group, one alone in its group gets a large button."""
    kinds = {text: number for number, text in enumerate(dict.fromkeys(offer.label.text for offer in offers))}
    return tuple([_kept_offer(offer, kinds[offer.label.text], say) for offer in offers])


def _kept_offer(offer: Offer, group: int, say: Voice) -> OfferView:
    return say.once(offer, lambda: _offer(offer, group, say), group)


def _offer(offer: Offer, group: int, say: Voice) -> OfferView:
    heading, tag = say(offer.under) if offer.under else "", say(offer.tag) if offer.tag else ""
    return OfferView(
        offer.action,
        offer.clicks,
        say(offer.label),
        group,
        offer.minor,
        heading,
        offer.beyond,
        tag,
        offer.hands,
        offer.tone,
    )


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
        piece.number,
    )


def whole_panel(panel: Panel, say: Voice) -> PanelView:
    """Say a panel with all its rows."""
    return _said(panel, panel.rows, say)


def _panel(panel: Panel, say: Voice) -> PanelView:
    """Say a panel; of a card its front alone, since the rest is fetched when somebody turns it over."""
    return _said(panel, tuple(row for row in panel.rows if row.front) if panel.face else panel.rows, say)


def _said(panel: Panel, rows: tuple[Row, ...], say: Voice) -> PanelView:
    views = tuple(row_view(row, say) for row in rows)
    return PanelView(panel.key, say(panel.title), views, panel.face, panel.glow, panel.over)


def row_view(row: Row, say: Voice) -> RowView:
    """Say a row."""
    value = say(row.value) if row.value else ""
    return RowView(say(row.label), value, row.sprite, row.meter, row.front, row.ill)


def _page(page: Page, say: Voice) -> PageView:
    return PageView(say(page.title), tuple(map(say, page.words)), page.sprite, page.cast)


def _zone(zone: Zone, say: Voice) -> ZoneView:
    shades = tuple(ShadeView(shade.spot, say(shade.text), _shown(shade.strength)) for shade in zone.shades)
    return ZoneView(zone.key, say(zone.label), zone.glow, shades)


def _shown(strength: float) -> float:
    """The strength of a shade; a mild one is the very object that is left out."""
    return MILD if strength == MILD else strength
