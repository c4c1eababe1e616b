"""Albums are kept: derived once from what ended, told to nobody else, taken along, deleted, and never counted twice."""

import asyncio
import sqlite3
from contextlib import closing

import msgspec
import pytest

from mousehole import shelf
from mousehole.core.game import Chance, Over
from mousehole.host import Host
from mousehole.players.review import Moment, Review
from mousehole.store import GrantRow, SqliteStore
from mousehole.table import Chair, Play, Sit, ThrowDice, Undo
from mousehole.web.album.finale import NoPicture, finale
from mousehole.web.album.keeping import AlbumFull, Albums
from mousehole.web.album.memory import BadAlbum, Memory, read_file, written_file
from tests.album.pages import ME, page

MMM = shelf.find("mmm")
ANNA, BEN = "a" * 64, "b" * 64
TINY = 'steps = 2\npantry = """\nB B\n"""\n'  # over after a few rolls, won or lost


@pytest.fixture
async def host(tmp_path):
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    yield host
    await host.close()


async def played(host, browsers=(ANNA,), chairs=()):
    """Play a small game to its end, each browser in a seat of its own."""
    setup = MMM.setup(players=len(browsers), board=TINY)
    people = chairs or tuple(Chair("person", name) for name in ("Anna", "Ben"))[: len(browsers)]
    table = await host.open(MMM, setup, people)
    await host.store.grant([GrantRow(who, table.id, f"seat-{n}", 0, 1.0) for n, who in enumerate(browsers)])
    await end(host, table)
    return table


async def end(host, table):
    while await host.wait_until_idle(table.id) or not isinstance(table.turn, Over):
        if isinstance(table.turn, Chance):
            await host.move(table.id, ThrowDice(table.turn.thrower, table.entry, ""))
        else:
            await host.move(table.id, Play(table.turn.seat, table.entry, 0, ""))


async def test_a_finished_game_is_in_the_album_of_everybody_who_played_and_of_nobody_else(host):
    albums, table = Albums(host), await played(host, (ANNA, BEN))
    (mine,), (theirs,) = await albums.pages(ANNA), await albums.pages(BEN)
    assert (mine.table, mine.mine, theirs.mine) == (table.id, (0,), (1,))
    assert [sitter.name for sitter in mine.sitters] == ["Anna", "Ben"]
    assert (await albums.pages("c" * 64), await albums.pages("")) == ([], [])


async def test_nothing_of_other_games_of_the_others_is_in_an_album(host):
    albums = Albums(host)
    await played(host, (ANNA, BEN))
    secret = await played(host, (BEN,), chairs=(Chair("person", "Benjamin"),))
    assert len(await albums.pages(BEN)) == 2
    written = await albums.written(ANNA)
    assert secret.id.encode() not in written
    assert b"Benjamin" not in written


async def test_a_game_counts_once_however_often_and_whoever_looks(host):
    albums = Albums(host)
    await played(host)
    found = [await albums.pages(ANNA) for _ in range(3)]
    assert found[0] == found[1] == found[2]
    assert [len(pages) for pages in await asyncio.gather(*(Albums(host).pages(ANNA) for _ in range(4)))] == [1] * 4


async def test_whoever_left_after_the_end_was_there(host):
    table = await played(host, (ANNA, BEN))
    await host.move(table.id, Sit(1, Chair("empty")))
    (mine,) = await Albums(host).pages(ANNA)
    assert [sitter.name for sitter in mine.sitters] == ["Anna", "Ben"]


async def test_a_seat_that_a_bot_played_to_the_end_is_nobodys_game(host):
    await played(host, (ANNA, BEN), chairs=(Chair("bot", "", "random"), Chair("person", "Ben")))
    assert await Albums(host).pages(ANNA) == []
    assert len(await Albums(host).pages(BEN)) == 1


async def test_a_page_outlives_the_table_it_tells_of(host):
    albums, table = Albums(host), await played(host, (ANNA, BEN))
    await albums.settle_all(table.id)
    await host.delete(table.id)
    assert len(await albums.pages(ANNA)) == len(await albums.pages(BEN)) == 1


