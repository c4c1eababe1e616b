"""An event loop that takes few connections at a time, so that a crowd that comes or goes at once holds nobody up."""

import asyncio
import sys
from selectors import DefaultSelector, SelectorKey
from typing import Any

MOST = 32  # connections in one round of the loop; the others are ready in the next


class FewAtOnce(DefaultSelector):
    """Tells of the first few that are ready; whoever is left out is told of in the next round, before newcomers."""

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """List those that are ready."""
        return super().select(timeout)[:MOST]


def fair_loop() -> asyncio.AbstractEventLoop:
    """Make the loop of a server; Windows keeps its own, which knows no selector."""
    return asyncio.new_event_loop() if sys.platform == "win32" else asyncio.SelectorEventLoop(FewAtOnce())


def run(work: Any) -> None:
    """Run a server to its end."""
    with asyncio.Runner(loop_factory=fair_loop) as runner:
        runner.run(work)
