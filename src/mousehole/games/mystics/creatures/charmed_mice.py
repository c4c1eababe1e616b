"""A charmed mouse: for one turn it moves and strikes like a melee minion, at its own friends."""

from msgspec.structs import replace

from mousehole.core.game import Chance
from mousehole.games.mystics.actions.moving import barred, stood
from mousehole.games.mystics.board.approach_routes import next_space, sought
from mousehole.games.mystics.board.board_queries import FAR, distance, near, prey
from mousehole.games.mystics.board.changes import DOWN, acting, push, tell, with_mouse
from mousehole.games.mystics.board.figures import keeper, mouse
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Dice, Event
from mousehole.games.mystics.state import Mouse, Prey, State
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire
from mousehole.games.mystics.tasks.fight_tasks import Attack, Fight
from mousehole.games.mystics.tasks.round_tasks import CharmedAttack, CharmedMove, MouseTurn


def begin(state: State, card: str) -> State:
    """Let a charmed mouse take its turn as a minion; nothing is left for it to choose."""
    state = acting(tell(state, "enthralled", card), over=True, rolled=True, actions=0)
    return push(state, Fire("turn_start", Context(card)), CharmedMove(card), CharmedAttack(card), MouseTurn(card))


def victims(state: State, one: Mouse) -> list[Prey]:
    """List the friends that a charmed mouse goes for, nearest first, then as they stand on the track."""
    far = {each.id: distance(state, one, each.at) for each in prey(state) if each.id != one.id}
    others = [each for each in prey(state) if far.get(each.id, FAR) < FAR]
    return sorted(others, key=lambda each: far[each.id])  # MM-076


def ask_charmed_move(state: State, task: CharmedMove) -> Chance[Event] | None:
    """Roll the movement die of a minion, unless a friend is on the space already."""
    one = mouse(state, task.mouse)
    if not one.at or DOWN in one.marks or barred(state, one, "move"):
        return None
    found = victims(state, one)
    return dice.pool(1, keeper(state)) if found and found[0].at != one.at else None


def charmed_move(state: State, task: CharmedMove, event: Event | None) -> State:
    """Stand up, or walk towards the nearest friend as minions do: lines and water are no hindrance."""
    one = mouse(state, task.mouse)
    if DOWN in one.marks:
        return tell(with_mouse(state, stood(one)), "stands", one.id)
    for _ in range(dice.read(event.faces).number if isinstance(event, Dice) else 0):
        to = next_space(state, one, sought(state, one, victims(state, one)))
        if to is None:
            break
        one = replace(one, at=to)
        state = tell(with_mouse(state, one), "walks", one.id, one.at)
    return state


def charmed_attack(state: State, task: CharmedAttack, event: Event | None) -> State:
    """Strike the nearest friend in reach, with nothing but the values on its card."""
    one = mouse(state, task.mouse)
    if not one.at or barred(state, one, "action"):
        return state
    around = (one.at, *near(state, one.at))
    found = [each for each in victims(state, one) if each.at in around]
    return push(state, Attack(Fight(one.id, (found[0].id,)))) if found else tell(state, "idle", one.id)
