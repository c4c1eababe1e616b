"""Runs the web application: for this machine, the home or the world, in one process or several."""

import asyncio
import gc
import logging
import os
import signal
import socket
import time
import webbrowser
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from threading import Thread
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from msgspec import Struct
from msgspec.structs import replace
from starlette.applications import Starlette

from mousehole import shelf
from mousehole.bus import open_bus
from mousehole.core.game import AnyGame
from mousehole.core.knowledge import scene_for
from mousehole.core.learn import guides
from mousehole.core.record import content_hash
from mousehole.core.words import UserError, languages, line, voice
from mousehole.host import Host
from mousehole.host.adventures import sweep
from mousehole.host.level_words import levels
from mousehole.host.processes import open_jobs
from mousehole.store import DAY, Store, StoreError, folder, open_store
from mousehole.web.app import application
from mousehole.web.pages import learn_pages, puzzle_pages
from mousehole.web.rights.access import Keys, secret, shared_secret
from mousehole.web.server.connections import LiveProtocol, fit_open_files, http_protocol, run
from mousehole.web.server.home_door import LOOPBACK, HomeDoor, home_address
from mousehole.web.server.logs import configure_logs
from mousehole.web.server.metrics import CountedJobs, Metrics, timed_store
from mousehole.web.server.proxies import Forwarded, proxies
from mousehole.web.server.settings import Settings, with_limits
from mousehole.web.server_state import ServerState
from mousehole.web.static_files import art, static

log = logging.getLogger(__name__)
EVERYWHERE = ("0.0.0.0", "::")
BOT_PACE = 0.7
REMEDY = "for a month --bring-back takes them back"
MOVE_TIMEOUT = 3.0  # seconds in which moves under way may finish while a server drains
DRAIN_TIMEOUT = 15.0  # seconds after the pause, when a server ends in any case
WATCH_SECONDS = 0.5  # between two looks at the processes
SHORT_LIFE, RESTART_PAUSE = 5.0, 1.0  # seconds: a process that dies this young is restarted after a pause


class ServeOptions(Struct, frozen=True):
    """How the server is to run."""

    host: str = LOOPBACK
    port: int = 8765
    public_url: str = ""
    proxy: str = ""  # addresses or networks of proxies, or how many stand in a row
    browser: bool = True
    pace: float = BOT_PACE
    keep_days: int = 365  # tables that nobody touched for longer are forgotten
    limits: tuple[str, ...] = ()  # what differs from the usual settings: "sockets=500"
    bring_back: bool = False  # what was forgotten lately comes back first
    damaged: bool = False  # a damaged file of saved games is written all the same
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
    """The settings of a server: among them which hosts and origins it serves."""
    url = address(wish)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UserError(line("{url} is not an address: it needs http:// or https:// and a name", url=url))
    link = url if wish.public_url or wish.host in EVERYWHERE else ""
    reached = Settings(link, (parts.hostname, wish.host), (url,), parts.scheme == "https", proxies(wish.proxy))
    return with_limits(replace(reached, push=True), wish.limits)


