"""Companions that think: sensible plans, each tried in simulated rounds with the same luck; the four levels."""

from collections.abc import Iterator
from math import sqrt
from random import Random
from time import monotonic
from zlib import crc32

from mousehole.core.game import AnyGame, Decide, Luck, Over, Player, Seat
from mousehole.core.words import Line
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.figures import figure, mouse
from mousehole.games.mystics.companions import tactics
from mousehole.games.mystics.companions.players import Companion
from mousehole.games.mystics.companions.travelling import Manner, People
from mousehole.games.mystics.companions.value import value
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.rules.engine import apply, turn
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks import Aim, Keep, MouseTurn, Point, React, Weapons

MAX_PLANS = 6  # plans
OPEN = (Aim, Keep, Point, React, Weapons)  # questions where every answer may be right
DEEDS = (m.do("battle"), m.do("search"), m.do("recover"), m.do("take"))  # two rounds do not show what a door leads to


def plans(state: State, actions: tuple[Event, ...], own: Event) -> tuple[Event, ...]:
    """List what may be done now, the companion's own choice first; alone where nothing else makes sense."""
    task = state.agenda[-1]
    if isinstance(task, OPEN):
        found: Iterator[Event] = iter(different(state, actions))
    elif isinstance(task, MouseTurn):
        found = turn_plans(state, mouse(state, task.mouse), actions, own)
    else:
        return (own,)
    return tuple(dict.fromkeys((own, *(action for action in found if action in actions))))[:MAX_PLANS]


def different(state: State, actions: tuple[Event, ...]) -> list[Event]:
    """Leave out targets that are like another one: of one kind, as hurt, on the same space."""
    found: dict[object, Event] = {}
    for action in actions:
        one = figure(state, action.figure) if isinstance(action, m.Target) else None
        like = (type(one), getattr(one, "kind", one.id), one.at, one.wounds) if one else action
        found.setdefault(like, action)
    return list(found.values())


def turn_plans(state: State, one: Mouse, actions: tuple[Event, ...], own: Event) -> Iterator[Event]:
    """List what a mouse may do in its turn."""
    if isinstance(own, m.Learn):
        yield from (action for action in actions if isinstance(action, m.Learn))
        return
    if isinstance(own, m.Step) and not state.acting.fresh:
        return  # on its way
    yield from DEEDS
    yield from (action for action in actions if isinstance(action, m.Use))
    if state.foes:
        yield m.MOVE
        if state.acting.points > 0:
            yield from steps(state, one)
        yield m.END


def steps(state: State, one: Mouse) -> Iterator[Event]:
    """List steps to where fewest minions strike, and to where one can be attacked."""
    found = tactics.costs(state, one)
    near = [at for at, (cost, first) in found.items() if first and cost <= state.acting.points]
    posts = set(tactics.posts(state, one))
    for wished in (near, [at for at in near if at in posts]):
        if wished:
            best = min(wished, key=lambda at: (tactics.pressure(state, at), found[at][0]))
            yield m.step(found[best][1])


POINTS = 65521  # numbers of luck; a prime, so that the luck of turns spreads well
MAX_EVENTS = 400  # events of a simulation

_luck = Random("rollouts")
_points = tuple(_luck.random() for _ in range(POINTS))


class SharedLuck:
    """Luck that depends on the turn it falls in, so that plans meet the same luck even after different rolls."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._round, self._place, self._card, self._fallen = 0, -1, "", 0

    @property
    def rounds(self) -> int:
        """The rounds that have begun."""
        return self._round

    def follow(self, state: State) -> None:
        """Look at whose turn it is."""
        if state.place < self._place:
            self._round += 1
        if state.place != self._place or state.acting.card != self._card:
            self._place, self._card, self._fallen = state.place, state.acting.card, 0

    def random(self) -> float:
        """The next number."""
        self._fallen += 1
        key = crc32(self._card.encode()) + 7919 * self._number + 1009 * self._round + 101 * self._fallen
        return _points[key % POINTS]


def simulated(state: State, plan: Event, guide: Companion, number: int, rounds: int) -> float:
    """Begin with a plan, play on until so many rounds have begun since, and value what has come of it.

    A plan may end a round: rounds are counted from before it, so that all plans are followed equally far.
    """
    luck, mind = SharedLuck(number), Random(number)
    luck.follow(state)
    state = apply(state, plan)
    luck.follow(state)
    for _ in range(MAX_EVENTS):
        asked = turn(state)
        if isinstance(asked, Over) or (luck.rounds >= rounds and isinstance(state.agenda[-1], MouseTurn)):
            break
        event = guide.decide(state, asked.actions, mind) if isinstance(asked, Decide) else asked.at(luck.random())
        state = apply(state, event)
        luck.follow(state)
    return value(state, 0)


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


STEADY = Manner(quests=(), searches=6, dashes=True, shrewd=True)  # side quests lose more games than they win
SLIPS = 0.12  # how often an easy companion acts at random
SIMULATIONS = 48  # for each choice

STRONG = Companion(50, STEADY)
PLAYERS: dict[str, Player] = {
    "easy": Companion(15, slips=SLIPS),
    "medium": Companion(40),
    "strong": STRONG,
    "best": Thinker(60, STRONG, SIMULATIONS),
}


def simulation(state: State, action: Event, seat: Seat, number: int, far: bool) -> float:
    """The chance to win some rounds after an action, or near the end, with the luck of a number; all win together."""
    return simulated(state, action, STRONG, number, FURTHER if far else ROUNDS)
