"""Answers that never change while the server runs: worked out once for all who ask, in slices, and kept as bytes."""

from collections import OrderedDict
from collections.abc import Callable, Generator

import msgspec

from mousehole.host.flow.slices import Slices, Work
from mousehole.host.flow.together import Together

ROOM = 32 << 20  # bytes; those that were not asked for lately make way


class KeptAnswers:
    """Keeps answers by name."""

    def __init__(self, slices: Slices, room: int = ROOM) -> None:
        self._slices, self._room = slices, room
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._making = Together[tuple[object, ...], bytes]()

    async def of(self, name: tuple[object, ...], work: Callable[[], Work[bytes]]) -> bytes:
        """Find an answer, or work it out."""
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        return await self._making.do(name, lambda: self._made(name, work()))

    async def _made(self, name: tuple[object, ...], work: Work[bytes]) -> bytes:
        made = self._kept[name] = await self._slices.do(work)
        while sum(map(len, self._kept.values())) > self._room and len(self._kept) > 1:
            self._kept.popitem(last=False)
        return made


def as_json(work: Work[object]) -> Work[bytes]:
    """Write what some work finds as JSON."""
    return msgspec.json.encode((yield from work))


def at_once(do: Callable[[], str]) -> Generator[None, None, bytes]:
    """Take something short as work of one slice."""
    yield
    return do().encode()
