"""Allies and pets: they join a mouse, act after it like minions, and stay behind when the party goes on."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.figures import (
    DOWN,
    Steps,
    foe,
    friend,
    minion,
    mouse,
    push,
    seat,
    set_foe,
    task_step,
    tell,
)
from mousehole.games.mystics.board.queries import (
    FAR,
    distance,
    enterable,
    foes_at,
    mouse_near,
    near,
    on_snake,
    sees,
    spaces_of,
)
from mousehole.games.mystics.creatures.minions import walk
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Dice, Event, Put, Target, put, target
from mousehole.games.mystics.state import AnyState, Draft, Foe, Friend
from mousehole.games.mystics.tasks import (
    Agenda,
    Attack,
    Close,
    Fight,
    FriendAct,
    FriendAttack,
    FriendMove,
    FriendTurn,
    Joining,
)


def closing(state: AnyState, card: str) -> Agenda:
    """List what ends the turn of a mouse: those who are with it act, then its card is done."""
    if state.friends and any(one.owner == card for one in state.friends):
        return FriendTurn(card), Close(card)  # MM-027, MM-208
    return (Close(card),)


def friend_turn(draft: Draft, task: FriendTurn, event: Event | None) -> None:
    """Let the next ally or pet of a mouse act."""
    waiting = [one.id for one in draft.friends if one.owner == task.mouse and one.id not in task.acted]
    if not waiting:
        return
    push(draft, FriendAct(waiting[0]), replace(task, acted=(*task.acted, waiting[0])))


def ask_friend_act(state: AnyState, task: FriendAct) -> Decide[Event] | None:
    """Let the player choose between minions that are equally near."""
    one = friend(state, task.figure)
    if one is None or DOWN in one.marks or stays(state, one):
        return None
    return choice_of(state, one, nearest(state, one, list(state.foes)))


def choice_of(state: AnyState, one: Friend, found: list[Foe]) -> Decide[Event] | None:
    """Ask the player of an ally or a pet for one of several minions."""
    return Decide(seat(state, one.id), tuple(target(each.id) for each in found)) if found else None


def nearest(state: AnyState, one: Friend, foes: list[Foe]) -> list[Foe]:
    """Keep the minions that are nearest."""
    far = [distance(state, one, each.at) for each in foes]
    return [each for each, n in zip(foes, far, strict=True) if n == min(far) < FAR]


def stays(state: AnyState, one: Foe) -> bool:
    """Whether an ally or a pet stays: among minions, or where it sees one to shoot at."""
    if on_snake(state, one.at):
        return False  # MM-153
    if foes_at(state, one.at):
        return True
    return minion(state, one.kind).attack == "ranged" and any(sees(state, one.at, each.at) for each in state.foes)


def friend_act(draft: Draft, task: FriendAct, event: Event | None) -> None:
    """Stand up or move, and then attack."""
    one = friend(draft, task.figure)
    if one is None:
        return
    if DOWN in one.marks:
        up = replace(one, marks=tuple(mark for mark in one.marks if mark != DOWN))
        set_foe(draft, up)
        tell(draft, "stands", one.id)
        push(draft, FriendAttack(one.id))
        return
    move = (FriendMove(one.id, event.figure),) if isinstance(event, Target) else ()
    push(draft, *move, FriendAttack(one.id))


def ask_friend_move(state: AnyState, task: FriendMove) -> Chance[Event] | None:
    """Roll its movement die."""
    return dice.pool(1, seat(state, task.figure)) if friend(state, task.figure) else None


def friend_move(draft: Draft, task: FriendMove, event: Event | None) -> None:
    """Walk towards the minion, as far as the die allows."""
    one, at = friend(draft, task.figure), foe(draft, task.at)
    if one is None or at is None or not isinstance(event, Dice):
        return
    walked = walk(draft, one, dice.read(event.faces).number, at.at, stays)
    set_foe(draft, walked)
    if walked.at != one.at:
        tell(draft, "walks", one.id, walked.at)
    else:
        tell(draft, "waits", one.id)


def ask_friend_attack(state: AnyState, task: FriendAttack) -> Decide[Event] | None:
    """Choose between targets that are equally near."""
    one = friend(state, task.figure)
    return choice_of(state, one, nearest(state, one, in_reach(state, one))) if one else None


def in_reach(state: AnyState, one: Friend) -> list[Foe]:
    """List the minions that an ally or a pet can attack."""
    around = (one.at, *near(state, one.at))
    close = [each for each in state.foes if any(space in around for space in spaces_of(each))]
    if close or minion(state, one.kind).attack == "melee":
        return close
    return [each for each in state.foes if sees(state, one.at, each.at)]


def friend_attack(draft: Draft, task: FriendAttack, event: Event | None) -> None:
    """Attack, if there is anybody to attack."""
    one = friend(draft, task.figure)
    if one is None or not isinstance(event, Target):
        return
    push(draft, Attack(Fight(one.id, (event.figure,), minion(draft, one.kind).attack)))


def ask_joining(state: AnyState, task: Joining) -> Decide[Event] | None:
    """Put a new ally or pet on the space of its mouse, or next to it where there is no room."""
    at, figure = mouse(state, task.mouse).at, unused(state, task.kind)
    if not at or not figure:
        return None
    spaces = [at] if enterable(state, at) else [to for to in mouse_near(state, at) if enterable(state, to)]
    return Decide(seat(state, task.mouse), tuple(put(figure, space) for space in spaces)) if spaces else None


def unused(state: AnyState, kind: str) -> str:
    """Name the next figure of a kind, or nothing when all are on the board."""
    there = {one.id for one in state.friends}
    names = (f"{kind}-{n}" for n in range(1, minion(state, kind).most + 1))
    return next((name for name in names if name not in there), "")


def joining(draft: Draft, task: Joining, event: Event | None) -> None:
    """Let it join."""
    if not isinstance(event, Put):
        return
    new = Friend(event.token, task.kind, event.at, owner=task.mouse)
    draft.friends = (*draft.friends, new)
    tell(draft, "joins", new.id, task.mouse)


STEPS: Steps = dict(
    (
        task_step(FriendTurn, None, friend_turn),
        task_step(FriendAct, ask_friend_act, friend_act),
        task_step(FriendMove, ask_friend_move, friend_move),
        task_step(FriendAttack, ask_friend_attack, friend_attack),
        task_step(Joining, ask_joining, joining),
    )
)
