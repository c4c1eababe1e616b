"""Whether a server counts, and where it offers its figures."""

from collections.abc import Callable

from mousehole.core.words import Trouble, line
from mousehole.web.operations.meters import Meters
from mousehole.web.server_state import ServerState


def open_meters(address: str) -> Meters:
    """What counts: nothing, unless there is an address to offer figures at."""
    if not address:
        return Meters()
    try:
        from mousehole.web.operations.prometheus_meters import PrometheusMeters
    except ModuleNotFoundError as missing:
        words = "figures need the package {name}: install mousehole[metrics]"
        raise Trouble(line(words, name=str(missing.name))) from None
    return PrometheusMeters()


def offered(server: ServerState, address: str) -> Callable[[], None]:
    """Offer the figures of a server, if there are any; call what comes back to end that."""
    if not address:
        return lambda: None
    from mousehole.web.operations.prometheus_meters import offer

    return offer(server, address)
