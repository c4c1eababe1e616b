"""Tables in memory: weighed by bytes, within a budget, and gone minutes after the last one has left."""

import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.host import Host
from mousehole.host.frames import scene_at
from mousehole.host.limits import Full, TableLimits
from mousehole.host.open_tables import IDLE_SECONDS, IN_USE, LONG_ROOM, Crowded, OpenTables, _of_container, size, weight
from mousehole.store import SqliteStore
from mousehole.table import Chair, DrawLuck, LuckDrawn, Play, Played, Table, encode

MMM, CHOPCHOP = shelf.find("mmm"), shelf.find("chopchop")
ME = Chair("person", "Ana")


@pytest.fixture
async def host(tmp_path):
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield host
    await host.close()


async def long_table(host, moves):
    """A table of Chop! Chop! at which so many moves were made."""
    table = await host.open(CHOPCHOP, CHOPCHOP.setup(), tuple(ME for _ in CHOPCHOP.seats(CHOPCHOP.setup())))
    await play(host, table, moves)
    return table


async def play(host, table, moves):
    for _ in range(moves):
        await host.wait_until_idle(table.id)
        chance = isinstance(table.turn, Chance)
        move = DrawLuck(table.entry) if chance else Play(table.turn.seat, table.entry, 0, f"ticket {table.entry}")
        await host.move(table.id, move)
    await host.wait_until_idle(table.id)


def leave(host, *tables, seconds=2 * IN_USE):
    for table in tables:
        host.open_tables.get(table.id).used -= seconds


@pytest.mark.parametrize("name", shelf.names())
async def test_a_table_weighs_about_what_its_objects_take(name):
    game = shelf.find(name)
    table = Table("t", game, game.setup(), bytes(16))
    while table.ply < 300 and not isinstance(table.turn, Over):
        chance = isinstance(table.turn, Chance)
        event = table.turn.odds[0][0] if chance else table.turn.asked[0].actions[table.ply % 2 - 1]
        table.add(table.step(LuckDrawn(event) if chance else Played(table.turn.asked[0].seat, event, f"t{table.ply}")))
    shared = set[int]()
    size([game, table.plies[0]], shared)
    assert 0.5 < weight(table) / (20_000 + 1.3 * size([table.plies, table.log], shared)) < 2


async def test_a_table_that_grows_is_weighed_again(host):
    table = await long_table(host, 4)
    light = host.open_tables.weight
    await play(host, table, 30)
    assert host.open_tables.weight > light
    assert host.open_tables.weight == host.open_tables.get(table.id).weight


async def test_heavy_tables_that_nobody_is_at_make_room_first(host):
    light, heavy, attended = [await long_table(host, moves) for moves in (2, 60, 60)]
    host.attend(attended.id)
    leave(host, light, heavy, attended)
    host.open_tables.budget = host.open_tables.weight - 1
    newest = await long_table(host, 0)
    kept = [table.id in host.open_tables for table in (light, heavy, attended, newest)]
    assert kept == [True, False, True, True]
    assert host.open_tables.weight <= host.open_tables.budget
    back = await host.table(heavy.id)
    assert [encode(entry) for entry in back.log] == [encode(entry) for entry in heavy.log]


async def test_nobody_new_is_let_in_where_the_tables_in_use_take_all_there_is(host):
    table = await long_table(host, 10)
    host.attend(table.id)
    leave(host, table)
    host.open_tables.budget = host.open_tables.weight - 1
    with pytest.raises(Crowded):
        await host.open(MMM, MMM.setup(), (ME,))
    await play(host, table, 1)  # those who are there play on
    host.leave(table.id)
    leave(host, table)
    assert await host.open(MMM, MMM.setup(), (ME,))


async def test_a_long_game_is_let_in_only_where_there_is_plenty_of_room():
    tables = OpenTables(lambda _: False)
    tables.budget, tables.weight = 100, int(100 * LONG_ROOM)
    tables.check_room(10)
    with pytest.raises(Crowded):
        tables.check_room(10_000)


async def test_idle_tables_make_room_for_a_long_game(host):
    table = await long_table(host, 10)
    leave(host, table)
    host.open_tables.budget = host.open_tables.weight / LONG_ROOM
    host.open_tables.check_room(10_000)
    assert len(host.open_tables) == 0


async def test_idle_tables_are_let_go_after_minutes_and_what_can_be_drawn_again_at_once(host):
    idle, fresh, attended = [await long_table(host, 6) for _ in range(3)]
    host.attend(attended.id)
    scene = scene_at(fresh, 1, None)
    assert scene_at(fresh, 1, None) is scene
    leave(host, idle, attended, seconds=2 * IDLE_SECONDS)
    leave(host, fresh, seconds=IDLE_SECONDS / 4)
    host.open_tables.sweep()
    assert [table.id in host.open_tables for table in (idle, fresh, attended)] == [False, True, True]
    assert host.open_tables.unloaded == 1
    assert scene_at(fresh, 1, None) is not scene


async def test_a_table_has_a_weight_of_its_own_that_it_cannot_exceed(host):
    table = await long_table(host, 40)
    host.limits = TableLimits(weight=host.open_tables.weight - 1)
    with pytest.raises(Full):
        await play(host, table, 1)
    record = await host.record(table.id)
    with pytest.raises(Full):
        await host.import_record(record, lambda seats: (ME,) * seats)


def test_the_limit_of_a_container_counts(tmp_path):
    (tmp_path / "own").write_text("0::/house/server\n")
    inside = tmp_path / "fs/house/server"
    inside.mkdir(parents=True)
    (inside / "memory.max").write_text("max\n")
    (inside.parent / "memory.max").write_text(f"{1 << 28}\n")
    assert set(_of_container(tmp_path / "fs", tmp_path / "own")) == {1 << 28}
    assert list(_of_container(tmp_path / "none", tmp_path / "none")) == []
