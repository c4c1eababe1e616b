"""Luck nobody can know: a game whose seed is shown stays over, and no copy of a running game tells what it does not."""

import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.host import Host
from mousehole.store import SqliteStore
from mousehole.table import Chair, NoHints, NoUndo, Options, Play, ThrowDice, Undo

MMM = shelf.find("mmm")
ME, YOU = Chair("person", "Ana"), Chair("person", "Ben")
WITHOUT_HINTS = Options(hints=False)


@pytest.fixture
async def host(tmp_path):
    found = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield found
    await found.close()


async def finished(host, table):
    while not isinstance(table.turn, Over):
        if isinstance(table.turn, Chance):
            told = 0 if table.options.real_dice else None
            await host.move(table.id, ThrowDice(table.turn.thrower, table.entry, "", told))
        else:
            await host.move(table.id, Play(table.turn.seat, table.entry, 0, ""))
    return table


async def test_a_game_whose_seed_is_shown_is_never_reopened(host):
    table = await finished(host, await host.open(MMM, MMM.setup(), (ME,)))
    assert table.record().seed == table.shown_seed == table.seed
    assert table.undo_target(0) is None
    with pytest.raises(NoUndo, match="play on at a new table"):
        await host.move(table.id, Undo(0, table.entry, table.ply - 1, ""))
    fork = await host.fork(table.id, table.ply - 1)
    assert not isinstance(fork.turn, Over)
    assert fork.shown_seed is None


@pytest.mark.parametrize("options", [Options(real_dice=True), Options()], ids=["real dice", "begun elsewhere"])
async def test_a_game_whose_seed_is_not_shown_may_be_reopened(host, options):
    table = await host.open(MMM, MMM.setup(), (ME,), options)
    if not options.real_dice:
        await host.move(table.id, ThrowDice(0, table.entry, ""))
        table = await host.fork(table.id, 1)
    await finished(host, table)
    assert table.shown_seed is None
    await host.move(table.id, Undo(0, table.entry, table.ply - 1, ""))
    assert not isinstance(table.turn, Over)


async def test_a_hash_is_shown_where_the_seed_draws_all_luck(host):
    table = await host.open(MMM, MMM.setup(), (ME,))
    assert len(table.seed_hash) == 64
    await host.move(table.id, ThrowDice(0, table.entry, ""))
    assert (await host.fork(table.id, 1)).seed_hash == ""


async def test_a_copy_of_a_running_game_without_hints_gives_none_until_that_is_over(host):
    table = await host.open(MMM, MMM.setup(), (ME,), WITHOUT_HINTS)
    await host.move(table.id, ThrowDice(0, table.entry, ""))
    copy = await host.fork(table.id, 1, options=Options())
    copy_of_copy = await host.fork(copy.id, 1, options=Options())
    await host.delete(copy.id)
    with pytest.raises(NoHints, match="still being played"):
        await host.check_hints(copy_of_copy.id)
    await finished(host, table)
    await host.check_hints(copy_of_copy.id)


@pytest.mark.parametrize("hints", [True, None])
async def test_a_copy_of_a_game_with_hints_gives_them_too(host, hints):
    table = await host.open(MMM, MMM.setup(), (ME,), Options(hints=hints))
    await host.check_hints((await host.fork(table.id, 0)).id)
