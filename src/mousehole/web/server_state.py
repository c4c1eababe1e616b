"""Everything the pages and sockets share: the host, the keys, the rooms."""

import asyncio
from contextlib import suppress
from typing import Protocol

from mousehole.core.game import Over, Parts
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Trouble
from mousehole.host import Host, forget
from mousehole.host.flow.table_limits import TableLimits
from mousehole.host.solving import Work, worth_solving
from mousehole.table import Table
from mousehole.web.album.keeping import Albums
from mousehole.web.edge.settings import Settings
from mousehole.web.operations.meters import Meters
from mousehole.web.rights.access import Keys
from mousehole.web.rights.rights import Rights
from mousehole.web.rights.stand_ins import stand_in_when_away
from mousehole.web.rights.table_rules import rules_of
from mousehole.web.room import Room
from mousehole.web.telling.elsewhere import Elsewhere
from mousehole.web.wire import Pointed, Said

SOLVED = "solved"  # what the bus calls news of solved boards
AT_ONCE = 100  # guests that are seen off together


class Guest(Protocol):
    """A live connection, as far as the house knows it."""

    async def come_back(self, patience: float) -> None:
        """Finish a move, ask the page to come back, and be gone."""


class ServerState:
    """What is shared by everybody who visits."""

    def __init__(self, host: Host, keys: Keys, settings: Settings) -> None:
        self.host = host
        self.keys = keys
        self.rights = Rights(host, keys)
        self.albums = Albums(host)
        self.settings = settings
        host.load.longest_wait = settings.wait_seconds
        host.writing.limits = TableLimits(settings.entries, settings.undos, host.bus)
        self.meters = Meters()
        self.solves_ahead = False  # begins to solve the boards that people play on
        self.draining = False  # about to end: nobody should be sent here any more
        self.guests: set[Guest] = set()
        self._rooms: dict[str, Room] = {}
        self._elsewhere = Elsewhere(host.bus, self._rooms)
        self._listening: dict[str, list[asyncio.Task[None]]] = {}
        self._tasks = HeldTasks()
        self._hears_of_boards: asyncio.Task[None] | None = None
        host.solving.tell(self._solved)
        host.join_others()

    async def room(self, table_id: str) -> Room:
        """Enter a table's room; it exists until the last who entered leaves."""
        table = await self.host.table(table_id)
        room = self._rooms.setdefault(table_id, Room(table))
        room.inside += 1
        if not self._hears_of_boards:
            self._hears_of_boards = self._tasks.start(self._hear_of_boards())
        if table_id not in self._listening:
            work = (self._listen(table_id), self._follow(room), stand_in_when_away(self.host, room))
            self._listening[table_id] = [asyncio.create_task(part) for part in work]
            self.host.news.attend(table_id)
            self._elsewhere.open(room)
            if self.solves_ahead and Parts.exact in table.game.parts:
                self._tasks.start(self._solve_ahead(table))
        await self.refresh(room)
        room.withheld = await self.host.withholds_hints(table_id)
        return room

    async def refresh(self, room: Room) -> None:
        """Bring a room up to date with its table."""
        room.table = table = await self.host.table(room.table.id)
        settings = await self.host.settings.of(table.id)
        if settings is not room.settings:  # a new object after every change
            room.settings, room.rules = settings, rules_of(settings)
        if not isinstance(table.turn, Over):
            room.title = None
        elif room.title is None:
            room.title = await self.host.title(table.id)

    def rooms(self) -> list[Room]:
        """The rooms that somebody is in."""
        return list(self._rooms.values())

    async def see_everybody_off(self, patience: float) -> None:
        """Finish moves that are on their way, and tell every page to come back in a moment."""
        while self.guests:
            leaving = tuple(self.guests)[:AT_ONCE]
            await asyncio.gather(*(guest.come_back(patience) for guest in leaving))
            self.guests.difference_update(leaving)

    def leave(self, room: Room) -> None:
        """Leave a room; the last one closes it."""
        room.inside -= 1
        if not room.inside:
            self._rooms.pop(room.table.id, None)
            for task in self._listening.pop(room.table.id):
                task.cancel()
            self.host.news.leave(room.table.id)
            self.rights.forget(room.table.id)
            forget(room.table)

    def pass_on(self, room: Room, message: Said | Pointed) -> None:
        """Let everybody at a table hear what somebody says or points at, on all servers."""
        room.hear(message)
        self._elsewhere.pass_on(room, message)

    def _solved(self, work: Work) -> None:
        """Let every server show what bots can do now."""
        self._tasks.start(self.host.bus.publish(SOLVED, 1))

    async def _solve_ahead(self, table: Table) -> None:
        """Begin to solve the board of a table, so that its hints turn exact by themselves."""
        if await asyncio.to_thread(worth_solving, table.game, table.setup):
            with suppress(Trouble):  # others are being solved: whoever asks for it gets it
                self.host.solving.start(table.game, table.setup)

    async def _hear_of_boards(self) -> None:
        """Show at all tables whose game can be solved what its bots can do now: a board may be that of several."""
        async with self.host.bus.subscribe(SOLVED) as news:
            async for _ in news:
                for room in self._rooms.values():
                    if Parts.exact in room.table.game.parts:
                        room.presence.tell()

    def listens(self, table_id: str) -> bool:
        """Whether this server hears of changes that others make at a table."""
        return table_id in self._listening

    async def _listen(self, table_id: str) -> None:
        """Read the settings of a table again whenever another server has changed them."""
        async with self.host.settings.watch(table_id) as news:
            async for _ in news:
                with suppress(Trouble):
                    await self.host.news.refresh(table_id)

    async def _follow(self, room: Room) -> None:
        """Show everybody in a room what is new whenever its table has moved on."""
        async with self.host.watch(room.table.id) as news:
            self._elsewhere.ask(room)
            async for newest in news:
                with suppress(Trouble):  # a table that is gone: each connection finds out and says so
                    await self.host.news.hear(room.table.id, newest)
                    await self.refresh(room)
                await room.news()
