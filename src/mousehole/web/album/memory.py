"""A page of the album: one game as one person remembers it, and how it follows from the table where it was played."""

import re
from functools import cached_property
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import AnyGame, Finished, Over, Seat
from mousehole.core.record import read_setup
from mousehole.core.type_errors import UNREADABLE, json_misfit, line_with_place
from mousehole.core.words import UserError, line
from mousehole.store import MemoryRow, ResultRow
from mousehole.table import Chair, Sat, Table
from mousehole.web.faces import clean_face, clean_name

Outcome: TypeAlias = Literal["won", "lost", "drawn", "shared"]
LARGEST = 48 * 1024  # bytes of a last position that is kept to be drawn
BROUGHT = -1  # stands for the entries of a table that was played elsewhere


class Sitter(Struct, frozen=True, omit_defaults=True):
    """Who sat in a seat when the game ended."""

    kind: Literal["person", "bot", "empty"]
    team: str
    name: str = ""
    level: str = ""
    face: str = ""
    mine: bool = False


class Measure(Struct, frozen=True):
    """How well somebody played, by a review: what all decisions of theirs cost, as chances to win."""

    decisions: int  # in which there was something to choose
    loss: float
    lowest: float | None  # the smallest chance their team ever had; None where a review cannot tell
    exact: bool


class Memory(Struct, frozen=True, omit_defaults=True, dict=True):
    """A game that ended, as one who played it remembers it; everything else in an album follows from these."""

    table: str
    group: str
    game: str
    edition: int
    setup: Raw
    over: Over
    clean: bool  # luck was never taken back, and the game was begun here
    title: str
    ended: float
    plies: int
    sitters: tuple[Sitter, ...]
    trophies: tuple[str, ...] = ()  # that this game earned by itself
    last: Raw = Raw(b"null")  # the last position, to be drawn
    measure: Measure | None = None

    @property
    def mine(self) -> tuple[Seat, ...]:
        """The seats of the person who remembers."""
        return tuple(seat for seat, sitter in enumerate(self.sitters) if sitter.mine)

    @cached_property
    def outcome(self) -> Outcome:
        """How it ended for this person; `shared` where they played both for those who won and for those who lost."""
        won = [seat in self.over.winners for seat in self.mine]
        if self.over.drawn:
            return "drawn"
        return "won" if all(won) else "shared" if any(won) else "lost"

    @property
    def won(self) -> bool:
        """Whether it counts as a win: luck was never taken back."""
        return self.outcome == "won" and self.clean

    @property
    def rivals(self) -> tuple[Sitter, ...]:
        """Who played against this person."""
        teams = {self.sitters[seat].team for seat in self.mine}
        return tuple(sitter for sitter in self.sitters if sitter.team not in teams)

    @property
    def company(self) -> tuple[Sitter, ...]:
        """The other people at the table."""
        return tuple(sitter for sitter in self.sitters if sitter.kind == "person" and not sitter.mine)

    @property
    def bots(self) -> tuple[Sitter, ...]:
        """The bots at the table."""
        return tuple(sitter for sitter in self.sitters if sitter.kind == "bot")

    @cached_property
    def played(self) -> Any:
        """The set-up, or None where its game or a content pack is not at hand."""
        try:
            return read_setup(shelf.find(self.game), bytes(self.setup))
        except UserError:
            return None

    @cached_property
    def printed(self) -> bool:
        """Whether it was played on a board of the box, not on one that somebody drew: only there trophies are won."""
        fields = shelf.find(self.game).fields if self.played is not None else {}
        return not any(getattr(self.played, name) for name, field in fields.items() if field.replaces)


def remembered(table: Table, result: ResultRow, seats: tuple[Seat, ...]) -> Memory | None:
    """A finished table as somebody in these seats remembers it; None where bots played their seats to the end."""
    chairs, kinds = chairs_at_end(table), table.game.seats(table.setup)
    mine = tuple(seat for seat in seats if seat < len(chairs) and chairs[seat].kind != "bot")
    if not mine or not isinstance(table.turn, Over):
        return None
    last = msgspec.json.encode(table.state)
    found = Memory(
        table=table.id,
        group=table.group,
        game=table.game.name,
        edition=table.game.edition,
        setup=Raw(result.setup),
        over=table.turn,
        clean=result.clean,
        title=result.title,
        ended=result.ended,
        plies=table.ply,
        sitters=tuple(
            sitter(chair, kind.team, seat in mine) for seat, (chair, kind) in enumerate(zip(chairs, kinds, strict=True))
        ),
        last=Raw(last if len(last) <= LARGEST else b"null"),
    )
    return replace(found, trophies=earned(table.game, finished(table, found))) if found.clean else found


