"""What minions and charmed mice do: each figure of a card moves and attacks, the one closest to the mice first."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.games.mystics.actions import party_items
from mousehole.games.mystics.actions.moving import barred, on_its_feet
from mousehole.games.mystics.board.approach_routes import next_space, next_spaces
from mousehole.games.mystics.board.figures import (
    DOWN,
    Steps,
    active,
    foe,
    keeper,
    kind_of,
    minion,
    mouse,
    push,
    remove_token,
    set_acting,
    set_foe,
    set_mouse,
    task_step,
    tell,
)
from mousehole.games.mystics.board.queries import (
    FAR,
    coiled,
    distance,
    distances,
    flies,
    lying,
    meets,
    near,
    prey,
    quarry,
    sees,
    spaces_of,
    strikeable,
)
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.creatures import bosses
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.fight.attacks import acting_card
from mousehole.games.mystics.moves import Dice, Event
from mousehole.games.mystics.state import AnyState, Draft, Foe, Friend, Mouse, Prey
from mousehole.games.mystics.tasks import (
    Attack,
    CharmedAttack,
    CharmedMove,
    Context,
    Defeat,
    Eaten,
    Fight,
    Fire,
    FoeAct,
    FoeAttack,
    FoeMove,
    FoeTurn,
    Harm,
    MouseTurn,
    Reanimate,
)

Halt: TypeAlias = Callable[[AnyState, Foe], bool]
BEASTLY = {"pounce": bosses.pounce, "chase": bosses.chase, "strike": bosses.strike, "coil": bosses.coil}


def foe_turn(draft: Draft, task: FoeTurn, event: Event | None) -> None:
    """Let the next figure of a card act: the closest to the mice, then by number."""
    kind = kind_of(task.card)
    waiting = [one for one in draft.foes if one.kind == kind and one.id not in task.acted]
    if not waiting or draft.acting.ends:
        if party_items.lying(draft, party_items.GRAPE):
            push(draft, Eaten(task.card))
        return
    first = waiting[0]
    if len(waiting) > 1:
        mice = prey(draft)
        first = min(waiting, key=lambda one: min(distances(draft, one, mice), default=FAR))
    ends = Fire("turn_end", Context(first.id))
    push(draft, FoeAct(first.id), ends, replace(task, acted=(*task.acted, first.id)))  # MM-B11


def foe_act(draft: Draft, task: FoeAct, event: Event | None) -> None:
    """Let a minion stand up or move, and then attack."""
    one = foe(draft, task.figure)
    if one is None:
        return
    habits = acting_card(draft, one).behaviour
    for habit in habits:
        if habit in BEASTLY:
            BEASTLY[habit](draft, one)
            return
    if DOWN in one.marks and "reanimate" in habits:
        push(draft, Reanimate(one.id))  # MM-246
        return
    if draft.tokens and lying(draft, one.at) and party_items.use_what_lies_there(draft, one):
        return  # MM-079, MM-135
    if DOWN in one.marks:
        up = replace(one, marks=tuple(mark for mark in one.marks if mark != DOWN))
        set_foe(draft, up)  # MM-157, MM-158
        tell(draft, "stands", one.id)
        push(draft, FoeAttack(one.id))
        return
    push(draft, *(() if stays(draft, one) else (FoeMove(one.id),)), FoeAttack(one.id))


def stays(state: AnyState, one: Foe) -> bool:
    """Whether a minion has no reason to move."""
    if one.at in coiled(state):
        return False  # MM-153
    if meets(state, one) or not seeks(state, one):
        return True  # MM-B15
    return minion(state, one.kind).attack == "ranged" and sees_prey(state, one)  # MM-184


def sees_prey(state: AnyState, one: Foe) -> bool:
    """Whether a minion has somebody to shoot at in sight."""
    at = one.at
    return bool([each for each in quarry(state, one) if sees(state, at, each.at)])


def seeks(state: AnyState, one: Foe) -> bool:
    """Whether a minion has anywhere to go."""
    if min(distances(state, one, quarry(state, one)), default=FAR) < FAR:
        return True
    return goal(state, one) is not None


def goal(state: AnyState, one: Foe) -> Name | None:
    """Say where a minion wants to go: to the closest mouse, or to the grape."""
    if "bait" in acting_card(state, one).behaviour:
        bait = party_items.bait(state, one)
        if bait:
            return bait  # MM-123
    found = quarry(state, one)
    if one.at in coiled(state):
        found = tuple(each for each in found if each.at != one.at)
    far = distances(state, one, found)
    least = min(far, default=FAR)
    return None if least == FAR else found[far.index(least)].at  # MM-182, MM-183, MM-298


def ask_foe_move(state: AnyState, task: FoeMove) -> Chance[Event] | None:
    """Roll the movement die of one minion."""
    return dice.pool(1, keeper(state)) if foe(state, task.figure) else None  # MM-B12


def foe_move(draft: Draft, task: FoeMove, event: Event | None) -> None:
    """Walk towards the goal, as far as the die allows."""
    one = foe(draft, task.figure)
    if one is None or not isinstance(event, Dice):
        return
    spaces = dice.read(event.faces).number
    walked = walk(draft, one, spaces, goal(draft, one), halts_here)
    set_foe(draft, walked)
    if on_trap(draft, walked):
        spring_trap(draft, walked)
    if walked.at != one.at:
        tell(draft, "walks", one.id, walked.at)
    else:
        tell(draft, "waits", one.id)


def walk(state: AnyState, one: Foe, spaces: int, to: Name | None, halts: Halt) -> Foe:
    """Walk so many spaces towards another, but not beyond where it halts."""
    state = without_figure(state, one)
    if flies(state, one):
        return fly(state, one, spaces, to, halts)
    for _ in range(spaces):
        found = next_spaces(state, one, to)
        if not found:
            break
        one = replace(one, at=found[0])
        if halts(state, one):
            break
    return one


def fly(state: AnyState, one: Foe, spaces: int, to: Name | None, halts: Halt) -> Foe:
    """Follow all ways that are equally short at once, and end on firm ground as far along them as possible."""
    aloft, landed = [one], one
    for _ in range(spaces):
        reached = dict.fromkeys([space for each in aloft for space in next_spaces(state, each, to)])
        aloft = [replace(one, at=space) for space in reached]
        landings = [each for each in aloft if firm(state, each.at)]
        landed = landings[0] if landings else landed  # MM-121, MM-162
        if landings and halts(state, landed):
            break
        aloft = [each for each in aloft if not (firm(state, each.at) and halts(state, each))]
    return landed


def without_figure(state: AnyState, one: Foe) -> AnyState:
    """The position without a figure that walks: so nobody else's place changes from step to step."""
    if isinstance(one, Friend):
        return replace(state, friends=tuple([each for each in state.friends if each.id != one.id]))
    return replace(state, foes=tuple([each for each in state.foes if each.id != one.id]))


