"""Tables that were begun elsewhere: brought as a record, or played on from a moment of another table."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from mousehole.core.game import Decide, Over, Turn
from mousehole.core.record import Illegal, Ply, contradiction, objection
from mousehole.host.flow.slices import Work
from mousehole.host.stored_table import fresh_seed
from mousehole.table import Chair, Fell, Played, Sit, Step, Table

ORIGIN = "origin"  # where a table remembers the running game that it was begun from


class Begun(Struct, frozen=True):
    """What a new table starts with when it was begun elsewhere."""

    events: tuple[Any, ...] = ()  # of a record: each of them is checked
    plies: tuple[Ply, ...] = ()  # of another table: legal, and their positions known
    seed: bytes | None = None  # that drew all luck of a record; kept of a finished one only


def opening(make: Callable[[], Table], chairs: Sequence[Chair], begun: Begun) -> Work[Table]:
    """Make a table with everybody in their chairs, and what was played elsewhere."""
    yield  # even a new position may take a while: it waits for its turn
    table = make()
    for seat, chair in enumerate(chairs):
        table.add(table.propose(Sit(seat, chair)))
    yield from adding(table, begun)
    give_luck(table, begun)
    return table


def adding(table: Table, begun: Begun) -> Work[None]:
    """Add what was played elsewhere; what each event was is told by the turn."""
    for event in begun.events:
        turn = table.turn
        reason = objection(turn, event) or contradiction(turn, event, begun.seed, table.ply)
        if reason:
            raise Illegal(table.ply + 1, reason)
        table.add(table.step(_entry(turn, event)))
        yield
    for ply in begun.plies:
        table.add(Step(table.entry, _entry(table.turn, ply.event), ply.state, ply.turn))
        yield


def origin_of(table: Table, extra: dict[str, Any]) -> dict[str, Any]:
    """What a table begun from another one remembers of it: which game is still being played."""
    known = extra.get(ORIGIN)
    return {ORIGIN: known or table.id} if known or not isinstance(table.turn, Over) else {}


def give_luck(table: Table, begun: Begun) -> None:
    """Give a table the seed of its luck: a fresh one nobody knows, unless a finished record brings its own."""
    known = begun.seed if isinstance(table.turn, Over) else None
    if known:
        table.draw_from(known)
    else:
        table.draw_from(None if table.options.real_dice else fresh_seed(), table.ply)


def _entry(turn: Turn[Any], event: Any) -> Played | Fell:
    return Played(turn.answered_by(event).seat, event) if isinstance(turn, Decide) else Fell(event)
