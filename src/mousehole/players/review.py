"""Looks back at a game: the chance to win after every event, what each decision cost, and how much was luck."""

from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from mousehole.core.game import Chance, Decide, Game, Over, Seat
from mousehole.core.record import Ply, Record, plies
from mousehole.players.exact import oracle
from mousehole.players.hints import Hint, hints

AnyGame: TypeAlias = Game[Any, Any, Any]
COSTLIEST = 3
SIMULATIONS = 300


class Moment(Struct, frozen=True):
    """An event of a game: who chose it (nobody: luck), what it changed, and the chance to win afterwards."""

    ply: int
    event: Any
    seat: Seat | None
    chance: float  # of the reviewed seat's team
    swing: float = 0.0  # what luck added or took
    loss: float = 0.0  # what a decision cost the one who took it
    better: Any = None  # the best action, where another one was taken


class Review(Struct, frozen=True):
    """A game in hindsight; `exact` where the chances are no samples."""

    exact: bool
    start: float
    moments: tuple[Moment, ...]
    luck: float  # all swings of luck together, for the reviewed team
    losses: float  # all that its own decisions cost
    costliest: tuple[int, ...]  # plies, the worst first


def review(
    game: AnyGame, record: Record, *, seat: Seat = 0, folder: Path | None = None, simulations: int = SIMULATIONS
) -> Review:
    """Go through a record, in the eyes of a seat's team."""
    looker = _Looker(game, record, seat, (folder, simulations))
    positions = list(plies(game, record))
    start = chance = looker.chance(positions[0], 0.5)
    moments: list[Moment] = []
    for before, after in pairwise(positions):
        moments.append(looker.moment(before, after, chance))
        chance = moments[-1].chance
    mine = [moment for moment in moments if moment.seat is not None and looker.ours(moment.seat)]
    worst = sorted((m for m in moments if m.loss > 0), key=lambda moment: -moment.loss)[:COSTLIEST]
    swings, losses = sum(moment.swing for moment in moments), sum(moment.loss for moment in mine)
    return Review(looker.exact, start, tuple(moments), swings, losses, tuple(moment.ply for moment in worst))


class _Looker:
    def __init__(self, game: AnyGame, record: Record, seat: Seat, means: tuple[Path | None, int]):
        self._game = game
        self._folder, self._simulations = means
        self._teams = [kind.team for kind in game.seats(record.setup)]
        self._seat = seat
        self._known = oracle(game, game.new(record.setup), self._folder)
        self._hints: dict[int, tuple[Hint, ...]] = {}

    @property
    def exact(self) -> bool:
        return self._known is not None

    def ours(self, seat: Seat) -> bool:
        return self._teams[seat] == self._teams[self._seat]

    def chance(self, ply: Ply, before: float) -> float:
        """Give our chance at a ply; before luck falls, a sample knows no more than it knew."""
        if isinstance(ply.turn, Over):
            return float(self._seat in ply.turn.winners)
        if self._known is not None:
            return self._known.value(ply.state, self._seat)
        if isinstance(ply.turn, Decide):
            told = self._told(ply)
            best = max((hint for hint in told if not hint.loss), key=lambda hint: hint.chance, default=told[0])
            return best.chance if self.ours(ply.turn.seat) else 1 - best.chance
        return before

    def moment(self, before: Ply, after: Ply, chance: float) -> Moment:
        if isinstance(before.turn, Chance):
            now = self.chance(after, chance)
            return Moment(after.number, after.event, None, now, swing=now - chance)
        told = self._told(before)
        chosen = told[before.turn.actions.index(after.event)]
        best = min(told, key=lambda hint: (hint.loss, -hint.chance))
        loss = chosen.loss if chosen.action != best.action else 0.0
        here = chosen.chance if self.ours(before.turn.seat) else 1 - chosen.chance
        now = self.chance(after, here)
        better = before.turn.actions[best.action] if loss else None
        return Moment(after.number, after.event, before.turn.seat, now, loss=loss, better=better)

    def _told(self, ply: Ply) -> tuple[Hint, ...]:
        if ply.number not in self._hints:
            options = {"folder": self._folder, "simulations": self._simulations, "seed": f"review/{ply.number}"}
            self._hints[ply.number] = hints(self._game, ply.state, **options)  # type: ignore[arg-type]
        return self._hints[ply.number]
