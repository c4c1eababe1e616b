"""Messages on their way to one viewer: as cheap as can be, since every move puts some into every outbox."""

import asyncio
from collections.abc import Callable


class Outbox:
    """What waits to be sent: written at the end of the round of the loop, or by a reader where the line is full."""

    def __init__(self, most: int) -> None:
        self.write: Callable[[list[bytes]], bool] | None = None  # writes all at once, unless the line is full
        self._most = most
        self._messages: list[bytes] = []
        self._reader: asyncio.Future[None] | None = None

    def put(self, message: bytes) -> bool:
        """Put a message in, if there is room."""
        if len(self._messages) >= self._most:
            return False
        self._messages.append(message)
        if len(self._messages) == 1:
            asyncio.get_running_loop().call_soon(self._flush)
        return True

    def take(self) -> list[bytes]:
        """Take everything out."""
        messages, self._messages = self._messages, []
        return messages

    async def wait(self) -> list[bytes]:
        """Wait until something is there that could not be written at once, and take everything out."""
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
            self._messages = []
        elif self._reader:
            self._reader.set_result(None)
