"""Faults planted in the product, one at a time: each undoes one protection, and the checker has to notice."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import contextmanager

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.host.flow import leases
from mousehole.host.flow.catching_up import CatchingUp
from mousehole.host.flow.leases import Leases
from mousehole.host.flow.writing import Writing
from mousehole.host.open_table import OpenTable, SettingsOffice
from mousehole.store import Missing, SqliteStore, StoreError, Taken
from mousehole.store import sqlite_rows as rows
from mousehole.table import Table, encode
from mousehole.web.rights.access import Keys
from mousehole.web.rights.live_rights import LiveRights
from mousehole.web.room import Room
from mousehole.web.routes import table_routes
from mousehole.web.scenes import shown_frames

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


@fault
def settings_without_compare_and_set():
    async def set_options(self, table, known, options):
        def work(db):
            row = rows.table(db, table)
            if row is None:
                raise Missing(table)
            rows.set_options(db, table, row.options, options, self._clock())

        await self._write(work)

    yield SqliteStore, "set_options", lambda _: set_options


@fault
def acknowledged_before_the_commit():
    def make(append):
        async def soon(self, *what, **more):
            asyncio.get_running_loop().create_task(_quietly(append(self, *what, **more)))
            await asyncio.sleep(0)

        return soon

    yield SqliteStore, "append", make


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
    yield leases, "SECONDS", lambda _: 10_000.0


@fault
def ticket_forgotten():
    yield Table, "answered", lambda _: lambda self, move: None


@fault
def news_trusted():
    yield CatchingUp, "start", lambda _: lambda self: None


@fault
def epoch_not_read_again():
    async def nothing(self, table_id):
        opened = self._held.get(table_id)
        return opened.table.entry if opened else 0

    yield SettingsOffice, "read", lambda _: nothing


@fault
def written_without_a_look_at_rights():
    def make(append):
        async def blind(self, table, entry, lines, result=None, reopen=False, options=None):
            await append(self, table, entry, lines, result, reopen)

        return blind

    yield SqliteStore, "append", make


@fault
def appended_wherever_the_log_ends():
    def make(append):
        def anywhere(db, name, entry, *more):
            append(db, name, rows.table(db, name).entries, *more)

        return anywhere

    yield rows, "append", make


@fault
def added_before_it_is_written():
    def make(write):
        async def hasty(self, opened, step, *more):
            opened.table.add(step)
            await self._bus.publish(opened.table.id, opened.table.entry)
            await self._store.append(opened.table.id, step.known, [encode(step.entry)])

        return hasty

    yield Writing, "write", make


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
    def make(following):
        def careless(table, frame, viewer):
            seen = viewer.seen
            if seen is not None:
                viewer.seen = shown_frames.SaidFrame(
                    replace(seen.frame, entry=frame.frame.entry - 1), seen.scene, seen.shared, seen.turn
                )
            return following(table, frame, viewer)

        return careless

    yield shown_frames, "_next", make


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

    yield SqliteStore, "append", make


@fault
def memory_kept_after_a_collision():
    async def nothing(self, opened):
        return False

    yield CatchingUp, "read", lambda _: nothing


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
    yield table_routes, "switched", lambda _: lambda sent, now: not now


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
