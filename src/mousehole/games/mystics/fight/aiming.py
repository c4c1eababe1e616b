"""How a mouse chooses its weapon and its target, and what it may use before."""

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board.changes import push
from mousehole.games.mystics.board.figures import figure, mouse, seat
from mousehole.games.mystics.effects.abilities import use, uses
from mousehole.games.mystics.effects.attack_targets import PAWS, attack_kind, targets, weapons
from mousehole.games.mystics.moves import Choose, Event, Target, Use, target
from mousehole.games.mystics.state import Foe, State
from mousehole.games.mystics.tasks.effect_tasks import Context
from mousehole.games.mystics.tasks.fight_tasks import Aim, Attack, Fight, Weapons


def ask_weapons(state: State, task: Weapons) -> Decide[Event] | None:
    """Let a mouse with several weapons choose one."""
    one = mouse(state, task.fight.by)
    if not one.at:
        return None
    choices = tuple(w for w in task.choices or weapons(state, one) if targets(state, one, attack_kind(state, one, w)))
    return Decide(seat(state, one.id), tuple(Choose(w or "paws") for w in choices)) if choices else None  # MM-B18


def choose_weapon(state: State, task: Weapons, event: Event | None) -> State:
    """Take the weapon and aim."""
    if not isinstance(event, Choose):
        return state
    weapon = PAWS if event.option == "paws" else event.option
    kind = attack_kind(state, mouse(state, task.fight.by), weapon)
    return push(state, Aim(replace(task.fight, weapon=weapon, kind=kind)))


def ask_aim(state: State, task: Aim) -> Decide[Event] | None:
    """Let a mouse choose a target, or use something before."""
    one, fight = mouse(state, task.fight.by), task.fight
    if not one.at:
        return None
    found = targets(state, one, fight.kind)
    if not found:
        return None
    context = before(fight)
    helps = uses(state, one, "before_attack", context, ("free",))
    return Decide(seat(state, one.id), (*(target(each.id) for each in found), *helps))


def before(fight: Fight) -> Context:
    """Describe an attack before it has a target."""
    return Context(fight.by, attack=fight.kind, weapon=fight.weapon)


def aim(state: State, task: Aim, event: Event | None) -> State:
    """Attack the target, or use something and aim on."""
    match event:
        case Target():
            one, at = mouse(state, task.fight.by), figure(state, event.figure)
            assert isinstance(at, Foe)
            kind = attack_kind(state, one, task.fight.weapon, at)
            return push(state, Attack(replace(task.fight, at=(event.figure,), kind=kind)))
        case Use():
            return use(push(state, task), mouse(state, task.fight.by), event, "before_attack", before(task.fight))
    return state
