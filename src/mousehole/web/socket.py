"""The live channel of a table: one ordered stream of frames, and the moves people send."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from mousehole import shelf
from mousehole.core.held_tasks import HeldTasks, failures
from mousehole.core.words import Line, Trouble, languages, line
from mousehole.host import voice_at
from mousehole.host.open_table import SettingsChanged
from mousehole.host.quota import Bucket
from mousehole.table import Play, Sit, Stale, Throw, Undo
from mousehole.web.edge.live_texts import send_texts, writer
from mousehole.web.hint_views import hints_view
from mousehole.web.operations.farewell import Farewell
from mousehole.web.rights.access import Grants
from mousehole.web.rights.live_rights import LiveRights
from mousehole.web.rights.stand_ins import may_seat, seating
from mousehole.web.rights.table_rules import inherit
from mousehole.web.room import MISSED, Room, Viewer, chat_words
from mousehole.web.server_state import ServerState
from mousehole.web.telling.reasons import reason_of
from mousehole.web.telling.table_views import muted, options_view, table_view, you
from mousehole.web.wire import (
    LARGEST,
    LONGEST_CHAT,
    VERSION,
    WHOLE_SCENES,
    Ack,
    Again,
    Asked,
    Changed,
    Chat,
    Hello,
    Hint,
    Next,
    Ping,
    Point,
    Pointed,
    Pong,
    Reason,
    Refusal,
    Said,
    Told,
    Welcome,
    decode,
)

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
            while not self.viewer.behind:
                await send_texts(self.socket, await self.viewer.outbox.wait())

    def hear(self) -> None:
        """Send what is new, now that the table has moved on; whose rights may have changed looks at them first."""
        if not self.rights.fresh:
            self._looks.start(self._look_again())
        elif self.farewell.still.is_set() and not self.farewell.near:  # a move is acknowledged before its frame comes
            self._show()

    async def _look_again(self) -> None:
        with suppress(Trouble):  # the next message looks again
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
        if len(text) > LARGEST:
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
        """Look again at what this viewer may do, if that can have changed; whoever may do nothing is seen off."""
        if not self.rights.fresh and not self.farewell.near:
            found = await self.rights.look()
            if isinstance(found, Grants):
                await self._changed(found)
            elif found and not self.farewell.near:
                self.viewer.grants = Grants()
                self.farewell.decide(found)
        return not self.farewell.near

    async def _changed(self, grants: Grants) -> None:
        """Show what the owner has changed; whoever has other rights now sees the table anew."""
        await self.server.refresh(self.room)
        before, self.viewer.grants = self.viewer.grants, grants
        if self.viewer not in self.room.viewers:
            return
        if grants == before:
            self.viewer.send(Changed(options_view(self.room), muted(self.room, self.viewer)))
        else:
            await self._welcome(Hello(WHOLE_SCENES if self.viewer.whole else VERSION, None, self.viewer.language))

    @contextmanager
    def _refusing(self, ticket: str = "", otherwise: Reason = "not_allowed") -> Iterator[None]:
        """Say what went wrong to whoever asked."""
        try:
            with shelf.blaming():
                yield
        except Trouble as trouble:
            self._refuse(reason_of(trouble, otherwise), trouble.line, ticket)
            if isinstance(trouble, shelf.BrokenGame):
                log.exception("the game %s failed at table %s", trouble.name, self.room.table.id)
                if self.viewer not in self.room.viewers:  # who has seen nothing yet cannot be shown anything
                    self.farewell.decide("broken")

    async def _do(self, asked: Asked) -> None:
        match asked:
            case Hello():
                await self._welcome(asked)
            case Play() | Throw() | Undo():
                await self._move(asked)
            case Point():
                self._point(asked)
            case Chat():
                self._chat(asked)
            case Sit():
                await self._sit(asked)
            case Again():
                await self._again()
            case Hint():
                self._hints.start(self._hinted(asked.entry))
            case Ping():
                self._pong()

    def _pong(self) -> None:
        """Say that this side is there, and show what could not be shown while the store failed."""
        self.viewer.send(Pong())
        if self.viewer in self.room.viewers and self.viewer.known < self.room.table.entry:
            self._show()

    async def _welcome(self, hello: Hello) -> None:
        if hello.version not in (VERSION, WHOLE_SCENES):
            self._refuse("version", line("this page is out of date: load it again"))
            return
        room, viewer = self.room, self.viewer
        if hello.known is not None and hello.known > room.table.entry:  # it was at another server before
            await self.server.host.news.refresh(room.table.id)
            await self.server.refresh(room)
        viewer.whole = hello.version == WHOLE_SCENES
        viewer.language = hello.language if hello.language in languages() else viewer.language
        known = hello.known if hello.known is not None and 0 <= hello.known <= room.table.entry else None
        back = known is not None and room.table.entry - known <= MISSED
        viewer.looks = hello.looks if hello.looks in viewer.seats else None
        told = () if back else room.told(viewer)
        viewer.known = room.table.entry if known is None or told else known
        viewer.send(self._all(told))
        room.enter(viewer)
        await self._catch_up()

    def _all(self, told: tuple[Told, ...]) -> Welcome:
        """Write the welcome; somebody who comes back soon gets the frames it missed, not the story again."""
        room, viewer = self.room, self.viewer
        version = WHOLE_SCENES if viewer.whole else VERSION
        return Welcome(table_view(room, viewer), you(room, viewer), room.now(viewer), told, tuple(room.chat), version)

    async def _move(self, asked: Play | Throw | Undo) -> None:
        if asked.seat not in self.viewer.seats:
            self._refuse("not_your_seat", line("this seat belongs to somebody else"), asked.ticket)
            return
        self.farewell.still.clear()
        began = time.perf_counter()
        try:
            answer = await self.server.host.move_by_one_who_waits(self.room.table.id, asked, self.rights.settings)
            self.viewer.send(Ack(asked.ticket, answer.entry, answer.ply))
            self.server.meters.moved(self.room.table.game.name, time.perf_counter() - began)
        finally:
            self.farewell.still.set()
            await self._catch_up()

    def _point(self, asked: Point) -> None:
        if self.viewer.seat is not None:
            self.server.pass_on(self.room, Pointed(self.room.name(self.viewer), self.viewer.seat, asked.action))

    def _chat(self, asked: Chat) -> None:
        say = voice_at(self.room.table, self.viewer.language)
        words = chat_words(asked.text, asked.phrase, say)[:LONGEST_CHAT]
        if not self.room.rules.chat or not words:
            self._refuse("not_allowed", line("there is no chat at this table"))
        elif muted(self.room, self.viewer):
            self._refuse("not_allowed", line("the owner of this table has muted you"))
        elif not self._talk.take():
            self._refuse("too_fast", line("too fast, wait a moment"))
        else:
            said = Said(self.room.name(self.viewer), words, self.viewer.seat, self.viewer.mark)
            self.server.pass_on(self.room, said)

    async def _sit(self, asked: Sit) -> None:
        """Let a bot take over, or a person come back."""
        if not may_seat(self.room, self.viewer, asked):
            self._refuse("not_allowed", line("only the owner of the table may do that"))
            return
        await self.server.host.move(self.room.table.id, seating(self.room, asked), self.rights.settings)

    async def _again(self) -> None:
        if not (self.viewer.seats or self.viewer.grants.owner):  # who lets bots play has no seat
            self._refuse("not_allowed", line("only players may do that"))
            return
        await self.server.host.again(self.room.table.id, inherit)
        self.viewer.send(Next(f"/table/{self.room.table.id}/next"))

    async def _hinted(self, entry: int) -> None:
        """Answer when the hints are found: moves are not held up meanwhile."""
        table = self.room.table
        with self._refusing(otherwise="no_hints"):
            if entry != table.entry:
                raise Stale
            await self.server.host.check_hints(table.id)
            found = await self.server.host.advice.hints(table, self.viewer.seats)
            self.viewer.send(hints_view(table, entry, found, voice_at(table, self.viewer.language)))

    def _leave(self) -> None:
        self.room.listeners.discard(self.hear)
        self.room.leave(self.viewer)
        self.server.leave(self.room)

    def _refuse(self, reason: Reason, words: Line, ticket: str = "", patience: int = 0) -> None:
        self._patience -= patience
        self.server.meters.refused(reason)
        say = voice_at(self.room.table, self.viewer.language)
        self.viewer.send(Refusal(reason, say(words), ticket, self.room.table.entry))
