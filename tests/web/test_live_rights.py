"""What one connection may do, when its table changes and when it is only put away for a while."""

import pytest
from msgspec.structs import replace

from mousehole.host import Host
from mousehole.shelf import find
from mousehole.store import SqliteStore
from mousehole.table import Chair
from mousehole.web.rights.access import Grants, Keys, browser_of, new_key
from mousehole.web.rights.rights import LiveRights, Rights, Visitor
from mousehole.web.rights.table_rules import end_role, rules_change, rules_of

MMM = find("mmm")
ANNA, BEN, ZOE = (browser_of(new_key()) for _ in range(3))


@pytest.fixture
async def rights(tmp_path):
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield Rights(host, Keys(b"k" * 32))
    await host.close()


@pytest.fixture
async def table(rights):
    table = await rights.host.open(MMM, MMM.setup(players=2), (Chair("person"), Chair("person", "Ben")))
    await rights.grant(ANNA, table.id, ["owner", "seat-0"])
    await rights.grant(BEN, table.id, ["seat-1"])
    return table.id


async def live(rights, browser, table):
    standing = await rights.standing(Visitor(browser), table)
    return LiveRights(rights, Visitor(browser), table, standing.settings)


async def test_nothing_is_read_while_nothing_changes(rights, table):
    ben = await live(rights, BEN, table)
    assert ben.fresh
    assert await ben.look() is None


async def test_a_table_that_was_put_away_and_taken_out_again_is_no_change(rights, table):
    ben = await live(rights, BEN, table)
    rights.host.open_tables.drop(table)
    assert not ben.fresh
    assert await ben.look() is None
    assert ben.fresh


async def test_a_change_that_concerns_others_leaves_the_rights_as_they_were(rights, table):
    ben = await live(rights, BEN, table)
    await rights.host.change_settings(table, rules_change(lambda rules: replace(rules, chat=False)))
    assert await ben.look() == Grants(("seat-1",))
    assert ben.fresh


async def test_a_raised_epoch_ends_what_was_granted_before_it_and_nothing_later(rights, table):
    ben = await live(rights, BEN, table)
    await rights.host.change_settings(table, rules_change(lambda rules: end_role(rules, "seat-1")))
    assert await ben.look() == "revoked"
    await rights.grant(BEN, table, ["seat-1"])
    assert (await rights.standing(Visitor(BEN), table)).grants.seats == (1,)


async def test_a_link_gives_nothing_that_was_renewed_after_it_was_looked_at(rights, table):
    zoe, judged = browser_of(new_key()), rules_of(await rights.host.settings(table))
    await rights.renew(table, "seat-1", ANNA, 0)
    await rights.grant(zoe, table, ["seat-1"], judged)
    assert not (await rights.standing(Visitor(zoe), table)).grants


async def test_removing_a_seat_of_an_owner_takes_the_seat_alone(rights, table):
    anna, ben = await live(rights, ANNA, table), await live(rights, BEN, table)
    await rights.remove(table, 0, 0)
    await rights.remove(table, 1, await rights.epoch(table, "seat-1"))
    assert await anna.look() == Grants(("owner",))
    assert await ben.look() == "removed"
    assert await rights.grant(BEN, table, ["watch", "seat-0", "seat-1"]) == ("seat-1",)  # the one link that is newer


async def test_a_removal_that_comes_twice_leaves_whoever_came_after_the_first(rights, table):
    await rights.remove(table, 1, 0)
    await rights.grant(ZOE, table, ["seat-1"])
    await rights.seat(table, 1, Chair("person", "Zoe"))
    await rights.remove(table, 1, 0)
    await rights.free(table, 1, 0)
    assert (await rights.standing(Visitor(ZOE), table)).grants.seats == (1,)
    assert (await rights.standing(Visitor(BEN), table)).why == "removed"
    assert (await rights.host.table(table)).chairs[1].name == "Zoe"


async def test_a_removal_that_was_cut_short_is_finished_by_the_next_try(rights, table):
    await rights.host.change_settings(table, rules_change(lambda rules: end_role(rules, "seat-1")))
    await rights.remove(table, 1, 0)
    assert (await rights.host.table(table)).chairs[1].kind == "empty"


async def test_a_link_that_is_renewed_twice_by_one_wish_leaves_the_keeper_in_the_seat(rights, table):
    await rights.renew(table, "seat-0", ANNA, 0)
    await rights.renew(table, "seat-0", ANNA, 1)
    await rights.renew(table, "seat-0", ANNA, 0)
    assert await rights.epoch(table, "seat-0") == 2
    assert (await rights.standing(Visitor(ANNA), table)).grants.seats == (0,)


async def test_many_who_look_at_once_all_find_out(rights, table):
    browsers = [browser_of(new_key()) for _ in range(200)]
    for browser in browsers:
        await rights.grant(browser, table, ["watch"])
    watchers = [await live(rights, browser, table) for browser in browsers]
    await rights.renew(table, "watch", ANNA, 0)
    assert {await watcher.look() for watcher in watchers} == {"revoked"}
