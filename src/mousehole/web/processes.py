"""Several processes of one server behind one listening socket: whichever dies is started again."""

import os
import signal
import socket
import time
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from threading import Thread
from types import FrameType

from msgspec.structs import replace

from mousehole.core.words import Trouble
from mousehole.web.edge import fair_loop
from mousehole.web.operations.meters import Meters
from mousehole.web.serve import ServeOptions, log, open_host, serve

LOOK = 0.5  # seconds between two looks at the processes
SHORT = 5.0  # seconds; a process that lived no longer is started again only after a pause
PAUSE = 1.0


async def check(wish: ServeOptions) -> None:
    """Reach everything once: what is wrong is told before any process begins."""
    await (await open_host(wish, Meters())).close()


class Processes:
    """Keeps a number of processes running until it is told to stop."""

    def __init__(self, wish: ServeOptions, taken: socket.socket, number: int) -> None:
        self._wish, self._taken = replace(wish, browser=False), taken
        self._ending = False
        self._running = [self._begun(place) for place in range(number)]

    def run(self) -> None:
        """Watch over the processes; SIGTERM and Ctrl+C end them all."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        while not self._ending:
            wait([process.sentinel for process, _ in self._running], LOOK)
            self._running = [self._alive(place, *running) for place, running in enumerate(self._running)]
        for process, _ in self._running:
            process.terminate()
        for process, _ in self._running:
            process.join()

    def _alive(self, place: int, process: BaseProcess, began: float) -> tuple[BaseProcess, float]:
        if process.is_alive() or self._ending:
            return process, began
        log.warning("a process of the server ended (%s) and is started again", process.exitcode)
        if time.monotonic() - began < SHORT:
            time.sleep(PAUSE)
        return self._begun(place)

    def _begun(self, place: int) -> tuple[BaseProcess, float]:
        wish = replace(self._wish, metrics=shifted(self._wish.metrics, place))
        process = get_context("spawn").Process(target=_serve, args=(wish, self._taken))
        process.start()
        return process, time.monotonic()

    def _end(self, number: int, frame: FrameType | None) -> None:
        if self._ending:  # asked twice: at once
            for process, _ in self._running:
                process.terminate()
        self._ending = True


def shifted(address: str, place: int) -> str:
    """The address of a process's own figures: each has the next port."""
    host, colon, port = address.rpartition(":")
    return f"{host}:{int(port) + place}" if colon and port.isdecimal() else address


def _serve(wish: ServeOptions, taken: socket.socket) -> None:
    """Serve in one of the processes, until this one or the one that watches over it ends."""
    Thread(target=_stop_after_parent, daemon=True).start()
    try:
        fair_loop.run(serve(wish, taken, lambda: None))
    except Trouble as trouble:
        log.error("a process of the server cannot begin: %s", trouble)
    except KeyboardInterrupt:
        return


def _stop_after_parent() -> None:
    if parent := parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
