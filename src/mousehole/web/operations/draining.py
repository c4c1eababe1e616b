"""An ending that nobody minds: no new visitors, moves finished, pages told to come back, then the end."""

import asyncio
import logging
import os
import signal
from types import FrameType

import uvicorn

from mousehole.web.server_state import ServerState

log = logging.getLogger(__name__)
MOVES = 3.0  # seconds for moves that are on their way
BOUND = 15.0  # seconds after the pause until it ends in any case


class DrainingServer(uvicorn.Server):
    """uvicorn's server; SIGTERM lets it drain and leave with 0, a second one ends it at once."""

    def __init__(self, config: uvicorn.Config, server: ServerState, pause: float) -> None:
        super().__init__(config)
        self._server, self._pause = server, pause
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining: asyncio.Task[None] | None = None

    async def main_loop(self) -> None:
        """Serve until somebody ends it."""
        self._loop = asyncio.get_running_loop()
        await super().main_loop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; asked twice, end at once: what was acknowledged is on the disk."""
        if self._server.draining:
            os._exit(128 + sig)
        if self._loop is None:  # it has not begun yet
            super().handle_exit(sig, frame)
            return
        self._server.draining = True
        if sig == signal.SIGINT:
            self._captured_signals.append(sig)  # Ctrl+C is told on, after the end
        pause = self._pause if sig == signal.SIGTERM else 0.0
        self._loop.call_soon_threadsafe(self._begin, pause)

    def _begin(self, pause: float) -> None:
        self._draining = asyncio.create_task(self._drain(pause))

    async def _drain(self, pause: float) -> None:
        """Wait until nobody sends visitors any more, then see everybody off."""
        loop = asyncio.get_running_loop()
        loop.call_later(pause + BOUND, self._give_up)
        await asyncio.sleep(pause)
        for server in self.servers:
            server.close()  # whoever comes back now comes to another server, or waits for the next
        await self._server.see_everybody_off(MOVES)
        self.should_exit = True

    def _give_up(self) -> None:
        log.error("something does not end: leaving all the same; every acknowledged move is kept")
        os._exit(1)
