"""When a chapter is won, and how it ends."""

from mousehole.core.game import Over
from mousehole.games.mystics.board.figures import Steps, push, task_step
from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import AnyState, Draft
from mousehole.games.mystics.tasks import Check, Finish, Keepsake


def checks(state: AnyState) -> tuple[Check, ...]:
    """Perhaps the chapter is won now; a task only where it is."""
    return (Check(),) if reached(state) else ()


def reached(state: AnyState) -> bool:
    """Whether the chapter's goal is reached."""
    goal = state.box.chapter.goal
    if goal.side and state.side != goal.side:
        return False
    if goal.carries and goal.carries not in state.stash:
        return False
    for boss in goal.defeated:
        if boss not in state.fallen:
            return False
    for journey in goal.journeys:
        if journey not in state.journeys:
            return False
    return goal.asks and gathered(state)


def gathered(state: AnyState) -> bool:
    """Whether all mice are where the chapter ends."""
    goal = state.box.chapter.goal
    if not goal.side:
        return True
    if state.side != goal.side:
        return False
    doors = {full(state.side, name) for way in state.ground.exits if way.colour == goal.colour for name in way.near}
    return not goal.colour or all(one.at in doors for one in state.mice)


def check(draft: Draft, task: Check, event: Event | None) -> None:
    """Win, if the goal is reached."""
    if reached(draft):
        win_chapter(draft)  # MM-B34


def ask_finish(state: AnyState, task: Finish) -> Over:
    """Say how the chapter has ended."""
    winners = tuple(range(state.box.setup.players)) if task.won else ()
    return Over(winners, task.reason, score(state, task.won))


def score(state: AnyState, won: bool) -> int:
    """Count the pages that were left."""
    return state.end - state.page if won else 0


def finish(draft: Draft, task: Finish, event: Event | None) -> None:
    """Stay at the end."""


def win_chapter(draft: Draft) -> None:
    """Win the chapter; where another one follows, every mouse chooses a card to take along."""
    chapters = draft.box.pack.campaign.chapters
    last = draft.box.setup.chapter not in chapters[:-1]
    tasks = () if last else tuple(Keepsake(one.id) for one in draft.mice)
    push(draft, *tasks, Finish(True, "victory"))


STEPS: Steps = dict(
    (
        task_step(Check, None, check),
        task_step(Finish, ask_finish, finish),
    )
)
