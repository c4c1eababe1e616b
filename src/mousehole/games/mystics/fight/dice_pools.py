"""How many dice a pool has."""

from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.figures import figure, is_mouse, minion, mouse
from mousehole.games.mystics.content.content_types import MinionCard
from mousehole.games.mystics.content.selectors import Trigger
from mousehole.games.mystics.effects.bees import stings
from mousehole.games.mystics.effects.heard_effects import form, heard
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.effect_tasks import Context
from mousehole.games.mystics.tasks.fight_tasks import Fight
from mousehole.games.mystics.verbs.dice_verbs import added


def card(state: State, one: Foe) -> MinionCard:
    """The initiative card by which a minion acts now."""
    return minion(state, one.kind).cards[initiative_track.top(state, one)]


def attack_dice(state: State, fight: Fight) -> int:
    """Count the dice of an attack: battle value, what is equipped for it, and what cards add."""
    base = fight.dice if fight.dice is not None else battle(state, fight.by)
    own = given(state, "attacks", "own", fight, fight.by, fight.at[0] if fight.at else "")
    others = sum([given(state, "defends", "other", fight, one, fight.by) for one in fight.at])
    battle_dice = base * (2 if fight.doubled else 1) - stings(state, fight.by)  # MM-206
    return max(0, battle_dice + own + others + fight.more)  # MM-038, MM-B44


def defence_dice(state: State, fight: Fight, name: str) -> int:
    """Count the dice of a defender: defence value and what it wears, less what the attacker takes away."""
    own = given(state, "defends", "own", fight, name, fight.by)
    other = given(state, "attacks", "other", fight, fight.by, name) if fight.by else 0
    gained = sum(n for who, n in fight.guard if who == name) if fight.guard else 0
    return max(0, defence(state, name) + own + other + gained - fight.less - stings(state, name))  # MM-041, MM-B44


def battle(state: State, name: str) -> int:
    """The battle value of a figure."""
    if is_mouse(state, name):
        body = form(state, mouse(state, name))
        return body.battle if body else state.box.heroes[name].battle
    one = figure(state, name)
    return card(state, one).battle if isinstance(one, Foe) else 0


def defence(state: State, name: str) -> int:
    """The defence value of a figure."""
    if is_mouse(state, name):
        body = form(state, mouse(state, name))
        return body.defence if body else state.box.heroes[name].defence
    one = figure(state, name)
    return card(state, one).defence if isinstance(one, Foe) else 0


def given(state: State, trigger: Trigger, pool: str, fight: Fight, me: str, other: str) -> int:
    """Add up the dice that one side of a fight gives to a pool; most have nothing that does."""
    listening = heard(state, trigger, me, fight.weapon if me == fight.by else "")
    return added(state, trigger, pool, about(fight, me, other)) if listening else 0


def about(fight: Fight, me: str, other: str) -> Context:
    """Describe a fight from one side."""
    weapon = fight.weapon if me == fight.by else ""
    return Context(me, other, attack=fight.kind, weapon=weapon, roll=fight.roll, own=me == fight.by)


def bonus(state: State, trigger: Trigger, one: Mouse) -> int:
    """Add up what effects give to a mouse's move or search."""
    return added(state, trigger, "own", Context(one.id))
