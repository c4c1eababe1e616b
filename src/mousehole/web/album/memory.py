"""A page of the album: one game as one person remembers it, and how it follows from the table where it was played."""

from functools import cached_property
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import AnyGame, Over, Seat
from mousehole.core.kit.trophies import Finished
from mousehole.core.record import read_setup
from mousehole.core.words import Trouble
from mousehole.store import MemoryRow, ResultRow
from mousehole.table import Chair, Sat, Table

Outcome: TypeAlias = Literal["won", "lost", "drawn", "shared"]
LARGEST = 48 * 1024  # bytes of a last position that is kept to be drawn


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
        except Trouble:
            return None


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
    """Who sat in a chair; one that was never taken by anybody else belongs to whoever has its link."""
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
    """A page that was taken out of the album, so that its game does not come back by itself."""
    return replace(row, page=b"")


def memory_of(row: MemoryRow) -> Memory | None:
    """Read a page back; None where it was taken out or cannot be read."""
    try:
        return msgspec.json.decode(row.page, type=Memory) if row.page else None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
