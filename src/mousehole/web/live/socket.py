"""The live channel of a table: one ordered stream of frames, and the moves people send."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from mousehole import shelf
from mousehole.core.held_tasks import HeldTasks, failures
from mousehole.core.words import Line, UserError, languages, line, voice
from mousehole.host import voice_at
from mousehole.host.host import SettingsChanged
from mousehole.host.limits import Bucket
from mousehole.table import Play, Sit, Stale, ThrowDice, Undo
from mousehole.web.hint_views import hints_view, tip_view
from mousehole.web.live.room import (
    EMOTES,
    MAX_FRAMES,
    Room,
    Viewer,
    chat_words,
    is_muted,
    options_view,
    table_view,
    you,
)
from mousehole.web.live.stand_ins import may_seat, seating
from mousehole.web.live.wire import (
    LONGEST_CHAT,
    MAX_MESSAGE_BYTES,
    VERSION,
    WHOLE_SCENES,
    Ack,
    Again,
    Asked,
    AskHint,
    Changed,
    Chat,
    ChatMessage,
    ComeBack,
    Gone,
    Hello,
    Next,
    Ping,
    Point,
    Pointed,
    Pong,
    Reason,
    Refusal,
    StoryPly,
    Welcome,
    decode,
    encode,
)
from mousehole.web.refusals import reason_of
from mousehole.web.rights.access import Grants
from mousehole.web.rights.rights import LiveRights, Parting
from mousehole.web.rights.table_rules import inherit
from mousehole.web.server_state import ServerState

BATCH_EXTENSION = "mousehole.texts"  # what a server that can do so calls it in the scope


async def send_texts(socket: WebSocket, texts: list[bytes]) -> None:
    """Send several messages, in one write where the server can do that."""
    if BATCH_EXTENSION in socket.scope.get("extensions", {}):
        await socket.send({"type": "websocket.send", "texts": texts})
    else:
        for text in texts:
            await socket.send_text(text.decode())


def writer(socket: WebSocket) -> Callable[[list[bytes]], bool] | None:
    """The function that writes to a socket without waiting, where the server has one."""
    write: Callable[[list[bytes]], bool] | None
    write = socket.scope.get("extensions", {}).get(BATCH_EXTENSION, {}).get("write")
    return write


NO_MORE = 4403  # closes a socket that should not come back
GOODBYE_SECONDS = 5.0  # seconds until the last message must have arrived
WORDS: dict[Parting, Line] = {
    "removed": line("The owner of this table has removed you from it."),
    "revoked": line("Your link to this table is no longer valid. To come back, ask its owner for a new one."),
    "deleted": line("This table is no longer there: its owner has deleted it."),
    "left": line("You have left this table."),
    "broken": line("The code of this game failed, so it cannot be shown. Nothing is lost: once mended, it goes on."),
}


def parting(why: Parting, language: str) -> Gone:
    """The message that ends a connection, with its reason."""
    return Gone(why, voice(language)(WORDS[why]))


async def say_goodbye(socket: WebSocket, rest: list[bytes], why: Parting, language: str) -> None:
    """Send the remaining messages and the reason, and tell the page not to reconnect."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_SECONDS):
            await send_texts(socket, [*rest, encode(parting(why, language))])
    await socket.close(NO_MORE)


