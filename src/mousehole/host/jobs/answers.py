"""Answers that every server finds: written down, kept in the store under a name of the question, told by the bus."""

import base64
import zlib
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import astuple, replace

from mousehole import __version__
from mousehole.bus import Bus
from mousehole.core.words import Line, Trouble, Who
from mousehole.folders import solved_mark
from mousehole.host.jobs.job import Answer, JobKind
from mousehole.store import Store

TROUBLED = 15.0  # seconds for which trouble is told to all who ask
PROGRESS = 30.0  # seconds for which a word about progress counts


class Told(Struct, frozen=True):
    """An answer as it is kept, or why there is none."""

    value: Raw = Raw(b"null")
    trouble: Line | None = None


class Answers:
    """Keeps and finds answers in the store; whoever waits for one is woken by the bus, and looks."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store, self.bus = store, bus

    async def of(self, key: str) -> Told | None:
        """What was told about a question, if anything."""
        row = await self._store.answer(key)
        try:
            return msgspec.json.decode(row.value, type=Told) if row else None
        except msgspec.DecodeError:
            return None

    async def keep(self, kind: JobKind[Any], key: str, told: Told) -> None:
        """Keep an answer and wake who waits for it; trouble may be over in a moment."""
        seconds = kind.kept if told.trouble is None else min(kind.kept, TROUBLED)
        await self._store.keep_answer(key, kind.name, msgspec.json.encode(told), seconds)
        await self.bus.publish(topic(key), 1)

    async def progress(self, key: str) -> tuple[int, int] | None:
        """How far a long job is, if somebody has it in hand."""
        row = await self._store.answer(f"{key}/progress")
        return msgspec.json.decode(row.value, type=tuple[int, int]) if row else None

    async def begun(self, key: str) -> bool:
        """Whether a question was answered, or is being worked on."""
        return bool(await self.of(key) or await self.progress(key))

    async def tell_progress(self, key: str, done: int, total: int) -> None:
        """Tell every server how far a long job is."""
        await self._store.keep_answer(f"{key}/progress", "progress", msgspec.json.encode((done, total)), PROGRESS)
        await self.bus.publish(topic(key), 1)


def topic(key: str) -> str:
    """What the bus calls an answer."""
    return f"answer/{key}"


def key_of(kind: JobKind[Any], question: tuple[Any, ...]) -> str:
    """Name a question, the same on every server of this version that knows the same solved boards."""
    mark = solved_mark() if kind.known else 0
    asked = msgspec.json.encode((__version__, kind.name, mark, question))
    return blake2b(asked, digest_size=16).hexdigest()


def packed(question: tuple[Any, ...]) -> str:
    """Write a question as text; a long game shrinks to a tenth."""
    return base64.b85encode(zlib.compress(msgspec.json.encode(question), 1)).decode()


def unpacked(kind: JobKind[Any], text: str) -> tuple[Any, ...]:
    """Read a question."""
    question: tuple[Any, ...] = msgspec.json.decode(zlib.decompress(base64.b85decode(text)), type=kind.question)
    return question


def told(answer: object) -> Told:
    """Write an answer down."""
    return Told(Raw(msgspec.json.encode(answer)))


def answer_in(kind: JobKind[Answer], found: Told) -> Answer:
    """Read an answer; trouble is trouble again."""
    if found.trouble:
        raise Trouble(revived(found.trouble))
    answer: Answer = revived(msgspec.json.decode(found.value, type=kind.answer))
    return answer


def revived(found: Any) -> Any:
    """What was read, with lines and names inside of lines as they were: JSON does not tell them from other objects."""
    match found:
        case Line():
            return replace(found, values={name: _value(value) for name, value in found.values.items()})
        case Struct():
            return type(found)(*map(revived, astuple(found)))
        case tuple() | list():
            return type(found)(map(revived, found))
    return found


def _value(value: Any) -> Any:
    match value:
        case {"seat": seat}:
            return Who(seat)
        case {"text": _}:
            return revived(msgspec.convert(value, Line))
        case list():
            return tuple(map(_value, value))
    return value
