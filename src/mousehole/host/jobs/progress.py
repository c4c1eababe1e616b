"""How far a long job is, told now and then."""

import time

from mousehole.host.jobs.job import Heard

EVERY = 0.2  # seconds between two words of progress


def every_so_often(tell: Heard, pause: float = EVERY) -> Heard:
    """Tell only now and then."""
    last = 0.0

    def told(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= pause:
            last = time.monotonic()
            tell(done, total)

    return told
