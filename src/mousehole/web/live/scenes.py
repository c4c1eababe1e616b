"""A scene as browsers get it: the things of `core/scene.py` as JSON, in a viewer's language, without what is usual.

The scripts get the same types and defaults: `tools/client/wire_types.py` derives them from `wire_fields`.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from operator import attrgetter, is_not
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Raw, Struct
from msgspec.structs import replace

from mousehole.core.scene import (
    Area,
    Beat,
    Chart,
    FirstTime,
    Gate,
    GoalPart,
    Offer,
    Page,
    Panel,
    Piece,
    Point,
    Row,
    Scene,
    Shade,
    Spot,
    Throw,
    Zone,
)
from mousehole.core.words import Line, Voice

Fields: TypeAlias = dict[str, Any]  # of a thing, as they are sent; whoever says them fills in the lines
Values: TypeAlias = tuple[Any, ...]  # of all fields of a thing, those that are left out included
Kind: TypeAlias = type[Struct]

PAIRS: dict[tuple[Kind, str], tuple[str, str]] = {  # points that are sent as two numbers
    (Spot, "at"): ("x", "y"),
    (Spot, "size"): ("w", "h"),
    (Piece, "shift"): ("x", "y"),  # together with the place of its spot
    (Piece, "size"): ("w", "h"),
}
UNSENT = {(Row, "mark"), (Offer, "route")}
ALWAYS_SENT = {(Zone, "glow"), (Scene, "panels")}
OTHER_DEFAULTS: dict[tuple[Kind, str], object] = {(Shade, "strength"): 0.6}  # most shades are mild
GROUP = "group"  # of an offer: those of one group do the same elsewhere
REQUIRED = object()


class WireField(NamedTuple):
    """A field of a thing as it is sent: `source` is its name in `core/scene.py`, `usual` what is left out."""

    name: str
    source: str
    type: Any
    usual: object = REQUIRED


def wire_fields(kind: Kind) -> Iterator[WireField]:
    """Derive the fields that are sent of a kind of thing."""
    hints = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        at = (kind, field.name)
        if at in PAIRS:
            yield from (WireField(name, field.name, float) for name in PAIRS[at])
        elif at not in UNSENT:
            always = field.default is NODEFAULT or at in ALWAYS_SENT
            usual = REQUIRED if always else OTHER_DEFAULTS.get(at, field.default)
            yield WireField(field.name, field.name, hints[field.name], usual)
    if kind is Offer:
        yield WireField(GROUP, "", int)


class ListEdit(Struct, frozen=True, omit_defaults=True, gc=False):
    """A list that changed: things at `on` get the fields in `set`, those at `cut` go, `put` are inserted at `at`."""

    on: tuple[int, ...] = ()
    set: tuple[dict[str, Any], ...] = ()
    cut: tuple[int, ...] = ()
    at: tuple[int, ...] = ()
    put: tuple[Any, ...] = ()


class SceneChange(Struct, frozen=True, omit_defaults=True, gc=False):
    """What changed in a scene since the one before; lists left out stay as they are, a throw or beats end."""

    prompt: Line
    spots: ListEdit | None = None
    pieces: ListEdit | None = None
    panels: ListEdit | None = None
    offers: ListEdit | None = None
    throw: Throw | None = None
    zones: ListEdit | None = None
    size: Point | None = None
    backdrop: str | None = None
    wings: Point | None = None
    page: Page | None = None
    beats: tuple[Beat, ...] = ()
    tense: bool = False
    chart: Chart | None = None
    first_times: tuple[FirstTime, ...] = ()


SceneJson = Annotated[Raw, Meta(extra={"holds": Scene})]
ChangeJson = Annotated[Raw, Meta(extra={"holds": SceneChange})]
PanelJson: TypeAlias = Annotated[Fields, Meta(extra={"holds": Panel})]
RowJson: TypeAlias = Annotated[Fields, Meta(extra={"holds": Row})]


GEOMETRY = ("x", "y", "w", "h")
COMPUTED: dict[Kind, tuple[str, ...]] = {Spot: GEOMETRY, Piece: GEOMETRY, Offer: (GROUP,)}  # sent first, and always


class _Form(NamedTuple):
    """How a kind of thing is sent: the names of its fields, what is left out, and how its own values are read."""

    names: tuple[str, ...]
    usual: tuple[object, ...]
    values: Callable[[Any], Values]


def _form(kind: Kind) -> _Form:
    fields, computed = [field for field in wire_fields(kind) if field.name == field.source], COMPUTED.get(kind, ())
    own, usual = tuple(field.name for field in fields), tuple(field.usual for field in fields)
    return _Form((*computed, *own), (*[REQUIRED] * len(computed), *usual), attrgetter(*own))


SENT = (Spot, Piece, Offer, Throw, Row, Panel, Shade, Zone, Page, Area, Gate, GoalPart, Chart, FirstTime, Beat, Scene)
_FORMS: dict[Kind, _Form] = {kind: _form(kind) for kind in (*SENT, ListEdit, SceneChange)}


def sent_fields(kind: Kind, values: Values) -> Fields:
    """The fields of a thing that must be sent."""
    names, usual, _ = _FORMS[kind]
    return {
        name: value
        for name, value, default in zip(names, values, usual, strict=True)
        if value is not default and value != default
    }


def values_of(thing: Struct) -> Values:
    """The values of a thing that is sent as it is."""
    return _FORMS[type(thing)].values(thing)


def spot_values(spot: Spot) -> Values:
    """The values of a spot."""
    return (*spot.at, *spot.size, *_FORMS[Spot].values(spot))


def piece_values(piece: Piece, at: Point) -> Values:
    """The values of a piece, with the place where it stands."""
    x, y = piece.shift
    return (at[0] + x, at[1] + y, *piece.size, *_FORMS[Piece].values(piece))


def offer_values(offer: Offer, group: int) -> Values:
    """The values of an offer, with the number of its group."""
    return (group, *_FORMS[Offer].values(offer))


def panel_values(panel: Panel) -> Values:
    """The values of a panel; of a card its front alone, since the rest is fetched when somebody turns it over."""
    if not panel.face:
        return values_of(panel)
    return values_of(replace(panel, rows=tuple([row for row in panel.rows if row.front])))


def places(scene: Scene) -> dict[str, Point]:
    """Where each spot is."""
    return {spot.key: spot.at for spot in scene.spots}


def groups(scene: Scene) -> dict[str, int]:
    """Number the groups of offers, by their English words."""
    return {text: number for number, text in enumerate(dict.fromkeys(offer.label.text for offer in scene.offers))}


def scene_fields(scene: Scene) -> Fields:
    """A scene as it is sent, whole."""
    fields, at, group = sent_fields(Scene, values_of(scene)), places(scene), groups(scene)
    fields["spots"] = [sent_fields(Spot, spot_values(spot)) for spot in scene.spots]
    fields["pieces"] = [sent_fields(Piece, piece_values(piece, at[piece.on])) for piece in scene.pieces]
    fields["panels"] = [sent_fields(Panel, panel_values(panel)) for panel in scene.panels]
    if scene.offers:
        fields["offers"] = [sent_fields(Offer, offer_values(offer, group[offer.label.text])) for offer in scene.offers]
    return fields


def localize(value: Any, say: Voice) -> Any:
    """Say all lines in what is sent."""
    kind = type(value)
    if kind is Line:
        return say(value)
    if kind is dict:
        return {
            name: part if (of := type(part)) in _PLAIN else say(part) if of is Line else localize(part, say)
            for name, part in value.items()
        }
    if kind is tuple or kind is list:
        return value if not value or type(value[0]) in _PLAIN else [localize(part, say) for part in value]
    return localize(sent_fields(kind, values_of(value)), say) if kind in _FORMS else value


_PLAIN = {str, int, float, bool, type(None)}


def scene_json(scene: Scene | SceneChange, say: Voice) -> Raw:
    """Write a scene or its change in a viewer's language."""
    fields = scene_fields(scene) if isinstance(scene, Scene) else sent_fields(SceneChange, values_of(scene))
    prompt = _prompt(fields.pop("prompt"), say)
    return Raw(_encode({"prompt": prompt, **localize(fields, say)}))


