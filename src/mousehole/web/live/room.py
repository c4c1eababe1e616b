"""The people at a table right now: who is there, what they point at, what they say."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from weakref import ref

from msgspec import Struct

from mousehole.core.game import Seat
from mousehole.core.knowledge import story_for
from mousehole.core.record import Ply
from mousehole.core.setups import agreement
from mousehole.core.words import Line, Voice, line, one_line
from mousehole.folders import solved_mark
from mousehole.host import voice_at
from mousehole.host.level_words import levels
from mousehole.host.limits import Bucket
from mousehole.host.stored_table import TableSettings
from mousehole.table import Chair, LuckDrawn, Played, Table
from mousehole.web.faces import face_of
from mousehole.web.live.frames import FrameCache, SeenScene, is_shared
from mousehole.web.live.wire import (
    ChatMessage,
    FrameView,
    OptionsView,
    Pointed,
    Seats,
    SeatView,
    StoryPly,
    TableView,
    ToBrowser,
    You,
    encode,
)
from mousehole.web.rights.access import WATCH, Grants
from mousehole.web.rights.table_rules import TableRules


class Outbox:
    """Messages to send: written at the end of the round of the loop, or by a reader if the line is full."""

    def __init__(self) -> None:
        self.write: Callable[[list[bytes]], bool] | None = None  # writes all at once, unless the line is full
        self.overrun = False  # a viewer that reads nothing for too long is let go and comes back
        self._messages: list[bytes] = []
        self._size = 0
        self._reader: asyncio.Future[None] | None = None

    def put(self, message: bytes) -> None:
        """Put an encoded message in, if there is room."""
        if len(self._messages) >= OUTBOX or (self._messages and self._size + len(message) > OUTBOX_BYTES):
            self.overrun = True
            return
        self._messages.append(message)
        self._size += len(message)
        if len(self._messages) == 1:
            asyncio.get_running_loop().call_soon(self._flush)

    def take(self) -> list[bytes]:
        """Remove and return all messages."""
        messages, self._messages, self._size = self._messages, [], 0
        return messages

    async def wait(self) -> list[bytes]:
        """Wait for messages that could not be written at once, and remove them."""
        self._reader = asyncio.get_running_loop().create_future()
        if self._messages:
            asyncio.get_running_loop().call_soon(self._flush)
        await self._reader
        return self.take()

    def _flush(self) -> None:
        waiting = self._reader is not None and not self._reader.done()
        if not self._messages or not waiting:  # a reader that is busy sends the rest afterwards, in order
            return
        if self.write and self.write(self._messages):
            self.take()
        elif self._reader:
            self._reader.set_result(None)


STORY_PLIES = 200  # plies that a newcomer hears of; the replay has them all
STORIES_CACHED = 12  # voices in which a story is kept


class StoryViews:
    """The story of the newest plies, each put into words once per language."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._said: dict[tuple[tuple[Chair, ...], str, Seat | None], dict[int, tuple[Ply, StoryPly]]] = {}

    def newest(self, language: str, seat: Seat | None) -> tuple[StoryPly, ...]:
        """The story of the newest plies in force; cached lines are reused."""
        table = self._table()
        seat = seat if table.game.hidden else None
        say, key = voice_at(table, language), (tuple(table.chairs), language, seat)
        if len(self._said) > STORIES_CACHED:
            self._said.clear()
        before, now = self._said.get(key, {}), dict[int, tuple[Ply, StoryPly]]()
        for ply in table.plies[max(1, table.ply - STORY_PLIES + 1) :]:
            known = before.get(ply.number)
            same = known is not None and known[0] is ply  # otherwise it was taken back since, and played otherwise
            now[ply.number] = known if known and same else (ply, ply_view(table, ply, say, seat))
        self._said[key] = now
        return tuple(words for _, words in now.values())


def ply_view(table: Table, ply: Ply, say: Voice, seat: Seat | None) -> StoryPly:
    """A ply in words, for a viewer."""
    lines = story_for(table.game, seat, table.plies[ply.number - 1].state, ply.event, ply.state)
    return StoryPly(ply.number, tuple(map(say, lines)), table.movers[ply.number - 1])


KEPT_CHAT = 50
OUTBOX, OUTBOX_BYTES = 256, 128 << 10  # messages and bytes that wait for a slow reader; one message may be larger
VIEWERS_PER_ROUND = 64  # connections that hear of a move in one round of the loop
MAX_FRAMES = 12  # entries that are shown one by one; who missed more sees the table as it is, and reads the story
PHRASES = {
    "hello": line("Hello!"),
    "wait": line("One moment, please."),
    "well": line("Well played!"),
    "oops": line("Oops!"),
    "risk": line("Shall we risk it?"),
    "stop": line("Better stop now."),
    "thanks": line("Thank you for the game!"),
}
EMOTES = {
    "joy": line("Hurray!"),
    "love": line("How lovely!"),
    "yum": line("Yum!"),
    "wow": line("Wow!"),
    "eek": line("Eek!"),
    "sad": line("Oh no…"),
}


