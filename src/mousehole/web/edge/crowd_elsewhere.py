"""Live connections at other servers: each tells the others who has many there, so that limits hold over all of them."""

import asyncio
import secrets
import time
from collections.abc import Callable
from hashlib import blake2b

import msgspec
from msgspec import Struct

from mousehole.bus import HOUSE, Bus

EVERY = 2.0  # seconds between two words
SILENT = 3 * EVERY  # seconds after which a server that says nothing has nobody any more


class Inside(Struct, frozen=True, tag="inside"):
    """Who has many connections at one server; nobody is named."""

    server: str
    counts: dict[str, int]


class CrowdElsewhere:
    """Tells others while somebody here has many; keeps what they told for a few seconds."""

    def __init__(self, bus: Bus, many: Callable[[], dict[str, int]]) -> None:
        self._bus, self._many = bus, many
        self._name = secrets.token_hex(8)
        self._heard: dict[str, tuple[dict[str, int], float]] = {}
        self._telling: asyncio.Task[None] | None = None
        bus.overhear(self._hear)

    def count(self, name: str) -> int:
        """How many connections somebody has at other servers."""
        if not self._heard:
            return 0
        named, since = mark(name), time.monotonic() - SILENT
        return sum(counts.get(named, 0) for counts, heard in self._heard.values() if heard > since)

    def tell(self) -> None:
        """Let other servers know, as long as there is anything to know."""
        if self._bus.shared and (self._telling is None or self._telling.done()) and self._many():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        while counts := {mark(name): inside for name, inside in self._many().items()}:
            self._bus.say(HOUSE, msgspec.json.encode(Inside(self._name, counts)).decode())
            await asyncio.sleep(EVERY)
        self._bus.say(HOUSE, msgspec.json.encode(Inside(self._name, {})).decode())

    def _hear(self, table_id: str, words: str) -> None:
        if table_id != HOUSE:
            return
        try:
            word = msgspec.json.decode(words, type=Inside)
        except msgspec.DecodeError:  # a server of another version
            return
        self._heard.pop(word.server, None)
        if word.counts:
            self._heard[word.server] = word.counts, time.monotonic()


def mark(name: str) -> str:
    """Tell addresses and tables apart without naming them."""
    return blake2b(name.encode(), digest_size=8).hexdigest()
