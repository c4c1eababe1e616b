"""Everything the pages and sockets share: the host, the keys, the rooms."""

from starlette.requests import HTTPConnection

from mousehole.core.game import Over
from mousehole.host import Host, forget
from mousehole.host.solving import Work
from mousehole.table import Table
from mousehole.web.access import COOKIE, Grants, Keys
from mousehole.web.edge.settings import Settings
from mousehole.web.room import Room

EPOCHS = "epochs"


class ServerState:
    """What is shared by everybody who visits."""

    def __init__(self, host: Host, keys: Keys, settings: Settings) -> None:
        self.host = host
        self.keys = keys
        self.settings = settings
        self._rooms: dict[str, Room] = {}
        host.solving.tell(self._solved)

    async def room(self, table_id: str) -> Room:
        """Enter a table's room; it exists until the last who entered leaves."""
        table = await self.host.table(table_id)
        room = self._rooms.setdefault(table_id, Room(table))
        room.inside += 1
        await self.refresh(room)
        return room

    async def refresh(self, room: Room) -> None:
        """Bring a room up to date with its table."""
        room.table = table = await self.host.table(room.table.id)
        room.chat_on = (await self.host.extra(table.id)).get("chat", True)
        if not isinstance(table.turn, Over):
            room.title = None
        elif room.title is None:
            room.title = await self.host.title(table.id)

    def leave(self, room: Room) -> None:
        """Leave a room; the last one closes it."""
        room.inside -= 1
        if not room.inside:
            self._rooms.pop(room.table.id, None)
            forget(room.table)

    async def update_room(self, table_id: str) -> None:
        """Bring the room of a table up to date, if anybody is there."""
        if table_id in self._rooms:
            await self.refresh(self._rooms[table_id])

    def _solved(self, work: Work) -> None:
        """Show at all tables of a game what its bots can do now: a board may be that of several."""
        for room in self._rooms.values():
            if room.table.game.name == work.game.name:
                room.tell_seats()

    async def grants(self, request: HTTPConnection, table: Table) -> Grants:
        """Read what a browser may do at a table."""
        cookie = request.cookies.get(COOKIE, "")
        return self.keys.grants(table.id, cookie, len(table.chairs), await self.epochs(table.id))

    async def epochs(self, table_id: str) -> dict[str, int]:
        """The epochs of a table's roles: a raised one has made old links worthless."""
        epochs: dict[str, int] = (await self.host.extra(table_id)).get(EPOCHS, {})
        return epochs

    async def following(self, table_id: str) -> str:
        """The address of the table that "play again" opened, if it has."""
        following = (await self.host.extra(table_id)).get("again")
        return f"/table/{table_id}/next" if following else ""