def panel_json(panel: Panel, say: Voice) -> Fields:
    """A panel with all its rows, in words."""
    said: Fields = localize(panel, say)
    return said


def row_json(row: Row, say: Voice) -> Fields:
    """A row in words."""
    said: Fields = localize(row, say)
    return said


def _prompt(prompt: Line, say: Voice) -> str:
    """Say what a table waits for; a prompt for a single seat leaves its name out, since nobody else could be meant."""
    words = say(prompt)
    name, _, question = words.partition(":")
    if len(say.names) != 1 or name.rstrip() != say.names[0]:
        return words
    question = question.lstrip()
    return question[:1].upper() + question[1:]


_encode = msgspec.json.Encoder().encode


Pairs: TypeAlias = list[tuple[int, int]]  # where a thing stood, and where it stands
Draw: TypeAlias = Callable[[Any], Values]


def _words(line: Line) -> tuple[str, str]:
    return line.text, repr(line.values) if line.values else ""


KEYS: dict[type[Struct], Callable[[Any], object]] = {
    Spot: attrgetter("key"),
    Piece: attrgetter("key"),
    Panel: attrgetter("key"),
    Zone: attrgetter("key"),
    Offer: lambda offer: (offer.label.text, offer.clicks),
    Row: lambda row: _words(row.label),
    Shade: attrgetter("spot"),
}
OPTIONAL_FIELDS = (Spot, Piece)  # a browser fills these in, so that a field may come and go
NESTED = {"rows", "shades"}


