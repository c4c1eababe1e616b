"""Who says what real dice show."""

from collections.abc import Sequence

from mousehole.core.game import Seat
from mousehole.table.log import Chair, Options


def told_by_anybody(options: Options, chairs: Sequence[Chair], thrower: Seat | None) -> bool:
    """Whether any person may say what luck brings: it is nobody's, or that of a bot, which has no hands for dice."""
    return thrower is None or (options.real_dice and chairs[thrower].kind == "bot")


def may_throw(options: Options, chairs: Sequence[Chair], thrower: Seat | None, seat: Seat | None) -> bool:
    """Whether a seat may let luck happen; the table itself, which has no seat, always may."""
    return seat is None or thrower == seat or told_by_anybody(options, chairs, thrower)
