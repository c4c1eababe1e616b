"""A table in memory, and how everybody at it hears that its settings have changed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import AbstractAsyncContextManager

from mousehole.bus import Bus
from mousehole.host.table_settings import Change, KeptSettings, TableSettings
from mousehole.store import Missing, Store
from mousehole.table import Stale, Table


class MovedOn(Stale):
    """Another server was faster; what it wrote is in memory now, so look again."""


class SettingsChanged(Stale):
    """Another server has changed the settings of a table, which are in memory now: who may do what, look again."""


class OpenTable:
    """A table in memory with its lock and the task that plays what nobody has to."""

    def __init__(self, table: Table, settings: KeptSettings) -> None:
        self.table = table
        self.settings = settings
        self.lock = asyncio.Lock()
        self.follow: asyncio.Task[None] | None = None
        self.failed_at = -1  # the entry at which the game itself failed: it would fail again

    @property
    def playing(self) -> bool:
        """Whether luck or bots are being played."""
        return self.follow is not None and not self.follow.done()

    @property
    def busy(self) -> bool:
        """Whether somebody or something is moving right now."""
        return self.lock.locked() or self.playing

    @property
    def due(self) -> bool:
        """Whether there is luck or a bot's move that nobody has to wait for."""
        if self.table.stopped or self.failed_at == self.table.entry:
            return False
        return self.table.next_luck() or self.table.next_bot() is not None


class SettingsOffice:
    """Where the settings of tables are asked for and changed; everybody concerned hears of a change."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        held: MutableMapping[str, OpenTable],
        opened: Callable[[str], Awaitable[OpenTable]],
    ) -> None:
        self._store, self._bus = store, bus
        self._held = held
        self._opened = opened

    async def of(self, table_id: str) -> TableSettings:
        """The settings of a table; a new object after every change."""
        return (await self._opened(table_id)).settings.now

    def known(self, table_id: str) -> TableSettings | None:
        """The settings of a table that is in memory: cheap enough to be asked at every message."""
        opened = self._held.get(table_id)
        return opened.settings.now if opened else None

    async def change(self, table_id: str, change: Change) -> TableSettings:
        """Change the settings of a table for good, and tell everybody; several who do so at once all succeed."""
        opened = await self._opened(table_id)
        await opened.settings.change(self._store, change)
        opened.table.options = opened.settings.now.options
        await self.tell(opened)
        return opened.settings.now

    async def read(self, table_id: str) -> int:
        """Read the settings of a table in memory again, which another server may have changed; how many entries it has.

        A table that was deleted is forgotten.
        """
        entries = -1
        if opened := self._held.get(table_id):
            before = opened.settings.now
            try:
                entries = await opened.settings.read(self._store)
                changed = opened.settings.now is not before
            except Missing:
                changed = self._held.pop(table_id, None) is not None
            if changed:
                opened.table.options = opened.settings.now.options
                await self._bus.wake_here(table_id, opened.table.entry)
        return entries

    async def tell(self, opened: OpenTable) -> None:
        """Wake everybody at a table, and let other servers read its settings again."""
        await self._bus.publish(opened.table.id, opened.table.entry)
        await self._bus.publish(_news(opened.table.id), opened.settings.now.version)

    def watch(self, table_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Hear when the settings of a table were changed anywhere: then read them again."""
        return self._bus.subscribe(_news(table_id))


def _news(table_id: str) -> str:
    return f"{table_id}/settings"  # no table has such an id
