"""The people at a table right now: who is there, what they point at, what they say."""

import asyncio
from collections import deque
from collections.abc import Callable

from mousehole.core.game import Seat
from mousehole.core.words import Line, Voice, line, one_line
from mousehole.host import voice_at
from mousehole.host.table_settings import TableSettings
from mousehole.table import Fell, Played, Table
from mousehole.web.rights.access import Grants
from mousehole.web.rights.table_rules import AGAIN, TableRules
from mousehole.web.scenes.frame_views import is_shared
from mousehole.web.scenes.shown_frames import SaidFrame, ShownFrames
from mousehole.web.telling.outbox import Outbox
from mousehole.web.telling.presence import Presence
from mousehole.web.telling.story_views import StoryViews
from mousehole.web.wire import FrameView, Pointed, Said, ToBrowser, Told, encode

KEPT_CHAT = 50
OUTBOX = 256
AT_ONCE = 64  # connections that hear of a move in one round of the loop
MISSED = 12  # entries that are shown one by one; who missed more sees the table as it is, and reads the story
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

    def __init__(self, grants: Grants, language: str, mark: str = "") -> None:
        self.grants = grants
        self._mark = mark
        self.language = language
        self.known = 0
        self.whole = False  # an old page, which cannot read changes
        self.seen: SaidFrame | None = None
        self.looks: Seat | None = None
        self.behind = False
        self.outbox = Outbox(OUTBOX)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats this viewer plays."""
        return self.grants.seats

    @property
    def seat(self) -> Seat | None:
        """The seat whose view it has; None is a spectator's."""
        return self.seats[0] if self.seats else None

    @property
    def mark(self) -> str:
        """What tells spectators apart without saying who they are."""
        return self._mark if self.seat is None else ""

    def send(self, message: ToBrowser) -> None:
        """Put a message into the outbox."""
        self.post(encode(message))

    def post(self, data: bytes) -> None:
        """Put an encoded message into the outbox; a viewer that reads nothing for too long is let go and comes back."""
        if not self.outbox.put(data):
            self.behind = True


class Room:
    """Everybody at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.inside = 0  # connections that have entered, also those that have not said hello yet
        self.listeners: set[Callable[[], None]] = set()  # what each connection does when the table has moved on
        self.viewers: set[Viewer] = set()
        self.presence = Presence(lambda: self.table)
        self.story = StoryViews(lambda: self.table)
        self.chat: deque[Said] = deque(maxlen=KEPT_CHAT)
        self.settings: TableSettings | None = None
        self.rules = TableRules()
        self.title: Line | None = None  # what the group has earned by this game
        self.withheld = False  # hints would tell what a game does not that this one was begun from
        self._frames = ShownFrames()

    def tell(self, message: ToBrowser) -> None:
        """Send a message to everybody."""
        for viewer in self.viewers:
            viewer.send(message)

    def hear(self, message: Said | Pointed) -> None:
        """Let everybody hear what somebody says or points at; what is said is remembered for a while."""
        if isinstance(message, Said):
            self.chat.append(message)
        self.tell(message)

    async def news(self) -> None:
        """Let every connection see what is new, some of them in each round of the loop."""
        for number, hear in enumerate(tuple(self.listeners), 1):
            if hear in self.listeners:
                hear()
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    def name(self, viewer: Viewer) -> str:
        """Call a viewer by the name of its seat."""
        say = voice_at(self.table, viewer.language)
        return self.names(viewer.language)[viewer.seat] if viewer.seat is not None else say(line("a spectator"))

    def names(self, language: str) -> tuple[str, ...]:
        """Call all seats by their names."""
        say = voice_at(self.table, language)
        return self.table.names([say(kind.name) for kind in self.table.game.seats(self.table.setup)])

    def enter(self, viewer: Viewer) -> None:
        """Let somebody in, or note the seats they have now, for all to see."""
        self.viewers.add(viewer)
        self.presence.enter(viewer)
        self.presence.tell()

    def leave(self, viewer: Viewer) -> None:
        """Let somebody out, for all to see."""
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            self.presence.leave(viewer)
            self.presence.tell()

    def now(self, viewer: Viewer) -> FrameView:
        """Show the table as it is."""
        return self._frames.now(self.table, viewer, self.title)

    def told(self, viewer: Viewer) -> tuple[Told, ...]:
        """Tell the newest plies to somebody who comes in; whoever shares a screen hears what everybody may know."""
        return self.story.newest(viewer.language, None if is_shared(self.table, viewer.seats) else viewer.seat)

    @property
    def following(self) -> str:
        """The address of the table that "play again" opened, if it has."""
        again = self.settings and self.settings.extra.get(AGAIN)
        return f"/table/{self.table.id}/next" if again else ""

    def catch_up(self, viewer: Viewer) -> None:
        """Show a viewer what it has not seen yet, and who sits where if that has changed."""
        missed = self.table.log[viewer.known :]
        viewer.post(self._frames.since(self.table, viewer, self.title, MISSED))
        if any(not isinstance(entry, Played | Fell) for entry in missed):
            viewer.post(self.presence.message(viewer))


def phrases(say: Voice) -> dict[str, str]:
    """Say the quick phrases."""
    return {key: say(words) for key, words in PHRASES.items()}


def chat_words(text: str, phrase: str, say: Voice) -> str:
    """The words of a chat message: a phrase, or the sender's own without control signs."""
    if phrase:
        words: Line | None = PHRASES.get(phrase)
        return say(words) if words else ""
    return one_line(text)