def scene_change(old: Scene, new: Scene) -> SceneChange | None:
    """Find how a scene changed; None where it is shorter to send it whole."""
    spots = edit(old.spots, new.spots, spot_values)
    pieces = _piece_edit(old, new, spots)
    panels = edit(old.panels, new.panels, panel_values)
    offers = _offer_edit(old, new)
    zones = edit(old.zones, new.zones, values_of)
    things = len(new.spots) + len(new.pieces) + len(new.panels) + len(new.offers) + len(new.zones)
    if sum(len(one.on) + len(one.put) for one in (spots, pieces, panels, offers, zones) if one) > things:
        return None
    return SceneChange(
        new.prompt,
        spots,
        pieces,
        panels,
        offers,
        new.throw,
        zones,
        new.size if new.size != old.size else None,
        new.backdrop if new.backdrop != old.backdrop else None,
        new.wings if new.wings != old.wings else None,
        new.page,
        new.beats,
        new.tense,
        new.chart if new.chart != old.chart else None,
        new.first_times,
    )


def _piece_edit(old: Scene, new: Scene, spots: ListEdit | None) -> ListEdit | None:
    """Find how the pieces changed; where spots have moved, so has what stands there."""
    moved = spots and (spots.cut or spots.put or any("x" in fields or "y" in fields for fields in spots.set))
    if not moved and old.pieces == new.pieces:
        return None
    now = places(new)
    at = places(old) if moved else now
    return edit(
        old.pieces,
        new.pieces,
        lambda piece: piece_values(piece, at[piece.on]),
        lambda piece: piece_values(piece, now[piece.on]),
        bool(moved),
    )


def _offer_edit(old: Scene, new: Scene) -> ListEdit | None:
    """Find how the offers changed; where their groups have other numbers, so has every offer."""
    before, after = groups(old), groups(new)
    return edit(
        old.offers,
        new.offers,
        lambda offer: offer_values(offer, before[offer.label.text]),
        lambda offer: offer_values(offer, after[offer.label.text]),
        before != after,
    )


def edit(
    old: tuple[Any, ...], new: tuple[Any, ...], draw: Draw, draw_new: Draw | None = None, everything: bool = False
) -> ListEdit | None:
    """Find what turns a list of things into another one; None where nothing does.

    With `everything`, even things that are equal may be drawn differently now.
    """
    if not (old or new) or (not everything and old == new):
        return None
    draw_new, kind = draw_new or draw, type((new or old)[0])
    pairs, cut, at = _in_place(old, new, KEYS[kind], everything) or _around(old, new, KEYS[kind], everything)
    on, patches = [], []
    for was, now in pairs:
        fields = patch(kind, draw(old[was]), draw_new(new[now]))
        if fields is None:
            cut.append(was)
            at.append(now)
        elif fields:
            on.append(was)
            patches.append(fields)
    if not (on or cut or at):
        return None
    at.sort()
    return ListEdit(
        tuple(on), tuple(patches), tuple(cut), tuple(at), tuple([sent_fields(kind, draw_new(new[n])) for n in at])
    )


def patch(kind: Kind, old: Values, new: Values) -> Fields | None:
    """The changed fields, None where one is back at its default; no patch at all if a browser could not apply it."""
    names, usual, _ = _FORMS[kind]
    fields: Fields = {}
    for n in compress(range(len(names)), map(is_not, old, new)):
        name, was, now = names[n], old[n], new[n]
        if was == now:
            continue
        if kind not in OPTIONAL_FIELDS and usual[n] in (was, now):
            return None
        if name not in NESTED:
            fields[name] = None if now == usual[n] else now
        elif rows := edit(was, now, values_of):
            fields[name] = rows
    return fields


def _in_place(
    old: tuple[Any, ...], new: tuple[Any, ...], key: Callable[[Any], object], everything: bool
) -> tuple[Pairs, list[int], list[int]] | None:
    """Pair what changed where it stands, unless something came, went or moved."""
    if len(old) != len(new):
        return None
    changed = [n for n, differs in enumerate(map(is_not, old, new)) if everything or (differs and old[n] != new[n])]
    if any(key(old[n]) != key(new[n]) for n in changed):
        return None
    return list(zip(changed, changed, strict=True)), [], []


def _around(
    old: tuple[Any, ...], new: tuple[Any, ...], key: Callable[[Any], object], everything: bool
) -> tuple[Pairs, list[int], list[int]]:
    """Pair what changed and stays in its order, and find what goes and what comes around it."""
    stood = {key(thing): n for n, thing in enumerate(old)}
    found = [stood.pop(key(thing), -1) for thing in new]
    known = [n for n in found if n >= 0]
    kept = set(known if known == sorted(known) else rising(known))
    cut, at = [n for n in range(len(old)) if n not in kept], [n for n, was in enumerate(found) if was not in kept]
    stay = [(was, n) for n, was in enumerate(found) if was in kept]
    return [(was, n) for was, n in stay if everything or old[was] != new[n]], cut, at


def rising(numbers: Sequence[int]) -> list[int]:
    """The longest part of a list of different numbers in which each is larger than the one before."""
    ends: list[int] = []  # for every length, the lowest number that such a part can end with
    before: dict[int, int] = {}
    for number in numbers:
        length = bisect_left(ends, number)
        if length:
            before[number] = ends[length - 1]
        ends[length : length + 1] = [number]
    chosen = ends[-1:]
    while chosen[-1] in before:
        chosen.append(before[chosen[-1]])
    return chosen[::-1]
