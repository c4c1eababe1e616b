"""What viewers see of a table, entry by entry: one frame per event, so that every step can be shown."""

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Seat
from mousehole.core.record import Ply
from mousehole.core.scene import Offer, Scene
from mousehole.core.words import Line, Voice, Who, line, voice
from mousehole.table import Chair, Entry, Fell, Played, Sat, Table, Undone

Made = TypeVar("Made")
Make: TypeAlias = Callable[[Table, int, Seat | None], Made]
KEPT = 16  # scenes and tales of the newest plies: every viewer asks for them, and the next move for the last
_made: WeakKeyDictionary[Table, OrderedDict[tuple[str, int, Seat | None], tuple[Ply, Any]]] = WeakKeyDictionary()


class Frame(Struct, frozen=True):
    """The table after one entry: its scene, what happened, and who did it."""

    entry: int
    ply: int
    scene: Scene
    story: tuple[Line, ...] = ()
    event: Any = None
    mover: Seat | None = None
    offer: Offer | None = None  # the offer that was chosen: its clicks and route show the way


class Tale(Struct, frozen=True):
    """How a ply was reached: in words, and by which offer."""

    story: tuple[Line, ...]
    offer: Offer | None


def once(make: Make[Made]) -> Make[Made]:
    """Make something of a ply once for everybody who may see the same."""

    @wraps(make)
    def made(table: Table, ply: int, viewer: Seat | None) -> Made:
        kept, now = _made.setdefault(table, OrderedDict()), table.plies[ply]
        key = (make.__name__, ply, viewer if table.game.secrets else None)
        found = kept.get(key)
        if found is None or found[0] is not now:  # taken back since, and played otherwise
            kept.pop(key, None)
            found = kept[key] = (now, make(table, ply, key[2]))
            if len(kept) > KEPT:
                kept.popitem(last=False)
        thing: Made = found[1]
        return thing

    return made


def forget(table: Table) -> None:
    """Forget what was made of a table that nobody looks at any more."""
    _made.pop(table, None)


def snapshot(table: Table, viewer: Seat | None) -> Frame:
    """Show a table as it is now."""
    return Frame(table.entry, table.ply, scene_at(table, table.ply, viewer))


def at_ply(table: Table, ply: int, viewer: Seat | None) -> Frame:
    """Show a table as it was at a ply of the events in force, with the story of that ply."""
    scene = scene_at(table, ply, viewer)
    if not ply:
        return Frame(table.entry, 0, scene)
    told, event = tale_at(table, ply, viewer), table.plies[ply].event
    return Frame(table.entry, ply, scene, told.story, event, table.movers[ply - 1], told.offer)


def frames(table: Table, since: int, viewer: Seat | None) -> list[Frame]:
    """List the frames after entry `since`; where something was taken back since, a snapshot says it all."""
    entries = table.log[since:]
    if any(isinstance(entry, Undone) for entry in entries):
        return [Frame(table.entry, table.ply, scene_at(table, table.ply, viewer), tuple(map(told, entries)))]
    shown, ply = [], table.ply - sum(isinstance(entry, Played | Fell) for entry in entries)
    for number, entry in enumerate(entries, since + 1):
        if isinstance(entry, Played | Fell):
            ply += 1
            shown.append(replace(at_ply(table, ply, viewer), entry=number))
        else:
            shown.append(Frame(number, ply, scene_at(table, ply, viewer), (told(entry),)))
    return shown


def story(table: Table, viewer: Seat | None, since_ply: int = 0) -> list[tuple[int, tuple[Line, ...]]]:
    """Tell all events in force after a ply, each with its ply."""
    tell, plies = table.game.tell, table.plies[since_ply:]
    return [(now.number, tell(before.state, now.event, now.state, viewer)) for before, now in pairwise(plies)]


def told(entry: Entry) -> Line:
    """Tell an entry that is no event of the game."""
    match entry:
        case Undone():
            return line("{who} goes back to move {ply}.", who=Who(entry.seat), ply=entry.to)
        case Sat(chair=Chair(kind="empty")):
            return line("{who} leaves the seat.", who=Who(entry.seat))
        case Sat(chair=Chair(kind="bot")):
            return line("A bot plays for {who} now.", who=Who(entry.seat))
        case Sat():
            return line("{who} sits down.", who=Who(entry.seat))
    return line("{who} moves.", who=Who(entry.seat or 0))


@once
def scene_at(table: Table, ply: int, viewer: Seat | None) -> Scene:
    """Draw a ply of a table."""
    now = table.plies[ply]
    return table.game.scene(now.state, now.turn, viewer, now.event)


@once
def tale_at(table: Table, ply: int, viewer: Seat | None) -> Tale:
    """Tell how a ply was reached from the one before."""
    before, now = table.plies[ply - 1], table.plies[ply]
    story = table.game.tell(before.state, now.event, now.state, viewer)
    if not isinstance(before.turn, Decide):
        return Tale(story, None)
    number = before.turn.actions.index(now.event)
    offers = scene_at(table, ply - 1, viewer).offers
    return Tale(story, next((offer for offer in offers if offer.action == number), None))


@once
def outcomes_at(table: Table, ply: int, viewer: Seat | None) -> tuple[Line, ...]:
    """Tell what luck may do at a ply, where people roll real dice: each outcome in the words of the story."""
    state, turn, game = table.plies[ply].state, table.plies[ply].turn, table.game
    events = [event for event, _ in turn.odds] if isinstance(turn, Chance) else []
    return tuple(game.tell(state, event, game.apply(state, event), viewer)[0] for event in events)


def voice_at(table: Table, language: str) -> Voice:
    """Find the voice that speaks a game's words and calls the seats by their names."""
    say = voice(language, table.game.package)
    kinds = [say(kind.name) for kind in table.game.seats(table.setup)]
    return say.naming(table.names(kinds))
