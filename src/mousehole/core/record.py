"""The record of a game: its events. Replaying them is the save, the replay and the undo."""

from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b, sha256
from typing import Any

import msgspec
from msgspec import Struct

from mousehole.core.game import AnyGame, Chance, Decide, E, Odds, Over, Problem, Seat, Turn
from mousehole.core.words import Line, UserError, home_of, line

MAX_BYTES = 8 * 1024 * 1024
MAX_EVENTS = 50_000
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class BadRecord(UserError):
    """A record cannot be read; the message says why in words."""


class BadSetup(BadRecord):
    """A set-up does not fit its game, by a field or by a rule; `problems` says where."""

    def __init__(self, problems: tuple[Problem, ...]):
        super().__init__(line("set-up: {reasons}", reasons=tuple(map(line_with_field, problems))))
        self.problems = problems


def line_with_field(problem: Problem) -> Line:
    """A problem after the name of its field, unless its words begin with that: content names itself."""
    named = str(problem.line.values.get("file", "")).partition(":")[0] == problem.field
    return problem.line if named else line("{field}: {reason}", field=problem.field, reason=problem.line)


class Illegal(UserError):
    """An event that the rules do not allow at its ply, or at a position without a past."""

    def __init__(self, ply: int | None, reason: Line):
        super().__init__(reason if ply is None else line("move {ply}: {reason}", ply=ply, reason=reason))
        self.ply = ply
        self.reason = reason


class Record(Struct, frozen=True):
    """A whole game: set-up, events, and the seed its luck was drawn from (None: real dice, typed in)."""

    game: str
    edition: int  # of the rules it was played by
    setup: Any
    events: tuple[Any, ...]
    seed: bytes | None = None
    content: str = ""  # a hash of the game's content files


class Ply(Struct, frozen=True):
    """A position of a record: the event that led to it (None at the start), the state and whose turn it is."""

    number: int
    event: Any
    state: Any
    turn: Any


def draw(odds: Odds[E], seed: bytes, ply: int) -> E:
    """Draw the luck of a ply from the seed: the same seed and ply give the same point of the odds."""
    digest = blake2b(ply.to_bytes(8, "big"), key=seed, digest_size=16).digest()
    point = int.from_bytes(digest, "big") * sum(weight for _, weight in odds) >> 128
    for event, weight in odds:
        point -= weight
        if point < 0:
            return event
    raise AssertionError("weights are positive")


def plies(game: AnyGame, record: Record) -> Iterator[Ply]:
    """Walk through a record from ply 0, checking that every event is legal."""
    if not isinstance(record.setup, game.setup):
        raise BadRecord(line("this is a record of {game}, not of {other}", game=record.game, other=game.name))
    state = game.new(record.setup)
    turn = game.turn(state)
    yield Ply(0, None, state, turn)
    for number, event in enumerate(record.events, 1):
        if reason := objection(turn, event):
            raise Illegal(number, reason)
        state = game.apply(state, event)
        turn = game.turn(state)
        yield Ply(number, event, state, turn)


def replay(game: AnyGame, record: Record) -> Any:
    """Reach the state at the end of a record."""
    for ply in plies(game, record):
        state = ply.state
    return state


def audit(game: AnyGame, record: Record) -> Turn[Any]:
    """Check that every event is legal and, if the seed is known, that all luck matches it; say how the record ends."""
    last: Turn[Any] | None = None
    for ply in plies(game, record):
        if last and (reason := contradiction(last, ply.event, record.seed, ply.number - 1)):
            raise Illegal(ply.number, reason)
        last = ply.turn
    assert last is not None  # ply 0 always comes
    return last


def objection(turn: Turn[Any], event: Any) -> Line | None:
    """Say why an event cannot happen now, if so."""
    match turn:
        case Decide() if event not in turn.answered_by(event).actions:
            return line("{event} is not a legal action for seat {seat}", event=words_of(event), seat=turn.seat)
        case Chance() if not any(event == outcome for outcome, _ in turn.odds):
            return _impossible(turn, event)
        case Over():
            return line(
                "the game is over ({reason}), {event} comes too late", reason=turn.reason, event=words_of(event)
            )
    return None


def _impossible(turn: Chance[Any], event: Any) -> Line:
    """Say that luck cannot bring an event, and which one differs from it only in the order of its parts."""
    parts = _unordered(event)
    meant = next((outcome for outcome, _ in turn.odds if _unordered(outcome) == parts), None)
    if meant is None:
        return line("{event} is not a possible outcome", event=words_of(event))
    words = "{event} is not a possible outcome; did you mean {meant}?"
    return line(words, event=words_of(event), meant=words_of(meant))