async def test_a_game_that_is_reopened_and_ends_otherwise_counts_as_it_ended(host):
    albums, table = Albums(host), await begun_elsewhere(host)
    (before,) = await albums.pages(ANNA)
    await host.move(table.id, Undo(0, table.entry, 0, ""))
    assert await albums.pages(ANNA) == []
    await end(host, table)
    (after,) = await albums.pages(ANNA)
    assert (after.plies, after.clean, before.won) == (table.ply, False, False)


async def begun_elsewhere(host):
    """A game played on from the middle of another, which can be reopened after its end."""
    first = await host.open(MMM, MMM.setup(board=TINY), (Chair("person", "Anna"),))
    await host.move(first.id, ThrowDice(0, first.entry, ""))
    table = await host.fork(first.id, 1)
    await host.store.grant([GrantRow(ANNA, table.id, "seat-0", 0, 1.0)])
    await end(host, table)
    return table


async def test_a_deleted_album_stays_empty_of_games_that_could_not_be_opened_then(tmp_path):
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    table = await played(host)
    await host.close()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as db:
        (line,) = db.execute("SELECT line FROM log WHERE entry = 2").fetchone()
        db.execute("UPDATE log SET line = ? WHERE entry = 2", (b"?" + line[1:],))
        db.commit()
        host = Host(await SqliteStore.open(tmp_path / "tables.db"))
        await Albums(host).delete(ANNA)
        await host.close()
        db.execute("UPDATE log SET line = ? WHERE entry = 2", (line,))
        db.commit()
    host = Host(await SqliteStore.open(tmp_path / "tables.db"))
    assert isinstance((await host.table(table.id)).turn, Over)
    assert await Albums(host).pages(ANNA) == []
    await host.close()


async def test_an_album_that_was_deleted_stays_empty_and_begins_anew(host):
    albums = Albums(host)
    await played(host)
    await played(host)
    await albums.pages(ANNA)
    await played(host)  # not even looked at yet
    await albums.delete(ANNA)
    assert await albums.pages(ANNA) == []
    table = await played(host)
    assert [one.table for one in await albums.pages(ANNA)] == [table.id]


class Meanwhile:
    """A store that does something between the question and the answer of a writer of pages, once."""

    def __init__(self, store, do):
        self._store, self._do = store, do

    def __getattr__(self, name):
        return getattr(self._store, name)

    async def remember(self, *rows):
        do, self._do = self._do, None
        if do:
            await do()
        await self._store.remember(*rows)


@pytest.mark.parametrize("how", ["brought", "settled"])
async def test_what_was_on_its_way_when_an_album_was_emptied_stays_out(host, how):
    data = written_file([page()])
    if how == "settled":
        await played(host)

    async def fill():
        await (Albums(host).take_in(ANNA, data) if how == "brought" else Albums(host).settle(ANNA))

    async def filled_and_emptied():
        host.store = store
        for _ in range(2):  # whoever gets no answer asks again
            await fill()
            await Albums(host).delete(ANNA)

    store, host.store = host.store, Meanwhile(host.store, filled_and_emptied)
    await fill()
    host.store = store
    assert await Albums(host).pages(ANNA) == []
    assert await Albums(host).take_in(ANNA, data) == 1


async def test_a_file_brings_an_album_back_and_nothing_twice(host):
    albums = Albums(host)
    for _ in range(3):
        await played(host)
    before, data = await albums.pages(ANNA), await albums.written(ANNA)
    assert await albums.take_in(ANNA, data) == 0
    await albums.delete(ANNA)
    assert await albums.take_in(ANNA, data) == 3
    assert await albums.pages(ANNA) == before
    assert await albums.take_in(BEN, data) == 3
    assert await albums.pages(BEN) == before


async def test_a_forged_page_about_a_game_of_this_house_gives_way_to_the_truth(host):
    await played(host)
    albums = Albums(host)
    (true,) = await albums.pages(ANNA)
    await host.store.forget_memories(ANNA)
    forged = msgspec.structs.replace(true, title="Master of everything", trophies=("mmm.legends",))
    assert await albums.take_in(ANNA, written_file([forged])) == 0
    assert await albums.pages(ANNA) == [true]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[]",
        b'{"mousehole":"album","form":1}',
        b'{"mousehole":"game","form":1,"pages":[]}',
        b'{"mousehole":"album","form":2,"pages":[]}',
    ],
)
def test_what_is_no_album_is_refused_in_words(data):
    with pytest.raises(BadAlbum):
        read_file(data)


