"""Simulated rounds: from a position on, led by a companion, with luck that other simulations share, and valued then."""

from random import Random
from zlib import crc32

from mousehole.core.game import Decide, Over
from mousehole.games.mystics.companions.players import Companion
from mousehole.games.mystics.companions.thought.value import value
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.rules.engine import apply, turn
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.round_tasks import MouseTurn

POINTS = 65521  # numbers of luck; a prime, so that the luck of turns spreads well
LONGEST = 400  # events of a simulation

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
    for _ in range(LONGEST):
        asked = turn(state)
        if isinstance(asked, Over) or (luck.rounds >= rounds and isinstance(state.agenda[-1], MouseTurn)):
            break
        event = guide.decide(state, asked.actions, mind) if isinstance(asked, Decide) else asked.at(luck.random())
        state = apply(state, event)
        luck.follow(state)
    return value(state, 0)
