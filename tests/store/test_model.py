"""Whatever is asked in whatever order, a store answers like a few dictionaries would."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from msgspec.structs import replace

from mousehole.store import GRACE, Forgotten, LogGap, Missing, ResultRow, StoreError, TableRow, Taken
from mousehole.store.types import DAY
from tests.store.conftest import Fresh
from tests.store.rows import Clock, result, table

T = TypeVar("T")
names = st.sampled_from("abc")
groups = st.sampled_from("gh")
lines = st.lists(st.binary(max_size=5), max_size=3)


class Model:
    """What a store should be: rows, logs and results in dictionaries."""

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[bytes]] = {}
        self.ends: dict[str, ResultRow] = {}
        self.bin: dict[str, float] = {}  # when a table was forgotten

    def create(self, row: TableRow, entries: list[bytes]) -> None:
        if row.id in self.rows:
            raise Taken(row.id)
        self.rows[row.id] = row
        self.logs[row.id] = list(entries)

    def append(
        self, now: float, name: str, entry: int, lines: list[bytes], end: ResultRow | None, reopen: bool
    ) -> None:
        log = self.log(name, 0)
        if entry > len(log):
            raise LogGap(name, entry)
        if lines and entry < len(log):
            raise Taken(name, entry)
        self.logs[name] = log + lines
        self.touch(name, now)
        if end or reopen:
            self.ends.pop(name, None)
            self.rows[name] = replace(self.rows[name], over=end is not None)
        if end:
            self.ends[name] = end

    def touch(self, name: str, now: float, **changes: Any) -> None:
        if name not in self.rows:
            raise Missing(name)
        self.rows[name] = replace(self.rows[name], touched=now, **changes)

    def set_options(self, name: str, known: bytes, options: bytes, now: float) -> None:
        if name in self.rows and self.rows[name].options != known:
            raise Taken(name)
        self.touch(name, now, options=options)

    def log(self, name: str, since: int) -> list[bytes]:
        if name not in self.rows:
            raise Missing(name)
        return self.logs[name][since:]

    def table(self, name: str) -> TableRow | None:
        return replace(self.rows[name], entries=len(self.logs[name])) if name in self.rows else None

    def tables(self, ids: list[str] | None, over: bool | None, limit: int) -> list[TableRow]:
        found = [row for name in self.rows if (row := self.table(name))]
        listed = [row for row in found if (not self.hidden(row.id) if ids is None else row.id in ids)]
        found = [row for row in listed if over in (None, row.over)]
        return sorted(found, key=lambda row: (-row.touched, row.id))[:limit]

    def results(self, group: str) -> list[ResultRow]:
        return sorted((end for end in self.ends.values() if end.group == group), key=lambda end: (end.ended, end.table))

    def delete(self, name: str) -> None:
        self.rows.pop(name, None)
        self.bin.pop(name, None)
        self.ends.pop(name, None)

    def expire(self, keep: float, now: float) -> Forgotten:
        self.bin = {name: since for name, since in self.bin.items() if name in self.rows and self.hidden(name)}
        self.bin = {name: since for name, since in self.bin.items() if since <= now + DAY}
        old = [name for name, since in self.bin.items() if since < now - GRACE]
        for name in old:
            del self.rows[name], self.bin[name]
        alive = {row.group for row in self.rows.values()}
        self.ends = {name: end for name, end in self.ends.items() if end.group in alive}
        new = [name for name, row in self.rows.items() if row.touched < now - keep and name not in self.bin]
        self.bin |= dict.fromkeys(new, now)
        return Forgotten(len(new), len(old))

    def hidden(self, name: str) -> bool:
        return name in self.bin and self.bin[name] >= self.rows[name].touched

    def bring_back(self, now: float) -> int:
        names = [name for name in self.bin if name in self.rows]
        for name in names:
            self.touch(name, now)
        self.bin = {}
        return len(names)


class Twins(RuleBasedStateMachine):
    """Ask model and store the same, and compare."""

    def __init__(self, fresh: Fresh) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self.model = Model()
        self.opened = fresh(self.clock)
        self.store = self.done(self.opened())

    def teardown(self) -> None:
        self.done(self.store.close())
        self.runner.close()

    def done(self, asking: Awaitable[T]) -> T:
        async def ask() -> T:
            return await asking

        return self.runner.run(ask())

    def asked(self, asking: Awaitable[T]) -> T | type[StoreError]:
        try:
            return self.done(asking)
        except StoreError as error:
            return type(error)

    @rule(name=names, group=groups, entries=lines, touched=st.integers(0, 60), over=st.booleans())
    def create(self, name: str, group: str, entries: list[bytes], touched: int, over: bool) -> None:
        row = table(name, group, float(touched), over)
        assert self.asked(self.store.create(row, entries)) == said(self.model.create, row, entries)

    @rule(name=names, shift=st.sampled_from([0, 0, 0, 0, -1, 1]), new=lines, reopen=st.booleans(), data=st.data())
    def append(self, name: str, shift: int, new: list[bytes], reopen: bool, data: st.DataObject) -> None:
        entry = max(0, len(self.model.logs.get(name, [])) + shift)
        group = self.model.rows[name].group if name in self.model.rows else "g"
        end = data.draw(st.none() | st.builds(result, st.just(name), st.just(group), st.sampled_from([1.0, 2.0, 3.0])))
        expected = said(self.model.append, self.clock.now, name, entry, new, end, reopen)
        assert self.asked(self.store.append(name, entry, new, end, reopen)) == expected

    @rule(name=names, known=st.none() | st.binary(max_size=1), options=st.binary(max_size=4))
    def set_options(self, name: str, known: bytes | None, options: bytes) -> None:
        if known is None:
            known = self.model.rows[name].options if name in self.model.rows else b""
        expected = said(self.model.set_options, name, known, options, self.clock.now)
        assert self.asked(self.store.set_options(name, known, options)) == expected

    @rule(name=names, since=st.integers(0, 5))
    def log(self, name: str, since: int) -> None:
        assert self.asked(self.store.log(name, since)) == said(self.model.log, name, since)
        assert self.asked(self.store.table(name)) == self.model.table(name)

    @rule(ids=st.none() | st.lists(names), over=st.none() | st.booleans(), limit=st.integers(0, 4))
    def tables(self, ids: list[str] | None, over: bool | None, limit: int) -> None:
        assert self.asked(self.store.tables(ids, over, limit)) == self.model.tables(ids, over, limit)

    @rule(group=groups)
    def results(self, group: str) -> None:
        assert self.asked(self.store.results(group)) == self.model.results(group)

    @rule(name=names)
    def delete(self, name: str) -> None:
        assert self.asked(self.store.delete(name)) == said(self.model.delete, name)

    @rule(keep=st.integers(0, 40))
    def expire(self, keep: int) -> None:
        assert self.asked(self.store.expire(keep)) == self.model.expire(keep, self.clock.now)

    @rule()
    def bring_back(self) -> None:
        assert self.asked(self.store.bring_back()) == self.model.bring_back(self.clock.now)

    @rule(seconds=st.sampled_from([1, 5, 20, int(GRACE) + 1, -int(2 * DAY)]))
    def wait(self, seconds: int) -> None:
        self.clock.now += seconds

    @rule()
    def reopen(self) -> None:
        self.done(self.store.close())
        self.store = self.done(self.opened())


def said(asking: Any, *arguments: Any) -> Any:
    try:
        return asking(*arguments)
    except StoreError as error:
        return type(error)


def test_a_store_answers_like_its_model(fresh: Fresh) -> None:
    effort = settings(
        max_examples=30, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    run_state_machine_as_test(lambda: Twins(fresh), settings=effort)  # type: ignore[no-untyped-call]