def halts_here(state: AnyState, one: Foe) -> bool:
    """Whether a minion goes no farther."""
    return has_arrived(state, one) or on_trap(state, one)


def firm(state: AnyState, space: Name) -> bool:
    """Whether a minion can stay on a space; over lava and chasms flyers only pass."""
    return space in state.ground.firm


def on_trap(state: AnyState, one: Foe) -> bool:
    """Whether a minion has stepped on a trap that works on minions."""
    traps = state.box.pack.tokens
    return bool(state.tokens) and bool([t for t in lying(state, one.at) if traps[t.kind].minions])  # MM-175


def spring_trap(draft: Draft, one: Foe) -> None:
    """Let such a trap snap."""
    kind = next(t.kind for t in draft.tokens if t.at == one.at and draft.box.pack.tokens[t.kind].minions)
    remove_token(draft, kind, one.at)
    tell(draft, "snaps", one.id)
    push(draft, Harm(one.id, 1, cause="trap"))


def has_arrived(state: AnyState, one: Foe) -> bool:
    """Whether a minion stops here: among mice, or where it sees one to shoot at."""
    if meets(state, one):
        return True  # MM-182, MM-B14, MM-124
    return minion(state, one.kind).attack == "ranged" and sees_prey(state, one)  # MM-185


def foe_attack(draft: Draft, task: FoeAttack, event: Event | None) -> None:
    """Attack whom the rules name."""
    one = foe(draft, task.figure)
    if one is None:
        return
    if draft.tokens and party_items.at_bait(draft, one):
        return  # MM-125
    mouse = victim(draft, one)
    if mouse is None:
        tell(draft, "idle", one.id)
        return
    push(draft, Attack(Fight(one.id, (mouse.id,), minion(draft, one.kind).attack)))


def victim(state: AnyState, one: Foe) -> Prey | None:
    """Choose whom a minion attacks: in reach, not yet attacked, closest, highest on the track."""
    mice = strikeable(state, one, minion(state, one.kind).attack == "ranged")
    unhurt = [mouse for mouse in mice if mouse.id not in state.acting.attacked]
    if len(unhurt) > 1:
        far = distances(state, one, unhurt)
        return unhurt[far.index(min(far))]  # MM-047, MM-048
    if unhurt:
        return unhurt[0]
    return mice[0] if mice else None  # MM-B16