class Viewer:
    """One connection: what it may do, what it has seen, and what is still to be sent."""

    def __init__(self, grants: Grants, language: str, mark: str = "") -> None:
        self._mark = mark
        self.language = language
        self.known = 0
        self.whole = False  # an old page, which cannot read changes
        self.seen: SeenScene | None = None
        self.looks: Seat | None = None
        self.outbox = Outbox()
        self.grant(grants)

    def grant(self, grants: Grants) -> None:
        """Set what it may do; its seats are cached, since every frame asks for them several times."""
        self.grants, self.seats = grants, grants.seats

    @property
    def seat(self) -> Seat | None:
        """The seat whose view it has; None is a spectator's."""
        return self.seats[0] if self.seats else None

    @property
    def mark(self) -> str:
        """An anonymous mark of a spectator; empty for players."""
        return self._mark if self.seat is None else ""

    def send(self, message: ToBrowser) -> None:
        """Put a message into the outbox."""
        self.outbox.put(encode(message))


TALK_PER_SECOND = (
    2_000  # viewers a second that hear what people of one table say and show, with bursts of twice as many
)
PRESENCE_PAUSE = 0.25  # seconds between two words about who is there
EACH_SECOND = 500  # viewers told in a second; a large crowd hears more rarely how large it is
BATCH = 50  # viewers told before others have their turn
BREATH = 0.01  # seconds between two batches


class Present(Struct, frozen=True):
    """Who is at a table on one server: the seats, how many watch, and which seats the owner plays."""

    seats: tuple[Seat, ...] = ()
    watching: int = 0
    owned: tuple[Seat, ...] = ()


NOBODY = Present()


