"""Rows of wins and of evenings: pure counting, without calendars, so that no time zone breaks a row."""

from collections.abc import Iterable, Iterator, Sequence

from mousehole.web.album.memory import Memory

HOUR = 3600.0
PAUSE = 10 * HOUR  # after which another evening begins
NEXT = 36 * HOUR  # within which the next evening has to begin


def wins_in_a_row(pages: Sequence[Memory]) -> Iterator[int]:
    """After every game that counts, how many were won in a row; a draw neither ends a row nor adds to it."""
    row = 0
    for page in pages:
        if page.clean and page.outcome in ("won", "lost"):
            row = row + 1 if page.won else 0
            yield row


def evenings(times: Iterable[float]) -> list[float]:
    """When each evening began: games with short pauses between them belong to one."""
    begun, last = list[float](), -NEXT
    for time in sorted(times):
        if time - last > PAUSE:
            begun.append(time)
        last = time
    return begun


def evenings_in_a_row(times: Iterable[float]) -> Iterator[int]:
    """For every evening, how many there were in a row with it."""
    row, last = 0, -NEXT
    for time in evenings(times):
        row = row + 1 if time - last <= NEXT else 1
        last = time
        yield row
