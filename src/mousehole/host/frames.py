"""What viewers see of a table, entry by entry: one frame per event, so that every step can be shown."""

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import Chance, Decide, Seat
from mousehole.core.knowledge import event_for, scene_for, state_for, story_for, turn_for
from mousehole.core.record import Ply
from mousehole.core.scene import DieFace, Offer, Scene
from mousehole.core.words import Line, Voice, Who, line, voice
from mousehole.players.player import players
from mousehole.table import Chair, Entry, LuckDrawn, Played, Sat, Table, Undone

Made = TypeVar("Made")
Make: TypeAlias = Callable[[Table, int, Seat | None], Made]
CACHE_SIZE = 16  # scenes and tales of the newest plies: every viewer asks for them, and the next move for the last
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
    """Cache what is made of a ply, for all viewers who see the same."""

    @wraps(make)
    def made(table: Table, ply: int, viewer: Seat | None) -> Made:
        kept, now = _made.setdefault(table, OrderedDict()), table.plies[ply]
        key = (make.__name__, ply, viewer if table.game.hidden else None)
        found = kept.get(key)
        if found is None or found[0] is not now:  # taken back since, and played otherwise
            kept.pop(key, None)
            found = kept[key] = (now, make(table, ply, key[2]))
            if len(kept) > CACHE_SIZE:
                kept.popitem(last=False)
        thing: Made = found[1]
        return thing

    return made


def forget(table: Table) -> None:
    """Drop the cached scenes and stories of a table that nobody is looking at."""
    _made.pop(table, None)


def snapshot(table: Table, viewer: Seat | None) -> Frame:
    """Show a table as it is now."""
    return Frame(table.entry, table.ply, scene_at(table, table.ply, viewer))


def at_ply(table: Table, ply: int, viewer: Seat | None, shared: bool = False) -> Frame:
    """Show a table as it was at a ply of the events in force, with its story: on a shared screen, one for all."""
    scene = scene_at(table, ply, viewer)
    viewer = None if shared else viewer
    if not ply:
        return Frame(table.entry, 0, scene)
    told, event = tale_at(table, ply, viewer), event_for(table.game, table.plies[ply].event, viewer)
    return Frame(table.entry, ply, scene, told.story, event, table.movers[ply - 1], told.offer)


def frames(table: Table, since: int, viewer: Seat | None, most: int | None = None, shared: bool = False) -> list[Frame]:
    """List the frames after entry `since`; after more than `most`, or an undo, a snapshot says it all."""
    entries = table.log[since:]
    if any(isinstance(entry, Undone) for entry in entries):
        words = tuple(map(entry_line, entries if most is None else entries[-most:]))
        return [Frame(table.entry, table.ply, scene_at(table, table.ply, viewer), words)]
    if most is not None and len(entries) > most:
        missed = sum(isinstance(entry, Played | LuckDrawn) for entry in entries)
        return [replace(snapshot(table, viewer), story=_lately(table, None if shared else viewer, min(most, missed)))]
    shown, ply = [], table.ply - sum(isinstance(entry, Played | LuckDrawn) for entry in entries)
    for number, entry in enumerate(entries, since + 1):
        if isinstance(entry, Played | LuckDrawn):
            ply += 1
            shown.append(replace(at_ply(table, ply, viewer, shared), entry=number))
        else:
            shown.append(
                Frame(number, ply, scene_at(table, ply, viewer), (entry_line(entry, sat_before(table, number, entry)),))
            )
    return shown


def story(table: Table, viewer: Seat | None, since_ply: int = 0) -> list[tuple[int, tuple[Line, ...]]]:
    """The story after a ply: each event in force, by ply."""
    return [(ply, ply_story(table, ply, viewer)) for ply in range(since_ply + 1, table.ply + 1)]


def ply_story(table: Table, ply: int, viewer: Seat | None) -> tuple[Line, ...]:
    """Tell how a ply was reached, and what a bot said with its move."""
    before, now = table.plies[ply - 1], table.plies[ply]
    told = story_for(table.game, viewer, before.state, now.event, now.state)
    said = remark(table, before, now.event, table.movers[ply - 1])
    return (*told, said) if said else told


def remark(table: Table, before: Ply, event: Any, mover: Seat | None) -> Line | None:
    """What a bot says with its move, if anything: everybody hears it, so it mentions nothing hidden."""
    chair = table.chairs[mover] if mover is not None else None
    player = players(table.game).get(chair.level) if chair and chair.kind == "bot" else None
    if player is None or not isinstance(turn := turn_for(table.game, before.turn, None), Decide):
        return None
    state, event = state_for(table.game, before.state, None), event_for(table.game, event, None)
    return player.beside(table.people).remark(table.game, state, turn, event)


def _lately(table: Table, viewer: Seat | None, plies: int) -> tuple[Line, ...]:
    """Tell the newest plies."""
    return tuple(words for _, lines in story(table, viewer, table.ply - plies) for words in lines)


def sat_before(table: Table, number: int, entry: Entry) -> bool:
    """Whether somebody who sits down by an entry sat there before: as another name, or with another face."""
    if not isinstance(entry, Sat) or entry.chair.kind != "person":
        return False
    before = (old.chair for old in reversed(table.log[: number - 1]) if isinstance(old, Sat) and old.seat == entry.seat)
    chair = next(before, None)
    return chair is not None and chair.kind == "person"


def entry_line(entry: Entry, again: bool = False) -> Line:
    """The story line of an entry that is not an event of the game."""
    match entry:
        case Sat() if again:
            return line("{who} has a new name or face.", who=Who(entry.seat))
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
    """The scene of a table at a ply."""
    now = table.plies[ply]
    return scene_for(table.game, now.state, now.turn, viewer, now.event)


@once
def tale_at(table: Table, ply: int, viewer: Seat | None) -> Tale:
    """Tell how a ply was reached from the one before."""
    before, now, story = table.plies[ply - 1], table.plies[ply], ply_story(table, ply, viewer)
    if not isinstance(before.turn, Decide):
        return Tale(story, None)
    decision = before.turn.answered_by(now.event)
    if table.game.hidden and decision.seat != viewer:
        return Tale(story, None)
    number, offers = decision.actions.index(now.event), scene_at(table, ply - 1, viewer).offers
    return Tale(story, next((offer for offer in offers if offer.action == number), None))


@once
def outcomes_at(table: Table, ply: int, viewer: Seat | None) -> tuple[Line, ...]:
    """Each possible outcome at a ply in the words of the story, for people who roll real dice."""
    state, turn, game = table.plies[ply].state, table.plies[ply].turn, table.game
    events = [event for event, _ in turn.odds] if isinstance(turn, Chance) and not game.hidden else []
    return tuple(game.tell(state, event, game.apply(state, event), viewer)[0] for event in events)


@once
def faces_at(table: Table, ply: int, viewer: Seat | None) -> tuple[tuple[DieFace, ...], ...]:
    """The die faces of each outcome at a ply; empty unless the game names them all."""
    state, turn, dice = table.plies[ply].state, table.plies[ply].turn, table.game.parts.dice
    if dice is None or not isinstance(turn, Chance) or table.game.hidden:
        return ()
    shown = tuple(tuple(dice(state, event)) for event, _ in turn.odds)
    return shown if all(shown) else ()


def voice_at(table: Table, language: str) -> Voice:
    """A voice in a language that knows the game's words and the names at the table."""
    say = voice(language, table.game.package)
    kinds = [say(kind.name) for kind in table.game.seats(table.setup)]
    return say.naming(table.names(kinds))
