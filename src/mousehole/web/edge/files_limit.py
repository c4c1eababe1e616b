"""Open files: every connection is one, and a system gives each process so many."""

import logging
import sys

from msgspec.structs import replace

from mousehole.web.edge.settings import Settings

log = logging.getLogger(__name__)
WISHED = 1 << 16
SPARE = 200  # for the database, workers and whatever else is opened


def roomy(settings: Settings) -> Settings:
    """Ask the system for many open files, and fit the connections to what it gives."""
    given, wished = raised(), settings.sockets + settings.connections
    left = given - min(SPARE, given // 2)
    if left >= wished:
        return settings
    sockets = max(1, left * settings.sockets // wished)
    fitted = replace(settings, sockets=sockets, connections=max(1, left - sockets))
    log.warning("the system allows %d open files, so %d live connections fit", given, fitted.sockets)
    return fitted


if sys.platform == "win32":

    def raised() -> int:
        """Windows counts no sockets as files."""
        return WISHED
else:
    import resource

    def raised() -> int:
        """Raise the number of open files as far as the system lets us."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wished = WISHED if hard == resource.RLIM_INFINITY else min(WISHED, hard)
        if soft == resource.RLIM_INFINITY or soft >= wished:
            return WISHED if soft == resource.RLIM_INFINITY else soft
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
        except (OSError, ValueError):  # macOS has another limit behind this one
            return soft
        return wished