BLAST = 2


def ask_reanimate(state: AnyState, task: Reanimate) -> Chance[Event] | None:
    """Roll for a star."""
    return dice.pool(1, keeper(state)) if foe(state, task.figure) else None


def reanimate(draft: Draft, task: Reanimate, event: Event | None) -> None:
    """Stand up again, or burst."""
    one = foe(draft, task.figure)
    if one is None or not isinstance(event, Dice):
        return
    if not dice.read(event.faces).stars:
        burst(draft, one)  # MM-246
        return
    up = replace(one, marks=tuple(mark for mark in one.marks if mark != DOWN))
    set_foe(draft, up)
    tell(draft, "stands", one.id)
    if not party_items.use_what_lies_there(draft, up):
        push(draft, FoeAttack(one.id))  # MM-079, MM-133


def burst(draft: Draft, one: Foe) -> None:
    """Strike everybody on the space and next to it with one roll, minions too; then it is gone."""
    around = (one.at, *near(draft, one.at))
    others: list[Mouse | Foe] = [*active(draft), *draft.friends, *draft.foes]
    struck = tuple(each.id for each in others if each.id != one.id and touched(each, around))
    fight = Fight(one.id, struck, dice=BLAST)  # MM-247
    tell(draft, "bursts", one.id)  # MM-248
    push(draft, Attack(fight), Defeat(one.id))


def touched(one: Mouse | Foe, around: tuple[Name, ...]) -> bool:
    """Whether a figure stands where shards fly; a snake is long."""
    spaces = spaces_of(one) if isinstance(one, Foe) else (one.at,)
    return any(space in around for space in spaces)


def begin_charmed_turn(draft: Draft, card: str) -> None:
    """Let a charmed mouse take its turn as a minion; nothing is left for it to choose."""
    tell(draft, "enthralled", card)
    set_acting(draft, over=True, rolled=True, actions=0)
    push(draft, Fire("turn_start", Context(card)), CharmedMove(card), CharmedAttack(card), MouseTurn(card))


def victims(state: AnyState, one: Mouse) -> list[Prey]:
    """List the friends that a charmed mouse goes for, nearest first, then as they stand on the track."""
    far = {each.id: distance(state, one, each.at) for each in prey(state) if each.id != one.id}
    others = [each for each in prey(state) if far.get(each.id, FAR) < FAR]
    return sorted(others, key=lambda each: far[each.id])  # MM-076


def ask_charmed_move(state: AnyState, task: CharmedMove) -> Chance[Event] | None:
    """Roll the movement die of a minion, unless a friend is on the space already."""
    one = mouse(state, task.mouse)
    if not one.at or DOWN in one.marks or barred(state, one, "move"):
        return None
    found = victims(state, one)
    return dice.pool(1, keeper(state)) if found and found[0].at != one.at else None


def charmed_move(draft: Draft, task: CharmedMove, event: Event | None) -> None:
    """Stand up, or walk towards the nearest friend as minions do: lines and water are no hindrance."""
    one = mouse(draft, task.mouse)
    if DOWN in one.marks:
        set_mouse(draft, on_its_feet(one))
        tell(draft, "stands", one.id)
        return
    aims = [each.at for each in victims(draft, one)]
    for _ in range(dice.read(event.faces).number if aims and isinstance(event, Dice) else 0):
        to = next_space(draft, one, aims[0])
        if to is None:
            break
        one = replace(one, at=to)
        set_mouse(draft, one)
        tell(draft, "walks", one.id, one.at)


def charmed_attack(draft: Draft, task: CharmedAttack, event: Event | None) -> None:
    """Strike the nearest friend in reach, with nothing but the values on its card."""
    one = mouse(draft, task.mouse)
    if not one.at or barred(draft, one, "action"):
        return
    around = (one.at, *near(draft, one.at))
    found = [each for each in victims(draft, one) if each.at in around]
    if found:
        push(draft, Attack(Fight(one.id, (found[0].id,))))
    else:
        tell(draft, "idle", one.id)


STEPS: Steps = dict(
    (
        task_step(FoeTurn, None, foe_turn),
        task_step(FoeAct, None, foe_act),
        task_step(FoeMove, ask_foe_move, foe_move),
        task_step(FoeAttack, None, foe_attack),
        task_step(Reanimate, ask_reanimate, reanimate),
        task_step(CharmedMove, ask_charmed_move, charmed_move),
        task_step(CharmedAttack, None, charmed_attack),
    )
)
