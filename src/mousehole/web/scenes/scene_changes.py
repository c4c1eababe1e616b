"""What changed between two scenes, thing by thing and field by field."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import attrgetter, is_not
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from mousehole.web.scenes.scene_json import (
    ListEdit,
    OfferView,
    PanelView,
    PieceView,
    RowView,
    SceneChange,
    SceneView,
    ShadeView,
    SpotView,
    ZoneView,
)

Pairs: TypeAlias = list[tuple[int, int]]  # where a thing stood, and where it stands
KEYS: dict[type[Struct], Callable[[Any], object]] = {
    SpotView: attrgetter("key"),
    PieceView: attrgetter("key"),
    PanelView: attrgetter("key"),
    ZoneView: attrgetter("key"),
    OfferView: attrgetter("label", "clicks"),
    RowView: attrgetter("label"),
    ShadeView: attrgetter("spot"),
}
FILLED = (SpotView, PieceView)  # a browser fills these in, so that a field may come and go
REQUIRED = object()
USUAL = {
    kind: (REQUIRED,) * (len(kind.__struct_fields__) - len(kind.__struct_defaults__)) + kind.__struct_defaults__
    for kind in KEYS
}
KEPT = 4096  # patches
_patches: dict[tuple[int, int], tuple[Struct, Struct, dict[str, Any] | None]] = {}
encode = msgspec.json.Encoder().encode


class SpokenScene(Struct, eq=False):
    """A scene in one language; what did not change since the one before is the very same view."""

    view: SceneView
    _page: bytes = b""

    def page(self) -> bytes:
        """The scene whole; written when somebody needs it, and once."""
        if not self._page:
            self._page = encode(self.view)
        return self._page

    def since(self, before: "SpokenScene") -> bytes:
        """The scene by what changed since another one."""
        old, new = before.view, self.view
        return encode(
            SceneChange(
                new.prompt,
                edit(old.spots, new.spots),
                edit(old.pieces, new.pieces),
                edit(old.panels, new.panels),
                edit(old.offers, new.offers),
                new.throw,
                edit(old.zones, new.zones),
                new.size if new.size != old.size else None,
                new.backdrop if new.backdrop != old.backdrop else None,
                new.wings if new.wings != old.wings else None,
                new.page,
            )
        )


def edit(old: tuple[Any, ...], new: tuple[Any, ...]) -> ListEdit | None:
    """Find what turns a list of things into another one; None where nothing does."""
    if old == new:
        return None
    key = KEYS[type((new or old)[0])]
    pairs, cut, at = _in_place(old, new, key) or _around(old, new, key)
    on, patches = [], []
    for was, now in pairs:
        if old[was] is not new[now] and old[was] != new[now]:
            fields = _kept_patch(old[was], new[now])
            if fields is None:
                cut.append(was)
                at.append(now)
            else:
                on.append(was)
                patches.append(fields)
    at.sort()
    return ListEdit(tuple(on), tuple(patches), tuple(cut), tuple(at), tuple([new[n] for n in at]))


def _kept_patch(old: Struct, new: Struct) -> dict[str, Any] | None:
    """Find a patch once for all tables where the very same thing becomes the very same other one."""
    key = (id(old), id(new))
    kept = _patches.get(key)
    if kept is None:
        if len(_patches) >= KEPT:
            _patches.clear()
        kept = _patches[key] = (old, new, patch(old, new))
    return kept[2]


def patch(old: Struct, new: Struct) -> dict[str, Any] | None:
    """Find the fields of a thing that changed, None for one that is as usual now; no patch if a browser could not."""
    found, kind = {}, type(new)
    for name, was, now, usual in zip(kind.__struct_fields__, astuple(old), astuple(new), USUAL[kind], strict=True):
        if was is not now and was != now:
            if kind not in FILLED and usual in (was, now):
                return None
            found[name] = edit(was, now) if name in ("rows", "shades") else None if now == usual else now
    return found


def _in_place(
    old: tuple[Any, ...], new: tuple[Any, ...], key: Callable[[Any], object]
) -> tuple[Pairs, list[int], list[int]] | None:
    """Pair what changed where it stands, unless something came, went or moved."""
    if len(old) != len(new):
        return None
    changed = [n for n, differs in enumerate(map(is_not, old, new)) if differs]
    if any(key(old[n]) != key(new[n]) for n in changed):
        return None
    return list(zip(changed, changed, strict=True)), [], []


def _around(
    old: tuple[Any, ...], new: tuple[Any, ...], key: Callable[[Any], object]
) -> tuple[Pairs, list[int], list[int]]:
    """Pair what stays in its order, and find what goes and what comes around it."""
    stood = {key(thing): n for n, thing in enumerate(old)}
    found = [stood.pop(key(thing), -1) for thing in new]
    known = [n for n in found if n >= 0]
    kept = set(known if known == sorted(known) else rising(known))
    pairs = [(was, n) for n, was in enumerate(found) if was in kept]
    cut, at = [n for n in range(len(old)) if n not in kept], [n for n, was in enumerate(found) if was not in kept]
    return pairs, cut, at


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
