"""What a companion answers to small questions: which weapon, whom to strike, what to keep."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from mousehole.games.mystics import moves as m
from mousehole.games.mystics import tasks
from mousehole.games.mystics.board.figures import figure, mouse
from mousehole.games.mystics.board.queries import to_nearest_mouse
from mousehole.games.mystics.companions import nursing, tactics
from mousehole.games.mystics.companions.tactics import keep
from mousehole.games.mystics.companions.travelling import landfall, laying, leaf_aim, taking
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import Foe, State
from mousehole.games.mystics.tasks import Task

Kind = TypeVar("Kind", bound=Task)
Wish: TypeAlias = Callable[[State, Kind, tuple[Event, ...]], Event | None]
LIKED = (
    "resolve", "battle_leader", "thundersqueak", "fortify", "dodge", "power_shot", "mystic_bolt", "backslash",
    "aimed_shot", "battle_squeak", "feint", "mystic_blast", "chain_lightning", "accurate_shot", "major_heal",
    "knife_strike", "give_order", "preemptive_shot", "invisibility", "protect", "first_aid", "energy_rush", "set_trap",
    "cure", "meeps", "inspire", "find", "keen_eye",
)  # fmt: skip


def first_ability(state: State, task: tasks.FirstAbility, actions: tuple[Event, ...]) -> Event:
    """Begin with the ability that is liked most."""
    return most_liked(state, task.mouse, actions)


def most_liked(state: State, mouse: str, actions: tuple[Event, ...]) -> Event:
    """Learn what is liked most."""
    classes = state.box.heroes[mouse].classes
    return min(
        actions, key=lambda action: liking(state, classes, action.ability) if isinstance(action, m.Learn) else 99
    )


def liking(state: State, classes: tuple[str, ...], ability: str) -> int:
    """Rank an ability for a mouse: first what its classes get cheaper than others."""
    if any(name in state.box.pack.abilities[ability].cheaper for name in classes):
        return -1
    return LIKED.index(ability) if ability in LIKED else len(LIKED)


def arrival(state: State, task: tasks.Arrival, actions: tuple[Event, ...]) -> Event:
    """Let minions come in as far away as possible."""
    return max(actions, key=lambda action: to_nearest_mouse(state, action.at) if isinstance(action, m.Put) else 0)


def weapon(state: State, task: tasks.Weapons, actions: tuple[Event, ...]) -> Event:
    """Take the weapon that hits best."""
    liked = tactics.weapon_of(state, mouse(state, task.fight.by))
    return next((a for a in actions if isinstance(a, m.Choose) and a.option == liked), actions[0])


def aim(state: State, task: tasks.Aim, actions: tuple[Event, ...]) -> Event:
    """Spend cheese on a hard target, then attack the one that is worth most."""
    found = [one for a in actions if isinstance(a, m.Target) and isinstance(one := figure(state, a.figure), Foe)]
    best = tactics.best_target(state, mouse(state, task.fight.by), task.fight, found)
    helps = [a for a in actions if isinstance(a, m.Use)]
    return helps[0] if helps else m.target(best.id)


def keepsake(state: State, task: tasks.Keepsake, actions: tuple[Event, ...]) -> Event:
    """Take along what the mouse itself can wear, armour first."""
    items, classes = state.box.pack.items, set(state.box.heroes[task.mouse].classes)
    order = ("armour", "accessory", "scroll", "weapon")

    def liked(action: Event) -> tuple[bool, int]:
        item = items[action.option] if isinstance(action, m.Choose) else items[""]
        return bool(item.classes and not classes & set(item.classes)), order.index(item.kind)

    return min(actions, key=liked)


def react(state: State, task: tasks.React, actions: tuple[Event, ...]) -> Event | None:
    """React whenever that saves its skin."""
    return next((a for a in actions if isinstance(a, m.Use) and a.ability != "protect"), m.DONE)


def marked(state: State, task: tasks.Mark, actions: tuple[Event, ...]) -> Event | None:
    """Put the wound where a card is nearest to its end."""
    one = figure(state, task.harm.figure)
    if not isinstance(one, Foe):
        return None
    cards = zip(state.box.pack.minions[one.kind].cards, one.wounds, strict=True)
    left = {card.name: card.life - wounds for card, wounds in cards}
    return min(actions, key=lambda action: left[action.option] if isinstance(action, m.Choose) else 99)


def stop(state: State, task: Task, actions: tuple[Event, ...]) -> Event:
    """Stop what is going on."""
    return m.DONE


def first(state: State, task: Task, actions: tuple[Event, ...]) -> Event:
    """Take the first option."""
    return actions[0]


def ashore(state: State, task: tasks.Rescue, actions: tuple[Event, ...]) -> Event:
    """Come back where no current carries a mouse away as soon as it is there."""
    dry = (a for a in actions if isinstance(a, m.Put) and a.at not in state.ground.water)
    return next(dry, actions[0])


def habit(kind: type[Kind], wish: Wish[Kind]) -> tuple[type[Task], Wish[Any]]:
    """What a companion does when a kind of task asks."""
    return kind, wish


HABITS = dict(
    (
        habit(tasks.FirstAbility, first_ability),
        habit(tasks.Arrival, arrival),
        habit(tasks.Arrive, first),
        habit(tasks.Weapons, weapon),
        habit(tasks.Aim, aim),
        habit(tasks.AfterAttack, first),
        habit(tasks.Keep, keep),
        habit(tasks.Mark, marked),
        habit(tasks.Keepsake, keepsake),
        habit(tasks.LeafAim, leaf_aim),
        habit(tasks.Landfall, landfall),
        habit(tasks.Laying, laying),
        habit(tasks.TakeUp, taking),
        habit(tasks.React, react),
        habit(tasks.Sharing, stop),
        habit(tasks.Equipping, stop),
        habit(tasks.Rescue, ashore),
        habit(tasks.Bait, first),
        habit(tasks.FriendAct, first),
        habit(tasks.FriendAttack, first),
        habit(tasks.Joining, first),
        habit(tasks.Disguise, first),
        habit(tasks.BeforeSearch, stop),
        habit(tasks.Found, stop),
    )
)
SHREWD = HABITS | dict(
    (habit(tasks.Sharing, nursing.sharing), habit(tasks.Point, tactics.pointing), habit(tasks.Keep, tactics.barter))
)
