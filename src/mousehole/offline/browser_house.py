"""The house inside a worker of the browser: the same application, asked by pages instead of a network."""

import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from mousehole.core.words import line
from mousehole.host import Host
from mousehole.offline.browser_jobs import Ask, BrowserJobs
from mousehole.offline.own_content import EVER, OwnPacks
from mousehole.offline.own_routes import SHELF_AHEAD, own_routes
from mousehole.offline.requests import BODY, Asked, CookieJar, LiveCalls, Origin, Requests, Tell
from mousehole.offline.same_thread import SameThread
from mousehole.store import SqliteStore, Store
from mousehole.store.store import Work
from mousehole.store.types import Failing
from mousehole.web.app import application
from mousehole.web.rights.access import SECRET, Keys
from mousehole.web.server.settings import Settings, no_limits
from mousehole.web.server_state import ServerState

COOKIES = "cookies of this browser"
COOKIES_OF = "cookies of guest"
SOLUTIONS = 64  # megabytes
TAKEN = line("The browser has taken away the games that were kept here. This was not saved.")
Buffer: TypeAlias = bytes | memoryview
T = TypeVar("T")


class BrowserHouse:
    """What the scripts of a worker call."""

    def __init__(
        self, server: ServerState, jobs: BrowserJobs, packs: OwnPacks, origin: Origin, jar: CookieJar, tell: Tell
    ) -> None:
        app = application(server)
        app.router.routes[:0] = own_routes(server, origin, packs, self.tell_packs)
        self.server, self.jobs, self.packs = server, jobs, packs
        self.requests = Requests(app, origin, jar, self._keep)
        self.live = LiveCalls(app, self.requests, tell)
        self._app, self._origin, self._tell = app, origin, tell
        self._guests: dict[str, tuple[Requests, LiveCalls]] = {}

    async def welcome(self, guest: str, base: str) -> None:
        """Know a guest on another phone: it has cookies of its own, and its pages lie below a base of its own."""
        kept = f"{COOKIES_OF} {guest}"

        async def keep(jar: CookieJar) -> None:
            await self.server.host.store.keep_answer(kept, "cookies", jar.kept(), EVER)

        jar = await cookies(self.server.host.store, kept)
        requests = Requests(self._app, replace(self._origin, base=base), jar, keep, guest)
        self._guests[guest] = requests, LiveCalls(self._app, requests, self._tell)

    async def answer(self, head: str, body: Buffer, guest: str = "") -> tuple[str, bytes]:
        """Answer a request: what it says besides its body is JSON, there and back."""
        asked = replace(msgspec.json.decode(head, type=Asked), body=bytes(body))
        answered = await self._of(guest)[0].answer(asked)
        return msgspec.json.encode(replace(answered, body=b"")).decode(), answered.body

    def hear(self, name: str, kind: str, text: str, guest: str = "") -> None:
        """Take what a page says on its live connection."""
        self._of(guest)[1].hear(name, kind, text)

    def _of(self, guest: str) -> tuple[Requests, LiveCalls]:
        return self._guests[guest] if guest else (self.requests, self.live)

    async def page_ahead(self, path: str, tongues: str) -> bytes:
        """A page to show before Python is there next time, in the language somebody chose or the first of `tongues`."""
        asked = Asked("GET", f"/{path}" if path else SHELF_AHEAD, headers=(("accept-language", tongues),))
        answered = await self.requests.answer(asked)
        return answered.body.decode().replace(BODY, f"{BODY}data-early ", 1).encode()

    def tell_packs(self) -> None:
        """Let the other worker know the adventures of this browser."""
        if self.packs.kept:
            self.jobs.know(self.packs.as_text().decode())

    async def close(self) -> None:
        """Finish what is being written, and let go of the saved games."""
        await self.server.see_everybody_off(1.0)
        await self.server.host.close()

    async def _keep(self, jar: CookieJar) -> None:
        await self.server.host.store.keep_answer(COOKIES, "cookies", jar.kept(), EVER)


async def open_house(origin: str, path: str, tell: Tell, ask: Ask, unreachable: Callable[[], bool]) -> BrowserHouse:
    """Open the saved games in a file, and the house around them; `unreachable` says that the browser took the file."""
    store = await BrowserStore.open(Path(path), journal="TRUNCATE", thread=SameThread(), damaged=True)
    store.unreachable = unreachable
    found = msgspec.json.decode(origin, type=Origin)
    jobs = BrowserJobs(ask)
    secret = await store.secret(secrets.token_bytes(SECRET))
    server = ServerState(Host(store, pace=found.pace, jobs=jobs), Keys(secret), settings(found))
    packs = OwnPacks(store)
    await packs.open()
    house = BrowserHouse(server, jobs, packs, found, await cookies(store), tell)
    house.tell_packs()
    return house


class BrowserStore(SqliteStore):
    """Saved games that the browser may delete at any moment, also while they are open."""

    unreachable: Callable[[], bool]

    async def _write(self, work: Work[T], durable: bool = True) -> T:
        return await self._truly(super()._write(work, durable))

    async def _read(self, work: Work[T]) -> T:
        return await self._truly(super()._read(work))

    async def _truly(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except Failing as error:
            raise Failing(TAKEN) if self.unreachable() else error from None


async def cookies(store: Store, name: str = COOKIES) -> CookieJar:
    """The cookies that were kept."""
    kept = await store.answer(name)
    return CookieJar(kept.value) if kept else CookieJar()


def settings(origin: Origin) -> Settings:
    """No limits: whoever is here is at home."""
    host = origin.host.rpartition(":")[0] or origin.host
    reached = {"hosts": (host,), "origins": (origin.address,), "secure": origin.secure, "alone": True}
    return replace(no_limits(), **reached, solutions_megabytes=SOLUTIONS)
