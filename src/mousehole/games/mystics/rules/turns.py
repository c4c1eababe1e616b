"""The turn of a mouse: one move and one action in either order, free actions, and the end."""

from collections.abc import Callable, Iterator

from mousehole.core.game import Decide
from mousehole.games.mystics.actions import belongings, leaves, moving, party_items, recovering, searching, turtles
from mousehole.games.mystics.board.board_queries import in_water, lies_at, mice_at, touching
from mousehole.games.mystics.board.changes import acting, push, tell
from mousehole.games.mystics.board.crowds import coiled
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.creatures.friends import closing
from mousehole.games.mystics.effects import abilities, attack_targets
from mousehole.games.mystics.effects.felt_triggers import is_felt
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
from mousehole.games.mystics.state import Mouse, State
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

SCURRY, BATTLE, SEARCH, EXPLORE = do("scurry"), do("battle"), do("search"), do("explore")
KINDS: dict[tuple[bool, bool], tuple[str, ...]] = {  # of abilities, in the water or not, with an action left or not
    (False, False): ("free",),
    (False, True): ("free", "action", "replace_battle"),
    (True, False): (),
    (True, True): ("action", "replace_battle"),
}


def ask_mouse_turn(state: State, task: MouseTurn) -> Decide[Event] | None:
    """List what a mouse may do now."""
    box = state.box
    one = state.mice[box.place[task.mouse]]
    if not one.at or state.acting.over:
        return None
    return Decide(box.seat[one.id], tuple(options(state, one)))


def options(state: State, one: Mouse) -> list[Event]:
    """List the options of a mouse in their fixed order."""
    now = state.acting
    steps = moving.steps(state, one) if now.points > 0 else ()
    caught = one.at in coiled(state)
    if caught and steps:
        return [*steps]  # MM-153
    if now.moving == "scurry" and steps:
        return [*steps, *party_items.puts(state), DONE]  # MM-B10
    can_roll = not (now.rolled or (one.marks and moving.barred(state, one, "move")))
    found: list[Event] = [MOVE, *steps] if can_roll else [*steps]  # MM-B05
    can_act = now.actions > 0
    if can_act:
        found += deeds(state, one)
        can_act = not (one.marks and moving.barred(state, one, "action"))
    wet = in_water(state, one)
    found += abilities.uses(state, one, "use", Context(one.id), KINDS[wet, can_act])
    if not wet:  # MM-281
        found += free_actions(state, one)
    if state.stash:
        found += party_items.puts(state)
    if not (caught and can_roll):
        found.append(END)
    return found


def deeds(state: State, one: Mouse) -> list[Event]:
    """List the actions of which a turn has one."""
    found: list[Event] = []
    if one.marks:
        if recovering.ailments(state, one):
            found.append(do("recover"))
        if moving.barred(state, one, "action"):
            return found  # MM-252
    if not (one.marks and moving.barred(state, one, "move")):
        found.append(SCURRY)  # MM-234, MM-283
    if state.foes and attack_targets.can_attack(state, one):
        found.append(BATTLE)
    if searching.can_search(state, one):
        found.append(SEARCH)
    if exploring.ways(state, one):
        found.append(EXPLORE)
    if state.stash or (state.tokens and touching(state, one.at)):
        found += prop_deeds(state, one)
    return found


def prop_deeds(state: State, one: Mouse) -> Iterator[Event]:
    """List the actions with things that lie on the mouse's space."""
    at = one.at
    if state.stash and turtles.can_whistle(state, one):
        yield do("whistle")
    if not touching(state, at):
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


def free_actions(state: State, one: Mouse) -> list[Event]:
    """List the free actions, each once a turn."""
    used = state.acting.used
    found: list[Event] = [] if "share" in used else belongings.partners(state, one)  # MM-026, MM-250
    if "equip" not in used:
        found += belongings.changes(state, one)
    if one.cheese >= state.box.pack.rules.level_cost and "learn" not in used:
        found += [Learn(ability) for ability in abilities.learnable(state, one)]  # MM-025
    return found


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
    now = state.acting
    state = tell(acting(state, points=0, moving="") if now.moving or now.points else state, "ends", one.id)
    buzz = (Buzz(one.id),) if state.bees else ()
    state = push(state, *buzz, *closing(state, one.id))
    if not state.acting.rolled:
        return push(state, MoveDie(one.id, "idle"), Fire("turn_end", Context(one.id)), Drift(one.id))  # MM-B06
    if is_felt(state, "turn_end", one.id):
        return push(state, Fire("turn_end", Context(one.id)), Drift(one.id))
    return moving.drifted(state, one)


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
    state = acting(state, actions=state.acting.actions - 1, moving="", points=0)  # MM-024
    state = tell(state, "does", one.id, action)
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
