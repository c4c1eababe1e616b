"""The companions people choose from: a careless one, one that goes by its habits, a steady one, one that thinks."""

from mousehole.core.game import Player, Seat
from mousehole.games.mystics.companions.escort import Manner
from mousehole.games.mystics.companions.players import Companion
from mousehole.games.mystics.companions.thought.rollouts import simulated
from mousehole.games.mystics.companions.thought.thinking import FURTHER, Thinker
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import State

STEADY = Manner(quests=(), searches=6, dashes=True, shrewd=True)  # side quests lose more games than they win
SLIPS = 0.12  # how often an easy companion acts at random
SIMULATIONS = 48  # for each choice
ROUNDS = 2  # that are simulated for hints

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
