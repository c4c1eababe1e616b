"""Who is at a table right now: worked out once for all who see the same, and told a few times a second at most."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Protocol

from mousehole.core.game import Seat
from mousehole.folders import solved_mark
from mousehole.host import voice_at
from mousehole.host.level_words import levels
from mousehole.table import Chair, Table
from mousehole.web.faces import face_of
from mousehole.web.wire import Seats, SeatView, encode

PAUSE = 0.25  # seconds between two words about who is there
EACH_SECOND = 500  # viewers told in a second; a large crowd hears more rarely how large it is
BATCH = 50  # viewers told before others have their turn
BREATH = 0.01  # seconds between two batches


class Guest(Protocol):
    """Somebody at a table, as far as others see it."""

    language: str

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats this guest plays."""

    def post(self, data: bytes) -> None:
        """Put an encoded message into the outbox."""


class Presence:
    """Counts who is at a table, and tells everybody."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._inside: dict[Guest, tuple[Seat, ...]] = {}
        self._counts: Counter[Seat | None] = Counter()  # None counts those who only watch
        self._opened = time.monotonic()
        self._left: dict[Seat, float] = {}  # when the last who plays a seat went away
        self._chairs: tuple[Chair, ...] = ()
        self._rows: dict[tuple[str, tuple[Seat, ...]], tuple[SeatView, ...]] = {}
        self._messages: dict[tuple[str, tuple[Seat, ...]], bytes] = {}
        self._levels: dict[str, dict[str, str]] = {}
        self._solved = 0
        self._elsewhere: dict[str, tuple[tuple[Seat, ...], int, float]] = {}  # on other servers, and when they said so
        self.changed: Callable[[], None] = lambda: None  # lets other servers know
        self._moved = False
        self._news = False
        self._telling: asyncio.Task[None] | None = None

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return self._counts[None] + sum(watching for _, watching, _ in self._elsewhere.values())

    @property
    def here(self) -> tuple[tuple[Seat, ...], int]:
        """Who is there on this server: the seats, and how many watch."""
        return tuple(sorted(seat for seat, n in self._counts.items() if seat is not None and n > 0)), self._counts[None]

    def away_for(self, seat: Seat) -> float:
        """For how many seconds nobody who plays a seat has been here."""
        return 0.0 if self._there(seat) else time.monotonic() - self._left.get(seat, self._opened)

    def _there(self, seat: Seat) -> bool:
        return self._counts[seat] > 0 or any(seat in seats for seats, _, _ in self._elsewhere.values())

    def hear_of(self, server: str, seats: tuple[Seat, ...], watching: int) -> None:
        """Take the word of another server about who is there."""
        before = self._elsewhere.pop(server, ((), 0, 0.0))
        self._left.update(dict.fromkeys(set(before[0]) - set(seats), time.monotonic()))
        if seats or watching:
            self._elsewhere[server] = (seats, watching, time.monotonic())
        if before[:2] != (seats, watching):
            self._rows.clear()
            self.tell()

    def forget_silent(self, seconds: float) -> None:
        """Let those vanish whose server has said nothing for so long."""
        now = time.monotonic()
        for server in [name for name, (_, _, heard) in self._elsewhere.items() if now - heard > seconds]:
            self.hear_of(server, (), 0)

    def enter(self, guest: Guest) -> None:
        """Count somebody in, with the seats they have now."""
        if self._inside.get(guest) == guest.seats:
            return
        self._count_out(guest)
        self._inside[guest] = guest.seats
        self._count(guest.seats, 1)

    def leave(self, guest: Guest) -> None:
        """Count somebody out."""
        if guest in self._inside:
            self._count_out(guest)

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
        """Name the levels of bots at this table; what is solved meanwhile changes them."""
        if (mark := solved_mark()) != self._solved:
            self._levels, self._solved = {}, mark
        if language not in self._levels:
            table = self._table()
            self._levels[language] = levels(table.game, voice_at(table, language), table.state)
        return self._levels[language]

    def message(self, guest: Guest) -> bytes:
        """Tell somebody who sits where."""
        self._look()
        key = (guest.language, guest.seats)
        if key not in self._messages:
            self._messages[key] = encode(Seats(self.rows(*key), self.levels(guest.language), self.spectators))
        return self._messages[key]

    def _row(self, language: str, mine: tuple[Seat, ...]) -> Iterator[SeatView]:
        table = self._table()
        say, kinds = voice_at(table, language), table.game.seats(table.setup)
        names = table.names([say(kind.name) for kind in kinds])
        for seat, (name, chair, kind) in enumerate(zip(names, table.chairs, kinds, strict=True)):
            face = face_of(seat, chair, kind)
            yield SeatView(seat, name, chair.kind, kind.team, face, chair.level, self._there(seat), seat in mine)

    def _look(self) -> None:
        """Forget what was said before somebody took or left a seat."""
        chairs = tuple(self._table().chairs)
        if chairs != self._chairs:
            self._chairs = chairs
            self._rows.clear()
            self._messages.clear()

    def _count_out(self, guest: Guest) -> None:
        seats = self._inside.pop(guest, None)
        if seats is not None:
            self._count(seats, -1)

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
        """Tell a batch of viewers after the other, so that nobody elsewhere waits for a large crowd."""
        while self._news:
            self._news = False
            if self._moved:
                self._moved = False
                self.changed()
            guests = list(self._inside)
            for first in range(0, len(guests), BATCH):
                for guest in guests[first : first + BATCH]:
                    if guest in self._inside:
                        guest.post(self.message(guest))
                await asyncio.sleep(BREATH)
            await asyncio.sleep(max(PAUSE, len(guests) / EACH_SECOND))
