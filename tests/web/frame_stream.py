"""The twin of the script `frames.js`: makes frames whole that come as changes of the frame before."""

from mousehole.core.scene import Piece, Scene, Spot
from mousehole.web.live.scenes import wire_fields

LISTS = ("spots", "pieces", "panels", "offers", "zones")
ALWAYS = ("size", "prompt", "spots", "pieces", "panels")
PASSING = ("throw", "page", "beats", "tense", "first_times")  # of one frame alone
GEOMETRY = ("x", "y", "w", "h")  # is written first
FILLED = {
    name: (*GEOMETRY, *(field.name for field in wire_fields(kind) if field.name not in GEOMETRY))
    for name, kind in (("spots", Spot), ("pieces", Piece))
}
PARTS = ("prompt", *(field.name for field in wire_fields(Scene) if field.name != "prompt"))


def edited(things, edit, order=()):
    """Set fields of what stands at `on`, take out what stands at `cut`, then insert `put` where `at` says."""
    made, gone = list(things), set(edit.get("cut", ()))
    for n, fields in zip(edit.get("on", ()), edit.get("set", ()), strict=True):
        made[n] = patched(things[n], fields, order)
    kept = [thing for n, thing in enumerate(made) if n not in gone]
    for n, thing in zip(edit.get("at", ()), edit.get("put", ()), strict=True):
        kept.insert(n, thing)
    return kept


def patched(thing, fields, order):
    """Set some fields of a thing; null takes one away, and an edit changes a list."""
    new = {
        name: edited(thing[name], value) if isinstance(thing.get(name), list) and isinstance(value, dict) else value
        for name, value in fields.items()
    }
    made = {name: value for name, value in {**thing, **new}.items() if value is not None}
    return {name: made[name] for name in order if name in made} if order else made


def changed(scene, change):
    """Change a scene; it has its parts in the order of a whole one."""
    lists = {name: edited(scene.get(name, []), change.get(name, {}), FILLED.get(name, ())) for name in LISTS}
    told = {name: change.get(name, scene.get(name)) for name in ("size", "backdrop", "wings", "round", "chart")}
    now = {**told, **lists, **{name: change[name] for name in ("prompt", *PASSING) if name in change}}
    return {name: now[name] for name in PARTS if name in ALWAYS or now.get(name)}


def whole(frame, before):
    """Make a frame whole; `before` is the whole frame before it."""
    if "change" not in frame:
        return frame
    named = {"scene" if name == "change" else name: value for name, value in frame.items()}
    return {**named, "scene": changed(before["scene"], frame["change"])}


def film(frames):
    """Make frames whole that follow each other."""
    made = []
    for frame in frames:
        made.append(whole(frame, made[-1] if made else None))
    return made
