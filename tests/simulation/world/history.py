"""What happened in a run, in order: what people called and heard, and what went wrong."""

from collections import Counter
from hashlib import blake2b

from msgspec import Struct

from tests.simulation.world.virtual_loop import START


class Happened(Struct, frozen=True):
    """One line of the history."""

    number: int
    at: float
    who: str
    what: str
    facts: dict


class History:
    """Everything that can be seen from outside."""

    def __init__(self, loop):
        self._loop = loop
        self.lines: list[Happened] = []
        self.faults: Counter[str] = Counter()

    def note(self, who, what, **facts):
        """Write down that something happened; its number says what came before it."""
        self.lines.append(Happened(len(self.lines), self._loop.now, who, what, facts))
        return len(self.lines) - 1

    def fault(self, kind, who="", **facts):
        """Write down that something went wrong."""
        self.faults[kind] += 1
        self.note(who, f"fault: {kind}", **facts)

    def all(self, *kinds):
        """The lines of some kinds."""
        return [line for line in self.lines if line.what in kinds]

    def digest(self):
        """A short hash of all of it."""
        made = blake2b(digest_size=16)
        for line in self.lines:
            made.update(told(line).encode())
        made.update(str(self._loop.steps).encode())
        return made.hexdigest()


def told(line):
    """Write a line for people."""
    facts = " ".join(f"{name}={value}" for name, value in line.facts.items())
    return f"{line.number:5d} {line.at - START:9.4f} {line.who:10s} {line.what} {facts}".rstrip()
