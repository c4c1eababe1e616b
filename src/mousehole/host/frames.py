"""What viewers see of a table, entry by entry: one frame per event, so that every step can be shown."""

from collections import OrderedDict
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct

from mousehole.core.game import Decide, Seat
from mousehole.core.scene import Offer, Scene
from mousehole.core.words import Line, Voice, Who, line, voice
from mousehole.table import Chair, Entry, Fell, Played, Sat, Table, Undone

KEPT_SCENES = 4  # the newest are asked for by every viewer, and for the way of the next move
_scenes: WeakKeyDictionary[Table, OrderedDict[tuple[int, Seat | None], tuple[Any, Scene]]] = WeakKeyDictionary()


class Frame(Struct, frozen=True):
    """The table after one entry: its scene, what happened, and who did it."""

    entry: int
    ply: int
    scene: Scene
    story: tuple[Line, ...] = ()
    event: Any = None
    mover: Seat | None = None
    offer: Offer | None = None  # the offer that was chosen: its clicks and route show the way


def snapshot(table: Table, viewer: Seat | None) -> Frame:
    """Show a table as it is now."""
    return Frame(table.entry, table.ply, scene_at(table, table.ply, viewer))


def at_ply(table: Table, ply: int, viewer: Seat | None) -> Frame:
    """Show a table as it was at a ply of the events in force, with the story of that ply."""
    state, scene = table.states[ply], scene_at(table, ply, viewer)
    last = table.events[ply - 1] if ply else None
    if not ply:
        return Frame(table.entry, 0, scene)
    story = table.game.tell(table.states[ply - 1], last, state, viewer)
    return Frame(table.entry, ply, scene, story, last, table.movers[ply - 1], chosen(table, ply, viewer))


def frames(table: Table, since: int, viewer: Seat | None) -> list[Frame]:
    """List the frames after entry `since`; where something was taken back since, a snapshot says it all."""
    entries = table.log[since:]
    if any(isinstance(entry, Undone) for entry in entries):
        return [with_story(snapshot(table, viewer), tuple(map(told, entries)))]
    shown, ply = [], table.ply - sum(isinstance(entry, Played | Fell) for entry in entries)
    for number, entry in enumerate(entries, since + 1):
        if isinstance(entry, Played | Fell):
            ply += 1
        frame = at_ply(table, ply, viewer)
        story = frame.story if isinstance(entry, Played | Fell) else (told(entry),)
        shown.append(Frame(number, ply, frame.scene, story, *_event_of(entry, frame)))
    return shown


def story(table: Table, viewer: Seat | None, since_ply: int = 0) -> list[tuple[int, tuple[Line, ...]]]:
    """Tell all events in force after a ply, each with its ply."""
    tell, states = table.game.tell, table.states
    plies = range(since_ply + 1, table.ply + 1)
    return [(ply, tell(states[ply - 1], table.events[ply - 1], states[ply], viewer)) for ply in plies]


def told(entry: Entry) -> Line:
    """Tell an entry that is no event of the game."""
    match entry:
        case Undone():
            return line("{who} takes back to ply {ply}.", who=Who(entry.seat), ply=entry.to)
        case Sat(chair=Chair(kind="empty")):
            return line("{who} leaves the seat.", who=Who(entry.seat))
        case Sat(chair=Chair(kind="bot")):
            return line("A bot plays for {who} now.", who=Who(entry.seat))
        case Sat():
            return line("{who} sits down.", who=Who(entry.seat))
    return line("{who} moves.", who=Who(entry.seat or 0))


def chosen(table: Table, ply: int, viewer: Seat | None) -> Offer | None:
    """Find the offer behind the action that led to a ply."""
    before, event = table.states[ply - 1], table.events[ply - 1]
    turn = table.game.turn(before)
    if not isinstance(turn, Decide):
        return None
    number = turn.actions.index(event)
    offers = scene_at(table, ply - 1, viewer).offers
    return next((offer for offer in offers if offer.action == number), None)


def scene_at(table: Table, ply: int, viewer: Seat | None) -> Scene:
    """Draw a ply of a table, once for everybody who may see the same."""
    viewer = viewer if table.game.secrets else None
    state, kept = table.states[ply], _scenes.setdefault(table, OrderedDict())
    found = kept.get((ply, viewer))
    if found is None or found[0] is not state:
        last = table.events[ply - 1] if ply else None
        found = kept[ply, viewer] = (state, table.game.scene(state, table.game.turn(state), viewer, last))
        if len(kept) > KEPT_SCENES:
            kept.popitem(last=False)
    return found[1]


def with_story(frame: Frame, told_lines: tuple[Line, ...]) -> Frame:
    """Give a frame other words."""
    return Frame(frame.entry, frame.ply, frame.scene, told_lines)


def voice_at(table: Table, language: str) -> Voice:
    """Find the voice that speaks a game's words and calls the seats by their names."""
    say = voice(language, table.game.package)
    kinds = [say(kind.name) for kind in table.game.seats(table.setup)]
    return say.naming(table.names(kinds))


def _event_of(entry: Entry, frame: Frame) -> tuple[Any, Seat | None, Offer | None]:
    return (frame.event, frame.mover, frame.offer) if isinstance(entry, Played | Fell) else (None, None, None)