def _unordered(event: Any) -> Any:
    values = [getattr(event, name) for name in getattr(event, "__struct_fields__", ())]
    return type(event), [sorted(map(repr, value)) if isinstance(value, tuple | list) else value for value in values]


def contradiction(turn: Turn[Any], event: Any, seed: bytes | None, ply: int) -> Line | None:
    """Say what a seed draws at a ply instead of an event, if so."""
    if seed is None or not isinstance(turn, Chance):
        return None
    expected = draw(turn.odds, seed, ply)
    if expected == event:
        return None
    return line("the seed draws {expected}, not {event}", expected=words_of(expected), event=words_of(event))


def words_of(event: Any) -> str:
    """Write an event as the JSON people see in a record."""
    return msgspec.json.encode(event).decode()


def dump(record: Record) -> bytes:
    """Write a record as one JSON document, an event a line, so that people can read it and compare two of them."""
    head, events = heading(record), b",\n".join(map(msgspec.json.encode, record.events))
    return msgspec.json.encode(head).removesuffix(b"}") + b',"events":[\n' + events + b"\n]}\n"


def heading(record: Record) -> dict[str, Any]:
    """All of a record but its events, as JSON has it."""
    seed = None if record.seed is None else record.seed.hex()
    page = {"game": record.game, "edition": record.edition, "content": record.content}
    return {**page, "setup": record.setup, "seed": seed}


class _Page(Struct):
    game: str
    edition: int
    setup: msgspec.Raw
    events: list[msgspec.Raw]
    seed: str | None = None
    content: str = ""


def load(data: bytes, find: Callable[[str], AnyGame]) -> tuple[AnyGame, Record]:
    """Read a record and find its game; size and length are checked before anything else."""
    if len(data) > MAX_BYTES:
        raise BadRecord(
            line("a saved game may have at most {most} bytes; this one has {n}", most=MAX_BYTES, n=len(data))
        )
    page = _decoded(data, _Page, "record")
    if len(page.events) > MAX_EVENTS:
        raise BadRecord(
            line("a saved game may have at most {most} events; this one has {n}", most=MAX_EVENTS, n=len(page.events))
        )
    game = find(page.game)
    events = tuple(_decoded(raw, game.event, f"event {n}") for n, raw in enumerate(page.events, 1))
    setup = read_setup(game, bytes(page.setup))
    return game, Record(page.game, page.edition, setup, events, _seed(page.seed), page.content)


def read_setup(game: AnyGame, data: bytes) -> Any:
    """Decode a set-up and check it by the game's own rules."""
    try:
        return check_setup(game, msgspec.json.decode(data, type=game.setup))
    except UNREADABLE:
        path, reason = _misfit(data, game.setup)
        raise BadSetup((Problem(".".join(path), reason),)) from None


def check_setup(game: AnyGame, setup: Any) -> Any:
    """Let a set-up pass, or say what is wrong with it."""
    problems = tuple(problem for problem in game.check(setup) if not problem.notice)
    if problems:
        raise BadSetup(problems)
    return setup


def check_seat(game: AnyGame, setup: Any, seat: Seat) -> Seat:
    """Let a seat of a set-up pass, or say which there are."""
    seats = len(game.seats(setup))
    if seat not in range(seats):
        reason = line("there are seats 0 to {last}", last=seats - 1)
        raise UserError(line("{field}: {reason}", field="seat", reason=reason))
    return seat


@cache
def content_hash(package: str) -> str:
    """Hash all content files of a game, so that a record knows what it was played with; code is left out."""
    folder = home_of(package) / "content"
    named = [f for f in folder.iterdir() if f.is_file() and not f.name.endswith(".py")] if folder.is_dir() else []
    found = sorted((f.name, f.read_bytes()) for f in named)
    return sha256(b"".join(name.encode() + b"\0" + data + b"\0" for name, data in found)).hexdigest()


def _decoded(data: Any, kind: Any, what: str) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except UNREADABLE:
        path, reason = _misfit(data, kind)
        raise BadRecord(line("{what}: {reason}", what=".".join((what, *path)), reason=reason)) from None


def _misfit(data: Any, kind: Any) -> tuple[tuple[str, ...], Line]:
    from mousehole.core.type_errors import json_misfit  # only mistakes need it

    return json_misfit(data, kind)


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise BadRecord(line("seed: expected hexadecimal digits")) from None
    if not 1 <= len(seed) <= 64:
        raise BadRecord(line("seed: expected 1 to 64 bytes"))
    return seed
