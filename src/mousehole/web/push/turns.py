"""Tells people whose turn it is though they have no page open: one message a turn, to browsers that wish it."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from mousehole.core.game import Seat
from mousehole.core.held_tasks import HeldTasks
from mousehole.core.words import UserError, line, plain, voice
from mousehole.host import Host
from mousehole.store import StoreError
from mousehole.table import Table
from mousehole.web.browser_notes import BrowserNotes, change, notes_of
from mousehole.web.live.room import Room
from mousehole.web.live.stand_ins import awaited_seats
from mousehole.web.push.delivery import KEPT, delivered
from mousehole.web.push.message import PushAddress, Signer, available, encrypted
from mousehole.web.rights.access import seat_of
from mousehole.web.rights.rights import roles_given
from mousehole.web.rights.table_rules import rules_of

log = logging.getLogger(__name__)

SETTLED = 2.0  # seconds in which a page may come back, and bots and dice go on
TABLES = 10_000  # whose turns are remembered
WAITING = 1_000  # messages under way; further ones are not sent
AT_ONCE = 8
BROWSERS = 20  # told of one turn
GONE = (404, 410)  # what a push service answers once a browser has no wish any more


class TurnPush:
    """Looks at every move of this server, and sends what is due; without a secret, nothing."""

    def __init__(
        self, host: Host, secret: bytes, rooms: Callable[[str], Room | None], allowed: tuple[str, ...]
    ) -> None:
        self._host, self._rooms, self._allowed = host, rooms, allowed
        self.signer = Signer(secret) if secret and available() else None
        self._known = OrderedDict[str, dict[Seat, bool]]()  # whose turn it is at a table, and whether they were told
        self._tasks, self._under_way = HeldTasks(), 0
        self._gate = asyncio.Semaphore(AT_ONCE)
        if self.signer:
            host.written = self.moved

    def moved(self, table: Table) -> None:
        """Look at a table after a move: who is asked anew, and not there, gets a message in a moment."""
        asked = [seat for seat in awaited_seats(table) if table.chairs[seat].kind == "person"]
        before = self._known.get(table.id, {})
        fresh = [seat for seat in asked if seat not in before]
        self._known[table.id] = {seat: before.get(seat, False) for seat in asked}
        self._known.move_to_end(table.id)
        if len(self._known) > TABLES:
            self._known.popitem(last=False)
        away = [seat for seat in fresh if not self._there(table, seat)]
        if away and self._under_way < WAITING:
            self._tasks.start(self._tell(table, away))

    def _there(self, table: Table, seat: Seat) -> bool:
        room = self._rooms(table.id)
        return room is not None and room.presence.away_for(seat) == 0.0

    async def _tell(self, table: Table, seats: list[Seat]) -> None:
        self._under_way += 1
        try:
            await asyncio.sleep(SETTLED)
            asked = [seat for seat in seats if seat in awaited_seats(table) and not self._there(table, seat)]
            turns = self._known.get(table.id, {})
            untold = [seat for seat in asked if not turns.get(seat)]  # another look at this turn may have told them
            turns.update(dict.fromkeys(untold, True))
            async with self._gate:
                for seat in untold:
                    for browser in await self._browsers(table, seat):
                        await self._send(browser, table, seat)
        except (UserError, StoreError) as error:
            log.info("nobody could be told of a turn: %s", error)
        finally:
            self._under_way -= 1

    async def _browsers(self, table: Table, seat: Seat) -> list[str]:
        """The browsers that play a seat."""
        rules = rules_of(await self._host.settings(table.id))
        rows = await self._host.store.grants(table.id)
        mine = (row for row in rows if seat_of(row.role) == seat and roles_given([row], rules))
        return list(dict.fromkeys(row.browser for row in mine))[:BROWSERS]

    async def _send(self, browser: str, table: Table, seat: Seat) -> None:
        push = (await notes_of(self._host.store, browser)).push
        if push is None or self.signer is None:
            return
        headers = {
            "Authorization": self.signer.authorization(push),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": table.id,  # a later turn at the same table takes the place of this message
        }
        data = encrypted(msgspec.json.encode(words(table, seat, push.language)), push)
        with suppress(
            OSError, TimeoutError, UserError
        ):  # the push service cannot be reached: the next turn tries again
            if await delivered(push.endpoint, headers, data, self._allowed) in GONE:
                await change(self._host.store, browser, BrowserNotes, lambda notes: without(notes, push))


def words(table: Table, seat: Seat, language: str) -> dict[str, str]:
    """What a message says: which game, whose turn, and where; nothing of what is on the table."""
    say, name = voice(language, table.game.package), table.chairs[seat].name
    body = line("Your turn, {name}!", name=plain(name)) if name else line("Your turn!")
    return {"title": say(table.game.title), "body": say(body), "page": f"table/{table.id}"}


def without(notes: BrowserNotes, push: PushAddress) -> BrowserNotes:
    """What is kept for a browser without an address for messages, unless it has another by now."""
    return replace(notes, push=None) if notes.push == push else notes
