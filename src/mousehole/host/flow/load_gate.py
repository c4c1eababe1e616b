"""Under more load than it can carry a server sheds: a move is taken in time, or refused at once as busy."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from mousehole.core.words import Trouble, line
from mousehole.host.flow.heartbeat import Heartbeat

SOON = 0.3  # of the longest wait
LEAST, MOST = 16.0, 1000.0  # moves at once
WIDER, NARROWER = 0.1, 0.7


class Busy(Trouble):
    """A move would wait too long; the same one is welcome a moment later."""


class LoadGate:
    """Lets moves in while those before them are answered in time, so many at once as it has learnt to carry."""

    def __init__(self) -> None:
        self.longest_wait = math.inf  # seconds; who would wait longer is refused
        self.pulse = Heartbeat()
        self.room = 100.0  # moves at once: more while they are answered soon, fewer when they are not
        self._narrowed = 0.0
        self._inside: dict[object, float] = {}  # when each move came in, the oldest first

    @property
    def wait(self) -> float:
        """How many seconds a move would wait: as long as the oldest one does, or as the loop is behind."""
        oldest = next(iter(self._inside.values()), math.inf)
        return max(time.monotonic() - oldest, self.pulse.late)

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """Let a move in until it is answered."""
        self.pulse.start()
        if self.wait > self.longest_wait or (len(self._inside) >= self.room and self.longest_wait < math.inf):
            raise Busy(line("many are playing right now: your move is on its way"))
        move, came = object(), time.monotonic()
        self._inside[move] = came
        try:
            yield
        finally:
            del self._inside[move]
            self._learn(came, time.monotonic())

    def _learn(self, came: float, now: float) -> None:
        """Widen the room a little where a move was answered soon; narrow it where one was not, once for all inside."""
        if now - came <= SOON * self.longest_wait:
            self.room = min(self.room + WIDER, MOST)
        elif came > self._narrowed:
            self.room, self._narrowed = max(self.room * NARROWER, LEAST), now
