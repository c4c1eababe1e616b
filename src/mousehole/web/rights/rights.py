"""What browsers may do at tables: grants in the store, each of which counts until the epoch of its role ends."""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import HTTPConnection

from mousehole.core.held_tasks import shielded
from mousehole.host import Host
from mousehole.host.stored_table import TableSettings, settings_of
from mousehole.store import GrantRow, StoreError, TableRow
from mousehole.table import Chair, Refused, Sit, Stale
from mousehole.web.rights.access import (
    BROWSER,
    COOKIE,
    OWNER,
    WATCH,
    Grants,
    Keys,
    browser_of,
    roles,
    seat_of,
    seat_role,
    stored_name,
)
from mousehole.web.rights.table_rules import TableRules, end_epoch, rules_change, rules_of

Parting: TypeAlias = Literal["removed", "revoked", "deleted", "left", "broken"]


class Visitor(Struct, frozen=True):
    """What a connection presents: the name of its browser, and tokens from before browsers had a key of their own."""

    browser: str = ""
    tokens: str = ""


class Standing(Struct, frozen=True):
    """What a browser may do at a table under its settings, or `why` it may do nothing."""

    grants: Grants
    settings: TableSettings
    why: Parting
    old: bool = False  # it comes from tokens, not from the store


def visitor_of(request: HTTPConnection) -> Visitor:
    """Read what a connection shows."""
    return Visitor(browser_of(request.cookies.get(BROWSER, "")), request.cookies.get(COOKIE, ""))


def mark(table_id: str, browser: str) -> str:
    """An anonymous mark of a browser at a table."""
    return blake2b(f"{table_id}/{browser}".encode(), digest_size=6).hexdigest() if browser else ""


def roles_given(rows: Iterable[GrantRow], rules: TableRules) -> tuple[str, ...]:
    """The roles that grants still give."""
    return tuple(sorted(row.role for row in rows if not row.barred and row.epoch >= rules.epoch(row.role)))


def roles_at(table: TableRow, rows: Iterable[GrantRow]) -> tuple[str, ...]:
    """The roles that grants still give at one table."""
    return roles_given((row for row in rows if row.table == table.id), rules_of(settings_of(table)))


