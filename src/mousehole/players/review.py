"""Looks back at a game: the chance to win after every event, what each decision cost, and how much was luck."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mousehole.core.game import Adventure, AnyGame, Chance, Decide, Over, Seat, Turn
from mousehole.core.record import Ply, Record, check_seat, plies
from mousehole.core.setups import most_seats
from mousehole.core.solvable import Progress
from mousehole.players.forecast import Cost, blamed
from mousehole.players.hints import Hint, best_of, hints
from mousehole.players.intervals import NORMAL_95
from mousehole.players.perfect_play import oracle
from mousehole.players.simulated import Budget, Prospect, opening, won_by

WORST_MOVES = 3
OPENING = 100  # games to their end that tell the chance at the start, where simulations are short
BRIEF = Budget(games=80, simulations=24_000)  # for each decision of a whole game


class Valuation(Struct, frozen=True):
    """What a position is worth: its actions and, where it is known, the chance of the reviewed seat."""

    told: tuple[Hint, ...] = ()
    value: float | None = None
    simulated: float | None = None  # the reviewed seat's chance where what others win does not tell it
    cost: Cost | None = None  # of what was done, where simulations tell that, clear or not
    prospect: Prospect | None = None  # the reviewed seat's chance at the start, where simulations are short


class Moment(Struct, frozen=True):
    """An event of a game: who chose it (nobody: luck), what it changed, and the chance to win afterwards."""

    ply: int  # how many events had happened then, this one included: that of `plies` with the same number
    event: Any
    seat: Seat | None  # who chose it; None for luck
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
    costliest: tuple[int, ...]  # plies of its decisions that cost most, the worst first: three at most
    teams: int = 2  # where there are more, what a rival loses goes to nobody in particular
    decided: bool = True  # whether anybody decided anything
    start_reach: float = 0.0  # how far the chance at the start may be off in 95 of 100 cases, where that is known
    losses_reach: float = 0.0  # the same of what decisions cost; luck is what remains, so it may be off by both


def review(
    game: AnyGame,
    record: Record,
    *,
    seat: Seat = 0,
    folder: Path | None = None,
    budget: Budget = BRIEF,
    progress: Progress | None = None,
    seed: str = "review",
) -> Review:
    """Go through a record from the point of view of a seat's team; the same seed gives the same estimates."""
    walked, looks = list(plies(game, record)), {}
    seat = check_seat(game, record.setup, seat)
    for ply in walked:
        event = record.events[ply.number] if ply.number < len(record.events) else None
        looks[ply.number] = look(
            game, ply.state, seat, f"{seed}/{ply.number}", event=event, folder=folder, budget=budget
        )
        if progress:
            progress(ply.number, len(record.events))
    looks[0] = opened(game, walked[0].state, seat, looks[0], seed)
    if looks[0].value is None and not any(isinstance(ply.turn, Decide) for ply in walked):
        looks[0] = replace(looks[0], simulated=won_by(game, walked[0].state, seat, budget, f"{seed}/start"))
    return summed([kind.team for kind in game.seats(record.setup)], walked, seat, looks)


def look(
    game: AnyGame,
    state: Any,
    seat: Seat,
    seed: str,
    *,
    event: Any = None,
    folder: Path | None = None,
    budget: Budget = BRIEF,
) -> Valuation:
    """Look at one position and what was done there; luck and endings need no samples."""
    known, turn = oracle(game, state, folder), game.turn(state)
    over, asked = isinstance(turn, Over), asked_seat(turn, event)
    if not known and isinstance(turn, Decide) and event is not None and foresees(game):
        told, cost = compared(game, state, turn, turn.actions.index(event), seed)
        free = game.parts.adventure.taste
        if free and free(state):  # no blame for choices that belong to the story
            return Valuation(tuple(replace(hint, loss=0.0, clear=False) for hint in told))
        return Valuation(told, cost=cost)
    value = known.value(state, seat) if known and not over else None
    simulated = won_by(game, state, seat, budget, seed) if value is None and not over and crowded(game) else None
    told = hints(game, state, seat=asked, folder=folder, budget=budget, seed=seed, compare=event)
    return Valuation(told, value, simulated)


def opened(game: AnyGame, state: Any, seat: Seat, found: Valuation, seed: str = "review") -> Valuation:
    """Add the chance at the start to the first look at a game whose simulations are short."""
    if not foresees(game) or found.value is not None or isinstance(game.turn(state), Over):
        return found
    return replace(found, prospect=opening(game, state, seat, OPENING, f"{seed}/opening"))


def foresees(game: AnyGame) -> bool:
    """Whether a game plays on by itself from a position, with nothing hidden."""
    return Adventure.simulation in game.parts.adventure and not game.hidden


def asked_seat(turn: Turn[Any], event: Any) -> Seat | None:
    """The seat whose decision is looked at: the one that answered, or the first that is asked."""
    if not isinstance(turn, Decide):
        return None
    return turn.seat if event is None else turn.answered_by(event).seat


