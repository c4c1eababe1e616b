"""A companion that thinks: it simulates the next rounds after each plan, all with the same luck.

Where another plan looks clearly better than its own, both are played on much further: habits such as nursing the
wounded pay late, and what only looks good for two rounds often loses the chapter.
"""

from math import sqrt
from time import monotonic

from mousehole.core.game import AnyGame, Decide, Luck, Player
from mousehole.core.words import Line
from mousehole.games.mystics.companions.escort import People
from mousehole.games.mystics.companions.players import Companion
from mousehole.games.mystics.companions.thought.plans import plans
from mousehole.games.mystics.companions.thought.rollouts import POINTS, simulated
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import State

ROUNDS = 2  # that are simulated
FEWEST = 4  # simulations of every plan
EDGE = 0.003  # by which another plan must look better than the companion's own
DOUBT = 0.5  # and so many standard errors
FURTHER = 99  # rounds that are simulated then: nearly always to the end
TRIALS = 32  # of both plans
LOOK = 8  # trials between two looks at them
GAIN = 0.02  # by which the other plan must stay better
SECONDS = 0.9  # of thought, however many simulations are left


class Thinker(Player):
    """Thinks so many simulations about each choice that there is; plans that look worse are dropped on the way."""

    def __init__(self, rank: int, guide: Companion, simulations: int, seconds: float = SECONDS) -> None:
        self.rank = rank
        self.guide = guide
        self.simulations = simulations
        self.seconds = seconds

    def beside(self, people: People) -> "Thinker":
        """A companion that keeps with the people in these seats."""
        return Thinker(self.rank, self.guide.beside(people), self.simulations, self.seconds)

    def remark(self, game: AnyGame, state: State, turn: Decide[Event], action: Event) -> Line | None:
        """Say whom it waits for."""
        return self.guide.remark(game, state, turn, action)

    def choose(self, game: AnyGame, state: State, turn: Decide[Event], luck: Luck) -> Event:
        """Choose one of the turn's actions."""
        own = self.guide.choose(game, state, turn, luck)
        found = plans(state, turn.actions, own)
        return self.best(state, found, luck.getrandbits(16)) if len(found) > 1 else own

    def best(self, state: State, found: tuple[Event, ...], seed: int) -> Event:
        """Compare plans by halves: those that look better are simulated again."""
        scores: dict[Event, list[float]] = {plan: [] for plan in found}
        running, until, left = list(found), monotonic() + self.seconds, self.simulations
        while len(running) > 1 and left >= len(running) and monotonic() < until:
            for number in range(FEWEST):
                for plan in running:
                    at = seed + len(scores[plan])
                    scores[plan].append(simulated(state, plan, self.guide, at, ROUNDS))
                left -= len(running)
                if number and monotonic() >= until:
                    break
            ranked = sorted(running, key=lambda plan: -mean(scores[plan]))[: (len(running) + 1) // 2]
            running = list(dict.fromkeys((*ranked, found[0]))) if len(ranked) > 1 or ranked[0] != found[0] else ranked
        winner = max(running, key=lambda plan: mean(scores[plan]))
        if better(scores[winner], scores[found[0]]) and self.lasts(state, winner, found[0], seed, until):
            return winner
        return found[0]

    def lasts(self, state: State, plan: Event, own: Event, seed: int, until: float) -> bool:
        """Whether a plan is still better than the companion's own many rounds later, with other luck than before."""
        apart = list[float]()
        while len(apart) < TRIALS and monotonic() < until:
            number = seed + POINTS // 2 + len(apart)
            mine, its = (simulated(state, one, self.guide, number, FURTHER) for one in (plan, own))
            apart.append(mine - its)
            if len(apart) % LOOK == 0 and mean(apart) <= GAIN:
                return False
        return len(apart) >= LOOK and mean(apart) > GAIN


def mean(scores: list[float]) -> float:
    """The average."""
    return sum(scores) / len(scores)


def better(mine: list[float], own: list[float]) -> bool:
    """Whether a plan is better than the companion's own, over the luck that both have met, and not by accident."""
    apart = [a - b for a, b in zip(mine, own, strict=False)]
    if len(apart) < FEWEST:
        return False
    lead = mean(apart)
    spread = sqrt(sum((one - lead) ** 2 for one in apart) / (len(apart) - 1) / len(apart))
    return lead > EDGE + DOUBT * spread
