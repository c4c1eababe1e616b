"""Faults planted in the product, one at a time: each undoes one protection, and the checker has to notice.

Most are data: a piece of source text, and what a careless hand might turn it into.
"""

import asyncio
import inspect
import secrets
import textwrap
from collections.abc import Callable
from contextlib import contextmanager
from importlib import import_module

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.host import leases
from mousehole.host.host import Host
from mousehole.host.leases import Leases
from mousehole.host.open_tables import OpenTable
from mousehole.store import Store, StoreError, Taken, store
from mousehole.table import Table, encode
from mousehole.web.live import frames as live_frames
from mousehole.web.live.room import Room
from mousehole.web.rights.access import Keys
from mousehole.web.rights.rights import LiveRights
from mousehole.web.routes import table_routes

EDITS = {
    "grant that ignores renewed links": (
        "mousehole.web.rights.rights:Rights.grant",
        ("rules = judged or rules_of(", "rules = rules_of("),
    ),
    "result in a transaction of its own": (
        "mousehole.store.store:Store.append",
        ("if over is not None:\n            await self._conclude(db, table, result)\n        return", "return"),
        (
            "self._note_append(await self._write(work))",
            (
                "await self._write(work)\n    if over is not None:\n"
                "        await self._write(lambda db: self._conclude(db, table, result))"
            ),
        ),
    ),
    "quick append whatever has changed": (
        "mousehole.store.postgres:_APPEND",
        (" AND seal = $2 AND ($8::bytea IS NULL OR options = $8)", ""),
    ),
    "every statement for itself": (
        "mousehole.store.postgres:PostgresStore._write",
        ("work, durable) if whole else", "work, durable) if False else"),
    ),
    "reads as of several moments": (
        "mousehole.store.postgres:PostgresStore._read",
        ('db.transaction(isolation="repeatable_read", readonly=True)', "db.transaction()"),
    ),
    "settings written without a lock": (
        "mousehole.store.store:Store.set_options",
        ('COLUMNS, "FOR UPDATE")', "COLUMNS)"),
    ),
    "lost connection taken for success": (
        "mousehole.store.postgres:PostgresStore._explained",
        ("raise Failing from error", "return True"),
    ),
    "lease taken from whoever has it": (
        "mousehole.store.store:Store.lease",
        ("WHERE leases.server = excluded.server OR leases.until < {self.now} RETURNING", "RETURNING"),
    ),
    "channels not taken up again": (
        "mousehole.bus.redis:TableChannels.begin",
        ("*map(channel_of, self._inside), CHANNEL", "CHANNEL"),
    ),
    "album emptied but for games that cannot be opened": (
        "mousehole.web.album.keeping:Albums.delete",
        ("while names := await store.unremembered(browser, AT_ONCE):", "while names := ():"),
    ),
    "puzzle progress without compare and set": (
        "mousehole.store.store:Store.keep_puzzle_progress",
        ("!= known:\n            return False", "!= known:\n            pass"),
    ),
    "puzzle counted twice": (
        "mousehole.web.routes.puzzle_routes:progress_of",
        ("following(every, who, mine).name != puzzle.name", "not every"),
    ),
    "log without an end": (
        "mousehole.host.limits:TableLimits.check_room",
        ("if entries >= self.entries:", "if entries > 2 * self.entries:"),
    ),
    "removed but not barred": (
        "mousehole.web.rights.rights:Rights._bar",
        ("barred=True", "barred=False"),
    ),
    "news kept to oneself": (
        "mousehole.bus.redis:RedisBus.publish",
        ("self._keep(table, entry)\n    self._bell.set()", "self._keep(table, entry)"),
    ),
}
PLANTED: dict[str, Callable] = {}


def fault(change):
    """List a fault under its name; it yields what to put in which place, given what stands there."""
    PLANTED[change.__name__.replace("_", " ")] = change
    return change


@contextmanager
def planted(name):
    """Live with one of the faults for a while."""
    before = []
    try:
        for owner, attribute, make in PLANTED[name]():
            old = owner.__dict__[attribute] if isinstance(owner, type) else getattr(owner, attribute)
            before.append((owner, attribute, old))
            setattr(owner, attribute, make(old))
        yield
    finally:
        for owner, attribute, old in reversed(before):
            setattr(owner, attribute, old)


def edited(place, *edits):
    """A fault that changes some words in the source of a function, or in a text."""
    module, path = place.split(":")

    def change():
        owner, (*inside, attribute) = import_module(module), path.split(".")
        for name in inside:
            owner = getattr(owner, name)
        yield owner, attribute, lambda old: _rewritten(old, owner, edits)

    return change


def _rewritten(old, owner, edits):
    """Write a text or a function anew, where the words that change must stand exactly once."""
    text = old if isinstance(old, str) else textwrap.dedent(inspect.getsource(old))
    for before, after in edits:
        if text.count(before) != 1:
            raise ValueError(f"{before!r} stands {text.count(before)} times in {old}")
        text = text.replace(before, after)
    if isinstance(old, str):
        return text
    made = {}
    body = textwrap.indent(text, "    ")
    exec(f"def make(__class__):\n{body}\n    return {old.__name__}", old.__globals__, made)
    return made["make"](owner)


