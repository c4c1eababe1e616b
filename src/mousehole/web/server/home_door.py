"""A second way into a server that only listens to its own computer: for the phones of this home, while it is wanted."""

import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from mousehole.core.words import UserError, line

LOOPBACK = "127.0.0.1"
Stop: TypeAlias = Callable[[], None]
Listen: TypeAlias = Callable[[socket.socket], Awaitable[Stop]]  # serves a listening socket until it is stopped


class HomeDoor:
    """Opened and closed by somebody at this computer; closed with the server in any case."""

    def __init__(self, listen: Listen | None = None, port: int = 0) -> None:
        self._listen, self._port = listen, port
        self._stop: Stop | None = None
        self.host = ""  # the address in the home network, while it is open
        self.url = ""

    @property
    def offered(self) -> bool:
        """Whether this server can open it: one that others reach anyhow has no need to."""
        return self._listen is not None

    async def open(self) -> None:
        """Listen in the home network too, at the usual port if that is free there."""
        if self._listen is None or self._stop:
            return
        host = home_address()
        if host == LOOPBACK:
            raise UserError(line("this computer is in no network: connect it to the one your phones are in"))
        taken = listening(host, self._port)
        self._stop = await self._listen(taken)
        self.host, self.url = host, f"http://{host}:{taken.getsockname()[1]}"

    def close(self) -> None:
        """Listen to this computer alone again, and let go of everybody who came this way."""
        if self._stop:
            self._stop()
        self._stop, self.host, self.url = None, "", ""


def home_address() -> str:
    """Find the address of this machine in its home network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return LOOPBACK


def listening(host: str, port: int) -> socket.socket:
    """Listen at an address, at a port that is free there."""
    for wish in (port, 0):
        taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((host, wish))
            taken.listen(1024)
        except OSError as error:
            taken.close()
            reason = error.strerror or str(error)
        else:
            return taken
    raise UserError(line("cannot listen on {host}:{port}: {reason}", host=host, port=port, reason=reason))
