"""A bar that shows how far a long task has come and how long it will take; silent where nobody is watching."""

import time
from typing import TextIO

from mousehole.core.words import Say, line, voice

WIDTH = 30
REFRESH_SECONDS = 0.1  # seconds between two updates


class Bar:
    """Draws on a terminal, in one line that it removes at the end."""

    def __init__(self, stream: TextIO, say: Say | None = None) -> None:
        self._stream = stream
        self._say = say or voice("en")
        self._start = time.monotonic()
        self._drawn = 0.0
        self._live = stream.isatty()

    def __call__(self, done: int, total: int) -> None:
        """Show how much is done."""
        now = time.monotonic()
        if self._live and (now - self._drawn >= REFRESH_SECONDS or done == total):
            self._drawn = now
            self._stream.write(f"\r{self.words(done, total, now - self._start)}\x1b[K")
            self._stream.flush()

    def words(self, done: int, total: int, spent: float) -> str:
        """Put the bar, the share and the time left into one line."""
        full = WIDTH * done // total if total else WIDTH
        left = int(spent / done * (total - done)) if done else 0
        clock = (
            f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}" if left >= 3600 else f"{left // 60}:{left % 60:02}"
        )
        told = line("{done} of {total}, {time} left", done=done, total=total, time=clock if done else "…")
        return f"{'━' * full}{'╌' * (WIDTH - full)} {100 * done // total if total else 100:3}% {self._say(told)}"

    def close(self) -> None:
        """Remove the bar."""
        if self._live:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
