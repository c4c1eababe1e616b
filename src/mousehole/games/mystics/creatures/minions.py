"""What minions do: each figure of a card moves and attacks, the one closest to the mice first."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.games.mystics.actions import party_items
from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.approach_routes import (
    crowded,
    next_spaces,
    next_spaces_around,
    sought,
    wanted,
)
from mousehole.games.mystics.board.board_queries import (
    FAR,
    distances,
    flies,
    lying,
    meets,
    near,
    prey,
    quarry,
    sees,
)
from mousehole.games.mystics.board.changes import DOWN, push, tell, with_foe, without_token
from mousehole.games.mystics.board.crowds import coiled
from mousehole.games.mystics.board.figures import foe, keeper, minion
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.creatures import cat, snake
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.fight.battle import attack
from mousehole.games.mystics.fight.dice_pools import card
from mousehole.games.mystics.moves import Dice, Event
from mousehole.games.mystics.state import Foe, Friend, Prey, State
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire
from mousehole.games.mystics.tasks.fight_tasks import Attack, Fight, Harm
from mousehole.games.mystics.tasks.round_tasks import Eaten, FoeAct, FoeAttack, FoeMove, FoeTurn, Reanimate

Goal: TypeAlias = Callable[[State, Foe], Name | None]
Halt: TypeAlias = Callable[[State, Foe], bool]
Ahead: TypeAlias = Callable[[State, Foe, Name | None], tuple[Name, ...]]
BEASTLY = {"pounce": cat.pounce, "chase": cat.chase, "strike": snake.strike, "coil": snake.coil}


def foe_turn(state: State, task: FoeTurn, event: Event | None) -> State:
    """Let the next figure of a card act: the closest to the mice, then by number."""
    kind = initiative_track.kind_of(task.card)
    waiting = [one for one in state.foes if one.kind == kind and one.id not in task.acted]
    if not waiting or state.acting.ends:
        return push(state, Eaten(task.card)) if party_items.lying(state, party_items.GRAPE) else state
    first = waiting[0]
    if len(waiting) > 1:
        mice = prey(state)
        first = min(waiting, key=lambda one: min(distances(state, one, mice), default=FAR))
    ends = Fire("turn_end", Context(first.id))
    return acts(push(state, ends, replace(task, acted=(*task.acted, first.id))), first)  # MM-B11


def foe_act(state: State, task: FoeAct, event: Event | None) -> State:
    """Let one minion act."""
    one = foe(state, task.figure)
    return acts(state, one) if one else state


def acts(state: State, one: Foe) -> State:
    """Let a minion stand up or move, and then attack."""
    habits = card(state, one).behaviour
    for habit in habits:
        if habit in BEASTLY:
            return BEASTLY[habit](state, one)
    if DOWN in one.marks and "reanimate" in habits:
        return push(state, Reanimate(one.id))  # MM-246
    armed = party_items.taken_in_hand(state, one) if state.tokens and lying(state, one.at) else None
    if armed is not None:
        return armed  # MM-079, MM-135
    if DOWN in one.marks:
        up = replace(one, marks=tuple(mark for mark in one.marks if mark != DOWN))
        return push(tell(with_foe(state, up), "stands", one.id), FoeAttack(one.id))  # MM-157, MM-158
    if stays(state, one):
        return strikes(state, one)
    return push(state, FoeMove(one.id), FoeAttack(one.id))


def stays(state: State, one: Foe) -> bool:
    """Whether a minion has no reason to move."""
    if one.at in coiled(state):
        return False  # MM-153
    if meets(state, one) or not seeks(state, one):
        return True  # MM-B15
    return minion(state, one.kind).attack == "ranged" and sees_prey(state, one)  # MM-184


def sees_prey(state: State, one: Foe) -> bool:
    """Whether a minion has somebody to shoot at in sight."""
    at = one.at
    return bool([each for each in quarry(state, one) if sees(state, at, each.at)])


def seeks(state: State, one: Foe) -> bool:
    """Whether a minion has anywhere to go."""
    if min(distances(state, one, quarry(state, one)), default=FAR) < FAR:
        return True
    return goal(state, one) is not None


def goal(state: State, one: Foe) -> Name | None:
    """Say where a minion wants to go: to the closest mouse, or to the grape."""
    if "bait" in card(state, one).behaviour:
        bait = party_items.bait(state, one)
        if bait:
            return bait  # MM-123
    found = quarry(state, one)
    if one.at in coiled(state):
        found = tuple(each for each in found if each.at != one.at)
    far = distances(state, one, found)
    least = min(far, default=FAR)
    if least == FAR:
        return None
    nearest = found[far.index(least)].at
    if nearest not in crowded(state, one):
        return nearest
    nearest_first = sorted(range(len(found)), key=far.__getitem__)
    return sought(state, one, [found[n] for n in nearest_first if far[n] < FAR])  # MM-182, MM-183


def ask_foe_move(state: State, task: FoeMove) -> Chance[Event] | None:
    """Roll the movement die of one minion."""
    return dice.pool(1, keeper(state)) if foe(state, task.figure) else None  # MM-B12


def foe_move(state: State, task: FoeMove, event: Event | None) -> State:
    """Walk towards the goal, as far as the die allows."""
    one = foe(state, task.figure)
    if one is None or not isinstance(event, Dice):
        return state
    spaces = dice.read(event.faces).number
    walked = walk(state, one, spaces, goal, halted)
    if walked.at == one.at and stuck(state, one):
        walked = walk(state, one, spaces, goal, halted, next_spaces_around)
    state = with_foe(state, walked)
    state = sprung(state, walked) if snapped(state, walked) else state
    return tell(state, "walks", one.id, walked.at) if walked.at != one.at else tell(state, "waits", one.id)


def stuck(state: State, one: Foe) -> bool:
    """Whether a minion waits for another one that waits for it: then it goes around."""
    ahead = wanted(state, one, goal(state, one))
    facing = [other for other in state.foes if other.at in ahead and one.at in crowded(state, other)]
    return any(one.at in wanted(state, other, goal(state, other)) for other in facing)  # MM-298


def walk(state: State, one: Foe, spaces: int, goal: Goal, halts: Halt, ahead: Ahead = next_spaces) -> Foe:
    """Walk so many spaces towards a goal, but not beyond where it halts."""
    state = lifted(state, one)
    if flies(state, one):
        return fly(state, one, spaces, goal, halts, ahead)
    for _ in range(spaces):
        found = ahead(state, one, goal(state, one))
        if not found:
            break
        one = replace(one, at=found[0])
        if halts(state, one):
            break
    return one


def fly(state: State, one: Foe, spaces: int, goal: Goal, halts: Halt, ahead: Ahead) -> Foe:
    """Follow all ways that are equally short at once, and end on firm ground as far along them as possible."""
    aloft, landed = [one], one
    for _ in range(spaces):
        reached = dict.fromkeys([to for each in aloft for to in ahead(state, each, goal(state, each))])
        aloft = [replace(one, at=to) for to in reached]
        landings = [each for each in aloft if firm(state, each.at)]
        landed = landings[0] if landings else landed  # MM-121, MM-162
        if landings and halts(state, landed):
            break
        aloft = [each for each in aloft if not (firm(state, each.at) and halts(state, each))]
    return landed


def lifted(state: State, one: Foe) -> State:
    """Take a figure off the board while it walks: so nobody else's place changes from step to step."""
    if isinstance(one, Friend):
        return replace(state, friends=tuple([each for each in state.friends if each.id != one.id]))
    return replace(state, foes=tuple([each for each in state.foes if each.id != one.id]))