class Rights:
    """Grants, checks and revokes what browsers may do at tables."""

    def __init__(self, host: Host, keys: Keys) -> None:
        self.host = host
        self._keys = keys
        self._everybody: dict[str, tuple[TableSettings, asyncio.Future[dict[str, list[GrantRow]]]]] = {}

    async def standing(self, visitor: Visitor, table_id: str, heard: bool = False) -> Standing:
        """What a browser may do at a table; `heard` if this server already listens to changes by others."""
        if not heard:
            await self.host.refresh(table_id)
        settings = await self.host.settings(table_id)
        rows = await self.host.store.grants(table_id, visitor.browser) if visitor.browser else []
        return await self._judged(visitor, table_id, settings, rows)

    async def again(self, visitor: Visitor, table_id: str) -> Standing:
        """Check again for one of many connections: after a change all grants are read once for all of them."""
        settings = await self.host.settings(table_id)
        if table_id not in self._everybody or self._everybody[table_id][0] is not settings:
            reading = asyncio.ensure_future(self._all(table_id))
            self._everybody[table_id] = settings, reading
        try:
            rows = await shielded(self._everybody[table_id][1])
        except BaseException:
            self.forget(table_id)
            raise
        return await self._judged(visitor, table_id, settings, rows.get(visitor.browser, []))

    def forget(self, table_id: str) -> None:
        """Drop what was read for everybody at a table."""
        self._everybody.pop(table_id, None)

    async def grant(
        self, browser: str, table_id: str, given: Iterable[str], judged: TableRules | None = None
    ) -> tuple[str, ...]:
        """Grant roles at a table to a browser, except those it is barred from; returns them.

        A request `judged` by settings that no longer hold grants nothing.
        """
        rules = judged or rules_of(await self.host.settings(table_id))
        found = await self.host.store.grants(table_id, browser)
        barred = {row.role for row in found if row.barred and row.epoch >= rules.epoch(row.role)}
        fine = tuple(role for role in dict.fromkeys(given) if role not in barred)
        await self.host.store.grant([_row(browser, table_id, role, rules.epoch(role)) for role in fine])
        return fine

    async def tables(self, browser: str, limit: int, skip: int = 0) -> list[TableRow]:
        """List the tables where a browser may do something: those that go on first, the last touched first."""
        rows = await self.host.store.tables_of(browser, limit, skip) if browser else []
        mine = await self.host.store.grants_of(browser, [row.id for row in rows]) if rows else []
        return [row for row in rows if not row.sound or _has_roles(row, mine)]

    async def code(self, table_id: str) -> str:
        """The code of a table; from now on the store knows it."""
        epoch = rules_of(await self.host.settings(table_id)).epoch(OWNER)
        code = self._keys.code(table_id, epoch)
        if not await self.host.store.grants(table_id, stored_name(code)):
            await self.host.store.grant([replace(_row(stored_name(code), table_id, OWNER, epoch), listed=False)])
        return code

    async def table_of_code(self, code: str) -> str:
        """Find the table that a code opens, if any."""
        for row in await self.host.store.grants_of(stored_name(code)):
            if row.role in roles_given([row], rules_of(await self.host.settings(row.table))):
                return row.table
        return ""

    async def expel(self, table_id: str, who: str) -> None:
        """Remove a spectator from the table, by the mark."""
        rules = rules_of(await self.host.settings(table_id))
        rows = await self.host.store.grants(table_id)
        for browser in {row.browser for row in rows if mark(table_id, row.browser) == who}:
            if roles_given((row for row in rows if row.browser == browser), rules) == (WATCH,):
                await self._bar(browser, table_id, {})
                await self.announce(table_id)

    async def epoch(self, table_id: str, role: str) -> int:
        """The epoch of a role: ending it names the epoch, so that a late or repeated request ends no later one."""
        return rules_of(await self.host.settings(table_id)).epoch(role)

    async def free(self, table_id: str, seat: int, epoch: int) -> None:
        """Take a seat from its player, who may go on watching."""
        role = seat_role(seat)
        for browser, had in (await self._holders(table_id, role, epoch)).items():
            if had == (role,):
                await self.grant(browser, table_id, [WATCH])
            await self.host.store.drop(browser, table_id, role)
        await self._end(table_id, role, epoch)
        await self._stand_up(table_id, seat)

    async def remove(self, table_id: str, seat: int, epoch: int) -> None:
        """Remove the player of a seat from the table; an owner loses the seat only."""
        role = seat_role(seat)
        for browser, had in (await self._holders(table_id, role, epoch)).items():
            if OWNER in had:
                await self.host.store.drop(browser, table_id, role)
            else:
                await self._bar(browser, table_id, {role: epoch})
        await self._end(table_id, role, epoch)
        await self._stand_up(table_id, seat)

    async def renew(self, table_id: str, role: str, keeper: str, epoch: int) -> None:
        """End a link and all grants it gave, except those of the browser that asks."""
        mine = await self.host.store.grants(table_id, keeper)
        if any(row.role == role and row.epoch >= epoch and not row.barred for row in mine):
            await self.host.store.grant([_row(keeper, table_id, role, epoch + 1)])
        await self._end(table_id, role, epoch)
        if (seat := seat_of(role)) is not None:
            await self._stand_up(table_id, seat)

    async def leave(self, browser: str, table_id: str) -> None:
        """Remove a browser from a table for good, with its name on chairs that nobody else holds."""
        rules = rules_of(await self.host.settings(table_id))
        rows = await self.host.store.grants(table_id)
        mine = roles_given((row for row in rows if row.browser == browser), rules)
        await self.host.store.drop(browser, table_id)
        await self.announce(table_id)
        for seat in Grants(mine).seats:
            await self._stand_up(table_id, seat)

    async def announce(self, table_id: str) -> None:
        """Make every connection to a table check its rights again."""
        await self.host.change_settings(table_id, lambda old: old)

    async def _judged(
        self, visitor: Visitor, table_id: str, settings: TableSettings, rows: Sequence[GrantRow]
    ) -> Standing:
        rules = rules_of(settings)
        found, old = roles_given(rows, rules), not rows and visitor.tokens != ""
        if old:
            seats = len((await self.host.table(table_id)).chairs)
            found = self._keys.grants(table_id, visitor.tokens, seats, rules.epochs).roles
        why: Parting = "removed" if any(row.barred for row in rows) else "revoked" if rows or visitor.tokens else "left"
        return Standing(Grants(found), settings, why, old)

    async def _all(self, table_id: str) -> dict[str, list[GrantRow]]:
        """Read the grants of everybody at a table, by browser."""
        found: dict[str, list[GrantRow]] = {}
        for row in await self.host.store.grants(table_id):
            found.setdefault(row.browser, []).append(row)
        return found

    async def _holders(self, table_id: str, role: str, epoch: int) -> dict[str, tuple[str, ...]]:
        """Find the browsers that got a role in an epoch, with all that they have at the table."""
        rules = rules_of(await self.host.settings(table_id))
        return {
            browser: roles_given(rows, rules)
            for browser, rows in (await self._all(table_id)).items()
            if any(row.role == role and row.epoch == epoch and not row.barred for row in rows)
        }

    async def _bar(self, browser: str, table_id: str, epochs: Mapping[str, int]) -> None:
        """Bar a browser from all roles, in today's epochs and those that end now."""
        today = {**rules_of(await self.host.settings(table_id)).epochs, **epochs}
        every = [role for role in roles(len((await self.host.table(table_id)).chairs)) if role != OWNER]
        now = time.time()
        await self.host.store.grant(
            [GrantRow(browser, table_id, role, today.get(role, 0), now, barred=True) for role in every]
        )

    async def _end(self, table_id: str, role: str, epoch: int) -> None:
        await self.host.change_settings(table_id, rules_change(lambda rules: end_epoch(rules, role, epoch)))

    async def _stand_up(self, table_id: str, seat: int) -> None:
        """Free a seat that nobody holds, and clear its name; a bot that stood in for somebody keeps the seat."""
        role, rules = seat_role(seat), rules_of(await self.host.settings(table_id))
        if role in roles_given(await self.host.store.grants(table_id), rules):
            return
        chair = (await self.host.table(table_id)).chairs[seat]
        await self.seat(table_id, seat, Chair("bot", level=chair.level) if chair.kind == "bot" else Chair("empty"))

    async def seat(self, table_id: str, seat: int, chair: Chair) -> None:
        """Put somebody in a seat; retries if another server has written meanwhile."""
        for patience in (True, True, False):
            try:
                await self.host.move(table_id, Sit(seat, chair))
                return
            except Stale:
                if not patience:
                    raise


