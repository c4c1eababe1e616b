"""What the servers of a house say to each other, sealed: whoever else can write to the news server is not heard."""

import hmac
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from secrets import token_hex

from mousehole.bus import Bus

SENDERS = 1_000  # servers whose newest words are remembered; others are forgotten
SEAL = 32  # signs
FRESH = 600.0  # seconds for which a server that has just begun believes words; clocks may differ by less


class SealedWords:
    """Says and hears words by way of the bus; each is heard once, and nothing that was said before it any more."""

    def __init__(self, bus: Bus, key: bytes) -> None:
        self._bus, self._key = bus, key
        self.shared = bus.shared
        self._name, self._number = token_hex(8), 0
        self._hearers: list[Callable[[str, str], None]] = []
        self._newest: OrderedDict[str, int] = OrderedDict()  # of each server
        bus.overhear(self._hear)

    def say(self, table: str, words: str) -> None:
        """Let other servers hear something about a table; it may get lost."""
        self._number += 1
        said = f"{self._name} {self._number} {int(time.time())} {words}"
        self._bus.say(table, f"{self._seal(table, said)} {said}")

    def overhear(self, hear: Callable[[str, str], None]) -> None:
        """Hear from now on what other servers say: of which table, and the words."""
        self._hearers.append(hear)

    def _hear(self, table: str, text: str) -> None:
        seal, _, said = text.partition(" ")
        if not hmac.compare_digest(seal.encode("utf-8", "replace"), self._seal(table, said).encode()):
            return  # a server of another version, or no server of this house
        name, number, when, words = said.split(" ", 3)
        if int(number) <= self._newest.get(name, 0) or abs(time.time() - int(when)) > FRESH:
            return
        self._newest[name] = int(number)
        self._newest.move_to_end(name)
        if len(self._newest) > SENDERS:
            self._newest.popitem(last=False)
        for hear in self._hearers:
            hear(table, words)

    def _seal(self, table: str, said: str) -> str:
        return hmac.new(self._key, f"{table}\0{said}".encode("utf-8", "replace"), sha256).hexdigest()[:SEAL]