def free(wish: ServeOptions) -> socket.socket:
    """Take the wished port, or the next free one when it is the usual one."""
    family = socket.AF_INET6 if ":" in wish.host else socket.AF_INET
    for port in range(wish.port, wish.port + 20) if wish.port == ServeOptions().port else (wish.port,):
        taken = socket.socket(family, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((wish.host, port))
            taken.listen(1024)  # from now on visitors queue instead of being turned away
        except (OSError, OverflowError) as error:
            taken.close()
            reason = getattr(error, "strerror", None) or str(error)
        else:
            return taken
    raise UserError(line("cannot listen on {host}:{port}: {reason}", host=wish.host, port=wish.port, reason=reason))


async def serve(wish: ServeOptions, taken: socket.socket, opened: Callable[[], None]) -> None:
    """Serve until stopped; `opened` is called once the server is ready."""
    configure_logs(wish.log, wish.access_log)
    tune_garbage_collection()
    metrics = open_metrics(wish.metrics)
    host = await open_host(wish, metrics)
    server = ServerState(host, await keys(wish, host.store), fit_open_files(settings(wish)))
    server.metrics = metrics
    server.solves_ahead = wish.solve_ahead
    host.solving.budget = server.settings.solutions_megabytes << 20
    if wish.bring_back:
        log.warning("%d forgotten tables were brought back", await host.store.bring_back())
    stop_metrics = start_metrics(server, wish.metrics)
    opened()
    loop = asyncio.get_running_loop()
    forgetting = asyncio.create_task(forget_old_tables(host.store, max(1, wish.keep_days)))
    loop.run_in_executor(None, warm)
    if wish.browser:
        loop.call_later(0.3, webbrowser.open, address(wish))
    try:
        await server_of(wish, server).serve([taken])
    finally:
        stop_metrics()
        forgetting.cancel()
        await host.close()


async def open_host(wish: ServeOptions, metrics: Metrics) -> Host:
    """Connect to the saved games and the other servers."""
    store = await open_store(wish.store, wish.damaged)
    store = timed_store(store, metrics) if wish.metrics else store
    try:
        bus = await open_bus(wish.bus)
        jobs = await open_jobs(wish.jobs, wish.store, store, bus)
        return Host(store, bus, wish.pace, CountedJobs(jobs, metrics) if wish.metrics else jobs)
    except BaseException:
        await store.close()
        raise


async def keys(wish: ServeOptions, store: Store) -> Keys:
    """The keys of links: several servers share the secret that makes them."""
    return Keys(await shared_secret(store, folder()) if wish.store else secret(folder()))


def open_metrics(address: str) -> Metrics:
    """Metrics that count if there is an address to serve them at."""
    if not address:
        return Metrics()
    try:
        from mousehole.web.server.prometheus_metrics import PrometheusMetrics
    except ModuleNotFoundError as missing:
        words = "figures need the package {name}: install mousehole[metrics]"
        raise UserError(line(words, name=str(missing.name))) from None
    return PrometheusMetrics()


def start_metrics(server: ServerState, address: str) -> Callable[[], None]:
    """Serve metrics if there is an address for them; returns a function that stops it."""
    if not address:
        return lambda: None
    from mousehole.web.server.prometheus_metrics import serve_metrics

    return serve_metrics(server, address)


async def forget_old_tables(store: Store, days: int) -> None:
    """Every day, forget the tables that were not touched for a number of days, and log how many."""
    while True:
        try:
            forgotten, albums = await store.expire(days * DAY), await store.expire_albums(days * DAY)
            await asyncio.to_thread(sweep)
            workshops = await store.expire_workshops(days * DAY)
        except StoreError as error:
            log.error("nothing was forgotten today: %s", error)
        else:
            if forgotten.hidden:
                log.warning("%d tables unused for %d days were forgotten; %s", forgotten.hidden, days, REMEDY)
            if albums:
                log.warning("%d albums that nobody opened for %d days were forgotten", albums, days)
            if workshops:
                log.warning("%d adventures that nobody touched for %d days were forgotten", workshops, days)
            if forgotten.gone:
                log.warning("%d tables forgotten a month ago are gone for good", forgotten.gone)
        await asyncio.sleep(DAY)


def tune_garbage_collection() -> None:
    """Collect garbage less often, and mostly young objects: a move leaves no cycles, and a long pause delays everybody.

    What was loaded at the start is never collected; old objects are searched only once in a very long while.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(8_000, 5, 1_000)


def config(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application; frames are small, so compressing each would cost more than it saves."""
    return uvicorn.Config(
        Forwarded(app, settings.proxy),
        http=http_protocol(settings),
        log_config=None,
        log_level="warning",
        ws=LiveProtocol,
        ws_max_size=16 * 1024,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
        server_header=False,
    )


def server_of(wish: ServeOptions, server: ServerState) -> "DrainingServer":
    """The server of an application; where it is closed to phones, with a door for them."""
    app = config(application(server, wish.access_log), server.settings)
    serving = DrainingServer(app, server, wish.drain_seconds)
    if wish.host == LOOPBACK and not (wish.public_url or wish.proxy or wish.store):
        server.door = HomeDoor(serving.listen, wish.port)
    return serving


class DrainingServer(uvicorn.Server):
    """uvicorn's server with a graceful end: no new visitors, pending moves finished, pages asked to come back.

    SIGTERM drains it and ends with status 0; a second one ends it at once.
    """

    def __init__(self, config: uvicorn.Config, server: ServerState, pause: float) -> None:
        super().__init__(config)
        self._server, self._pause = server, pause
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining: asyncio.Task[None] | None = None

    async def main_loop(self) -> None:
        """Serve until the end."""
        self._loop = asyncio.get_running_loop()
        await super().main_loop()

    async def listen(self, taken: socket.socket) -> Callable[[], None]:
        """Serve a second socket too; returns a function that stops it and lets go of those who came by it."""
        here = taken.getsockname()
        kind: Any = self.config.http_protocol_class
        more = await asyncio.get_running_loop().create_server(
            lambda: kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state), sock=taken
        )
        self.servers.append(more)

        def stop() -> None:
            more.close()
            self.servers.remove(more)
            for connection in tuple(self.server_state.connections):
                if connection.transport.get_extra_info("sockname") == here:
                    connection.shutdown()

        return stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain; asked twice, end at once: acknowledged moves are on the disk."""
        if self._server.draining:
            os._exit(128 + sig)
        if self._loop is None:  # it does not serve yet
            super().handle_exit(sig, frame)
            return
        self._server.draining = True
        if sig == signal.SIGINT:
            self._captured_signals.append(sig)  # uvicorn raises Ctrl+C again after the end
        pause = self._pause if sig == signal.SIGTERM else 0.0
        self._loop.call_soon_threadsafe(self._begin, pause)

    def _begin(self, pause: float) -> None:
        self._draining = asyncio.create_task(self._drain(pause))

    async def _drain(self, pause: float) -> None:
        """Wait until proxies send no more visitors, then ask every page to come back."""
        loop = asyncio.get_running_loop()
        loop.call_later(pause + DRAIN_TIMEOUT, self._give_up)
        await asyncio.sleep(pause)
        for server in self.servers:
            server.close()  # pages that come back now reach another server, or wait for the next
        await self._server.see_everybody_off(MOVE_TIMEOUT)
        self.should_exit = True

    def _give_up(self) -> None:
        log.error("something does not end: leaving all the same; every acknowledged move is kept")
        os._exit(1)


async def check_reachable(wish: ServeOptions) -> None:
    """Reach store, bus and workers once, so that faults are reported before any process begins."""
    await (await open_host(wish, Metrics())).close()


class Processes:
    """Several processes behind one listening socket; one that dies is started again."""

    def __init__(self, wish: ServeOptions, taken: socket.socket, number: int) -> None:
        self._wish, self._taken = replace(wish, browser=False), taken
        self._ending = False
        self._running = [self._start(place) for place in range(number)]

    def run(self) -> None:
        """Watch over the processes; SIGTERM and Ctrl+C end them all."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        while not self._ending:
            wait([process.sentinel for process, _ in self._running], WATCH_SECONDS)
            self._running = [self._kept_alive(place, *running) for place, running in enumerate(self._running)]
        for process, _ in self._running:
            process.terminate()
        for process, _ in self._running:
            process.join()

    def _kept_alive(self, place: int, process: BaseProcess, began: float) -> tuple[BaseProcess, float]:
        if process.is_alive() or self._ending:
            return process, began
        log.warning("a process of the server ended (%s) and is started again", process.exitcode)
        if time.monotonic() - began < SHORT_LIFE:
            time.sleep(RESTART_PAUSE)
        return self._start(place)

    def _start(self, place: int) -> tuple[BaseProcess, float]:
        wish = replace(self._wish, metrics=metrics_address(self._wish.metrics, place))
        process = get_context("spawn").Process(target=_serve, args=(wish, self._taken))
        process.start()
        return process, time.monotonic()

    def _end(self, number: int, frame: FrameType | None) -> None:
        if self._ending:  # asked twice: end at once
            for process, _ in self._running:
                process.terminate()
        self._ending = True