def compared(game: AnyGame, state: Any, turn: Decide[Any], chosen: int, seed: str) -> tuple[tuple[Hint, ...], Cost]:
    """Value what was done and what the player that leads simulations would have done."""
    found, cost = blamed(game, state, turn, chosen, seed)
    told = (Hint(n, one.chance, one.loss, False, one.low, one.high, one.clear) for n, one in found.items())
    return tuple(told), cost


@cache
def crowded(game: AnyGame) -> bool:
    """Whether more than two teams can play a game: then a rival's chance does not tell ours."""
    return len({kind.team for kind in most_seats(game)}) > 2


def summed(teams: Sequence[str], plies: Sequence[Ply], seat: Seat, looks: Mapping[int, Valuation]) -> Review:
    """Combine what was found at every ply of a game whose seats play for these teams."""
    reader = _Reader(teams, seat, looks)
    start = chance = reader.chance(plies[0], reader.first(plies))
    moments: list[Moment] = []
    for before, after in pairwise(plies):
        moments.append(reader.moment(before, after, chance))
        chance = moments[-1].chance
    moments = reader.plausible(moments, chance - start)
    mine = [moment for moment in moments if reader.is_ours(moment)]
    worst = sorted((m for m in mine if m.loss > 0), key=lambda moment: -moment.loss)[:WORST_MOVES]
    losses = sum(map(reader.cost, mine))
    gifts = sum(reader.cost(moment) for moment in moments if reader.is_theirs(moment))
    luck = chance - start + losses - gifts
    sums = (luck, losses, gifts, tuple(moment.ply for moment in worst))
    decided = any(isinstance(ply.turn, Decide) for ply in plies)
    return Review(reader.exact, start, tuple(moments), *sums, len(set(teams)), decided, *reader.reaches(mine))


def scaled(moment: Moment, factor: float) -> Moment:
    """A moment whose decision cost less."""
    return replace(moment, loss=max(0.0, moment.loss * factor))


class _Reader:
    def __init__(self, teams: Sequence[str], seat: Seat, looks: Mapping[int, Valuation]):
        self._teams = teams
        self._seat = seat
        self._looks = looks

    @property
    def exact(self) -> bool:
        return self._looks[0].value is not None

    @property
    def crowded(self) -> bool:
        return len(set(self._teams)) > 2

    def cost(self, moment: Moment) -> float:
        """What a decision cost: where simulations tell that, clear or not, so that the sum is right on average."""
        found = self._looks[moment.ply - 1].cost
        return moment.loss if found is None else found.points

    def reaches(self, mine: Sequence[Moment]) -> tuple[float, float]:
        """How far the chance at the start may be off, and what our decisions cost."""
        prospect, costs = self._looks[0].prospect, [self._looks[moment.ply - 1].cost for moment in mine]
        error = sqrt(sum(cost.error**2 for cost in costs if cost))
        return prospect.reach if prospect else 0.0, NORMAL_95 * error

    def ours(self, seat: Seat) -> bool:
        return self._teams[seat] == self._teams[self._seat]

    def is_ours(self, moment: Moment) -> bool:
        """Whether the reviewed team decided here."""
        return moment.seat is not None and self.ours(moment.seat)

    def is_theirs(self, moment: Moment) -> bool:
        """Whether the only other team decided here."""
        return moment.seat is not None and not self.crowded and not self.ours(moment.seat)

    def plausible(self, moments: list[Moment], change: float) -> list[Moment]:
        """Blame estimates for no more than luck could make up for, which is the way from certain defeat to victory.

        Luck is what is left over, so losses that are overstated would need luck that nobody can have. A game whose own
        simulations say what a decision cost also says how far off that is.
        """
        if self.exact or any(look.cost for look in self._looks.values()):
            return moments
        losses = sum(moment.loss for moment in moments if self.is_ours(moment))
        gifts = sum(moment.loss for moment in moments if self.is_theirs(moment))
        luck = change + losses - gifts
        if luck > 1:
            return [scaled(moment, 1 - (luck - 1) / losses) if self.is_ours(moment) else moment for moment in moments]
        if luck < -1:
            return [scaled(moment, 1 + (luck + 1) / gifts) if self.is_theirs(moment) else moment for moment in moments]
        return moments

    def chance(self, ply: Ply, before: float) -> float:
        """Our chance at a ply; before luck is drawn, an estimate is the one before it."""
        if isinstance(ply.turn, Over):
            return float(self._seat in ply.turn.winners)
        found = self._looks[ply.number]
        if found.value is not None:
            return found.value
        if found.prospect is not None:
            return found.prospect.chance
        if found.simulated is not None and (self.crowded or not isinstance(ply.turn, Decide)):
            return found.simulated
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
        decision: Decide[Any] = before.turn.answered_by(after.event)
        number, best = decision.actions.index(after.event), best_of(told)
        chosen = next(hint for hint in told if hint.action == number)
        loss = chosen.loss if chosen.clear else 0.0
        known = chance if self.crowded else self._for_us(chosen.chance, decision.seat)
        now = self.chance(after, known)
        better = decision.actions[best.action] if loss else None
        return Moment(after.number, after.event, decision.seat, now, loss=loss, better=better)

    def _for_us(self, chance: float, seat: Seat) -> float:
        return chance if self.ours(seat) else 1 - chance
