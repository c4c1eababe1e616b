"""From what a person asks for to an open table: the set-up as typed, games that are saved, records in files."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import AnyGame, Problem
from mousehole.core.record import MAX_BYTES, BadRecord, BadSetup, read_setup
from mousehole.core.setups import NO, YES, Question, questions, read_answers
from mousehole.core.words import Line, Say, UserError, Who, line, plain
from mousehole.host import Host
from mousehole.host.stored_table import settings_of
from mousehole.players.player import players
from mousehole.store import Damaged, StoreError, TableRow
from mousehole.table import Chair, Options, Table


def setup_from(game: AnyGame, answers: Mapping[str, str], say: Say) -> Any:
    """Read a form; empty answers keep what is usual, and what is wrong is said field by field."""
    asked = {question.name: question for question in questions(game, hidden=True)}
    if strange := [name for name in answers if name not in asked]:
        names = ", ".join(asked)
        raise BadRecord(line("there is no field {name}; the fields are {names}", name=strange[0], names=names))
    texts = {name: _typed(asked[name], text.strip()) for name, text in answers.items() if text.strip()}
    setup, problems = read_answers(game, asked.values(), texts, say)
    if stopping := tuple(problem for problem in problems if not problem.notice):
        raise BadSetup(stopping)
    return setup


def differences(game: AnyGame, setup: Any) -> tuple[Line, ...]:
    """Say in a few words how a set-up differs from the plain one."""
    said = []
    for question in questions(game):
        value = getattr(setup, question.name)
        if value != question.default and question.kind not in ("long", "json"):
            said.append(line("{label}: {value}", label=question.label, value=_in_words(question, value)))
    return tuple(said)


def _in_words(question: Question, value: Any) -> Line:
    if question.kind == "switch":
        return YES if value else NO
    if question.kind == "many":
        words = tuple(_label(question.part(n), one) for n, one in enumerate(value))
        return line("{values}", values=words)
    return _label(question, value)


def _label(question: Question, value: Any) -> Line:
    return dict(question.choices).get(value) or plain(str(value))


def _typed(question: Question, text: str) -> str:
    """Take the text of a file for "@file", where a text is asked for."""
    if question.kind not in ("text", "long") or not text.startswith("@"):
        return text
    path = text[1:]
    try:
        return Path(path).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = line("{path} cannot be read: {reason}", path=path, reason=str(error))
        raise BadSetup((Problem(question.name, reason),)) from None


SHELF_LENGTH = 50


class SavedTable(Struct, frozen=True):
    """A saved game in a few words."""

    id: str
    game: str
    title: Line
    details: tuple[Line, ...]
    touched: float
    over: bool


async def saved_tables(host: Host) -> list[SavedTable]:
    """List the games on this machine, the last touched first.

    Left out are games that are no longer on the shelf, and tables whose seats belong to people elsewhere.
    """
    rows = await host.store.tables(limit=SHELF_LENGTH)
    return [game for row in rows if not _elsewhere(row) and (game := _saved_game(row))]


def read_record(path: str) -> bytes:
    """Read the record of a game from a file; size and content are checked by who opens it."""
    try:
        with Path(path).expanduser().open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise StoreError(line("{path} cannot be read: {reason}", path=path, reason=str(error.strerror))) from None


def write_record(path: str, data: bytes) -> None:
    """Write the record of a game to a new file."""
    try:
        with Path(path).expanduser().open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise StoreError(line("{path} already exists; choose another name.", path=path)) from None
    except OSError as error:
        raise StoreError(line("{path} cannot be written: {reason}", path=path, reason=str(error.strerror))) from None


def ago(touched: float, now: float) -> Line:
    """Say how long ago something was."""
    minutes = int(max(0, now - touched) // 60)
    if minutes < 1:
        return line("just now")
    if minutes < 60:
        return line("{n} minute ago", plural="{n} minutes ago", n=minutes)
    if minutes < 24 * 60:
        return line("{n} hour ago", plural="{n} hours ago", n=minutes // 60)
    if minutes < 14 * 24 * 60:
        return line("{n} day ago", plural="{n} days ago", n=minutes // (24 * 60))
    return plain(datetime.fromtimestamp(touched, UTC).strftime("%Y-%m-%d"))


def _elsewhere(row: TableRow) -> bool:
    return row.sound and settings_of(row).options.shared


def _saved_game(row: TableRow) -> SavedTable | None:
    try:
        game = shelf.find(row.game)
        details = differences(game, read_setup(game, row.setup)) if row.sound else (Damaged(row.id).line,)
    except shelf.NoSuchGame:
        return None
    except UserError as error:
        details = (error.line,)
    return SavedTable(row.id, row.game, game.title, details, row.touched, row.over)


BOT = "bot"
LAST = "last"
MAX_RECENT = 1000  # saved tables among which the last one of a game is looked for


class TableWish(Struct, frozen=True):
    """A new game as it was asked for: answers to the form, and who sits where ("bot", "bot:level" or a name)."""

    game: str
    answers: Mapping[str, str] = {}
    seats: tuple[str, ...] = ()
    options: Options = Options()
    resume: str = ""  # a saved table, or the last one, instead of a new one


async def open_table(host: Host, wish: TableWish, say: Say) -> Table:
    """Open the table that was asked for, or go on with it."""
    if wish.resume:
        return await find_table(host, wish.resume, wish.game)
    game = shelf.find(wish.game)
    setup = setup_from(game, wish.answers, say)
    seats = len(game.seats(setup))
    if len(wish.seats) > seats:
        raise UserError(line("there are {n} seats, not {more}", n=seats, more=len(wish.seats)))
    asked = (*wish.seats, *[""] * (seats - len(wish.seats)))
    return await host.open(game, setup, tuple(chair(game, who) for who in asked), wish.options)


async def find_table(host: Host, table: str, game: str = "") -> Table:
    """Find a saved table by its id, or the last one that is not over; where a game is named, it is that game's."""
    if table != LAST:
        known = await host.table(table)
        if game and known.game.name != game:
            raise UserError(
                line("table {table} plays {other}, not {game}", table=table, other=known.game.name, game=game)
            )
        return known
    rows = await host.store.tables(over=False, limit=MAX_RECENT if game else 1)
    fits = [row for row in rows if game in ("", row.game)]
    if not fits:
        raise UserError(line("There is no saved game to continue."))
    return await host.table(fits[0].id)


def chair(game: AnyGame, who: str) -> Chair:
    """Read who sits in a seat; somebody without a name is called by the kind of seat, in every language."""
    kind, _, level = who.partition(":")
    if kind != BOT:
        return Chair("person", who)
    known = list(players(game))
    if level and level not in known:
        raise UserError(line("there is no player {name}; the players are {names}", name=level, names=", ".join(known)))
    return Chair("bot", "", level or known[-1])


def who_sits(table: Table, say: Say) -> Line:
    """Tell who sits at a table, bots marked."""
    told = [
        (line("{who} (bot)", who=Who(n)) if c.kind == "bot" else line("{who}", who=Who(n)))
        for n, c in enumerate(table.chairs)
    ]
    return line("{game} · {people}", game=table.game.title, people=", ".join(map(say, told)))