class Presence:
    """Counts the people at a table, and broadcasts changes."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._inside: dict[Viewer, Grants] = {}
        self._counts: Counter[Seat | None] = Counter()  # None counts those who only watch
        self._opened = time.monotonic()
        self._left: dict[Seat, float] = {}  # when the last connection that plays a seat left
        self._chairs: tuple[Chair, ...] = ()
        self._rows: dict[tuple[str, tuple[Seat, ...]], tuple[SeatView, ...]] = {}
        self._messages: dict[tuple[str, tuple[Seat, ...]], bytes] = {}
        self._levels: dict[str, dict[str, str]] = {}
        self._solved = 0
        self._elsewhere: dict[str, tuple[Present, float]] = {}  # on other servers, and when they said so
        self.changed: Callable[[], None] = lambda: None  # lets other servers know
        self._moved = False
        self._news = False
        self._telling: asyncio.Task[None] | None = None

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return self._counts[None] + sum(there.watching for there, _ in self._elsewhere.values())

    @property
    def here(self) -> Present:
        """Who is there on this server."""
        seats = tuple(sorted(seat for seat, n in self._counts.items() if seat is not None and n > 0))
        owned = {seat for grants in self._inside.values() if grants.owner for seat in grants.seats}
        return Present(seats, self._counts[None], tuple(sorted(owned)))

    def away_for(self, seat: Seat) -> float:
        """For how many seconds nobody who plays a seat has been here."""
        return 0.0 if self._there(seat) else time.monotonic() - self._left.get(seat, self._opened)

    def _there(self, seat: Seat) -> bool:
        return self._counts[seat] > 0 or any(seat in there.seats for there, _ in self._elsewhere.values())

    def hear_of(self, server: str, there: Present) -> None:
        """Note who is at the table on another server."""
        before, _ = self._elsewhere.pop(server, (NOBODY, 0.0))
        self._left.update(dict.fromkeys(set(before.seats) - set(there.seats), time.monotonic()))
        if there != NOBODY:
            self._elsewhere[server] = there, time.monotonic()
        if before != there:
            self._rows.clear()
            self.tell()

    def forget_silent(self, seconds: float) -> None:
        """Drop the people of servers that have been silent for some seconds."""
        now = time.monotonic()
        for server in [name for name, (_, heard) in self._elsewhere.items() if now - heard > seconds]:
            self.hear_of(server, NOBODY)

    def enter(self, viewer: Viewer) -> None:
        """Count somebody in, with the rights they have now."""
        if self._inside.get(viewer) == viewer.grants:
            return
        self._count_out(viewer)
        self._inside[viewer] = viewer.grants
        self._count(viewer.seats, 1)

    def leave(self, viewer: Viewer) -> None:
        """Count somebody out."""
        if viewer in self._inside:
            self._count_out(viewer)

    def tell(self) -> None:
        """Show everybody who sits where: at once, or after a pause together with what changes meanwhile."""
        self._messages.clear()
        self._news = True
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    def rows(self, language: str, mine: tuple[Seat, ...]) -> tuple[SeatView, ...]:
        """Show who sits where, and who is there."""
        self._look()
        if (language, mine) not in self._rows:
            self._rows[language, mine] = tuple(self._row(language, mine))
        return self._rows[language, mine]

    def levels(self, language: str) -> dict[str, str]:
        """The levels of bots at this table; solving its board changes them."""
        if (mark := solved_mark()) != self._solved:
            self._levels, self._solved = {}, mark
        if language not in self._levels:
            table = self._table()
            self._levels[language] = levels(table.game, voice_at(table, language), table.state)
        return self._levels[language]

    def message(self, viewer: Viewer) -> bytes:
        """Tell somebody who sits where."""
        self._look()
        key = (viewer.language, viewer.seats)
        if key not in self._messages:
            self._messages[key] = encode(Seats(self.rows(*key), self.levels(viewer.language), self.spectators))
        return self._messages[key]

    def _row(self, language: str, mine: tuple[Seat, ...]) -> Iterator[SeatView]:
        table = self._table()
        say, kinds = voice_at(table, language), table.game.seats(table.setup)
        names = table.names([say(kind.name) for kind in kinds])
        owned = {seat for there in self._everywhere() for seat in there.owned}
        for seat, (name, chair, kind) in enumerate(zip(names, table.chairs, kinds, strict=True)):
            face = face_of(seat, chair, kind)
            here, owner = self._there(seat), seat in owned
            kept = chair.kind == "bot" and bool(here or chair.name or chair.face)
            yield SeatView(seat, name, chair.kind, kind.team, face, chair.level, here, seat in mine, owner, kept)

    def _everywhere(self) -> Iterator[Present]:
        yield self.here
        yield from (there for there, _ in self._elsewhere.values())

    def _look(self) -> None:
        """Clear the caches if somebody took or left a seat."""
        chairs = tuple(self._table().chairs)
        if chairs != self._chairs:
            self._chairs = chairs
            self._rows.clear()
            self._messages.clear()

    def _count_out(self, viewer: Viewer) -> None:
        grants = self._inside.pop(viewer, None)
        if grants is not None:
            self._count(grants.seats, -1)

    def _count(self, seats: tuple[Seat, ...], by: int) -> None:
        for seat in seats or (None,):
            self._counts[seat] += by
            if seat is not None and not self._counts[seat]:
                self._left[seat] = time.monotonic()
        self._messages.clear()
        self._moved = True
        if seats:
            self._rows.clear()

    async def _tell(self) -> None:
        """Broadcast in batches, so that a large crowd delays no other table."""
        while self._news:
            self._news = False
            if self._moved:
                self._moved = False
                self.changed()
            viewers = list(self._inside)
            for first in range(0, len(viewers), BATCH):
                for viewer in viewers[first : first + BATCH]:
                    if viewer in self._inside:
                        viewer.outbox.put(self.message(viewer))
                await asyncio.sleep(BREATH)
            await asyncio.sleep(max(PRESENCE_PAUSE, len(viewers) / EACH_SECOND))


class Room:
    """Everybody at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.inside = 0  # connections that have entered, including those that have not said hello yet
        self.listeners: set[Callable[[], None]] = set()  # what each connection does when the table has moved on
        self.viewers: set[Viewer] = set()
        here = ref(self)  # no circle: a room goes with its table as soon as the last has left
        self.presence = Presence(lambda: _open(here).table)
        self.story = StoryViews(lambda: _open(here).table)
        self.chat: deque[ChatMessage] = deque(maxlen=KEPT_CHAT)
        self.settings: TableSettings | None = None
        self.rules = TableRules()
        self.following = ""  # the address of the table that "play again" opened
        self.title: Line | None = None  # what the group has earned by this game
        self.withheld = False  # whether hints are off because this is a copy of a running game without them
        self._frames = FrameCache()
        self._told = Bucket(TALK_PER_SECOND, 2 * TALK_PER_SECOND)

    def has_ear(self) -> bool:
        """Whether there is capacity to broadcast what somebody says or shows; a large crowd hears less of it."""
        return self._told.take(min(max(1, len(self.viewers)), 2 * TALK_PER_SECOND))

    def tell(self, message: ToBrowser) -> None:
        """Send a message to everybody."""
        for viewer in self.viewers:
            viewer.send(message)

    def hear(self, message: ChatMessage | Pointed) -> None:
        """Broadcast what somebody says or points at; chat is kept for a while."""
        if isinstance(message, ChatMessage):
            self.chat.append(message)
        self.tell(message)

    async def news(self) -> None:
        """Notify every connection of news, a few in each round of the loop."""
        for number, hear in enumerate(tuple(self.listeners), 1):
            if hear in self.listeners:
                hear()
            if number % VIEWERS_PER_ROUND == 0:
                await asyncio.sleep(0)

    def name(self, viewer: Viewer) -> str:
        """The name of a viewer: that of its seat, or "a spectator"."""
        say = voice_at(self.table, viewer.language)
        return self.names(viewer.language)[viewer.seat] if viewer.seat is not None else say(line("a spectator"))

    def names(self, language: str) -> tuple[str, ...]:
        """The names of all seats."""
        say = voice_at(self.table, language)
        return self.table.names([say(kind.name) for kind in self.table.game.seats(self.table.setup)])

    def enter(self, viewer: Viewer) -> None:
        """Add a viewer, or note its new seats, and tell everybody."""
        self.viewers.add(viewer)
        self.presence.enter(viewer)
        self.presence.tell()

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer, and tell everybody."""
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            self.presence.leave(viewer)
            self.presence.tell()

    def now(self, viewer: Viewer) -> FrameView:
        """Show the table as it is."""
        return self._frames.now(self.table, viewer, self.title)

    def told(self, viewer: Viewer) -> tuple[StoryPly, ...]:
        """The story of the newest plies for a newcomer; a shared screen gets what everybody may know."""
        return self.story.newest(viewer.language, None if is_shared(self.table, viewer.seats) else viewer.seat)

    def catch_up(self, viewer: Viewer) -> None:
        """Show a viewer what it has not seen yet, and who sits where if that has changed."""
        missed = self.table.log[viewer.known :]
        viewer.outbox.put(self._frames.since(self.table, viewer, self.title, MAX_FRAMES))
        if any(not isinstance(entry, Played | LuckDrawn) for entry in missed):
            viewer.outbox.put(self.presence.message(viewer))


def _open(room: "ref[Room]") -> Room:
    """A room that is needed for as long as its parts run."""
    found = room()
    assert found
    return found


def phrases(say: Voice, every: Mapping[str, Line]) -> dict[str, str]:
    """Say the quick phrases, or the faces."""
    return {key: say(words) for key, words in every.items()}


def chat_words(text: str, phrase: str, say: Voice) -> str:
    """The words of a chat message: a phrase, a face, or the sender's own without control signs."""
    if phrase:
        words: Line | None = PHRASES.get(phrase) or EMOTES.get(phrase)
        return say(words) if words else ""
    return one_line(text)


