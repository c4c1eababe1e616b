"""The Recover action: how a mouse gets rid of what ails it."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.board_queries import carries, company
from mousehole.games.mystics.board.changes import push, tell, with_mouse
from mousehole.games.mystics.board.figures import mouse, seat
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Choose, Dice, Event
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Recovering, RecoverRoll


def ailments(state: State, one: Mouse) -> list[str]:
    """List the markers that a mouse could recover from here."""
    conditions = state.box.pack.conditions
    here = {token.kind for token in state.tokens if token.at == one.at}
    found = []
    for mark in one.marks:
        cure = conditions[mark].recover
        if cure and (not cure.on or here & set(cure.on)):
            found.append(mark)  # MM-B48
    return found


def ask_recovering(state: State, task: Recovering) -> Decide[Event] | None:
    """Choose what to recover from."""
    found = ailments(state, mouse(state, task.mouse))
    return Decide(seat(state, task.mouse), tuple(Choose(mark) for mark in found)) if found else None


def recovering(state: State, task: Recovering, event: Event | None) -> State:
    """Roll for it, unless no roll is necessary."""
    if not isinstance(event, Choose):
        return state
    one = mouse(state, task.mouse)
    if pool(state, one, event.option) == 0:
        return recovered(state, one, event.option)
    return push(state, RecoverRoll(one.id, event.option))


def pool(state: State, one: Mouse, mark: str) -> int:
    """Count the dice of a Recover action; none means no roll."""
    cure = state.box.pack.conditions[mark].recover
    assert cure is not None
    dry = carries(state, one.at)
    soaked = (state.ground.sites[one.at].terrain.wet and not dry) or (state.rain and state.ground.outdoor)
    if cure.wet and soaked:
        return 0  # MM-197
    helpers = len(company(state, one.at)) - 1 if cure.helpers else 0  # MM-031
    return cure.dice + helpers  # MM-196, MM-225


def ask_recover_roll(state: State, task: RecoverRoll) -> Chance[Event]:
    """Roll for a star."""
    return dice.pool(pool(state, mouse(state, task.mouse), task.mark), seat(state, task.mouse))


def recover_roll(state: State, task: RecoverRoll, event: Event | None) -> State:
    """Take the marker off for a star."""
    assert isinstance(event, Dice)
    if dice.read(event.faces).stars:
        return recovered(state, mouse(state, task.mouse), task.mark)
    return tell(state, "suffers", task.mouse, task.mark)


def recovered(state: State, one: Mouse, mark: str) -> State:
    """Take a marker off."""
    marks = tuple(other for other in one.marks if other != mark)
    return tell(with_mouse(state, replace(one, marks=marks)), "recovers", one.id, mark)
