"""Mindless rats: knocked down they pull themselves together, or burst into shards."""

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.games.mystics.actions import party_items
from mousehole.games.mystics.board.board_queries import near, spaces_of
from mousehole.games.mystics.board.changes import DOWN, push, tell, with_foe
from mousehole.games.mystics.board.figures import active, foe, keeper
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Dice, Event
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.fight_tasks import Attack, Defeat, Fight
from mousehole.games.mystics.tasks.round_tasks import FoeAttack, Reanimate

BLAST = 2


def ask_reanimate(state: State, task: Reanimate) -> Chance[Event] | None:
    """Roll for a star."""
    return dice.pool(1, keeper(state)) if foe(state, task.figure) else None


def reanimate(state: State, task: Reanimate, event: Event | None) -> State:
    """Stand up again, or burst."""
    one = foe(state, task.figure)
    if one is None or not isinstance(event, Dice):
        return state
    if not dice.read(event.faces).stars:
        return burst(state, one)  # MM-246
    up = replace(one, marks=tuple(mark for mark in one.marks if mark != DOWN))
    state = tell(with_foe(state, up), "stands", one.id)
    return party_items.taken_in_hand(state, up) or push(state, FoeAttack(one.id))  # MM-079, MM-133


def burst(state: State, one: Foe) -> State:
    """Strike everybody on the space and next to it with one roll, minions too; then it is gone."""
    around = (one.at, *near(state, one.at))
    others: list[Mouse | Foe] = [*active(state), *state.friends, *state.foes]
    struck = tuple(each.id for each in others if each.id != one.id and touched(each, around))
    fight = Fight(one.id, struck, dice=BLAST)  # MM-247
    return push(tell(state, "bursts", one.id), Attack(fight), Defeat(one.id))  # MM-248


def touched(one: Mouse | Foe, around: tuple[Name, ...]) -> bool:
    """Whether a figure stands where shards fly; a snake is long."""
    spaces = spaces_of(one) if isinstance(one, Foe) else (one.at,)
    return any(space in around for space in spaces)