@pytest.mark.parametrize(
    "changes",
    [
        {"table": "../x"},
        {"ended": 1e300},
        {"title": "{secret}"},
        {"game": "nosuch"},
        {"sitters": ()},
        {"over": Over((7,), "gathered", 3, "win-2")},
        {"over": Over((0,), "gathered", 3, "no such rating")},
        {"last": msgspec.Raw(b'"' + b"x" * 50_000 + b'"')},
    ],
)
def test_pages_that_nobody_could_have_played_are_left_out(changes):
    sound = msgspec.structs.replace(page(), table="t1")
    assert read_file(written_file([sound])) == (sound,)
    assert read_file(written_file([msgspec.structs.replace(sound, **changes)])) == ()


def test_names_in_a_file_are_cut_to_what_a_table_would_take():
    long = msgspec.structs.replace(ME, name="A\n" + "n" * 90, face="dragon")
    (found,) = read_file(written_file([msgspec.structs.replace(page(), table="t1", sitters=(long,))]))
    assert (found.sitters[0].name, found.sitters[0].face) == ("A " + "n" * 22, "")


async def test_the_last_moment_is_drawn_from_the_page_alone(host):
    albums, table = Albums(host), await played(host, (ANNA, BEN))
    (mine,) = await albums.pages(ANNA)
    await host.delete(table.id)
    drawn = finale(mine, "en")
    assert drawn.startswith("<svg")
    assert "Mmm!" in drawn
    assert "Anna, Ben" in drawn
    with pytest.raises(NoPicture):
        finale(msgspec.structs.replace(mine, last=msgspec.Raw(b'{"cat":-5}')), "en")


async def test_a_review_tells_what_the_decisions_of_each_person_cost(host):
    albums, table = Albums(host), await played(host, (ANNA, BEN))
    asked = [ply for ply in range(1, table.ply + 1) if table.movers[ply - 1] is not None]
    moments = tuple(
        Moment(ply, table.plies[ply].event, table.movers[ply - 1], 0.05 if ply == asked[0] else 0.5, loss=0.25)
        for ply in asked
    )
    chosen = [m for m in moments if len(table.plies[m.ply - 1].turn.actions) > 1]
    await albums.note(table, 0, Review(False, 0.5, (*moments, Moment(table.ply, None, None, 1.0)), 0.0, 0.0, 0.0, ()))
    (mine,), (theirs,) = await albums.pages(ANNA), await albums.pages(BEN)
    assert mine.measure.decisions == sum(m.seat == 0 for m in chosen)
    assert theirs.measure.decisions == sum(m.seat == 1 for m in chosen)
    assert mine.measure.loss == 0.25 * mine.measure.decisions
    assert (mine.measure.lowest, mine.measure.exact) == (0.05, False)
    await albums.note(table, 0, Review(False, 0.9, (), 0.0, 0.0, 0.0, ()))
    assert (await albums.pages(ANNA))[0].measure == mine.measure  # another estimate says no more
    await albums.note(table, 0, Review(True, 0.9, (), 0.0, 0.0, 0.0, ()))
    assert (await albums.pages(ANNA))[0].measure.exact


def test_a_page_is_the_same_after_it_was_written():
    whole = page()
    assert msgspec.json.decode(msgspec.json.encode(whole), type=Memory) == whole


async def test_no_more_comes_from_files_than_fits_into_an_album_or_into_all_of_them(host):
    pages = [msgspec.structs.replace(page(), table=f"t{n}") for n in range(4)]
    data = written_file(pages)
    few, light, little = Albums(host, pages=3), Albums(host, size=900), Albums(host, in_all=900)
    for albums in (few, light, little):
        with pytest.raises(AlbumFull):
            await albums.take_in(ANNA, data)
    assert await few.take_in(ANNA, written_file(pages[:3])) == 3
    with pytest.raises(AlbumFull):
        await few.take_in(ANNA, data)
    with pytest.raises(AlbumFull):
        await little.take_in(BEN, written_file(pages[:2]))
    await played(host)
    assert len(await few.pages(ANNA)) == 4  # a game of one's own always has its page


async def test_playing_and_looking_keep_an_album(host):
    albums = Albums(host)
    await played(host)
    await albums.mark(ANNA)
    assert [one.opened > 0 for one in await host.store.albums()] == [True]
