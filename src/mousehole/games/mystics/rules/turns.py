"""The turn of a mouse: one move and one action in either order, free actions, and the end."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.games.mystics.actions import belongings, leaves, moving, party_items, recovering, searching, turtles
from mousehole.games.mystics.board.board_queries import in_water, lies_at, mice_at, on_snake
from mousehole.games.mystics.board.changes import acting, push, tell
from mousehole.games.mystics.creatures.friends import closing
from mousehole.games.mystics.effects import abilities, attack_targets
from mousehole.games.mystics.moves import (
    DONE,
    END,
    MOVE,
    Do,
    Done,
    End,
    Equip,
    Event,
    Learn,
    Move,
    Put,
    Share,
    Step,
    Use,
    do,
)
from mousehole.games.mystics.rules import exploring
from mousehole.games.mystics.state import Mouse, State, mouse, seat
from mousehole.games.mystics.tasks.action_tasks import (
    BeforeSearch,
    Catapult,
    Drift,
    Exploring,
    Launch,
    MoveDie,
    Recovering,
    TakeUp,
)
from mousehole.games.mystics.tasks.agenda import AnyTask
from mousehole.games.mystics.tasks.effect_tasks import Context, Fire
from mousehole.games.mystics.tasks.fight_tasks import Fight, Weapons
from mousehole.games.mystics.tasks.outdoor_tasks import Buzz, Paddling, Whistling
from mousehole.games.mystics.tasks.round_tasks import MouseTurn


def ask_mouse_turn(state: State, task: MouseTurn) -> Decide[Event] | None:
    """List what a mouse may do now."""
    one = mouse(state, task.mouse)
    if not one.at or state.acting.over:
        return None
    return Decide(seat(state, one.id), tuple(options(state, one)))


def options(state: State, one: Mouse) -> Iterator[Event]:
    """List the options of a mouse in their fixed order."""
    now = state.acting
    steps = moving.steps(state, one) if now.points > 0 else []
    caught = on_snake(state, one.at)
    if caught and steps:
        yield from steps  # MM-153
        return
    if now.moving == "scurry" and steps:
        yield from (*steps, *party_items.puts(state), DONE)  # MM-B10
        return
    if not now.rolled and not moving.barred(state, one, "move"):
        yield MOVE  # MM-B05
    yield from steps
    if now.actions > 0:
        yield from deeds(state, one)
    yield from abilities.uses(state, one, "use", Context(one.id), kinds(state, one))
    if not in_water(state, one):  # MM-281
        yield from free_actions(state, one)
    yield from party_items.puts(state)
    if not caught or now.rolled or moving.barred(state, one, "move"):
        yield END


def kinds(state: State, one: Mouse) -> tuple[str, ...]:
    """Say which kinds of abilities a mouse may use now."""
    free = () if in_water(state, one) else ("free",)
    if state.acting.actions < 1 or moving.barred(state, one, "action"):
        return free
    return (*free, "action", "replace_battle")


def deeds(state: State, one: Mouse) -> Iterator[Event]:
    """List the actions of which a turn has one."""
    if recovering.ailments(state, one):
        yield do("recover")
    if moving.barred(state, one, "action"):
        return  # MM-252
    if not moving.barred(state, one, "move"):
        yield do("scurry")  # MM-234, MM-283
    if attack_targets.can_attack(state, one):
        yield do("battle")
    if searching.can_search(state, one):
        yield do("search")
    if exploring.ways(state, one):
        yield do("explore")
    yield from prop_deeds(state, one)


def prop_deeds(state: State, one: Mouse) -> Iterator[Event]:
    """List the actions with things that lie on the mouse's space."""
    if state.stash and turtles.can_whistle(state, one):
        yield do("whistle")
    if not any(one.at in (token.at, token.end) for token in state.tokens):
        return
    if state.stash and leaves.berths(state, one):
        yield do("paddle")
    if party_items.underfoot(state, one):
        yield do("take")
    if lies_at(state, party_items.FORK, one.at):
        if len(mice_at(state, one.at)) > 1 and party_items.landings(state, one.at):
            yield do("catapult")
        if state.foes and party_items.owned(state, party_items.GRAPE):
            yield do("launch")


def free_actions(state: State, one: Mouse) -> Iterator[Event]:
    """List the free actions, each once a turn."""
    yield from belongings.partners(state, one)
    if "equip" not in state.acting.used:
        yield from belongings.changes(state, one)
    if one.cheese >= state.box.pack.rules.level_cost and "learn" not in state.acting.used:
        yield from (Learn(ability) for ability in abilities.learnable(state, one))  # MM-025


def mouse_turn(state: State, task: MouseTurn, event: Event | None) -> State:
    """Carry out what a mouse does; the turn goes on until it ends."""
    one = mouse(state, task.mouse)
    if event is None or isinstance(event, End):
        return ended(state, one)
    return taken(push(state, task), one, event)


def ended(state: State, one: Mouse) -> State:
    """End a turn: the die is rolled by now, fire burns, the current carries."""
    if not one.at:
        return push(state, *closing(state, one.id))
    state = tell(acting(state, points=0, moving=""), "ends", one.id)
    die = () if state.acting.rolled else (MoveDie(one.id, "idle"),)  # MM-B06
    buzz = (Buzz(one.id),) if state.bees else ()
    return push(state, *die, Fire("turn_end", Context(one.id)), Drift(one.id), *buzz, *closing(state, one.id))


def taken(state: State, one: Mouse, event: Event) -> State:
    """Carry out one choice of a turn."""
    match event:
        case Step():
            return moving.make_step(state, one, event)
        case Do():
            return deed(state, one, event.action)
        case Move():
            return push(state, MoveDie(one.id, "move"))
        case Use():
            return abilities.use(state, one, event, "use", Context(one.id))
        case Equip():
            return belongings.begin_equip(state, one, event)
        case Share():
            return belongings.share(state, one, event)
        case Learn():
            return abilities.learn(state, one, event)
        case Put():
            return party_items.lay_out(state, event)
        case Done():
            return acting(state, moving="", points=0)
    return state


def deed(state: State, one: Mouse, action: str) -> State:
    """Spend the action; a move that was going on is over."""
    now = replace(state.acting, actions=state.acting.actions - 1, moving="", points=0)  # MM-024
    state = tell(replace(state, acting=now), "does", one.id, action)
    return push(state, BEGINNINGS[action](one.id))


BEGINNINGS: dict[str, Callable[[str], AnyTask]] = {
    "scurry": lambda mouse: MoveDie(mouse, "scurry"),
    "battle": lambda mouse: Weapons(Fight(mouse)),
    "search": BeforeSearch,
    "recover": Recovering,
    "explore": Exploring,
    "catapult": Catapult,
    "take": TakeUp,
    "launch": Launch,
    "whistle": Whistling,
    "paddle": Paddling,
}
