"""The live channel of a table: one ordered stream of frames, and the moves people send."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import Line, Trouble, languages, line
from mousehole.host import story, voice_at
from mousehole.host.advice import TooMuch
from mousehole.host.level_words import known_level
from mousehole.host.quota import Bucket
from mousehole.table import Chair, NoHints, NoSuchAction, NotYourTurn, NoUndo, Play, Sit, Stale, Stopped, Throw, Undo
from mousehole.web.hint_views import hints_view
from mousehole.web.room import Room, Viewer, chat_words, phrases
from mousehole.web.server_state import ServerState
from mousehole.web.wire import (
    LARGEST,
    LONGEST_CHAT,
    VERSION,
    Ack,
    Again,
    Asked,
    Chat,
    Frames,
    Hello,
    Hint,
    Next,
    OptionsView,
    Ping,
    Point,
    Pointed,
    Pong,
    Reason,
    Refusal,
    Said,
    TableView,
    Told,
    Welcome,
    You,
    decode,
)

REASONS: dict[type[Trouble], Reason] = {
    Stale: "stale",
    NotYourTurn: "not_your_turn",
    NoSuchAction: "no_such_action",
    NoUndo: "no_undo",
    Stopped: "stopped",
    NoHints: "no_hints",
    TooMuch: "too_much",
}


class Live:
    """One connection to one table, from hello to good-bye."""

    def __init__(self, socket: WebSocket, server: ServerState, room: Room, viewer: Viewer) -> None:
        self.socket = socket
        self.server = server
        self.room = room
        self.viewer = viewer
        self._pace = Bucket(server.settings.pace, 3 * server.settings.pace)
        self._talk = Bucket(rate=0.5, burst=8)
        self._patience = server.settings.patience
        self._moving = False  # a move of this viewer is on its way: its acknowledgement comes before its frame
        self._hints = HeldTasks()

    async def run(self) -> None:
        """Read and send until either side leaves."""
        tasks = [asyncio.create_task(part()) for part in (self._read, self._send, self._follow)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave()
            self._hints.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close()

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect):
            while self._patience > 0:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._take(message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace"))

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while not self.viewer.behind:
                await self.socket.send_text((await self.viewer.outbox.get()).decode())

    async def _follow(self) -> None:
        """Send what is new whenever the table has moved on."""
        async with self.server.host.watch(self.room.table.id) as news:
            async for _ in news:
                if not self._moving:
                    await self._catch_up()

    async def _catch_up(self) -> None:
        await self.server.refresh(self.room)
        table, viewer = self.room.table, self.viewer
        if viewer in self.room.viewers and viewer.known < table.entry:
            shown = self.room.since(viewer)
            seats_changed = any(not frame.event for frame in shown)
            viewer.known = table.entry
            viewer.send(Frames(shown))
            if seats_changed:
                viewer.send(self.room.seated(viewer))
        if address := await self.server.following(table.id):
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
            await self._do(asked)

    @contextmanager
    def _refusing(self, ticket: str = "", otherwise: Reason = "not_allowed") -> Iterator[None]:
        """Say what went wrong to whoever asked."""
        try:
            yield
        except Trouble as trouble:
            reason = next((REASONS[kind] for kind in REASONS if isinstance(trouble, kind)), otherwise)
            self._refuse(reason, trouble.line, ticket)

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
                self._hint(asked.entry)
            case Ping():
                self.viewer.send(Pong())

    async def _welcome(self, hello: Hello) -> None:
        if hello.version != VERSION:
            self._refuse("version", line("this page is out of date: load it again"))
            return
        room, viewer = self.room, self.viewer
        viewer.language = hello.language if hello.language in languages() else viewer.language
        known = hello.known if hello.known is not None and 0 <= hello.known <= room.table.entry else None
        viewer.known = room.table.entry if known is None else known
        viewer.send(self._all(known is None))
        room.viewers.add(viewer)
        await self._catch_up()
        room.tell_seats()

    def _all(self, fresh: bool) -> Welcome:
        """Write the welcome; somebody who comes back gets the frames it missed, not the story again."""
        room, viewer = self.room, self.viewer
        you = You(room.name(viewer), viewer.grants.owner, viewer.seats)
        told = self._story() if fresh else ()
        return Welcome(self._table(), you, room.now(viewer), told, tuple(room.chat), VERSION)

    def _table(self) -> TableView:
        room, viewer, table = self.room, self.viewer, self.room.table
        say = voice_at(table, viewer.language)
        asked, hints = table.options, table.hints_on and not table.game.secrets
        return TableView(
            table.id,
            table.game.name,
            say(table.game.title),
            room.seats(viewer),
            table.seed_hash,
            room.levels(viewer),
            phrases(say),
            viewer.language,
            OptionsView(asked.shared, asked.auto_throw, asked.real_dice, room.chat_on, hints),
            room.spectators,
        )

    def _story(self) -> tuple[Told, ...]:
        table, say = self.room.table, voice_at(self.room.table, self.viewer.language)
        told = story(table, self.viewer.seat)
        return tuple(Told(ply, tuple(map(say, lines)), table.movers[ply - 1]) for ply, lines in told)

    async def _move(self, asked: Play | Throw | Undo) -> None:
        if asked.seat not in self.viewer.seats:
            self._refuse("not_your_seat", line("this seat belongs to somebody else"), asked.ticket)
            return
        self._moving = True
        try:
            answer = await self.server.host.move(self.room.table.id, asked)
            self.viewer.send(Ack(asked.ticket, answer.entry, answer.ply))
        finally:
            self._moving = False
            await self._catch_up()

    def _point(self, asked: Point) -> None:
        if self.viewer.seat is not None:
            self.room.tell(Pointed(self.room.name(self.viewer), self.viewer.seat, asked.action))

    def _chat(self, asked: Chat) -> None:
        say = voice_at(self.room.table, self.viewer.language)
        words = chat_words(asked.text, asked.phrase, say)[:LONGEST_CHAT]
        if not self.room.chat_on or not words:
            self._refuse("not_allowed", line("there is no chat at this table"))
        elif not self._talk.take():
            self._refuse("too_fast", line("too fast, wait a moment"))
        else:
            said = Said(self.room.name(self.viewer), words, self.viewer.seat)
            self.room.chat.append(said)
            self.room.tell(said)

    async def _sit(self, asked: Sit) -> None:
        """Let a bot take over or a person come back: the owner for any seat, everybody else for seats of their own."""
        if not (self.viewer.grants.owner or asked.seat in self.viewer.seats):
            self._refuse("not_allowed", line("only the owner of the table may do that"))
            return
        table, kind = self.room.table, asked.chair.kind
        name = table.chairs[asked.seat].name if 0 <= asked.seat < len(table.chairs) else ""  # a seat keeps its name
        level = known_level(table.game, asked.chair.level) if kind == "bot" else ""
        await self.server.host.move(table.id, Sit(asked.seat, Chair(kind, name, level)))

    async def _again(self) -> None:
        if not self.viewer.seats:
            self._refuse("not_allowed", line("only players may do that"))
            return
        await self.server.host.again(self.room.table.id)
        self.viewer.send(Next(f"/table/{self.room.table.id}/next"))

    def _hint(self, entry: int) -> None:
        """Answer when the hints are found: moves are not held up meanwhile."""
        self._hints.start(self._hinted(entry))

    async def _hinted(self, entry: int) -> None:
        table = self.room.table
        with self._refusing(otherwise="no_hints"):
            if entry != table.entry:
                raise Stale(line("the table has moved on; look again"))
            found = await self.server.host.advice.hints(table, self.viewer.seats)
            self.viewer.send(hints_view(table, entry, found, voice_at(table, self.viewer.language)))

    def _leave(self) -> None:
        if self.viewer in self.room.viewers:
            self.room.viewers.discard(self.viewer)
            self.room.tell_seats()
        self.server.leave(self.room)

    def _refuse(self, reason: Reason, words: Line, ticket: str = "", patience: int = 0) -> None:
        self._patience -= patience
        say = voice_at(self.room.table, self.viewer.language)
        self.viewer.send(Refusal(reason, say(words), ticket, self.room.table.entry))
