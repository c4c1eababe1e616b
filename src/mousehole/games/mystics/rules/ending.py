"""How a chapter ends: won when its goal is reached, or over for another reason."""

from mousehole.core.game import Over
from mousehole.games.mystics.board.goals import reached
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks.round_tasks import Check, Finish
from mousehole.games.mystics.verbs.chapter_verbs import won


def check(state: State, task: Check, event: Event | None) -> State:
    """Win, if the goal is reached."""
    return won(state) if reached(state) else state  # MM-B34


def ask_finish(state: State, task: Finish) -> Over:
    """Say how the chapter has ended."""
    winners = tuple(range(state.box.setup.players)) if task.won else ()
    return Over(winners, task.reason, score(state, task.won))


def score(state: State, won: bool) -> int:
    """Count the pages that were left."""
    return state.end - state.page if won else 0


def finish(state: State, task: Finish, event: Event | None) -> State:
    """Stay at the end."""
    return state
