"""What one live connection may do, looked at again whenever that may have changed."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from mousehole.core.words import Line, line, voice
from mousehole.host.table_settings import TableSettings
from mousehole.table import Refused
from mousehole.web.edge.live_texts import send_texts
from mousehole.web.rights.access import Grants
from mousehole.web.rights.rights import Parting, Rights, Visitor
from mousehole.web.wire import Gone, encode

NO_MORE = 4403  # closes a socket that should not come back
PATIENCE = 5.0  # seconds until the last word must have been heard
WORDS: dict[Parting, Line] = {
    "removed": line("The owner of this table has removed you from it."),
    "revoked": line("Your link to this table is no longer valid. To come back, ask its owner for a new one."),
    "deleted": line("This table is no longer there: its owner has deleted it."),
    "left": line("You have left this table."),
    "broken": line("The code of this game failed, so it cannot be shown. Nothing is lost: once mended, it goes on."),
}


class LiveRights:
    """Remembers under which settings it looked last; while these stay, nothing has changed."""

    def __init__(self, rights: Rights, visitor: Visitor, table_id: str, settings: TableSettings) -> None:
        self.visitor = visitor
        self.settings = settings  # by which this connection was judged
        self._rights = rights
        self._table = table_id
        self._looking = asyncio.Lock()

    @property
    def fresh(self) -> bool:
        """Whether nothing can have changed since the last look."""
        return self._rights.fresh(self._table, self.settings)

    async def look(self) -> Grants | Parting | None:
        """Look again: what may be done now, why nothing any more, or None where nothing has changed."""
        async with self._looking:
            if self.fresh:
                return None
            try:
                return await self._look()
            except Refused:
                return "deleted"

    async def _look(self) -> Grants | Parting | None:
        settings = await self._rights.settings(self._table)
        if settings.version == self.settings.version:  # the table was only put away and taken out again
            self.settings = settings
            return None
        standing = await self._rights.again(self.visitor, self._table)
        self.settings = standing.settings
        return standing.grants or standing.why


def parting(why: Parting, language: str) -> Gone:
    """Say why somebody may do nothing here any more."""
    return Gone(why, voice(language)(WORDS[why]))


async def say_goodbye(socket: WebSocket, rest: list[bytes], why: Parting, language: str) -> None:
    """Send the rest and the last word, and let the page stay away."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await send_texts(socket, [*rest, encode(parting(why, language))])
    await socket.close(NO_MORE)


async def see_off(socket: WebSocket, why: Parting, language: str) -> None:
    """Accept a socket only to say why it is closed: a refused one could not tell the page."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.accept()
        await say_goodbye(socket, [], why, language)