def metrics_address(address: str, place: int) -> str:
    """The address of a process's own metrics: each has the next port."""
    host, colon, port = address.rpartition(":")
    return f"{host}:{int(port) + place}" if colon and port.isdecimal() else address


def _serve(wish: ServeOptions, taken: socket.socket) -> None:
    """Serve in one of the processes, until it or its parent ends."""
    Thread(target=_stop_after_parent, daemon=True).start()
    try:
        run(serve(wish, taken, lambda: None))
    except UserError as trouble:
        log.error("a process of the server cannot begin: %s", trouble)
    except KeyboardInterrupt:
        return


def _stop_after_parent() -> None:
    if parent := parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def warm() -> None:
    """Load everything once, beside the event loop; a game that cannot be loaded says so when it is asked for."""
    static()
    art("house")
    for name in shelf.names():
        try:
            _warm(shelf.find(name))
        except UserError:
            continue


def _warm(game: AnyGame) -> None:
    state = game.new(game.setup())
    scene_for(game, state, game.turn(state), None)
    content_hash(game.package)
    art(game.name)
    if (puzzles := game.parts.puzzles) and puzzles.named:
        puzzle_pages.puzzle_position(puzzles.every[0].position)
    for language in languages():
        levels(game, voice(language, game.package), state)
        learn_pages.how_to_play(game, language)
    for lesson in guides(game).values():
        learn_pages.picture(game, lesson, 1, "en")