async def see_off(socket: WebSocket, why: Parting, language: str) -> None:
    """Accept a socket only to say why it is closed: a page never sees why a socket was refused."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        await socket.accept()
        await say_goodbye(socket, [], why, language)


RESTARTS = 1012  # closes a socket whose server ends
SPREAD_SECONDS = 2.0  # seconds over which the pages spread, so that they do not all come at once
COME_BACK_SECONDS = 1.0  # seconds until the message must have arrived


class Farewell:
    """How one connection ends."""

    def __init__(self) -> None:
        self.why: asyncio.Future[Parting | None] = asyncio.get_running_loop().create_future()  # None: come back
        self.still = asyncio.Event()  # no move of this page is on its way
        self.still.set()
        self._over = asyncio.Event()

    @property
    def near(self) -> bool:
        """Whether the server has decided to end the connection."""
        return self.why.done()

    def decide(self, why: Parting | None) -> None:
        """End the connection for a reason, or with None to have the page reconnect."""
        if not self.why.done():
            self.why.set_result(why)

    async def come_back(self, patience: float) -> None:
        """Finish a pending move, ask the page to reconnect, and close."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.still.wait(), patience)
        self.decide(None)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), patience)

    async def say(self, socket: WebSocket, rest: list[bytes], language: str) -> None:
        """Send the remaining messages and the reason, and close."""
        with suppress(RuntimeError, WebSocketDisconnect):
            if not self.near:
                await socket.close()
            elif why := self.why.result():
                await say_goodbye(socket, rest, why, language)
            else:
                await ask_back(socket, rest)
        self._over.set()


async def ask_back(socket: WebSocket, rest: list[bytes]) -> None:
    """Send the remaining messages, and tell the page to reconnect to another server."""
    with suppress(TimeoutError):
        async with asyncio.timeout(COME_BACK_SECONDS):
            await send_texts(socket, [*rest, encode(ComeBack(SPREAD_SECONDS))])
    await socket.close(RESTARTS)


log = logging.getLogger(__name__)


