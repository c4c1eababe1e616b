"""People at the same table on other servers: who is there, what they say and point at. Nothing of it is kept."""

import asyncio
from collections.abc import Mapping
from secrets import token_hex
from typing import TypeAlias

import msgspec
from msgspec import Struct

from mousehole.web.live.room import Present, Room
from mousehole.web.live.wire import ChatMessage, Pointed
from mousehole.web.server.sealed_words import SealedWords

REPORT_SECONDS = 4.0  # seconds between two words about who is there
REPORT_LIFETIME = 3 * REPORT_SECONDS  # seconds after which the people of a server that says nothing have gone


class Here(Struct, frozen=True, tag="here"):
    """Who is at a table on one server."""

    server: str
    seats: tuple[int, ...]
    watching: int
    owned: tuple[int, ...] = ()  # servers of earlier versions do not say it


class Passed(Struct, frozen=True, tag="passed"):
    """What somebody said, or points at."""

    message: ChatMessage | Pointed


class Asking(Struct, frozen=True, tag="asking"):
    """The question of a server where somebody has just joined a table: what was said, and who is there."""


class Earlier(Struct, frozen=True, tag="earlier"):
    """What was said at a table lately."""

    said: tuple[ChatMessage, ...]


Word: TypeAlias = Here | Passed | Asking | Earlier
_decode = msgspec.json.Decoder(Word).decode


class Elsewhere:
    """Tells other servers who is here, and the people here who is at other servers."""

    def __init__(self, bus: SealedWords, rooms: Mapping[str, Room]) -> None:
        self._bus, self._rooms = bus, rooms
        self._name = token_hex(8)
        self._task: asyncio.Task[None] | None = None
        bus.overhear(self._hear)

    def open(self, room: Room) -> None:
        """Take part with a room that was just opened."""
        table_id = room.table.id
        if self._bus.shared:
            room.presence.changed = lambda: self._tell(table_id)
            if self._task is None:
                self._task = asyncio.create_task(self._now_and_then())

    def ask(self, room: Room) -> None:
        """Ask other servers what was said in a room, and who is there."""
        if self._bus.shared:
            self._say(room, Asking())

    def pass_on(self, room: Room, message: ChatMessage | Pointed) -> None:
        """Pass on to other servers what somebody says or points at."""
        if self._bus.shared:
            self._say(room, Passed(message))

    async def _now_and_then(self) -> None:
        """Announce who is here, and drop people of silent servers."""
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            for room in tuple(self._rooms.values()):
                room.presence.forget_silent(REPORT_LIFETIME)
                self._here(room)

    def _tell(self, table_id: str) -> None:
        if room := self._rooms.get(table_id):
            self._here(room)

    def _here(self, room: Room) -> None:
        here = room.presence.here
        self._say(room, Here(self._name, here.seats, here.watching, here.owned))

    def _say(self, room: Room, word: Word) -> None:
        self._bus.say(room.table.id, msgspec.json.encode(word).decode())

    def _hear(self, table_id: str, words: str) -> None:
        room = self._rooms.get(table_id)
        if room is None:
            return
        try:
            word = _decode(words)
        except msgspec.DecodeError:  # a server of another version
            return
        match word:
            case Here():
                room.presence.hear_of(word.server, Present(word.seats, word.watching, word.owned))
            case Passed():
                room.hear(word.message)
            case Asking():
                self._here(room)
                if room.chat:
                    self._say(room, Earlier(tuple(room.chat)))
            case Earlier():
                lines = [*(said for said in word.said if said not in room.chat), *room.chat]
                room.chat.clear()
                room.chat.extend(lines)  # it keeps the newest
