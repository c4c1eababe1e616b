"""Runs the web application: on this machine alone, or for the whole home, or behind a proxy."""

import asyncio
import gc
import logging
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import uvicorn
from msgspec import Struct
from starlette.applications import Starlette

from mousehole.bus import open_bus
from mousehole.core.words import Trouble, line
from mousehole.host import Host, precompiling
from mousehole.host.jobs.choosing import open_jobs
from mousehole.store import DAY, Store, StoreError, folder, open_store
from mousehole.web.app import application
from mousehole.web.edge import logs
from mousehole.web.edge.connections import protocol
from mousehole.web.edge.files_limit import roomy
from mousehole.web.edge.live_protocol import LiveProtocol
from mousehole.web.edge.settings import Settings, limited
from mousehole.web.operations.counted_jobs import CountedJobs
from mousehole.web.operations.draining import DrainingServer
from mousehole.web.operations.figures import offered, open_meters
from mousehole.web.operations.meters import Meters, timed_store
from mousehole.web.rights.access import Keys, secret, shared_secret
from mousehole.web.server_state import ServerState
from mousehole.web.telling.warming import warm

log = logging.getLogger(__name__)
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
BOT_PACE = 0.7
REMEDY = "for a month --bring-back takes them back"
WARM_AFTER = 2.0  # seconds, so that the first page comes first


class ServeOptions(Struct, frozen=True):
    """How somebody wants the server to run."""

    host: str = LOOPBACK
    port: int = 8765
    public_url: str = ""
    proxy: str = ""  # the address of a proxy whose forwarded headers are believed
    browser: bool = True
    pace: float = BOT_PACE
    keep_days: int = 365  # tables that nobody touched for longer are forgotten
    limits: tuple[str, ...] = ()  # what differs from the usual settings: "sockets=500"
    bring_back: bool = False  # what was forgotten lately comes back first
    store: str = ""  # "postgresql://...", for several servers
    bus: str = ""  # "redis://..."
    jobs: str = "own"  # or "queue": workers think
    metrics: str = ""  # where figures are offered: "127.0.0.1:9100"
    log: str = "plain"  # or "json"
    access_log: bool = False  # a line for every request
    solve_ahead: bool = True  # boards that come with a game are solved as soon as somebody plays on them
    drain_seconds: float = 0.0  # between "not ready" and the end, so that a proxy can look elsewhere


def address(wish: ServeOptions) -> str:
    """The address people open, from other machines where the server listens to them."""
    if wish.public_url:
        return wish.public_url.rstrip("/")
    name = home_address() if wish.host in EVERYWHERE else wish.host
    return f"http://[{name}]:{wish.port}" if ":" in name else f"http://{name}:{wish.port}"


def settings(wish: ServeOptions) -> Settings:
    """Decide which hosts and origins are served."""
    url = address(wish)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Trouble(line("{url} is not an address: it needs http:// or https:// and a name", url=url))
    link = url if wish.public_url or wish.host in EVERYWHERE else ""
    reached = Settings(link, (parts.hostname, wish.host), (url,), parts.scheme == "https", wish.proxy)
    return limited(reached, wish.limits)


def home_address() -> str:
    """Find the address of this machine in its home network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return LOOPBACK


def free(wish: ServeOptions) -> socket.socket:
    """Take the wished port, or the next free one when it is the usual one."""
    family = socket.AF_INET6 if ":" in wish.host else socket.AF_INET
    for port in range(wish.port, wish.port + 20) if wish.port == ServeOptions().port else (wish.port,):
        taken = socket.socket(family, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((wish.host, port))
            taken.listen(1024)  # from now on visitors wait instead of being turned away
        except (OSError, OverflowError) as error:
            taken.close()
            reason = getattr(error, "strerror", None) or str(error)
        else:
            return taken
    raise Trouble(line("cannot listen on {host}:{port}: {reason}", host=wish.host, port=wish.port, reason=reason))


async def serve(wish: ServeOptions, taken: socket.socket, opened: Callable[[], None]) -> None:
    """Serve until somebody stops it; `opened` is called once nothing stands in the way."""
    logs.begin(wish.log, wish.access_log)
    spare_the_collector()
    meters = open_meters(wish.metrics)
    host = await open_host(wish, meters)
    server = ServerState(host, await keys(wish, host.store), roomy(settings(wish)))
    server.meters = meters
    server.solves_ahead = wish.solve_ahead
    host.solving.budget = server.settings.solutions_megabytes << 20
    if wish.bring_back:
        log.warning("%d forgotten tables were brought back", await host.store.bring_back())
    stop_telling = offered(server, wish.metrics)
    opened()
    loop = asyncio.get_running_loop()
    forgetting = asyncio.create_task(forget(host.store, max(1, wish.keep_days)))
    loop.run_in_executor(None, warm)
    later = loop.call_later(WARM_AFTER, loop.run_in_executor, None, precompiling.begin)
    if wish.browser:
        loop.call_later(0.3, webbrowser.open, address(wish))
    try:
        app = config(application(server, wish.access_log), server.settings)
        await DrainingServer(app, server, wish.drain_seconds).serve([taken])
    finally:
        later.cancel()
        stop_telling()
        forgetting.cancel()
        await host.close()


async def open_host(wish: ServeOptions, meters: Meters) -> Host:
    """Reach the saved games and the other servers."""
    store = await open_store(wish.store)
    store = timed_store(store, meters) if wish.metrics else store
    try:
        bus = await open_bus(wish.bus)
        jobs = await open_jobs(wish.jobs, wish.store, store, bus)
        return Host(store, bus, wish.pace, CountedJobs(jobs, meters) if wish.metrics else jobs)
    except BaseException:
        await store.close()
        raise


async def keys(wish: ServeOptions, store: Store) -> Keys:
    """The keys of links: several servers share the secret that makes them."""
    return Keys(await shared_secret(store, folder()) if wish.store else secret(folder()))


async def forget(store: Store, days: int) -> None:
    """Forget every day what nobody has touched for so many days, and say so."""
    while True:
        try:
            forgotten = await store.expire(days * DAY)
        except StoreError as error:
            log.error("nothing was forgotten today: %s", error)
        else:
            if forgotten.hidden:
                log.warning("%d tables unused for %d days were forgotten; %s", forgotten.hidden, days, REMEDY)
            if forgotten.gone:
                log.warning("%d tables forgotten a month ago are gone for good", forgotten.gone)
        await asyncio.sleep(DAY)


def spare_the_collector() -> None:
    """Look for cycles less often, and among few things at a time: a move leaves none, and a long look holds everybody.

    What was loaded at the start never goes; all that is old is looked through only once in a very long while.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(8_000, 5, 1_000)


def config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """Say how the application is served; frames are small, so squeezing each would cost more than it saves."""
    return uvicorn.Config(
        app,
        http=protocol(settings),
        log_config=None,
        log_level="warning",
        ws=LiveProtocol,
        ws_max_size=16 * 1024,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy or None,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
