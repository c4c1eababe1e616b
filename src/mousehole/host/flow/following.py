"""What follows by itself: luck that no person throws, and bots; also after the saved games could not be reached."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping

from mousehole import shelf
from mousehole.core.game import Decide, Seat
from mousehole.host.bots import Bots
from mousehole.host.flow.leases import Leases
from mousehole.host.open_table import MovedOn, OpenTable
from mousehole.store import Closed, Damaged, Missing, StoreError
from mousehole.table import Fall, Play, Refused, Step, Table

log = logging.getLogger(__name__)
FIRST, LONGEST = 0.25, 2.0  # seconds to wait before the store is asked again, twice as long each time
LOST = (Closed, Damaged, Missing)


class Following:
    """Lets luck happen and bots move, an entry each, until a person is needed."""

    def __init__(
        self,
        bots: Bots,
        held: Mapping[str, OpenTable],
        write: Callable[[OpenTable, Step], Awaitable[None]],
        reopen: Callable[[str], Awaitable[None]],
        leases: Leases,
        pace: float,
    ) -> None:
        self.bots = bots
        self.leases = leases
        self.pace = pace  # seconds a bot waits before it moves, so that people can follow
        self._held, self._write, self._reopen = held, write, reopen
        self._waiting: set[str] = set()  # tables that wait for a store that fails

    def go_on(self, opened: OpenTable) -> None:
        """Play on where nobody has to, unless that is under way, here or on another server."""
        if opened.due and not opened.playing and not self.leases.waits(opened.table.id):
            opened.follow = asyncio.create_task(self._follow(opened))

    async def close(self) -> None:
        """Stop what runs."""
        tasks = [opened.follow for opened in self._held.values() if opened.follow]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.leases.close()

    async def _follow(self, opened: OpenTable) -> None:
        """Go on until a person is needed or another server plays; where the store fails for a while, try again."""
        table, wait = opened.table, FIRST
        try:
            while self._held.get(table.id) is opened and not table.stopped:
                try:
                    if not await self.leases.take(table.id) or not await self._next(opened):
                        return
                except LOST:
                    return
                except MovedOn:  # written elsewhere; or here, and only the answer of the store was lost
                    continue
                except StoreError as error:
                    self._wait(table, error)
                    await asyncio.sleep(wait)
                    wait = min(2 * wait, LONGEST)
                except Refused:
                    if self._held.get(table.id) is not opened:
                        await self._reopen(table.id)
                    return
                else:
                    self._works_again(table)
                    wait = FIRST
        finally:
            self._works_again(table)

    async def _next(self, opened: OpenTable) -> bool:
        """Play one entry; whether there was any to play."""
        table = opened.table
        try:
            if table.next_luck():
                await self._fall(opened)
                return True
            seat = table.next_bot()
            if seat is not None:
                await self._bot_move(opened, seat)
        except Exception as error:
            broken = shelf.blamed(error)
            if broken is None:
                raise
            opened.failed_at = table.entry
            log.error("%s (table %s, ply %d)", broken, table.id, table.ply)
            return False
        return seat is not None

    async def _fall(self, opened: OpenTable) -> None:
        async with opened.lock:
            if opened.table.next_luck():
                await self._write(opened, opened.table.propose(Fall(opened.table.entry)))

    async def _bot_move(self, opened: OpenTable, seat: Seat) -> None:
        table, known = opened.table, opened.table.entry
        choice, _ = await asyncio.gather(self._choice(table, seat), asyncio.sleep(self.pace))
        async with opened.lock:
            if table.entry == known:  # otherwise somebody moved meanwhile: look again
                await self._write(opened, table.propose(Play(seat, known, choice, ticket="")))

    async def _choice(self, table: Table, seat: Seat) -> int:
        """Ask a bot; one that fails moves at random, so that people can go on."""
        try:
            return await self.bots.choose(table, seat)
        except Exception:
            log.exception("bot %s failed at table %s, ply %d", table.chairs[seat].level, table.id, table.ply)
            decision = table.turn.of(seat) if isinstance(table.turn, Decide) else None
            return secrets.randbelow(len(decision.actions)) if decision else 0

    def _wait(self, table: Table, error: StoreError) -> None:
        """Note that a table waits for the store; the first one says so in the log."""
        if not self._waiting:
            log.warning("bots and luck wait until games can be saved again: %s", error)
        self._waiting.add(table.id)

    def _works_again(self, table: Table) -> None:
        if table.id in self._waiting:
            self._waiting.discard(table.id)
            if not self._waiting:
                log.warning("bots and luck no longer wait for the saved games")
