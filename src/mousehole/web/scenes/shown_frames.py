"""What the viewers of a table see: each frame said once for all who see the same, and sent as what changed."""

from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import Seat
from mousehole.core.knowledge import asked_of, eyes
from mousehole.core.words import Line
from mousehole.host import Frame, frames, snapshot, voice_at
from mousehole.table import Chair, Table
from mousehole.web.scenes.frame_views import drawn, is_shared, own, people_at, said, turn_view, view
from mousehole.web.scenes.scene_changes import SpokenScene
from mousehole.web.scenes.speech import Speech
from mousehole.web.wire import FrameView, SharedFrame, TurnView, encode

KEPT = 8
HEAD, END = b'{"type":"frames","frames":[', b"]}"


class SaidFrame(Struct, eq=False):
    """A frame in one language, and the texts of it that were sent so far."""

    frame: Frame
    scene: SpokenScene
    shared: SharedFrame
    turn: TurnView
    texts: dict[SpokenScene | None, bytes] = {}
    messages: dict[tuple[int, SpokenScene | None, tuple[Seat, ...], Seat | None], bytes] = {}

    def text(self, table: Table, held: SpokenScene | None, mine: tuple[Seat, ...], looks: Seat | None) -> bytes:
        """What those see who sit in some seats and have a scene already, or none: written once."""
        key = (table.entry, held, mine, looks)
        if key not in self.messages:
            may = encode(own(table, self.frame.ply, self.turn, mine, looks))
            self.messages[key] = self._shared(held)[:-1] + b"," + may[1:]
        return self.messages[key]

    def _shared(self, held: SpokenScene | None) -> bytes:
        if held not in self.texts:
            self.texts[held] = encode(replace(self.shared, **drawn(self.scene, held)))
        return self.texts[held]


class Watching(Protocol):
    """Whoever looks at a table."""

    language: str
    known: int
    whole: bool  # an old page, which cannot read changes
    seen: SaidFrame | None  # what was sent last
    looks: Seat | None  # who has taken a screen that several people share

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats this viewer plays."""


class ShownFrames:
    """The newest frames of a table, in all languages that are spoken there."""

    def __init__(self) -> None:
        self._frames: dict[tuple[int, str, Seat | None], SaidFrame] = {}
        self._speeches: dict[tuple[str, Seat | None], Speech] = {}
        self._chairs: list[Chair] = []
        self._asked: tuple[Any, ...] = ()  # what the last viewer had missed, since others have missed the same
        self._missed: list[SaidFrame] = []

    def now(self, table: Table, viewer: Watching, title: Line | None) -> FrameView:
        """Show a table as it is, whole."""
        seat = view_of(table, viewer)
        frame = viewer.seen = self._said(table, snapshot(table, seat), viewer.language, seat, title)
        shared = replace(frame.shared, **drawn(frame.scene, None))
        return view(shared, own(table, frame.frame.ply, frame.turn, viewer.seats, viewer.looks))

    def since(self, table: Table, viewer: Watching, title: Line | None, most: int) -> bytes:
        """Show what a viewer has not seen yet, as a message; of more than `most` entries only the last."""
        seat, shared = view_of(table, viewer), is_shared(table, viewer.seats)
        asked = (table, table.entry, viewer.known, viewer.language, seat, shared, title)
        if asked != self._asked:
            missed = frames(table, viewer.known, seat, most, shared)
            said = [self._said(table, frame, viewer.language, seat, title) for frame in missed]
            self._asked, self._missed = asked, said
        return HEAD + b",".join([_next(table, frame, viewer) for frame in self._missed]) + END

    def _said(self, table: Table, frame: Frame, language: str, seat: Seat | None, title: Line | None) -> SaidFrame:
        """Say a frame once for all viewers of one language; after an undo they may have missed different things."""
        key = (frame.entry, language, seat)
        found = self._frames.get(key)
        if found is None or (found.frame.story, found.frame.event) != (frame.story, frame.event):
            if len(self._frames) > KEPT:
                self._frames.clear()
            speech = self._speech(table, language, seat)
            scene = found.scene if found else speech.scene(frame.scene)
            shared, turn = said(table, frame, speech.say, title), turn_view(table, frame.ply, speech.say)
            found = self._frames[key] = SaidFrame(frame, scene, shared, turn)
        return found

    def _speech(self, table: Table, language: str, seat: Seat | None) -> Speech:
        """Find who says scenes to a viewer: what has not changed since the last one need not be said again."""
        if self._chairs != table.chairs:
            self._chairs = list(table.chairs)
            self._speeches.clear()
        if (language, seat) not in self._speeches:
            self._speeches[language, seat] = Speech(voice_at(table, language))
        return self._speeches[language, seat]


def view_of(table: Table, viewer: Watching) -> Seat | None:
    """The seat whose view somebody has; where nothing is hidden all have the same."""
    if not table.game.hidden:
        return None
    if not is_shared(table, viewer.seats):
        return eyes(people_at(table, viewer.seats) or viewer.seats)
    if viewer.looks not in asked_of(table.turn, viewer.seats):
        viewer.looks = None  # whoever looked has moved
    return viewer.looks


def _next(table: Table, frame: SaidFrame, viewer: Watching) -> bytes:
    """Show the next frame: as a change where the viewer has the one before, then what is the viewer's own."""
    seen, entry = viewer.seen, frame.frame.entry
    follows = seen is not None and seen.frame.entry == entry - 1 and not viewer.whole
    viewer.seen, viewer.known = frame, entry
    return frame.text(table, seen.scene if seen and follows else None, viewer.seats, viewer.looks)