def halted(state: State, one: Foe) -> bool:
    """Whether a minion goes no farther."""
    return arrived(state, one) or snapped(state, one)


def firm(state: State, space: Name) -> bool:
    """Whether a minion can stay on a space; over lava and chasms flyers only pass."""
    return space in state.ground.firm


def snapped(state: State, one: Foe) -> bool:
    """Whether a minion has stepped on a trap that works on minions."""
    traps = state.box.pack.tokens
    return bool(state.tokens) and bool([t for t in lying(state, one.at) if traps[t.kind].minions])  # MM-175


def sprung(state: State, one: Foe) -> State:
    """Let such a trap snap."""
    kind = next(t.kind for t in state.tokens if t.at == one.at and state.box.pack.tokens[t.kind].minions)
    return push(tell(without_token(state, kind, one.at), "snaps", one.id), Harm(one.id, 1, cause="trap"))


def arrived(state: State, one: Foe) -> bool:
    """Whether a minion stops here: among mice, or where it sees one to shoot at."""
    if meets(state, one):
        return True  # MM-182, MM-B14, MM-124
    return minion(state, one.kind).attack == "ranged" and sees_prey(state, one)  # MM-185


def foe_attack(state: State, task: FoeAttack, event: Event | None) -> State:
    """Attack whom the rules name."""
    one = foe(state, task.figure)
    return strikes(state, one) if one else state


def strikes(state: State, one: Foe) -> State:
    """Attack whom a minion must."""
    if state.tokens and party_items.at_bait(state, one):
        return state  # MM-125
    mouse = victim(state, one)
    if mouse is None:
        return tell(state, "idle", one.id)
    return attack(state, Attack(Fight(one.id, (mouse.id,), minion(state, one.kind).attack)), None)


def victim(state: State, one: Foe) -> Prey | None:
    """Choose the mouse or ally a minion attacks: in reach, not yet attacked, closest, highest on the track."""
    mice = in_reach(state, one, minion(state, one.kind).attack == "ranged")
    unhurt = [mouse for mouse in mice if mouse.id not in state.acting.attacked]
    if len(unhurt) > 1:
        far = distances(state, one, unhurt)
        return unhurt[far.index(min(far))]  # MM-047, MM-048
    if unhurt:
        return unhurt[0]
    return mice[0] if mice else None  # MM-B16


def in_reach(state: State, one: Foe, ranged: bool) -> list[Prey]:
    """List the mice and allies a minion can attack, highest on the track first."""
    mice = quarry(state, one)
    around = (one.at, *near(state, one.at))
    close = [mouse for mouse in mice if mouse.at in around]
    if close or not ranged:
        return close  # MM-B17
    return [mouse for mouse in mice if sees(state, one.at, mouse.at)]