class LiveRights:
    """The rights of one connection, rechecked only when the table's settings have changed."""

    def __init__(self, rights: Rights, visitor: Visitor, table_id: str, settings: TableSettings) -> None:
        self.visitor = visitor
        self.settings = settings  # by which this connection was judged
        self._rights = rights
        self._table = table_id
        self._looking = asyncio.Lock()

    @property
    def fresh(self) -> bool:
        """Whether nothing can have changed since the last check."""
        return self._rights.host.settings_in_memory(self._table) is self.settings

    async def look(self) -> Grants | Parting | None:
        """Check the rights again: returns the grants, the reason why there are none, or None if nothing has changed."""
        async with self._looking:
            if self.fresh:
                return None
            try:
                return await self._look()
            except Refused:
                return "deleted"

    async def _look(self) -> Grants | Parting | None:
        settings = await self._rights.host.settings(self._table)
        if settings.version == self.settings.version:  # the table was only put away and taken out again
            self.settings = settings
            return None
        standing = await self._rights.again(self.visitor, self._table)
        self.settings = standing.settings
        return standing.grants or standing.why


def _has_roles(table: TableRow, rows: Iterable[GrantRow]) -> bool:
    """Whether grants give any role; a table whose settings cannot be read says so where it is shown."""
    try:
        return bool(roles_at(table, rows))
    except StoreError:
        return True


def _row(browser: str, table_id: str, role: str, epoch: int) -> GrantRow:
    return GrantRow(browser, table_id, role, epoch, time.time())