def sitter(chair: Chair, team: str, mine: bool) -> Sitter:
    """Who sat in a chair; one that nobody else ever took belongs to the holder of its link."""
    kind = "person" if mine else chair.kind
    return Sitter(kind, team, chair.name, chair.level, chair.face, mine)


def chairs_at_end(table: Table) -> list[Chair]:
    """Who sat where when the last move was made: people who left afterwards were there."""
    last = max((n for n, entry in enumerate(table.log) if not isinstance(entry, Sat)), default=len(table.log))
    chairs = [Chair("empty")] * len(table.chairs)
    for entry in table.log[:last]:
        if isinstance(entry, Sat):
            chairs[entry.seat] = entry.chair
    return chairs


def finished(table: Table, memory: Memory) -> Finished:
    """A table as the rules of trophies look at it."""
    states, over = tuple(ply.state for ply in table.plies), memory.over
    outcome = (memory.outcome == "won", over.reason, over.score, over.rating, memory.title)
    return Finished(states, tuple(table.events), tuple(table.movers), memory.mine, *outcome)


def earned(game: AnyGame, end: Finished) -> tuple[str, ...]:
    """The trophies of its own game that an ending earns."""
    return tuple(trophy.key for trophy in game.parts.trophies or () if trophy.earned(end))


def row_of(browser: str, entries: int, memory: Memory) -> MemoryRow:
    """A page as the store keeps it."""
    return MemoryRow(browser, memory.table, memory.game, entries, memory.ended, msgspec.json.encode(memory))


def blank(row: MemoryRow) -> MemoryRow:
    """A page that was taken out of the album, so that its game does not come back by itself.

    Its entries fall with every time, so that no two rows about a game are alike that were taken out at different times.
    """
    return replace(row, entries=min(row.entries, BROUGHT) - 1, page=b"")


def memory_of(row: MemoryRow) -> Memory | None:
    """Read a page back; None where it was taken out or cannot be read."""
    try:
        return msgspec.json.decode(row.page, type=Memory) if row.page else None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


FORM = 1
MOST = 5000  # pages of a file
LARGEST_FILE = 16 * 1024 * 1024  # bytes
LATEST = 2.0**33  # seconds: some day in 2242
NAME = re.compile("[0-9A-Za-z]{1,32}")  # of a table


class BadAlbum(UserError):
    """A file is no album; the message says why."""


class AlbumFile(Struct, frozen=True):
    """What an exported album holds."""

    form: int
    pages: tuple[Memory, ...]
    mousehole: str = "album"


def written_file(pages: list[Memory]) -> bytes:
    """Write an album, a page a line, so that people can read it."""
    lines = b",\n".join(map(msgspec.json.encode, pages))
    return b'{"mousehole":"album","form":%d,"pages":[\n' % FORM + lines + b"\n]}\n"


def read_file(data: bytes) -> tuple[Memory, ...]:
    """Read an album; whatever could not have been written by one is refused or left out."""
    try:
        found = msgspec.json.decode(data, type=AlbumFile)
    except UNREADABLE:
        raise BadAlbum(
            line("that is not an album: {reason}", reason=line_with_place(json_misfit(data, AlbumFile)))
        ) from None
    if found.mousehole != "album" or found.form > FORM:
        raise BadAlbum(line("this album was made by a later version: please update the program"))
    if len(found.pages) > MOST:
        raise BadAlbum(line("an album may have at most {most} pages; this one has {n}", most=MOST, n=len(found.pages)))
    return tuple(cleaned(page) for page in found.pages if possible(page))


def possible(page: Memory) -> bool:
    """Whether a page can be one: somebody played, and what is kept is not too long."""
    seats, sizes = {*range(len(page.sitters))}, (len(page.last), len(page.setup), 3000 * len(page.sitters))
    named = NAME.fullmatch(page.table) and 0 < page.ended < LATEST and "{" not in page.title
    return bool(named and page.mine and max(sizes) <= LARGEST and {*page.over.winners} <= seats and told(page))


def told(page: Memory) -> bool:
    """Whether its game is here and can say how it ended, and its measure is one."""
    found = page.measure
    fair = found is None or (
        found.decisions >= 0 and 0 <= found.loss <= found.decisions and 0 <= (found.lowest or 0) <= 1
    )
    if page.game not in shelf.names():
        return False
    try:
        shelf.find(page.game).ending(page.over)
    except Exception:  # noqa: BLE001 (whatever a game stumbles over, the file is to blame)
        return False
    return fair


def cleaned(page: Memory) -> Memory:
    """A page as this house would have written it: names short and on one line."""
    return replace(page, sitters=tuple(map(_cleaned, page.sitters)), trophies=page.trophies[:50])


def _cleaned(one: Sitter) -> Sitter:
    changes: dict[str, Any] = {"name": clean_name(one.name), "face": clean_face(one.face), "level": one.level[:40]}
    return replace(one, **changes)
