"""What a newcomer should know at the moment when it first matters: a turn, a walk, a fight, a search, a door."""

from mousehole.core.game import Decide, Turn
from mousehole.core.scene import FirstTime
from mousehole.core.words import Line, line
from mousehole.games.mystics.moves import MOVE, Event, Step, do
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks import Aim, MouseTurn

WORDS: dict[str, Line] = {
    "aim": line("The figure on a target is your chance to wound it. Swords hit close by, bows from afar."),
    "walk": line("Tap a lit space to walk there. Where minions stand, the walk ends."),
    "fight": line("A minion is in reach: Battle rolls your dice, and its shields block. You may move before or after."),
    "door": line("A way off this tile: Explore takes the whole party along. First heal, share and search here."),
    "search": line("All is quiet. Each mouse can search a place once: a star on the die finds a card."),
    "wheel": line("Minions that roll cheese fill their wheel. At six, more of them come and the hourglass moves on."),
    "turn": line("In its turn a mouse moves once and does one thing more, in the order you like."),
}


def first_times(state: State, turn: Turn[Event]) -> tuple[FirstTime, ...]:
    """List what matters at this choice, what matters most first."""
    if not isinstance(turn, Decide) or not state.agenda:
        return ()
    return tuple(FirstTime(key, WORDS[key]) for key in matters(state, turn))


def matters(state: State, turn: Decide[Event]) -> list[str]:
    """Name what a mouse in its turn can do or should know."""
    task, actions = state.agenda[-1], turn.actions
    if isinstance(task, Aim):
        return ["aim"]
    if not isinstance(task, MouseTurn):
        return []
    can = {
        "walk": any(isinstance(action, Step) for action in actions),
        "turn": MOVE in actions,
        "fight": do("battle") in actions,
        "door": do("explore") in actions,
        "search": do("search") in actions and not state.foes,
        "wheel": state.wheel > 0,
    }
    return [key for key, there in can.items() if there]
