"""Allies and pets: they join a mouse, act after it like minions, and stay behind when the party goes on."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.board_queries import (
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
from mousehole.games.mystics.board.changes import DOWN, push, tell, with_foe
from mousehole.games.mystics.board.figures import foe, friend, minion, mouse, seat
from mousehole.games.mystics.creatures.minions import walk
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Dice, Event, Put, Target, put, target
from mousehole.games.mystics.state import Foe, Friend, State
from mousehole.games.mystics.tasks.agenda import Agenda
from mousehole.games.mystics.tasks.fight_tasks import Attack, Fight
from mousehole.games.mystics.tasks.round_tasks import Close, FriendAct, FriendAttack, FriendMove, FriendTurn, Joining


def closing(state: State, card: str) -> Agenda:
    """List what ends the turn of a mouse: those who are with it act, then its card is done."""
    if state.friends and any(one.owner == card for one in state.friends):
        return FriendTurn(card), Close(card)  # MM-027, MM-208
    return (Close(card),)


def friend_turn(state: State, task: FriendTurn, event: Event | None) -> State:
    """Let the next ally or pet of a mouse act."""
    waiting = [one.id for one in state.friends if one.owner == task.mouse and one.id not in task.acted]
    if not waiting:
        return state
    return push(state, FriendAct(waiting[0]), replace(task, acted=(*task.acted, waiting[0])))


def ask_friend_act(state: State, task: FriendAct) -> Decide[Event] | None:
    """Let the player choose between minions that are equally near."""
    one = friend(state, task.figure)
    if one is None or DOWN in one.marks or stays(state, one):
        return None
    return chosen(state, one, nearest(state, one, list(state.foes)))


def chosen(state: State, one: Friend, found: list[Foe]) -> Decide[Event] | None:
    """Ask the player of an ally or a pet for one of several minions."""
    return Decide(seat(state, one.id), tuple(target(each.id) for each in found)) if found else None


def nearest(state: State, one: Friend, foes: list[Foe]) -> list[Foe]:
    """Keep the minions that are nearest."""
    far = [distance(state, one, each.at) for each in foes]
    return [each for each, n in zip(foes, far, strict=True) if n == min(far) < FAR]


def stays(state: State, one: Foe) -> bool:
    """Whether an ally or a pet stays: among minions, or where it sees one to shoot at."""
    if on_snake(state, one.at):
        return False  # MM-153
    if foes_at(state, one.at):
        return True
    return minion(state, one.kind).attack == "ranged" and any(sees(state, one.at, each.at) for each in state.foes)


def friend_act(state: State, task: FriendAct, event: Event | None) -> State:
    """Stand up or move, and then attack."""
    one = friend(state, task.figure)
    if one is None:
        return state
    if DOWN in one.marks:
        up = replace(one, marks=tuple(mark for mark in one.marks if mark != DOWN))
        return push(tell(with_foe(state, up), "stands", one.id), FriendAttack(one.id))
    move = (FriendMove(one.id, event.figure),) if isinstance(event, Target) else ()
    return push(state, *move, FriendAttack(one.id))


def ask_friend_move(state: State, task: FriendMove) -> Chance[Event] | None:
    """Roll its movement die."""
    return dice.pool(1, seat(state, task.figure)) if friend(state, task.figure) else None


def friend_move(state: State, task: FriendMove, event: Event | None) -> State:
    """Walk towards the minion, as far as the die allows."""
    one, at = friend(state, task.figure), foe(state, task.at)
    if one is None or at is None or not isinstance(event, Dice):
        return state
    walked = walk(state, one, dice.read(event.faces).number, lambda state, one: at.at, stays)
    state = with_foe(state, walked)
    return tell(state, "walks", one.id, walked.at) if walked.at != one.at else tell(state, "waits", one.id)


def ask_friend_attack(state: State, task: FriendAttack) -> Decide[Event] | None:
    """Choose between targets that are equally near."""
    one = friend(state, task.figure)
    return chosen(state, one, nearest(state, one, in_reach(state, one))) if one else None


def in_reach(state: State, one: Friend) -> list[Foe]:
    """List the minions that an ally or a pet can attack."""
    around = (one.at, *near(state, one.at))
    close = [each for each in state.foes if any(space in around for space in spaces_of(each))]
    if close or minion(state, one.kind).attack == "melee":
        return close
    return [each for each in state.foes if sees(state, one.at, each.at)]


def friend_attack(state: State, task: FriendAttack, event: Event | None) -> State:
    """Attack, if there is anybody to attack."""
    one = friend(state, task.figure)
    if one is None or not isinstance(event, Target):
        return state
    return push(state, Attack(Fight(one.id, (event.figure,), minion(state, one.kind).attack)))


def ask_joining(state: State, task: Joining) -> Decide[Event] | None:
    """Put a new ally or pet on the space of its mouse, or next to it where there is no room."""
    at, figure = mouse(state, task.mouse).at, unused(state, task.kind)
    if not at or not figure:
        return None
    spaces = [at] if enterable(state, at) else [to for to in mouse_near(state, at) if enterable(state, to)]
    return Decide(seat(state, task.mouse), tuple(put(figure, space) for space in spaces)) if spaces else None


def unused(state: State, kind: str) -> str:
    """Name the next figure of a kind, or nothing when all are on the board."""
    there = {one.id for one in state.friends}
    names = (f"{kind}-{n}" for n in range(1, minion(state, kind).most + 1))
    return next((name for name in names if name not in there), "")


def joining(state: State, task: Joining, event: Event | None) -> State:
    """Let it join."""
    if not isinstance(event, Put):
        return state
    new = Friend(event.token, task.kind, event.at, owner=task.mouse)
    return tell(replace(state, friends=(*state.friends, new)), "joins", new.id, task.mouse)


def gone(state: State) -> State:
    """Leave allies and pets behind."""
    for one in state.friends:
        state = tell(state, "parts", one.id)
    return replace(state, friends=()) if state.friends else state  # MM-032, MM-103, MM-212
