"""Sitting down: from what a person asks for to a table that is open."""

from collections.abc import Mapping

from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import AnyGame
from mousehole.core.words import Line, Say, Trouble, Who, line
from mousehole.host import Host
from mousehole.players.player import players
from mousehole.table import Chair, Options, Table
from mousehole.terminal.typed_setup import setup_from

BOT = "bot"
LAST = "last"
MANY = 1000  # saved tables among which the last one of a game is looked for


class TableWish(Struct, frozen=True):
    """A new game as it was asked for: answers to the form, and who sits where ("bot", "bot:level" or a name)."""

    game: str
    answers: Mapping[str, str] = {}
    seats: tuple[str, ...] = ()
    options: Options = Options()
    resume: str = ""  # a saved table, or the last one, instead of a new one


async def opened(host: Host, wish: TableWish, say: Say) -> Table:
    """Open the table that was asked for, or go on with it."""
    if wish.resume:
        return await found(host, wish.resume, wish.game)
    game = shelf.find(wish.game)
    setup = setup_from(game, wish.answers, say)
    seats = len(game.seats(setup))
    if len(wish.seats) > seats:
        raise Trouble(line("there are {n} seats, not {more}", n=seats, more=len(wish.seats)))
    asked = (*wish.seats, *[""] * (seats - len(wish.seats)))
    return await host.open(game, setup, tuple(chair(game, who) for who in asked), wish.options)


async def found(host: Host, table: str, game: str = "") -> Table:
    """Find a saved table by its id, or the last one that is not over; where a game is named, it is that game's."""
    if table != LAST:
        known = await host.table(table)
        if game and known.game.name != game:
            raise Trouble(
                line("table {table} plays {other}, not {game}", table=table, other=known.game.name, game=game)
            )
        return known
    rows = await host.store.tables(over=False, limit=MANY if game else 1)
    fits = [row for row in rows if game in ("", row.game)]
    if not fits:
        raise Trouble(line("There is no saved game to continue."))
    return await host.table(fits[0].id)


def chair(game: AnyGame, who: str) -> Chair:
    """Read who sits in a seat; somebody without a name is called by the kind of seat, in every language."""
    kind, _, level = who.partition(":")
    if kind != BOT:
        return Chair("person", who)
    known = list(players(game))
    if level and level not in known:
        raise Trouble(line("there is no player {name}; the players are {names}", name=level, names=", ".join(known)))
    return Chair("bot", "", level or known[-1])


def seated(table: Table, say: Say) -> Line:
    """Tell who sits at a table, bots marked."""
    told = [
        (line("{who} (bot)", who=Who(n)) if c.kind == "bot" else line("{who}", who=Who(n)))
        for n, c in enumerate(table.chairs)
    ]
    return line("{game} · {people}", game=table.game.title, people=", ".join(map(say, told)))
