"""The minion wheel, the surge and the hourglass."""

from msgspec.structs import replace

from mousehole.games.mystics.board.changes import push, tell
from mousehole.games.mystics.board.placing_order import queue
from mousehole.games.mystics.effects.active_effects import applies
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.rules.exploring import chapter_hooks
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.effect_tasks import Context, Perform
from mousehole.games.mystics.tasks.round_tasks import Arrival, Check, Finish, Surge, SurgeEnds, Time, Wheel


def wheel(state: State, task: Wheel, event: Event | None) -> State:
    """Put cheese on the wheel piece by piece; the last one triggers the surge at once."""
    if not task.n or state.wheel >= state.box.pack.rules.wheel:
        return state  # during a surge no further piece fits on it
    state = replace(state, wheel=state.wheel + 1, supply=state.supply - 1)
    if task.n > 1:
        state = push(state, Wheel(task.n - 1))
    state = tell(state, "wheel", n=state.wheel)
    return push(state, Surge()) if state.wheel >= state.box.pack.rules.wheel else state  # MM-255, MM-B28


def surge(state: State, task: Surge, event: Event | None) -> State:
    """Move the hourglass, follow the chapter, else the encounter card, and clear up."""
    chapter = state.box.chapter
    state = tell(state, "surge")
    own = [e for e in chapter.surge if applies(state, e, Context(""))]
    if own and not chapter.surge_also:
        lines: list[Arrival] = []  # MM-257
    else:
        lines = card_surge(state)  # MM-258, MM-261
    performs = (Perform(effect.do, Context("")) for effect in own)
    return push(state, Time(), *performs, *lines, SurgeEnds())  # MM-256


def card_surge(state: State) -> list[Arrival]:
    """Say whom the face-up encounter card sends."""
    if not state.card:
        return []  # MM-B25
    group = state.box.pack.encounters[state.card].surge
    return [Arrival(queue(state, group.minions), greedy=group.greedy, fresh=not state.foes)]


def surge_ends(state: State, task: SurgeEnds, event: Event | None) -> State:
    """Discard the encounter card and empty the wheel; the moon goes too."""
    spent = (*state.spent, state.card) if state.card else state.spent  # MM-259
    return replace(
        state, card="", spent=spent, supply=state.supply + state.wheel, wheel=0, night=False
    )  # MM-260, MM-189


def time(state: State, task: Time, event: Event | None) -> State:
    """Move the hourglass; on the chapter's last page the chapter is lost at once."""
    page = min(state.page + task.by, state.end)
    state = tell(replace(state, page=page), "page", n=page)
    if page >= state.end:
        return push(state, Finish(False, "hourglass"))  # MM-B30
    return push(state, *chapter_hooks(state, "page", Context("")), Check())
