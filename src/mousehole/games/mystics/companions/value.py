"""How good a position looks: an estimate of the chance that the mice win the chapter."""

from math import exp

from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.state import State, minion
from mousehole.games.mystics.tasks.round_tasks import Finish


def value(state: State, seat: int) -> float:
    """Estimate the chance to win; everybody wins together."""
    top = state.agenda[-1]
    if isinstance(top, Finish):
        return float(top.won)
    return 1 / (1 + exp(-sign(state)))


def sign(state: State) -> float:
    """Weigh what speaks for the mice against what speaks against them."""
    pages = state.end - state.page
    health = sum(life(state, one) for one in state.mice if one.at)
    gone = sum(not one.at for one in state.mice)
    riches = sum(min(one.cheese, 6) + 3 * len(one.abilities) + len(one.pack) for one in state.mice)
    threat = sum(life(state, one) * (minion(state, one.kind).cards[0].battle + 1) for one in state.foes)
    bosses = sum(boss in state.fallen for boss in state.box.chapter.goal.defeated)
    good = 0.45 * pages + 0.11 * health + 0.02 * riches + 2.2 * bosses + progress(state)
    bad = 2.6 + 0.5 * gone + 0.06 * threat + 0.1 * state.wheel
    return good - bad


def progress(state: State) -> float:
    """Reward sides explored, and the one where the chapter is decided."""
    goal = state.box.chapter.goal
    gone = sum(journey in state.journeys for journey in goal.journeys)
    return 0.25 * len(state.explored) + 0.6 * gone + (0.6 if goal.side in state.explored else 0.0)