PLANTED |= {name: edited(*what) for name, what in EDITS.items()}


@fault
def settings_without_compare_and_set():
    def make(optioned):
        return lambda table, row, known, options, now: optioned(table, row, row[7], options, now)

    yield store, "optioned", make


@fault
def acknowledged_before_the_commit():
    def make(append):
        async def soon(self, *what, **more):
            asyncio.get_running_loop().create_task(_quietly(append(self, *what, **more)))
            await asyncio.sleep(0)

        return soon

    yield Store, "append", make


@fault
def lease_ignored():
    async def always(self, table_id):
        return True

    yield Leases, "take", lambda _: always


@fault
def lease_never_taken_over():
    async def never(self, tables):
        return

    yield Leases, "_take_over", lambda _: never


@fault
def lease_without_an_end():
    yield leases, "LEASE_SECONDS", lambda _: 10_000.0


@fault
def ticket_forgotten():
    yield Table, "answered", lambda _: lambda self, move: None


@fault
def news_trusted():
    async def nothing(self):
        return

    yield Host, "sync", lambda _: nothing


@fault
def epoch_not_read_again():
    async def nothing(self, table_id):
        opened = self.open_tables.get(table_id)
        return opened.table.entry if opened else 0

    yield Host, "_reload_settings", lambda _: nothing


@fault
def written_without_a_look_at_rights():
    def make(append):
        async def blind(self, table, entry, lines, result=None, reopen=False, options=None):
            await append(self, table, entry, lines, result, reopen)

        return blind

    yield Store, "append", make


@fault
def appended_wherever_the_log_ends():
    def make(append):
        async def anywhere(self, db, name, entry, *more):
            return await append(self, db, name, (await self._table(db, name)).entries, *more)

        return anywhere

    yield Store, "_append", make


@fault
def added_before_it_is_written():
    def make(write):
        async def hasty(self, opened, move, *more):
            step = opened.table.propose(move)
            opened.table.add(step)
            await self.bus.publish(opened.table.id, opened.table.entry)
            await self.store.append(opened.table.id, step.known, [encode(step.entry)])

        return hasty

    yield Host, "_write", make


@fault
def frames_sent_twice():
    def make(catch_up):
        def forgetful(self, viewer):
            known = viewer.known
            catch_up(self, viewer)
            if self.table.entry % 7 == 0:
                viewer.known = known

        return forgetful

    yield Room, "catch_up", make


@fault
def change_of_a_frame_that_is_not_there():
    def make(since):
        def careless(self, table, viewer, title, most):
            seen = viewer.seen
            if seen is not None:
                viewer.seen = seen._replace(entry=viewer.known)
            return since(self, table, viewer, title, most)

        return careless

    yield live_frames.FrameCache, "since", make


@fault
def removal_not_told():
    yield LiveRights, "fresh", lambda _: property(lambda self: True)


@fault
def luck_drawn_without_the_seed():
    def make(luck):
        def careless(self, seat=None, outcome=None):
            luck(self, seat, outcome)
            turn = self.turn
            return turn.odds[secrets.randbelow(len(turn.odds))][0] if isinstance(turn, Chance) else None

        return careless

    yield Table, "_luck", make


@fault
def lost_answer_written_again():
    def make(append):
        async def stubborn(self, table, entry, lines, *more, **named):
            try:
                await append(self, table, entry, lines, *more, **named)
            except Taken:
                raise
            except StoreError:
                row = await self.table(table)
                await append(self, table, row.entries, lines, *more, **named)

        return stubborn

    yield Store, "append", make


@fault
def memory_kept_after_a_collision():
    async def nothing(self, opened):
        return False

    yield Host, "_read_log", lambda _: nothing


@fault
def stale_move_brought_up_to_date():
    def make(propose):
        def obliging(self, move):
            if hasattr(move, "entry") and getattr(move, "ticket", ""):
                move = replace(move, entry=self.entry)
            return propose(self, move)

        return obliging

    yield Table, "propose", make


@fault
def old_links_still_good():
    def make(role):
        def generous(self, table, token, seats, epochs):
            earlier = ({name: n - back for name, n in epochs.items()} for back in range(3))
            return next((found for each in earlier if (found := role(self, table, token, seats, each))), None)

        return generous

    yield Keys, "role", make


@fault
def switch_that_flips_back():
    yield table_routes, "read_switch", lambda _: lambda sent, now: not now


@fault
def table_without_a_lock():
    def make(init):
        def open_door(self, *more):
            init(self, *more)
            self.lock = _NoLock()

        return open_door

    yield OpenTable, "__init__", make


class _NoLock:
    async def __aenter__(self):
        await asyncio.sleep(0)

    async def __aexit__(self, *_):
        return

    def locked(self):
        return False


async def _quietly(work):
    try:
        await work
    except StoreError:
        return
