"""How likely an attack is to wound: exact odds, for people who want to know before they strike."""

from functools import cache
from math import comb

from mousehole.games.mystics.board.figures import figure, minion
from mousehole.games.mystics.fight.attacks import attack_dice, defence_dice
from mousehole.games.mystics.state import AnyState, Foe, Mouse
from mousehole.games.mystics.tasks import Fight

SWORD, BOW, SHIELD = 3, 2, 2  # faces of six


@cache
def successes(dice: int, faces: int) -> tuple[float, ...]:
    """The chance of each number of successes."""
    p = faces / 6
    return tuple(comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1))


@cache
def wounds(attack: int, kind: str, defence: int) -> tuple[float, ...]:
    """The chance of each number of wounds."""
    found = [0.0] * (attack + 1)
    for hits, p in enumerate(successes(attack, BOW if kind == "ranged" else SWORD)):
        for blocks, q in enumerate(successes(defence, SHIELD)):
            found[max(0, hits - blocks)] += p * q
    return tuple(found)


def of_attack(state: AnyState, fight: Fight) -> tuple[float, ...]:
    """The chances of an attack on its first target."""
    return wounds(attack_dice(state, fight), fight.kind, defence_dice(state, fight, fight.at[0]))


def to_wound(state: AnyState, fight: Fight) -> float:
    """The chance of at least one wound."""
    return 1 - of_attack(state, fight)[0]


def to_defeat(state: AnyState, fight: Fight) -> float:
    """The chance that the target is defeated."""
    one = figure(state, fight.at[0])
    return sum(of_attack(state, fight)[life(state, one) :]) if one else 0.0


def expected(state: AnyState, fight: Fight) -> float:
    """The number of wounds on average."""
    return sum(n * p for n, p in enumerate(of_attack(state, fight)))


def percent(chance: float) -> int:
    """Write a chance in whole percent; what is equal looks equal, whatever the last digit of its computation."""
    return int(100 * chance + 0.5 + 1e-9)


def life(state: AnyState, one: Mouse | Foe) -> int:
    """Count the wounds that a figure can still take."""
    if isinstance(one, Mouse):
        return state.box.heroes[one.id].life - one.wounds - one.poison
    cards = minion(state, one.kind).cards
    return max(1, sum(max(1, card.life) - w for card, w in zip(cards, one.wounds, strict=True)))
