"""Everything the pages and sockets share: the host, the keys, the rooms."""

import asyncio
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from mousehole.core.game import Over, Solvable
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import UserError
from mousehole.host import Host, forget
from mousehole.host.limits import TableLimits
from mousehole.host.solving import Work, worth_solving
from mousehole.table import Table
from mousehole.web.album.keeping import Albums
from mousehole.web.live.remote_presence import Elsewhere
from mousehole.web.live.room import Room
from mousehole.web.live.stand_ins import stand_in_when_away
from mousehole.web.live.wire import ChatMessage, Pointed
from mousehole.web.push.turns import TurnPush
from mousehole.web.rights.access import Keys
from mousehole.web.rights.rights import Rights
from mousehole.web.rights.table_rules import rules_of
from mousehole.web.server.home_door import HomeDoor
from mousehole.web.server.metrics import Metrics
from mousehole.web.server.request_limits import RequestLimits
from mousehole.web.server.sealed_words import SealedWords
from mousehole.web.server.settings import Settings
from mousehole.web.week import Weeks

if TYPE_CHECKING:
    from mousehole.web.workshop.keeping import Workshops
    from mousehole.web.workshop.trying import Trials

SOLVED = "solved"  # what the bus calls news of solved boards
FAREWELL_BATCH = 100  # guests that are seen off together


class Guest(Protocol):
    """A live connection, as the server state sees it."""

    async def come_back(self, patience: float) -> None:
        """Finish a pending move, ask the page to reconnect, and close."""


class ServerState:
    """The state that all pages and sockets of a server share."""

    def __init__(self, host: Host, keys: Keys, settings: Settings) -> None:
        self.host = host
        self.keys = keys
        self.rights = Rights(host, keys)
        size, all_sizes = settings.album_megabytes * (1 << 20), settings.albums_megabytes * (1 << 20)
        self.weeks = Weeks(host)
        self.albums = Albums(host, settings.album_pages, size, all_sizes)
        self.settings = settings
        host.load.longest_wait = settings.wait_seconds
        heaviest = settings.table_megabytes * (1 << 20)
        host.limits = TableLimits(settings.entries, settings.undos, host.bus, settings.sits, heaviest)
        host.open_tables.budget = settings.tables_megabytes * (1 << 20) or host.open_tables.budget
        self.request_limits = RequestLimits(host.bus, settings)
        self.metrics = Metrics()
        self.solves_ahead = False  # starts to solve the boards that people play on
        self.door = HomeDoor()  # for phones of this home, where the server is closed to them
        self.draining = False  # about to end: load balancers should send nobody here
        self.guests: set[Guest] = set()
        self.welcoming = asyncio.Lock()
        self._rooms: dict[str, Room] = {}
        self.push = TurnPush(host, keys.push if settings.push else b"", self._rooms.get, settings.push_services)
        self.words = SealedWords(host.bus, keys.words)
        self._elsewhere = Elsewhere(self.words, self._rooms)
        self._listening: dict[str, list[asyncio.Task[None]]] = {}
        self._tasks = HeldTasks()
        self._hears_of_boards: asyncio.Task[None] | None = None
        host.solving.tell(self._solved)
        host.join_other_servers()

    @cached_property
    def workshops(self) -> "Workshops":
        """The adventures that people draw here."""
        from mousehole.web.workshop.keeping import Workshops

        asked = self.settings
        sizes = asked.workshop_megabytes * (1 << 20), asked.workshops_megabytes * (1 << 20)
        return Workshops(self.host.store, asked.workshop_drafts, *sizes)

    @cached_property
    def trials(self) -> "Trials":
        """The adventures that companions try here."""
        from mousehole.web.workshop.trying import Trials

        return Trials(self.host.jobs)

    async def room(self, table_id: str) -> Room:
        """Enter a table's room; it exists until everybody has left."""
        table = await self.host.table(table_id)
        room = self._rooms.setdefault(table_id, Room(table))
        room.inside += 1
        if not self._hears_of_boards:
            self._hears_of_boards = self._tasks.start(self._hear_of_boards())
        if table_id not in self._listening:
            work = (self._listen(table_id), self._follow(room), stand_in_when_away(self.host, room))
            self._listening[table_id] = [asyncio.create_task(part) for part in work]
            self.host.attend(table_id)
            self._elsewhere.open(room)
            if self.solves_ahead and Solvable.exact in table.game.parts.solvable:
                self._tasks.start(self._solve_ahead(table))
        await self.refresh(room)
        room.withheld = await self.host.withholds_hints(table_id)
        return room

    async def refresh(self, room: Room) -> None:
        """Bring a room up to date with its table."""
        opened = await self.host.opened(room.table.id)
        table, settings = opened.table, opened.settings.now
        room.table = table
        if settings is not room.settings:  # a new object after every change
            room.settings, room.rules = settings, rules_of(settings)
            room.following = f"/table/{table.id}/next" if settings.sequel else ""
        if not isinstance(table.turn, Over):
            room.title = None
        elif room.title is None:
            room.title = await self.host.title(table.id)

    def rooms(self) -> list[Room]:
        """The rooms that somebody is in."""
        return list(self._rooms.values())

    async def see_everybody_off(self, patience: float) -> None:
        """Finish pending moves, and ask every page to reconnect in a moment."""
        while self.guests:
            leaving = tuple(self.guests)[:FAREWELL_BATCH]
            await asyncio.gather(*(guest.come_back(patience) for guest in leaving))
            self.guests.difference_update(leaving)

    def leave(self, room: Room) -> None:
        """Leave a room; whoever leaves last closes it."""
        room.inside -= 1
        if not room.inside:
            self._rooms.pop(room.table.id, None)
            for task in self._listening.pop(room.table.id):
                task.cancel()
            self.host.leave(room.table.id)
            self.rights.forget(room.table.id)
            forget(room.table)

    def pass_on(self, room: Room, message: ChatMessage | Pointed) -> None:
        """Broadcast what somebody says or points at, on all servers."""
        room.hear(message)
        self._elsewhere.pass_on(room, message)

    def _solved(self, work: Work) -> None:
        """Publish to all servers that a board was solved."""
        self._tasks.start(self.host.bus.publish(SOLVED, 1))

    async def _solve_ahead(self, table: Table) -> None:
        """Start solving the board of a table, so that its hints become exact."""
        if await asyncio.to_thread(worth_solving, table.game, table.setup):
            with suppress(UserError):  # others are being solved: it waits until somebody asks
                self.host.solving.start(table.game, table.setup)

    async def _hear_of_boards(self) -> None:
        """Refresh the bots' levels at all tables of games that can be solved: they may share a board."""
        async with self.host.bus.subscribe(SOLVED) as news:
            async for _ in news:
                for room in self._rooms.values():
                    if Solvable.exact in room.table.game.parts.solvable:
                        room.presence.tell()

    def listens(self, table_id: str) -> bool:
        """Whether this server hears of changes that others make at a table."""
        return table_id in self._listening

    async def _listen(self, table_id: str) -> None:
        """Read the settings of a table again whenever another server has changed them."""
        async with self.host.watch_settings(table_id) as news:
            async for _ in news:
                with suppress(UserError):
                    await self.host.refresh(table_id)

    async def _follow(self, room: Room) -> None:
        """Show everybody in a room every change of its table."""
        async with self.host.watch(room.table.id) as news:
            self._elsewhere.ask(room)
            async for newest in news:
                with suppress(UserError):  # a table that is gone: each connection finds out and says so
                    await self.host.catch_up(room.table.id, newest)
                    await self.refresh(room)
                await room.news()
