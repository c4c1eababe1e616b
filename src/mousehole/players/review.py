"""Looks back at a game: the chance to win after every event, what each decision cost, and how much was luck."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

from mousehole.core.exact import Progress
from mousehole.core.game import AnyGame, Chance, Decide, Over, Seat
from mousehole.core.record import Ply, Record, plies
from mousehole.players.estimates.simulated import Budget
from mousehole.players.hints import Hint, best_of, hints
from mousehole.players.perfect_play import oracle

COSTLIEST = 3
BRIEF = Budget(games=80, simulations=24_000, seconds=0.5)  # for each decision of a whole game


class Look(Struct, frozen=True):
    """What a position is worth: its actions and, where it is known exactly, the chance of the reviewed seat."""

    told: tuple[Hint, ...] = ()
    value: float | None = None


class Moment(Struct, frozen=True):
    """An event of a game: who chose it (nobody: luck), what it changed, and the chance to win afterwards."""

    ply: int
    event: Any
    seat: Seat | None
    chance: float  # of the reviewed seat's team
    swing: float = 0.0  # what luck added or took
    loss: float = 0.0  # what a decision cost whoever made it, beyond sampling error
    better: Any = None  # the best action, where another one was taken


class Review(Struct, frozen=True):
    """A game in hindsight; `exact` if the chances are not estimates."""

    exact: bool
    start: float
    moments: tuple[Moment, ...]
    luck: float  # all swings of luck for the reviewed team; with estimates, also what they cannot tell apart
    losses: float  # what its own decisions cost in all
    gifts: float  # what the decisions of others cost them in all
    costliest: tuple[int, ...]  # plies of its decisions, the worst first


def review(
    game: AnyGame,
    record: Record,
    *,
    seat: Seat = 0,
    folder: Path | None = None,
    budget: Budget = BRIEF,
    progress: Progress | None = None,
) -> Review:
    """Go through a record from the point of view of a seat's team."""
    walked, looks = list(plies(game, record)), {}
    for ply in walked:
        looks[ply.number] = look(game, ply.state, seat, f"review/{ply.number}", folder=folder, budget=budget)
        if progress:
            progress(ply.number, len(record.events))
    return summed([kind.team for kind in game.seats(record.setup)], walked, seat, looks)


def look(
    game: AnyGame, state: Any, seat: Seat, seed: str, *, folder: Path | None = None, budget: Budget = BRIEF
) -> Look:
    """Look at one position; luck and endings need no samples."""
    known = oracle(game, state, folder)
    value = known.value(state, seat) if known and not isinstance(game.turn(state), Over) else None
    return Look(hints(game, state, folder=folder, budget=budget, seed=seed), value)


def summed(teams: Sequence[str], plies: Sequence[Ply], seat: Seat, looks: Mapping[int, Look]) -> Review:
    """Combine what was found at every ply of a game whose seats play for these teams."""
    reader = _Reader(teams, seat, looks)
    start = chance = reader.chance(plies[0], reader.first(plies))
    moments: list[Moment] = []
    for before, after in pairwise(plies):
        moments.append(reader.moment(before, after, chance))
        chance = moments[-1].chance
    mine = [moment for moment in moments if moment.seat is not None and reader.ours(moment.seat)]
    worst = sorted((m for m in mine if m.loss > 0), key=lambda moment: -moment.loss)[:COSTLIEST]
    losses = sum(moment.loss for moment in mine)
    gifts = sum(moment.loss for moment in moments) - losses
    luck = chance - start + losses - gifts
    return Review(reader.exact, start, tuple(moments), luck, losses, gifts, tuple(moment.ply for moment in worst))


class _Reader:
    def __init__(self, teams: Sequence[str], seat: Seat, looks: Mapping[int, Look]):
        self._teams = teams
        self._seat = seat
        self._looks = looks

    @property
    def exact(self) -> bool:
        return self._looks[0].value is not None

    def ours(self, seat: Seat) -> bool:
        return self._teams[seat] == self._teams[self._seat]

    def chance(self, ply: Ply, before: float) -> float:
        """Our chance at a ply; before luck is drawn, an estimate is the one before it."""
        if isinstance(ply.turn, Over):
            return float(self._seat in ply.turn.winners)
        found = self._looks[ply.number]
        if found.value is not None:
            return found.value
        if isinstance(ply.turn, Decide):
            return self._for_us(best_of(found.told).chance, ply.turn.seat)
        return before

    def first(self, plies: Sequence[Ply]) -> float:
        """Guess our chance at the start, where luck comes first, from the first decision."""
        for ply in plies:
            if isinstance(ply.turn, Decide):
                return self.chance(ply, 0.5)
        return 0.5

    def moment(self, before: Ply, after: Ply, chance: float) -> Moment:
        if isinstance(before.turn, Chance):
            now = self.chance(after, chance)
            return Moment(after.number, after.event, None, now, swing=now - chance)
        told = self._looks[before.number].told
        chosen, best = told[before.turn.actions.index(after.event)], best_of(told)
        loss = chosen.loss if chosen.clear else 0.0
        now = self.chance(after, self._for_us(chosen.chance, before.turn.seat))
        better = before.turn.actions[best.action] if loss else None
        return Moment(after.number, after.event, before.turn.seat, now, loss=loss, better=better)

    def _for_us(self, chance: float, seat: Seat) -> float:
        return chance if self.ours(seat) else 1 - chance
