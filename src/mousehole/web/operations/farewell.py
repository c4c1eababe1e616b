"""How a live connection ends: its page left, it may do nothing here any more, or it should come back in a moment."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from mousehole.web.edge.live_texts import send_texts
from mousehole.web.rights.live_rights import say_goodbye
from mousehole.web.rights.rights import Parting
from mousehole.web.wire import ComeBack, encode

RESTARTS = 1012  # closes a socket whose server ends
WITHIN = 2.0  # seconds over which the pages spread, so that they do not all come at once
PATIENCE = 1.0  # seconds until the word must have been heard


class Farewell:
    """The ending of one connection."""

    def __init__(self) -> None:
        self.why: asyncio.Future[Parting | None] = asyncio.get_running_loop().create_future()  # None: come back
        self.still = asyncio.Event()  # no move of this page is on its way
        self.still.set()
        self._over = asyncio.Event()

    @property
    def near(self) -> bool:
        """Whether the server has decided to end the connection."""
        return self.why.done()

    def decide(self, why: Parting | None) -> None:
        """Let it end for a reason, or to be begun anew."""
        if not self.why.done():
            self.why.set_result(why)

    async def come_back(self, patience: float) -> None:
        """Finish a move that is on its way, ask the page to come back, and be gone."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.still.wait(), patience)
        self.decide(None)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), patience)

    async def say(self, socket: WebSocket, rest: list[bytes], language: str) -> None:
        """Send the rest and the last word, and close."""
        with suppress(RuntimeError, WebSocketDisconnect):
            if not self.near:
                await socket.close()
            elif why := self.why.result():
                await say_goodbye(socket, rest, why, language)
            else:
                await ask_back(socket, rest)
        self._over.set()


async def ask_back(socket: WebSocket, rest: list[bytes]) -> None:
    """Send the rest and the word that another server goes on."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await send_texts(socket, [*rest, encode(ComeBack(WITHIN))])
    await socket.close(RESTARTS)
