"""A game being played: seats, log, play, undo. The only mutable thing in the domain.

A move is proposed (`propose` checks it, finds the step it leads to and changes nothing), the step's entry is written by
whoever keeps the table, and then the step is added (`add` is the only method that changes anything).
"""

from collections.abc import Generator, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from mousehole.core.game import AnyGame, Chance, Decide, Over, Seat, Turn
from mousehole.core.record import Illegal, Ply, Record, content_hash, draw, objection
from mousehole.core.words import Line, UserError, Who, line


class Chair(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits in a seat: a person, a bot of some level, or nobody yet."""

    kind: Literal["person", "bot", "empty"]
    name: str = ""
    level: str = ""
    face: str = ""  # what a person chose to be drawn as


class Options(Struct, frozen=True):
    """How a table is played, beside the set-up of its game."""

    shared: bool = False  # seats belong to different people: nobody takes back for another
    auto_throw: bool = False
    real_dice: bool = False  # luck is typed in, not drawn
    hints: bool | None = None  # whether people may ask what their actions are worth; None: unless they are rivals
    drawn_from: int = 0  # the ply from which on the seed draws: later than 0 for a fork or an imported game


class Played(Struct, frozen=True, tag="played", tag_field="type"):
    """A seat chose an action."""

    seat: Seat
    event: Any
    ticket: str = ""


class LuckDrawn(Struct, frozen=True, tag="fell", tag_field="type"):
    """Luck happened; `seat` threw it, None when it just happened."""

    event: Any
    seat: Seat | None = None
    ticket: str = ""


class Undone(Struct, frozen=True, tag="undone", tag_field="type"):
    """A seat took the game back to a ply."""

    seat: Seat
    to: int
    ticket: str = ""


class Sat(Struct, frozen=True, tag="sat", tag_field="type"):
    """Somebody took a seat, or left it."""

    seat: Seat
    chair: Chair


Entry: TypeAlias = Played | LuckDrawn | Undone | Sat


def encode(entry: Entry) -> bytes:
    """Write an entry as the store keeps it."""
    return msgspec.json.encode(entry)


def decode(game: AnyGame, text: bytes) -> Entry:
    """Read an entry back."""
    entry: Entry = msgspec.json.decode(text, type=Played | LuckDrawn | Undone | Sat)
    if isinstance(entry, Played | LuckDrawn):
        return replace(entry, event=msgspec.convert(entry.event, game.event))
    return entry


Ticket: TypeAlias = Annotated[str, Meta(max_length=64)]  # it is kept with the entry


class _Move(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What moves have in common. `entry` is the newest entry the mover knows; a `ticket` makes a retry harmless."""


class Play(_Move, frozen=True, tag="play"):
    """Choose an action by its number in the present turn."""

    seat: Seat
    entry: int
    action: int
    ticket: Ticket


class ThrowDice(_Move, frozen=True, tag="throw"):
    """Let luck happen; with real dice the outcome is told by its number in the odds."""

    seat: Seat
    entry: int
    ticket: Ticket
    outcome: int | None = None


class DrawLuck(_Move, frozen=True, tag="fall"):
    """Let luck happen that no person throws; only the host asks for it."""

    entry: int


class Undo(_Move, frozen=True, tag="undo"):
    """Take the game back to a ply."""

    seat: Seat
    entry: int
    to: int
    ticket: Ticket


class Sit(_Move, frozen=True, tag="sit"):
    """Put somebody in a seat: a person, a bot that takes over, or nobody."""

    seat: Seat
    chair: Chair


Move: TypeAlias = Play | ThrowDice | DrawLuck | Undo | Sit

WENT_ON = line("the game went on in the meantime; look again")


class Refused(UserError):
    """A move that the table does not take; nothing has changed."""


class Stale(Refused):
    """The mover did not know the newest entry."""

    def __init__(self, words: Line = WENT_ON) -> None:
        super().__init__(words)


class NotYourTurn(Refused):
    """Another seat is to move, or none."""


class NoSuchAction(Refused):
    """The action does not exist in this position."""


class NoUndo(Refused):
    """These events cannot be taken back."""


class Stopped(Refused):
    """The record is legal only up to a ply: it was played by other rules."""


class NoHints(Refused):
    """Hints are off here, or there is nothing to hint at."""


class Step(Struct, frozen=True):
    """Where an entry leads: what has to be written, and the position and the turn that follow."""

    known: int  # entries in the log before it
    entry: Entry
    state: Any
    turn: Turn[Any]


class Table:
    """A game being played, as the fold of its log."""

    def __init__(
        self,
        table_id: str,
        game: AnyGame,
        setup: Any,
        seed: bytes | None,
        options: Options | None = None,
        group: str = "",
    ) -> None:
        self.id = table_id
        self.group = group or table_id
        self.game = game
        self.setup = setup
        self.seed = seed
        self.options = options or Options()
        self.chairs = [Chair("empty")] * len(game.seats(setup))
        self.log: list[Entry] = []
        start = game.new(setup)
        self.plies = [Ply(0, None, start, game.turn(start))]  # the start, and every event in force
        self.movers: list[Seat | None] = []  # who made each event in force; None is luck
        self.clean = not self.options.drawn_from  # the luck is all its own, and never taken back past it
        self.stopped: Illegal | None = None
        self._lines: list[bytes] = []  # the events in force as JSON, as far as somebody asked for them
        self._answers: dict[tuple[Seat | None, str], int] = {}

    @property
    def state(self) -> Any:
        """The present position."""
        return self.plies[-1].state

    @property
    def turn(self) -> Turn[Any]:
        """Whose turn it is now."""
        turn: Turn[Any] = self.plies[-1].turn
        return turn

    @property
    def ply(self) -> int:
        """The number of events in force."""
        return len(self.movers)

    @property
    def events(self) -> list[Any]:
        """The events in force."""
        return [ply.event for ply in self.plies[1:]]

    @property
    def entry(self) -> int:
        """The number of entries in the log: what a mover has to know."""
        return len(self.log)

    @property
    def seed_hash(self) -> str:
        """What is shown of a seed that draws all luck, from the start on: with it the dice can be checked."""
        return sha256(self.seed).hexdigest() if self.seed is not None and not self.options.drawn_from else ""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats where people sit."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.kind == "person")

    @property
    def shown_seed(self) -> bytes | None:
        """The seed that drew all luck of a finished game, for everybody to see; such a game is never reopened."""
        return self.seed if isinstance(self.turn, Over) and not self.options.drawn_from else None

    @property
    def rivals(self) -> bool:
        """Whether people, not only bots, play against each other here."""
        kinds = self.game.seats(self.setup)
        return len({kind.team for kind, chair in zip(kinds, self.chairs, strict=True) if chair.kind != "bot"}) > 1

    @property
    def hints_on(self) -> bool:
        """Whether people may ask for hints: as the table agreed, or else unless they play against each other."""
        return self.options.hints if self.options.hints is not None else not self.rivals

    def may_ask(self, seats: Sequence[Seat]) -> Decide[Any]:
        """Check that somebody in these seats may ask what the actions of this turn are worth."""
        if not self.hints_on:
            raise NoHints(line("hints are off at this table"))
        if self.stopped or not isinstance(self.turn, Decide):
            raise NoHints(line("there is nothing to decide now"))
        teams = [seat if self.game.hidden else kind.team for seat, kind in enumerate(self.game.seats(self.setup))]
        ours = {teams[seat] for seat in seats}
        for decision in self.turn.asked:
            if teams[decision.seat] in ours:
                return decision
        raise NoHints(line("hints are for those whose turn it is"))

    def answered(self, move: Move) -> int | None:
        """Find the entry a move has led to already: one that is sent twice is taken once."""
        if isinstance(move, Play | ThrowDice | Undo) and move.ticket:
            return self._answers.get((move.seat, move.ticket))
        return None

    def propose(self, move: Move) -> Step:
        """Check a move and find where it leads."""
        if not isinstance(move, Sit):
            if self.stopped:
                raise Stopped(line("this game was played by other rules: {reason}", reason=self.stopped.line))
            if move.entry != self.entry and not (isinstance(move, Play) and self._still_asked(move)):
                raise Stale
        return self.step(self._entry_for(move))

    def step(self, entry: Entry) -> Step:
        """Find where an entry leads that has been checked, now or when it was written."""
        state, turn = self.state, self.turn
        match entry:
            case Played() | LuckDrawn():
                state = self.game.apply(state, entry.event)
                turn = self.game.turn(state)
            case Undone():
                state, turn = self.plies[entry.to].state, self.plies[entry.to].turn
        return Step(self.entry, entry, state, turn)

    def add(self, step: Step) -> None:
        """Write a step into the log and carry it out."""
        if step.known != self.entry:
            raise ValueError("a step is added once, where it was proposed")
        match entry := step.entry:
            case Played() | LuckDrawn():
                self.plies.append(Ply(len(self.plies), entry.event, step.state, step.turn))
                self.movers.append(entry.seat if isinstance(entry, Played) else None)
            case Undone():
                self._take_back(entry.to)
            case Sat():
                self.chairs[entry.seat] = entry.chair
        self.log.append(entry)
        if not isinstance(entry, Sat) and entry.ticket:
            self._answers[entry.seat, entry.ticket] = len(self.log)

    def draw_from(self, seed: bytes | None, since: int = 0) -> None:
        """Let a seed draw the luck from a ply on; what fell before was drawn elsewhere."""
        self.seed, self.options, self.clean = seed, replace(self.options, drawn_from=since), not since

    def next_luck(self) -> bool:
        """Whether luck is due that no person throws."""
        if not isinstance(self.turn, Chance) or self.options.real_dice:
            return False
        thrower = self.turn.thrower
        return thrower is None or self.options.auto_throw or self.chairs[thrower].kind == "bot"

    def next_bot(self) -> Seat | None:
        """Name the seat of the bot that is to choose now."""
        asked = self.turn.asked if isinstance(self.turn, Decide) else ()
        return next((decision.seat for decision in asked if self.chairs[decision.seat].kind == "bot"), None)

    def undo_target(self, seat: Seat) -> int | None:
        """Find the ply that "take back" leads to: before the newest action that may be taken back."""
        if self.shown_seed is not None:
            return None
        for ply in range(self.ply - 1, -1, -1):
            mover = self.movers[ply]
            if self.options.shared and mover != seat:
                return None
            if mover is not None and self.chairs[mover].kind != "bot":
                return ply
        return None

    def names(self, kinds: Sequence[str] = ()) -> tuple[str, ...]:
        """The names at the table; unnamed seats are called by their kind."""
        return tuple(chair.name or kind for chair, kind in zip(self.chairs, kinds, strict=True))

    def record(self) -> Record:
        """The record of the events in force; the seed only once the game is over."""
        content, events = content_hash(self.game.package), tuple(self.events)
        return Record(self.game.name, self.game.edition, self.setup, events, self.shown_seed, content)

    def event_lines(self) -> bytes:
        """Write the events in force, a line of JSON each; every event is encoded once."""
        self._lines += [msgspec.json.encode(ply.event) + b"\n" for ply in self.plies[len(self._lines) + 1 :]]
        return b"".join(self._lines)

    def _still_asked(self, move: Play) -> bool:
        """Whether only others have answered since, who were asked at the same time: that changes nothing for a seat."""
        missed, turn = self.log[move.entry :], self.turn
        if not 0 <= move.entry < self.entry or not all(isinstance(e, Played) and e.seat != move.seat for e in missed):
            return False
        before = self.plies[-1 - len(missed)].turn
        return bool(_choices(turn, move.seat)) and _choices(turn, move.seat) == _choices(before, move.seat)

    def _entry_for(self, move: Move) -> Entry:
        match move:
            case Play():
                return self._played(move)
            case ThrowDice():
                return LuckDrawn(self._luck(move.seat, move.outcome), move.seat, move.ticket)
            case DrawLuck():
                return LuckDrawn(self._luck())
            case Undo():
                return self._undone(move)
            case Sit():
                return self._sat(move)

    def _played(self, move: Play) -> Played:
        actions = _choices(self.turn, move.seat)
        if not actions:
            raise NotYourTurn(self._whose())
        if not 0 <= move.action < len(actions):
            raise NoSuchAction(line("there is no action {action}; there are {n}", action=move.action, n=len(actions)))
        return Played(move.seat, actions[move.action], move.ticket)

    def _luck(self, seat: Seat | None = None, outcome: int | None = None) -> Any:
        """Draw the luck that is due, or take the outcome that real dice show."""
        turn = self.turn
        if not isinstance(turn, Chance) or not may_throw(self.options, self.chairs, turn.thrower, seat):
            raise NotYourTurn(self._whose())
        if self.seed is not None:
            return draw(turn.odds, self.seed, self.ply)
        if outcome is None or not 0 <= outcome < len(turn.odds):
            raise NoSuchAction(line("enter what the dice show: a number below {n}", n=len(turn.odds)))
        return turn.odds[outcome][0]

    def _undone(self, move: Undo) -> Undone:
        if not 0 <= move.to < self.ply:
            raise NoUndo(line("there is nothing to take back"))
        if self.shown_seed is not None:
            raise NoUndo(line("the game is over and its dice are open: the replay lets you play on at a new table"))
        if self.options.shared:
            self._check_own(move.seat, self.movers[move.to :])
        return Undone(move.seat, move.to, move.ticket)

    def _sat(self, move: Sit) -> Sat:
        if not 0 <= move.seat < len(self.chairs):
            raise NotYourTurn(line("there is no seat {seat}", seat=move.seat))
        return Sat(move.seat, move.chair)

    def _check_own(self, seat: Seat, movers: list[Seat | None]) -> None:
        if None in movers:
            raise NoUndo(line("dice that have been rolled stay as they are"))
        if any(mover != seat for mover in movers):
            raise NoUndo(line("you can only take back your own moves"))

    def _whose(self) -> Line:
        match self.turn:
            case Decide():
                return line("it is {who}'s turn", who=Who(self.turn.seat))
            case Chance(thrower=int() as seat):
                return line("{who} has to roll first", who=Who(seat))
            case Chance():
                return line("the dice come first")
        return line("the game is over")

    def _take_back(self, to: int) -> None:
        if None in self.movers[to:]:
            self.clean = False
        del self.plies[to + 1 :], self.movers[to:], self._lines[to:]


def _choices(turn: Turn[Any], seat: Seat) -> tuple[Any, ...]:
    """What a seat may choose now."""
    decision = turn.of(seat) if isinstance(turn, Decide) else None
    return decision.actions if decision else ()


def anybody_tells_luck(options: Options, chairs: Sequence[Chair], thrower: Seat | None) -> bool:
    """Whether any person may say what luck brings: it is nobody's, or that of a bot, which has no hands for dice."""
    return thrower is None or (options.real_dice and chairs[thrower].kind == "bot")


def may_throw(options: Options, chairs: Sequence[Chair], thrower: Seat | None, seat: Seat | None) -> bool:
    """Whether a seat may let luck happen; the table itself, which has no seat, always may."""
    return seat is None or thrower == seat or anybody_tells_luck(options, chairs, thrower)


def restore(table: Table, lines: Sequence[bytes]) -> Table:
    """Fold a log back into a table at once."""
    for _ in restoring(table, lines):
        pass
    return table


def restoring(table: Table, lines: Sequence[bytes]) -> Generator[None, None, None]:
    """Fold a log back into a table; where an event is no longer legal it stops and says so, and loses nothing."""
    for text in lines:
        try:
            entry = decode(table.game, text)
            if isinstance(entry, Played | LuckDrawn) and (reason := objection(table.turn, entry.event)):
                raise Illegal(table.ply + 1, reason)
        except Illegal as stop:
            table.stopped = stop
            return
        except msgspec.DecodeError as error:
            table.stopped = Illegal(table.ply + 1, line("{what}: {reason}", what="event", reason=str(error)))
            return
        table.add(table.step(entry))
        yield
