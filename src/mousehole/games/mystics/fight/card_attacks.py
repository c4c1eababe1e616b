"""Verbs that attack: on command, by cards, against several at once."""

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.board.board_queries import foes_at
from mousehole.games.mystics.board.changes import push, tell
from mousehole.games.mystics.board.figures import figure, seat
from mousehole.games.mystics.moves import Event, Target, target
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.fight_tasks import Attack, CardAttack, Command, Fight, Weapons


def ask_card_attack(state: State, task: CardAttack) -> Decide[Event] | None:
    """Choose whom the card goes against."""
    there = tuple(target(name) for name in task.fight.at if figure(state, name))
    return Decide(seat(state, task.fight.by), there) if there else None


def card_attack(state: State, task: CardAttack, event: Event | None) -> State:
    """Attack one minion, or everybody of them on its space."""
    if not isinstance(event, Target):
        return state
    at: tuple[str, ...] = (event.figure,)
    one = figure(state, event.figure)
    if task.blast and one:
        at = tuple(other.id for other in foes_at(state, one.at))
    return push(state, Attack(replace(task.fight, at=at)))


def ask_command(state: State, task: Command) -> Decide[Event] | None:
    """Choose the mouse that attacks now."""
    there = tuple(target(name) for name in task.mice if figure(state, name))
    return Decide(seat(state, task.by), there) if there else None


def command(state: State, task: Command, event: Event | None) -> State:
    """Let it attack."""
    if not isinstance(event, Target):
        return state
    return push(tell(state, "ordered", event.figure, task.by), Weapons(Fight(event.figure)))
