"""Tables at a server, for programs: opens one for others, or takes a seat by its invitation and plays.

A seat needs `websockets` (mousehole[web]). docs/wire.md explains what is said underneath.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
from msgspec import Struct

from mousehole.core.game import Decide
from mousehole.core.words import UserError, line, plain
from mousehole.library.positions import Position
from mousehole.shelf import find

__all__ = [
    "LATER",
    "NOT_NOW",
    "TIMEOUT",
    "VERSION",
    "WAITS",
    "NotAtTable",
    "NotOpened",
    "OpenedTable",
    "RemoteSeat",
    "open_table",
    "sit",
]

TIMEOUT = 20.0  # seconds without an answer


class NotOpened(UserError):
    """A server did not open a table; the message says why."""


class OpenedTable(Struct, frozen=True):
    """A table that a program opened."""

    address: str  # of its page
    links: dict[str, str]  # the invitations: "seat-0", "seat-1", … and "watch"


class _Answer(Struct):
    address: str = ""
    links: dict[str, str] = {}
    problem: str = ""


def open_table(server: str, game: str, seats: Sequence[str], **fields: Any) -> OpenedTable:
    """Open a table at a server; each seat is "link", for whoever follows its link, or "bot:NAME".

    Fields are those of the set-up, as `start` takes them. What the server does not open raises `NotOpened`, with its
    reason: a wrong number of seats, a bot or a field that it does not know, a set-up that does not fit.
    """
    for found in seats or ("",):
        if found != "link" and not found.startswith("bot:"):
            raise NotOpened(line("a seat is {kinds}, not {found}", kinds='"link", "bot:NAME"', found=repr(found)))
    chairs = {f"chair-{number}": seat for number, seat in enumerate(seats)}
    form = urlencode([*chairs.items(), *(row for field in fields.items() for row in _written(*field))]).encode()
    try:
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        request = Request(f"{server.rstrip('/')}/new/{game}", form, {"Accept": "application/json"})
        with browser.open(request, timeout=TIMEOUT) as page:
            answer = msgspec.json.decode(page.read(), type=_Answer)
    except HTTPError as error:
        raise NotOpened(_refusal(error)) from None
    except (URLError, OSError, ValueError) as error:
        words = "{address} cannot be reached: {reason}"
        raise NotOpened(line(words, address=server, reason=str(error))) from None
    return OpenedTable(answer.address, answer.links)


def _written(name: str, value: Any) -> list[tuple[str, str]]:
    """Write a field as forms do: one of several parts as a whole, and part by part."""
    if not isinstance(value, tuple | list):
        return [(name, str(value))]
    parts = [str(part) for part in value]
    return [(name, ", ".join(parts)), *((f"{name}.{number}", part) for number, part in enumerate(parts))]


def _refusal(error: HTTPError) -> Any:
    try:
        return plain(msgspec.json.decode(error.read(), type=_Answer).problem)
    except msgspec.DecodeError:
        path = urlsplit(error.url or "").path
        return line("the server refuses {address}: {reason}", address=path, reason=error.reason)


try:
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
except ImportError:
    raise ImportError("to sit down at a server's table, install mousehole[web]") from None

VERSION = 2  # of the wire
TIMEOUT = 20.0  # seconds without an answer
WAITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds before each new attempt
LATER = ("busy", "too_fast")  # what is refused so is taken a moment later
NOT_NOW = (429, 502, 503, 504)


class NotAtTable(UserError):
    """The server does not let this program sit down, or has sent it away; the message says why."""


class _NotNow(NotAtTable):
    """The server is not there, or has too much to do; it may be asked again."""


class _Turn(Struct):
    kind: str
    seat: int | None = None
    mine: bool = False


class _Frame(Struct):
    entry: int
    ply: int
    turn: _Turn
    event: Any = None


class _You(Struct):
    seats: tuple[int, ...]


class _Heard(Struct):
    """Any message of the server: of all its fields only those that matter here."""

    type: str
    you: _You | None = None
    frame: _Frame | None = None
    frames: tuple[_Frame, ...] = ()
    ticket: str = ""
    text: str = ""
    reason: str = ""


class _SeatPosition(Struct):
    game: str
    entry: int
    seat: int | None
    state: Any
    actions: tuple[Any, ...] = ()


_heard = msgspec.json.Decoder(_Heard).decode
_seat_position = msgspec.json.Decoder(_SeatPosition).decode


class RemoteSeat:
    """Plays at a table of a server; a lost connection comes back by itself."""

    def __init__(self, link: str) -> None:
        self.position: Position
        self.seats: tuple[int, ...] = ()
        self._link = link
        self._jar = CookieJar()
        self._browser = build_opener(HTTPCookieProcessor(self._jar))
        self._base = ""
        self._socket: ClientConnection | None = None
        self._frame: _Frame | None = None
        self._known = 0  # the entry that the position shows; frames may come later
        self._answers: dict[str, _Heard] = {}

    async def turns(self) -> AsyncIterator[Position]:
        """The position whenever one of this program's seats decides, until the game is over; dice it rolls itself."""
        while self._frame is None or self._frame.turn.kind != "over":
            frame = self._frame
            if frame is None or not frame.turn.mine or frame.turn.seat is None or frame.entry < self._known:
                await self._listen()  # luck that nobody throws is drawn by the server
            elif frame.turn.kind == "chance":
                await self._move({"type": "throw", "seat": frame.turn.seat})
            else:
                yield self.position
                if self._frame is frame:  # nothing was played: hear what happens meanwhile
                    await self._listen()

    async def play(self, action: Any) -> None:
        """Choose an action of the position; when this returns the server has written it down."""
        turn = self.position.turn
        if not isinstance(turn, Decide) or action not in turn.actions:
            self.position.play(action)  # says what is wrong
            raise NotAtTable(line("it is not your turn"))
        await self._move({"type": "play", "seat": turn.seat, "action": turn.actions.index(action)})

    async def say(self, text: str) -> None:
        """Say something to everybody at the table."""
        await self._send({"type": "chat", "text": text})

    async def sit_down(self) -> None:
        """Follow the invitation and connect."""
        page = await asyncio.to_thread(self._ask, self._link, b"")
        self._base = page.split("?")[0].rstrip("/")
        await self._connect()

    async def leave(self) -> None:
        """Close the connection; the seat stays this program's."""
        if self._socket:
            await self._socket.close()

    def _ask(self, address: str, body: bytes | None = None) -> str:
        """Fetch a page and return the address it was found at, or the page itself where nothing is sent."""
        try:
            with self._browser.open(Request(address, body), timeout=TIMEOUT) as answer:
                return str(answer.url) if body is not None else str(answer.read().decode())
        except HTTPError as error:
            words = line("the server refuses {address}: {reason}", address=urlsplit(address).path, reason=error.reason)
            raise (_NotNow if error.code in NOT_NOW else NotAtTable)(words) from None
        except (URLError, OSError, ValueError) as error:
            raise _NotNow(line("{address} cannot be reached: {reason}", address=address, reason=str(error))) from None

    async def _page(self, name: str) -> str:
        """Fetch a page of the table; try again for a while where the server has too much to do."""
        for wait in WAITS:
            with suppress(_NotNow):
                return await asyncio.to_thread(self._ask, self._base + name)
            await asyncio.sleep(wait)
        return await asyncio.to_thread(self._ask, self._base + name)

    async def _connect(self) -> None:
        """Connect and be welcomed; try again for a while where the server is not there."""
        for wait in (*WAITS, None):
            try:
                await self._hello()
                return
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError) as error:
                if wait is None:
                    words = line("{address} cannot be reached: {reason}", address=self._base, reason=str(error))
                    raise NotAtTable(words) from None
                await asyncio.sleep(wait)

    async def _hello(self) -> None:
        request = Request(self._base + "/live")
        self._jar.add_cookie_header(request)
        headers = {"Cookie": request.get_header("Cookie", "")}
        address = "ws" + request.full_url.removeprefix("http")
        self._socket = await connect(address, additional_headers=headers, max_size=2**24, max_queue=None)
        await self._socket.send(msgspec.json.encode({"type": "hello", "version": VERSION, "known": None}).decode())
        self._frame = None
        while self._frame is None:  # until the welcome
            await self._listen(again=False)

    async def _move(self, move: dict[str, Any]) -> None:
        """Make a move and see it made; one that comes too late is dropped."""
        entry = self._frame.entry if self._frame else 0
        answer = await self._answered({**move, "entry": entry, "ticket": secrets.token_hex(8)})
        if answer.type == "refused" and answer.reason != "stale":
            raise NotAtTable(line("{text}", text=answer.text))
        while answer.type == "ack" and self._frame is not None and self._frame.entry <= entry:
            await self._listen()

    async def _answered(self, message: dict[str, Any]) -> _Heard:
        """Send a move until it is answered, again where the server is busy: its ticket makes a retry harmless."""
        for wait in WAITS:
            await self._send(message)
            answer = await self._answer_to(message)
            if answer.reason not in LATER:
                return answer
            await asyncio.sleep(wait)
        await self._send(message)
        return await self._answer_to(message)

    async def _answer_to(self, message: dict[str, Any]) -> _Heard:
        """Hear what is said to a move; after a lost connection, send it anew."""
        while not (told := self._answers.keys() & {message["ticket"], ""}):
            if await self._listen():
                await self._send(message)
        return self._answers.pop(told.pop())

    async def _send(self, message: dict[str, Any]) -> None:
        with suppress(ConnectionClosed):
            assert self._socket is not None
            await self._socket.send(msgspec.json.encode(message).decode())

    async def _listen(self, again: bool = True) -> bool:
        """Hear one message; where the connection is lost, connect anew and return true."""
        assert self._socket is not None
        try:
            await self._hear(_heard(await self._socket.recv()))
        except ConnectionClosed:
            if not again:
                raise
            await self._connect()
            return True
        return False

    async def _hear(self, heard: _Heard) -> None:
        match heard.type:
            case "welcome" if heard.frame and heard.you:
                if not heard.you.seats:
                    raise NotAtTable(line("this link holds no seat: take the link of a seat, not the one for watching"))
                self.seats = heard.you.seats
                await self._look(heard.frame)
            case "frames":
                for frame in heard.frames:
                    await self._see(frame)
            case "ack" | "refused" if heard.ticket or heard.reason in LATER:  # too fast to be read: it has no ticket
                self._answers[heard.ticket] = heard
            case "gone":
                raise NotAtTable(line("{text}", text=heard.text))

    async def _see(self, frame: _Frame) -> None:
        """Follow an event; after an undo, where something was missed or hands are hidden, look at the table again."""
        before, self._frame = self._frame, frame
        if frame.entry <= self._known:
            return
        steps = ((before.ply + 1, False), (before.ply, True)) if before else ()
        if (frame.ply, frame.event is None) not in steps or self.position.game.hidden:
            await self._look(frame)
        elif frame.event is not None:
            self.position = self.position.play(msgspec.convert(frame.event, self.position.game.event))
        self._known = max(self._known, frame.entry)

    async def _look(self, frame: _Frame) -> None:
        """Ask for the position as this seat knows it."""
        page = _seat_position(await self._page("/position.json"))
        game = find(page.game)
        state = msgspec.convert(page.state, type(game.new(game.setup())))
        self.position, self._frame, self._known = Position(game, state), frame, page.entry
        if page.actions and page.seat is not None:  # with hidden hands the rules cannot tell others' choices
            actions = tuple(msgspec.convert(action, game.event) for action in page.actions)
            self.position = Position(game, state, Decide(page.seat, actions))


@asynccontextmanager
async def sit(link: str) -> AsyncIterator[RemoteSeat]:
    """Sit down at a table by its invitation link, as the links page shows it."""
    seat = RemoteSeat(link)
    await seat.sit_down()
    try:
        yield seat
    finally:
        await seat.leave()
