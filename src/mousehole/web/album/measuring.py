"""How well somebody played, from the review of a game."""

from collections.abc import Sequence

from mousehole.core.game import Decide, Seat
from mousehole.players.review import Review
from mousehole.table import Table
from mousehole.web.album.memory import Measure


def measured(table: Table, found: Review, seat: Seat, mine: Sequence[Seat]) -> Measure:
    """What a review from the view of a seat says about somebody in these seats."""
    moments = [moment for moment in found.moments if moment.seat in mine and chosen(table, moment.ply)]
    return Measure(len(moments), sum(moment.loss for moment in moments), lowest(table, found, seat, mine), found.exact)


def chosen(table: Table, ply: int) -> bool:
    """Whether there was something to choose before a ply."""
    turn, event = table.plies[ply - 1].turn, table.plies[ply].event
    return isinstance(turn, Decide) and len(turn.answered_by(event).actions) > 1


def lowest(table: Table, found: Review, seat: Seat, mine: Sequence[Seat]) -> float | None:
    """The smallest chance that the team of these seats had; None where the review is about another of several teams."""
    teams = [kind.team for kind in table.game.seats(table.setup)]
    chances = [found.start, *(moment.chance for moment in found.moments[:-1])]
    if teams[seat] == teams[mine[0]]:
        return min(chances)
    return 1 - max(chances) if found.teams == len({*teams}) == 2 else None