class Live:
    """One connection to one table, from hello to good-bye."""

    def __init__(self, socket: WebSocket, server: ServerState, room: Room, viewer: Viewer, rights: LiveRights) -> None:
        self.socket, self.server, self.room = socket, server, room
        self.viewer, self.rights = viewer, rights
        self.farewell = Farewell()
        self._pace = Bucket(server.settings.pace, 3 * server.settings.pace)
        self._talk = Bucket(rate=0.5, burst=8)
        self._patience = server.settings.patience
        self._hints, self._looks = HeldTasks(), HeldTasks()

    async def run(self) -> None:
        """Read and send until either side leaves."""
        tasks: list[asyncio.Future[Any]] = [asyncio.create_task(do()) for do in (self._read, self._send)]
        self.room.listeners.add(self.hear)
        self.server.guests.add(self.farewell)
        try:
            await asyncio.wait([*tasks, self.farewell.why], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave()
            self._hints.cancel()
            self._looks.cancel()
            await self.farewell.still.wait()  # what is written of a move must also be added
            for failure in await failures(tasks):
                log.error("a live connection to table %s failed", self.room.table.id, exc_info=failure)
            await self.farewell.say(self.socket, self.viewer.outbox.take(), self.viewer.language)
            self.server.guests.discard(self.farewell)

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while self._patience > 0:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace"))

    async def _send(self) -> None:
        self.viewer.outbox.write = writer(self.socket)
        with suppress(WebSocketDisconnect, RuntimeError):
            while not self.viewer.outbox.overrun:
                await send_texts(self.socket, await self.viewer.outbox.wait())

    def hear(self) -> None:
        """Show what is new after a move; check the rights first if they may have changed."""
        if not self.rights.fresh:
            self._looks.start(self._look_again())
        elif self.farewell.still.is_set() and not self.farewell.near:  # a move is acknowledged before its frame comes
            self._show()

    async def _look_again(self) -> None:
        with suppress(UserError):  # the next message looks again
            if await self._may_stay() and self.farewell.still.is_set():
                await self._catch_up()

    async def _catch_up(self) -> None:
        await self.server.refresh(self.room)
        self._show()

    def _show(self) -> None:
        """Send what is new of a room that is up to date."""
        table, viewer = self.room.table, self.viewer
        if viewer in self.room.viewers and viewer.known < table.entry:
            with self._refusing():
                self.room.catch_up(viewer)
        if address := self.room.following:
            viewer.send(Next(address))

    async def _take(self, text: str) -> None:
        await self.server.request_limits.live_turn(self.socket)
        if len(text) > MAX_MESSAGE_BYTES:
            self._refuse("too_large", line("that message is too long"), patience=1)
        elif not self._pace.take():
            self._refuse("too_fast", line("too fast, wait a moment"), patience=1)
        else:
            try:
                asked = decode(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                self._refuse("malformed", line("that message cannot be read"), patience=1)
            else:
                await self._answer(asked)

    async def _answer(self, asked: Asked) -> None:
        with self._refusing(getattr(asked, "ticket", "")):
            if await self._may_stay():
                try:
                    await self._do(asked)
                except SettingsChanged:  # at another server, just now
                    if await self._may_stay():
                        await self._do(asked)

    async def _may_stay(self) -> bool:
        """Check the rights again if they may have changed; a viewer without any is disconnected."""
        if not self.rights.fresh and not self.farewell.near:
            found = await self.rights.look()
            if isinstance(found, Grants):
                await self._changed(found)
            elif found and not self.farewell.near:
                self.viewer.grant(Grants())
                self.farewell.decide(found)
        return not self.farewell.near

    async def _changed(self, grants: Grants) -> None:
        """Show what the owner has changed; a viewer whose rights changed gets a new welcome."""
        await self.server.refresh(self.room)
        before = self.viewer.grants
        self.viewer.grant(grants)
        if self.viewer not in self.room.viewers:
            return
        if grants == before:
            self.viewer.send(Changed(options_view(self.room), is_muted(self.room, self.viewer)))
        else:
            await self._welcome(Hello(WHOLE_SCENES if self.viewer.whole else VERSION, None, self.viewer.language))

    @contextmanager
    def _refusing(self, ticket: str = "", otherwise: Reason = "not_allowed") -> Iterator[None]:
        """Turn errors inside into a refusal to this viewer."""
        try:
            with shelf.blaming():
                yield
        except UserError as error:
            self._refuse(reason_of(error, otherwise), error.line, ticket)
            if isinstance(error, shelf.BrokenGame):
                log.exception("the game %s failed at table %s", error.name, self.room.table.id)
                if self.viewer not in self.room.viewers:  # a viewer that has seen nothing yet gets a welcome first
                    self.farewell.decide("broken")

    async def _do(self, asked: Asked) -> None:
        match asked:
            case Hello():
                async with self.server.welcoming:  # one in a round of the loop: many at once delay nobody else
                    await asyncio.sleep(0)
                await self._welcome(asked)
            case Play() | ThrowDice() | Undo():
                await self._move(asked)
            case Point():
                self._point(asked)
            case Chat():
                self._chat(asked)
            case Sit():
                await self._sit(asked)
            case Again():
                await self._again()
            case AskHint():
                self._hints.start(self._hinted(asked.entry))
            case Ping():
                self._pong()

    def _pong(self) -> None:
        """Answer a ping, and show what could not be shown while the store failed."""
        self.viewer.send(Pong())
        if self.viewer in self.room.viewers and self.viewer.known < self.room.table.entry:
            self._show()

    async def _welcome(self, hello: Hello) -> None:
        if hello.version not in (VERSION, WHOLE_SCENES):
            self._refuse("version", line("this page is out of date: load it again"))
            return
        room, viewer = self.room, self.viewer
        if hello.known is not None and hello.known > room.table.entry:  # it was at another server before
            await self.server.host.refresh(room.table.id)
            await self.server.refresh(room)
        viewer.whole = hello.version == WHOLE_SCENES
        viewer.language = hello.language if hello.language in languages() else viewer.language
        known = hello.known if hello.known is not None and 0 <= hello.known <= room.table.entry else None
        back = known is not None and room.table.entry - known <= MAX_FRAMES
        viewer.looks = hello.looks if hello.looks in viewer.seats else None
        told = () if back else room.told(viewer)
        viewer.known = room.table.entry if known is None or told else known
        viewer.send(self._all(told))
        room.enter(viewer)
        await self._catch_up()

    def _all(self, told: tuple[StoryPly, ...]) -> Welcome:
        """Write the welcome; somebody who comes back soon gets the frames it missed, not the story again."""
        room, viewer = self.room, self.viewer
        version = WHOLE_SCENES if viewer.whole else VERSION
        return Welcome(table_view(room, viewer), you(room, viewer), room.now(viewer), told, tuple(room.chat), version)

    async def _move(self, asked: Play | ThrowDice | Undo) -> None:
        if asked.seat not in self.viewer.seats:
            self._refuse("not_your_seat", line("this seat belongs to somebody else"), asked.ticket)
            return
        self.farewell.still.clear()
        began = time.perf_counter()
        try:
            answer = await self.server.host.move_unshielded(self.room.table.id, asked, self.rights.settings)
            self.viewer.send(Ack(asked.ticket, answer.entry, answer.ply))
            self.server.metrics.count_move(self.room.table.game.name, time.perf_counter() - began)
        finally:
            self.farewell.still.set()
            await self._catch_up()

    def _point(self, asked: Point) -> None:
        if self.viewer.seat is not None and self.room.has_ear():
            self.server.pass_on(self.room, Pointed(self.room.name(self.viewer), self.viewer.seat, asked.action))

    def _chat(self, asked: Chat) -> None:
        say = voice_at(self.room.table, self.viewer.language)
        words = chat_words(asked.text, asked.phrase, say)[:LONGEST_CHAT]
        if not self.room.rules.chat or not words:
            self._refuse("not_allowed", line("there is no chat at this table"))
        elif is_muted(self.room, self.viewer):
            self._refuse("not_allowed", line("the owner of this table has muted you"))
        elif not (self._talk.take() and self.room.has_ear()):
            self._refuse("too_fast", line("too fast, wait a moment"))
        else:
            viewer, name = self.viewer, self.room.name(self.viewer)
            face = asked.phrase if asked.phrase in EMOTES else ""
            said = ChatMessage(name, words, viewer.seat, viewer.mark, viewer.grants.owner, face)
            self.server.pass_on(self.room, said)

    async def _sit(self, asked: Sit) -> None:
        """Seat a bot, or a person who comes back."""
        if not may_seat(self.room, self.viewer, asked):
            self._refuse("not_allowed", line("only the owner of the table may do that"))
            return
        await self.server.host.move(self.room.table.id, seating(self.room, asked), self.rights.settings)

    async def _again(self) -> None:
        if not (self.viewer.seats or self.viewer.grants.owner):  # whoever lets bots play has no seat
            self._refuse("not_allowed", line("only players may do that"))
            return
        await self.server.host.play_again(self.room.table.id, inherit)
        self.viewer.send(Next(f"/table/{self.room.table.id}/next"))

    async def _hinted(self, entry: int) -> None:
        """Send hints once they are found; moves are not held up meanwhile."""
        table = self.room.table
        with self._refusing(otherwise="no_hints"):
            if entry != table.entry:
                raise Stale
            await self.server.host.check_hints(table.id)
            say = voice_at(table, self.viewer.language)
            tip = tip_view(table, self.viewer.seats, say)
            if tip:
                self.viewer.send(tip)
            found = await self.server.host.advice.hints(table, self.viewer.seats)
            self.viewer.send(hints_view(table, entry, found, say, tip))

    def _leave(self) -> None:
        self.room.listeners.discard(self.hear)
        self.room.leave(self.viewer)
        self.server.leave(self.room)

    def _refuse(self, reason: Reason, words: Line, ticket: str = "", patience: int = 0) -> None:
        self._patience -= patience
        self.server.metrics.count_refusal(reason)
        say = voice_at(self.room.table, self.viewer.language)
        self.viewer.send(Refusal(reason, say(words), ticket, self.room.table.entry))
