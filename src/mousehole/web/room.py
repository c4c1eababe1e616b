"""The people at a table right now: who is there, what they point at, what they say."""

import asyncio
from collections import deque

from msgspec.structs import replace

from mousehole.core.game import Seat
from mousehole.core.words import Line, Voice, line
from mousehole.host import Frame, frames, snapshot, voice_at
from mousehole.host.level_words import levels
from mousehole.table import Chair, Table
from mousehole.web.access import Grants
from mousehole.web.frame_views import Speech, said, seen_from
from mousehole.web.wire import FrameView, Said, Seats, SeatView, ToBrowser, encode

KEPT_CHAT = 50
OUTBOX = 256
KEPT_VIEWS = 8
PHRASES = {
    "hello": line("Hello!"),
    "wait": line("One moment, please."),
    "well": line("Well played!"),
    "oops": line("Oops!"),
    "risk": line("Shall we risk it?"),
    "stop": line("Better stop now."),
    "thanks": line("Thank you for the game!"),
}


class Viewer:
    """One connection: what it may do, what it has seen, and what is still to be sent."""

    def __init__(self, grants: Grants, language: str) -> None:
        self.grants = grants
        self.language = language
        self.known = 0
        self.behind = False
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(OUTBOX)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats this viewer plays."""
        return self.grants.seats

    @property
    def seat(self) -> Seat | None:
        """The seat whose view it has; None is a spectator's."""
        return self.seats[0] if self.seats else None

    def send(self, message: ToBrowser) -> None:
        """Put a message into the outbox; a viewer that reads nothing for too long is let go and comes back."""
        try:
            self.outbox.put_nowait(encode(message))
        except asyncio.QueueFull:
            self.behind = True


class Room:
    """Everybody at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.inside = 0  # connections that have entered, also those that have not said hello yet
        self.viewers: set[Viewer] = set()
        self.chat: deque[Said] = deque(maxlen=KEPT_CHAT)
        self.chat_on = True
        self.title: Line | None = None  # what the group has earned by this game
        self._views: dict[tuple[int, str, Seat | None], tuple[Frame, FrameView]] = {}
        self._speeches: dict[tuple[tuple[Chair, ...], str, Seat | None], Speech] = {}

    def tell(self, message: ToBrowser) -> None:
        """Send a message to everybody."""
        for viewer in self.viewers:
            viewer.send(message)

    def name(self, viewer: Viewer) -> str:
        """Call a viewer by the name of its seat."""
        say = voice_at(self.table, viewer.language)
        return self.names(viewer.language)[viewer.seat] if viewer.seat is not None else say(line("a spectator"))

    def names(self, language: str) -> tuple[str, ...]:
        """Call all seats by their names."""
        say = voice_at(self.table, language)
        return self.table.names([say(kind.name) for kind in self.table.game.seats(self.table.setup)])

    def seats(self, viewer: Viewer) -> tuple[SeatView, ...]:
        """Show who sits where, and who is there."""
        there = {seat for other in self.viewers for seat in other.seats}
        kinds = self.table.game.seats(self.table.setup)
        rows = zip(self.names(viewer.language), self.table.chairs, kinds, strict=True)
        return tuple(
            SeatView(seat, name, chair.kind, kind.team, chair.level, seat in there, seat in viewer.seats)
            for seat, (name, chair, kind) in enumerate(rows)
        )

    def levels(self, viewer: Viewer) -> dict[str, str]:
        """Name the levels of bots, as they are at this table now."""
        return levels(self.table.game, voice_at(self.table, viewer.language), self.table.state)

    def tell_seats(self) -> None:
        """Show everybody who sits where."""
        for viewer in self.viewers:
            viewer.send(self.seated(viewer))

    def seated(self, viewer: Viewer) -> Seats:
        """Show somebody who sits where."""
        return Seats(self.seats(viewer), self.levels(viewer), self.spectators)

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return sum(not viewer.seats for viewer in self.viewers)

    def now(self, viewer: Viewer) -> FrameView:
        """Show the table as it is."""
        return self._shown(snapshot(self.table, viewer.seat), viewer)

    def since(self, viewer: Viewer) -> tuple[FrameView, ...]:
        """Show what a viewer has not seen yet."""
        return tuple(self._shown(frame, viewer) for frame in frames(self.table, viewer.known, viewer.seat))

    def _shown(self, frame: Frame, viewer: Viewer) -> FrameView:
        view = seen_from(self.table, self._said(frame, viewer), viewer.seats)
        if view.over and self.title:
            say = voice_at(self.table, viewer.language)
            return replace(view, over=replace(view.over, title=say(self.title)))
        return view

    def _said(self, frame: Frame, viewer: Viewer) -> FrameView:
        """Say a frame once for all viewers of one language; after an undo they may have missed different things."""
        key = (frame.entry, viewer.language, viewer.seat if self.table.game.secrets else None)
        before, view = self._views.get(key, (None, None))
        if view is None or before is None or (before.story, before.event) != (frame.story, frame.event):
            if len(self._views) > KEPT_VIEWS:
                self._views.clear()
            say = voice_at(self.table, viewer.language)
            page = view.scene if view else self._speech(viewer, say).page(frame.scene)
            view = said(self.table, frame, say, page)
            self._views[key] = (frame, view)
        return view

    def _speech(self, viewer: Viewer, say: Voice) -> Speech:
        """Find who says scenes to a viewer: what has not changed since the last one need not be said again."""
        seat = viewer.seat if self.table.game.secrets else None
        return self._speeches.setdefault((tuple(self.table.chairs), viewer.language, seat), Speech(say))


def phrases(say: Voice) -> dict[str, str]:
    """Say the quick phrases."""
    return {key: say(words) for key, words in PHRASES.items()}


def chat_words(text: str, phrase: str, say: Voice) -> str:
    """The words of a chat message: a phrase, or the sender's own without control signs."""
    if phrase:
        words: Line | None = PHRASES.get(phrase)
        return say(words) if words else ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