def table_view(room: Room, viewer: Viewer) -> TableView:
    """What does not change with every move."""
    table = room.table
    say = voice_at(table, viewer.language)
    return TableView(
        table.id,
        table.game.name,
        say(table.game.title),
        room.presence.rows(viewer.language, viewer.seats),
        table.seed_hash,
        room.presence.levels(viewer.language),
        phrases(say, PHRASES),
        phrases(say, EMOTES),
        viewer.language,
        options_view(room),
        room.presence.spectators,
        tuple(map(say, special_terms(room))),
    )


def special_terms(room: Room) -> tuple[Line, ...]:
    """What is special about a table: its set-up, and dice that are real."""
    table = room.table
    dice = (line("We roll real dice"),) if table.options.real_dice else ()
    return (*agreement(table.game, table.setup), *dice)


def options_view(room: Room) -> OptionsView:
    """How people play at a table, as its owner wants it."""
    table, rules = room.table, room.rules
    asked, hints = table.options, table.hints_on and not room.withheld
    own = (rules.chat, hints, rules.muted, rules.stand_in, rules.epochs)
    return OptionsView(asked.shared, asked.auto_throw, asked.real_dice, *own)


def you(room: Room, viewer: Viewer) -> You:
    """Who a viewer is, and what it may do."""
    return You(room.name(viewer), viewer.grants.owner, viewer.seats, is_muted(room, viewer))


def is_muted(room: Room, viewer: Viewer) -> bool:
    """Whether a viewer may not chat for now."""
    roles = viewer.grants.roles if viewer.seats else (WATCH, viewer.mark)
    return not viewer.grants.owner and not set(roles).isdisjoint(room.rules.muted)
