"""The host writes before it answers, answers twice and applies once, and lets bots and luck follow."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.record import BadRecord, Illegal, audit, dump, load
from mousehole.host import Host, frames, snapshot, voice_at
from mousehole.store import Failing, SqliteStore, StoreError
from mousehole.table import Chair, NotYourTurn, Options, Play, Refused, Sit, Stale, Table, ThrowDice, Undo
from mousehole.testing import proves

MMM = shelf.find("mmm")
ME = Chair("person", "Ana")
BOT = Chair("bot", "Rob", "random")
Opener = Callable[[], Awaitable[Host]]


@pytest.fixture
async def opener(tmp_path: Path) -> AsyncIterator[Opener]:
    hosts: list[Host] = []

    async def opened() -> Host:
        hosts.append(Host(await SqliteStore.open(tmp_path / "tables.db")))
        return hosts[-1]

    yield opened
    for host in hosts:
        await host.close()


async def alone(host: Host, **fields: object) -> Table:
    return await host.open(MMM, MMM.setup(**fields), (ME,))


async def finish(host: Host, table: Table) -> Table:
    while not isinstance(table.turn, Over):
        if isinstance(table.turn, Chance):
            await host.move(table.id, ThrowDice(table.turn.thrower, table.entry, ""))
        else:
            await host.move(table.id, Play(table.turn.seat, table.entry, 0, ""))
    return table


async def test_what_is_answered_is_there_after_a_restart(opener: Opener) -> None:
    host = await opener()
    table = await alone(host)
    answer = await host.move(table.id, ThrowDice(0, table.entry, ""))
    again = await (await opener()).table(table.id)
    assert (again.entry, again.ply, again.state) == (answer.entry, answer.ply, table.state)


async def test_the_same_move_sent_twice_is_answered_twice_and_applied_once(opener: Opener) -> None:
    host = await opener()
    table = await alone(host)
    await host.move(table.id, ThrowDice(0, table.entry, ""))
    known = table.entry
    first = await host.move(table.id, Play(0, known, 0, "ticket"))
    second = await host.move(table.id, Play(0, known, 0, "ticket"))
    assert first == second
    assert table.ply == 2


async def test_two_movers_with_the_same_knowledge_do_not_both_move(opener: Opener) -> None:
    host = await opener()
    table = await alone(host)
    await host.move(table.id, ThrowDice(0, table.entry, ""))
    moves = [host.move(table.id, Play(0, table.entry, action, f"t{action}")) for action in (0, 1)]
    told = await asyncio.gather(*moves, return_exceptions=True)
    assert [type(answer).__name__ for answer in told] == ["Answer", "Stale"]
    assert table.ply == 2


async def test_two_hosts_on_one_store_settle_a_race_without_a_loss(opener: Opener) -> None:
    one, two = await opener(), await opener()
    table = await alone(one)
    twin = await two.table(table.id)
    await one.move(table.id, ThrowDice(0, table.entry, ""))
    with pytest.raises(Stale):
        await two.move(twin.id, ThrowDice(0, twin.entry, ""))
    assert (await two.table(table.id)).state == table.state


async def test_bots_play_a_whole_game_among_themselves(opener: Opener) -> None:
    host = await opener()
    table = await host.open(MMM, MMM.setup(players=2), (BOT, BOT))
    await asyncio.wait_for(host.wait_until_idle(table.id), 240)
    assert isinstance(table.turn, Over)
    audit(MMM, table.record())


async def test_a_bot_takes_over_and_gives_back(opener: Opener) -> None:
    host = await opener()
    table = await host.open(MMM, MMM.setup(players=2), (ME, Chair("person", "Ben")))
    await host.move(table.id, Sit(0, BOT))
    await asyncio.wait_for(host.wait_until_idle(table.id), 240)
    assert isinstance(table.turn, Chance)
    assert table.turn.thrower == 1
    await host.move(table.id, Sit(0, ME))
    with pytest.raises(NotYourTurn):
        await host.move(table.id, ThrowDice(0, table.entry, ""))


class LosesAnAnswer(SqliteStore):
    """Writes, and then says that it could not."""

    losing = False

    async def append(self, *what: Any, **more: Any) -> None:
        await super().append(*what, **more)
        if self.losing:
            self.losing = False
            raise Failing()


async def test_a_bot_goes_on_whose_coming_was_written_and_never_answered(tmp_path: Path) -> None:
    store = await LosesAnAnswer.open(tmp_path / "tables.db")
    host = Host(store)
    table = await host.open(MMM, MMM.setup(players=2), (ME, Chair("person", "Ben")))
    store.losing = True
    with pytest.raises(StoreError):
        await host.move(table.id, Sit(0, BOT))
    with pytest.raises(Stale):
        await host.move(table.id, ThrowDice(0, table.entry, "late"))
    await asyncio.wait_for(host.wait_until_idle(table.id), 240)
    assert isinstance(table.turn, Chance)
    assert table.turn.thrower == 1
    await host.close()


async def test_viewers_hear_of_every_move(opener: Opener) -> None:
    host = await opener()
    table = await alone(host)
    async with host.watch(table.id) as news:
        await host.move(table.id, ThrowDice(0, table.entry, ""))
        assert await asyncio.wait_for(anext(news), 240) == table.entry


async def test_frames_show_every_entry_once_and_a_snapshot_after_an_undo(opener: Opener) -> None:
    host = await opener()
    table = await alone(host)
    since = table.entry
    await host.move(table.id, ThrowDice(0, table.entry, ""))
    await host.move(table.id, Play(0, table.entry, 0, ""))
    shown = frames(table, since, 0)
    assert [(frame.entry, frame.ply) for frame in shown] == [(since + 1, 1), (since + 2, 2)]
    assert shown[-1].scene == snapshot(table, 0).scene
    say = voice_at(table, "en")
    assert say(shown[0].story[0]).startswith("Ana rolls")
    await host.move(table.id, Undo(0, table.entry, 1, ""))
    (only,) = frames(table, since, 0)
    assert (only.entry, only.ply) == (table.entry, 1)


async def test_a_finished_game_can_be_played_again_by_its_group(opener: Opener) -> None:
    host = await opener()
    table = await finish(host, await alone(host, steps=1))
    following = await host.play_again(table.id)
    assert (following.group, following.setup) == (table.group, table.setup)
    assert (await host.play_again(table.id)).id == following.id
    await finish(host, following)
    assert len(await host.results(table.group)) == 2


async def rushed(host: Host, table: Table, miss: bool = False) -> None:
    """Play a pantry of one square with real dice: bread at once, or six crosses first."""
    for outcome in [55] * 6 * miss + [0]:
        await host.move(table.id, ThrowDice(0, table.entry, "", outcome))
    await host.move(table.id, Play(0, table.entry, 0, ""))
    await host.move(table.id, Play(0, table.entry, 1, ""))


@pytest.mark.parametrize("missed", [(False, False), (True, False), (False, True)])
@proves("MMM-54")
async def test_two_top_wins_in_a_row_make_a_group_legends(opener: Opener, missed: tuple[bool, bool]) -> None:
    host = await opener()
    table = await host.open(MMM, MMM.setup(board='pantry = "B"'), (ME,), Options(real_dice=True))
    await rushed(host, table, missed[0])
    assert await host.title(table.id) is None
    following = await host.play_again(table.id)
    await rushed(host, following, missed[1])
    assert (await host.title(following.id) is not None) == (not any(missed))


async def test_a_running_game_has_no_sequel(opener: Opener) -> None:
    host = await opener()
    table = await alone(host)
    with pytest.raises(Refused):
        await host.play_again(table.id)


async def test_taking_back_the_end_opens_a_game_again_whose_seed_is_not_shown(opener: Opener) -> None:
    host = await opener()
    begun = await alone(host, steps=1)
    await host.move(begun.id, ThrowDice(0, begun.entry, ""))
    table = await finish(host, await host.fork(begun.id, 1))
    await host.move(table.id, Undo(0, table.entry, 1, ""))
    assert not await host.results(table.group)
    await finish(host, table)
    assert len(await host.results(table.group)) == 1


async def test_a_record_goes_out_and_comes_in(opener: Opener) -> None:
    host = await opener()
    table = await finish(host, await alone(host))
    page = await host.record(table.id)
    copy = await host.import_record(page, lambda seats: (ME,) * seats)
    assert (copy.events, copy.record().seed) == (table.events, table.seed)
    audit(*load(page, shelf.find))


async def test_an_unfinished_record_does_not_bring_its_luck_along(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MOUSEHOLE_SEED")
    host = await opener()
    table = await finish(host, await alone(host))
    known = table.record()
    page = dump(replace(known, events=known.events[:5]))
    copy = await host.import_record(page, lambda seats: (ME,) * seats)
    assert copy.events == list(known.events[:5])
    assert known.seed is not None
    assert copy.seed not in (None, known.seed)
    assert (copy.options.drawn_from, copy.clean) == (5, False)


async def test_a_bad_record_is_refused_in_words(opener: Opener) -> None:
    host = await opener()
    for page in (b"", b"[]", b'{"game":"mmm","edition":1,"setup":{"players":9},"events":[]}'):
        with pytest.raises(BadRecord):
            await host.import_record(page, lambda seats: (ME,) * seats)
    page = b'{"game":"mmm","edition":1,"setup":{},"events":[{"type":"gather"}]}'
    with pytest.raises(Illegal, match="move 1"):
        await host.import_record(page, lambda seats: (ME,) * seats)


async def test_a_fork_plays_on_with_fresh_luck_and_earns_no_title(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MOUSEHOLE_SEED")
    host = await opener()
    table = await finish(host, await alone(host))
    fork = await host.fork(table.id, 3)
    assert (fork.events, fork.clean) == (table.events[:3], False)
    assert fork.seed != table.seed
    await finish(host, fork)
    assert fork.record().seed is None
    audit(MMM, fork.record())


async def test_every_table_has_a_seed_of_its_own(opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOUSEHOLE_SEED")
    host = await opener()
    assert len({(await alone(host)).seed for _ in range(20)}) == 20


async def test_options_travel_with_the_table(opener: Opener) -> None:
    host = await opener()
    table = await host.open(MMM, MMM.setup(players=2), (ME, BOT), Options(shared=True, auto_throw=True))
    await asyncio.wait_for(host.wait_until_idle(table.id), 240)
    assert isinstance(table.turn, Decide)
    assert (await (await opener()).table(table.id)).options == table.options


async def test_a_bot_that_fails_moves_anyway(opener: Opener) -> None:
    host = await opener()
    table = await host.open(MMM, MMM.setup(players=1), (Chair("bot", "Odd", "no such level"),))
    await asyncio.wait_for(host.wait_until_idle(table.id), 240)
    assert isinstance(table.turn, Over)


async def test_a_table_that_is_not_there_is_refused(opener: Opener) -> None:
    host = await opener()
    with pytest.raises(Refused):
        await host.table("nowhere")
