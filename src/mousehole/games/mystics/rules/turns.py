"""The turn of a mouse: one move and one action in either order, free actions, the Recover action, and the end."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.actions import belongings, moving, party_items, water
from mousehole.games.mystics.board.figures import Steps, mouse, push, seat, set_acting, set_mouse, task_step, tell
from mousehole.games.mystics.board.queries import carries, coiled, company, in_water, lies_at, mice_at, touching
from mousehole.games.mystics.creatures.friends import closing
from mousehole.games.mystics.effects import abilities, dice
from mousehole.games.mystics.effects.triggers import can_attack, fires
from mousehole.games.mystics.moves import (
    DONE,
    END,
    MOVE,
    Choose,
    Dice,
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
from mousehole.games.mystics.state import AnyState, Draft, Mouse
from mousehole.games.mystics.tasks import (
    AnyTask,
    BeforeSearch,
    Buzz,
    Catapult,
    Context,
    Drift,
    Exploring,
    Fight,
    Fire,
    Launch,
    MouseTurn,
    MoveDie,
    Paddling,
    Recovering,
    RecoverRoll,
    TakeUp,
    Weapons,
    Whistling,
)

SCURRY, BATTLE, SEARCH, EXPLORE = do("scurry"), do("battle"), do("search"), do("explore")
KINDS: dict[tuple[bool, bool], tuple[str, ...]] = {  # of abilities, in the water or not, with an action left or not
    (False, False): ("free",),
    (False, True): ("free", "action", "replace_battle"),
    (True, False): (),
    (True, True): ("action", "replace_battle"),
}


def ask_mouse_turn(state: AnyState, task: MouseTurn) -> Decide[Event] | None:
    """List what a mouse may do now."""
    box = state.box
    one = state.mice[box.place[task.mouse]]
    if not one.at or state.acting.over:
        return None
    return Decide(box.seat[one.id], tuple(options(state, one)))


def options(state: AnyState, one: Mouse) -> list[Event]:
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
    if state.ground.sites[one.at].terrain.free_actions or carries(state, one.at):  # MM-281
        found += free_actions(state, one)
    if state.stash:
        found += party_items.puts(state)
    if not (caught and can_roll):
        found.append(END)
    return found


def deeds(state: AnyState, one: Mouse) -> list[Event]:
    """List the actions of which a turn has one."""
    found: list[Event] = []
    if one.marks:
        if ailments(state, one):
            found.append(do("recover"))
        if moving.barred(state, one, "action"):
            return found  # MM-252
    if not (one.marks and moving.barred(state, one, "move")):
        found.append(SCURRY)  # MM-234, MM-283
    if state.foes and can_attack(state, one):
        found.append(BATTLE)
    if belongings.can_search(state, one):
        found.append(SEARCH)
    if exploring.ways(state, one):
        found.append(EXPLORE)
    if state.stash or (state.tokens and touching(state, one.at)):
        found += prop_deeds(state, one)
    return found


def prop_deeds(state: AnyState, one: Mouse) -> Iterator[Event]:
    """List the actions with things that lie on the mouse's space."""
    at = one.at
    if state.stash and water.can_whistle(state, one):
        yield do("whistle")
    if not touching(state, at):
        return
    if state.stash and water.berths(state, one):
        yield do("paddle")
    if party_items.underfoot(state, one):
        yield do("take")
    if lies_at(state, party_items.FORK, one.at):
        if len(mice_at(state, one.at)) > 1 and party_items.landings(state, one.at):
            yield do("catapult")
        if state.foes and party_items.owned(state, party_items.GRAPE):
            yield do("launch")


def free_actions(state: AnyState, one: Mouse) -> list[Event]:
    """List the free actions, each once a turn."""
    used = state.acting.used
    found: list[Event] = [] if "share" in used else belongings.partners(state, one)  # MM-026, MM-250
    if "equip" not in used:
        found += belongings.changes(state, one)
    if one.cheese >= state.box.pack.rules.level_cost and "learn" not in used:
        found += [Learn(ability) for ability in abilities.learnable(state, one)]  # MM-025
    return found


def mouse_turn(draft: Draft, task: MouseTurn, event: Event | None) -> None:
    """Carry out what a mouse does; the turn goes on until it ends."""
    one = mouse(draft, task.mouse)
    if event is None or isinstance(event, End):
        end_turn(draft, one)
        return
    push(draft, task)
    take_choice(draft, one, event)


def end_turn(draft: Draft, one: Mouse) -> None:
    """End a turn: the die is rolled by now, fire burns, the current carries."""
    if not one.at:
        push(draft, *closing(draft, one.id))
        return
    now = draft.acting
    if now.moving or now.points:
        set_acting(draft, points=0, moving="")
    tell(draft, "ends", one.id)
    buzz = (Buzz(one.id),) if draft.bees else ()
    push(draft, *buzz, *closing(draft, one.id))
    if not draft.acting.rolled:
        push(draft, MoveDie(one.id, "idle"), Fire("turn_end", Context(one.id)), Drift(one.id))  # MM-B06
        return
    push(draft, *fires(draft, "turn_end", Context(one.id)), Drift(one.id))


def take_choice(draft: Draft, one: Mouse, event: Event) -> None:
    """Carry out one choice of a turn."""
    match event:
        case Step():
            moving.make_step(draft, one, event)
        case Do():
            deed(draft, one, event.action)
        case Move():
            push(draft, MoveDie(one.id, "move"))
        case Use():
            abilities.use(draft, one, event, "use", Context(one.id))
        case Equip():
            belongings.begin_equip(draft, one, event)
        case Share():
            belongings.share(draft, one, event)
        case Learn():
            abilities.learn(draft, one, event)
        case Put():
            party_items.lay_out(draft, event)
        case Done():
            set_acting(draft, moving="", points=0)


def deed(draft: Draft, one: Mouse, action: str) -> None:
    """Spend the action; a move that was going on is over."""
    set_acting(draft, actions=draft.acting.actions - 1, moving="", points=0)  # MM-024
    tell(draft, "does", one.id, action)
    push(draft, BEGINNINGS[action](one.id))


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


def ailments(state: AnyState, one: Mouse) -> list[str]:
    """List the markers that a mouse could recover from here."""
    conditions = state.box.pack.conditions
    here = {token.kind for token in state.tokens if token.at == one.at}
    found = []
    for mark in one.marks:
        cure = conditions[mark].recover
        if cure and (not cure.on or here & set(cure.on)):
            found.append(mark)  # MM-B48
    return found


def ask_recovering(state: AnyState, task: Recovering) -> Decide[Event] | None:
    """Choose what to recover from."""
    found = ailments(state, mouse(state, task.mouse))
    return Decide(seat(state, task.mouse), tuple(Choose(mark) for mark in found)) if found else None


def recovering(draft: Draft, task: Recovering, event: Event | None) -> None:
    """Roll for it, unless no roll is necessary."""
    if not isinstance(event, Choose):
        return
    one = mouse(draft, task.mouse)
    if recover_dice(draft, one, event.option) == 0:
        recover(draft, one, event.option)
        return
    push(draft, RecoverRoll(one.id, event.option))


def recover_dice(state: AnyState, one: Mouse, mark: str) -> int:
    """Count the dice of a Recover action; none means no roll."""
    cure = state.box.pack.conditions[mark].recover
    assert cure is not None
    dry = carries(state, one.at)
    soaked = (state.ground.sites[one.at].terrain.wet and not dry) or (state.rain and state.ground.outdoor)
    if cure.wet and soaked:
        return 0  # MM-197
    helpers = len(company(state, one.at)) - 1 if cure.helpers else 0  # MM-031
    return cure.dice + helpers  # MM-196, MM-225


def ask_recover_roll(state: AnyState, task: RecoverRoll) -> Chance[Event]:
    """Roll for a star."""
    return dice.pool(recover_dice(state, mouse(state, task.mouse), task.mark), seat(state, task.mouse))


def recover_roll(draft: Draft, task: RecoverRoll, event: Event | None) -> None:
    """Take the marker off for a star."""
    assert isinstance(event, Dice)
    if dice.read(event.faces).stars:
        recover(draft, mouse(draft, task.mouse), task.mark)
        return
    tell(draft, "suffers", task.mouse, task.mark)


def recover(draft: Draft, one: Mouse, mark: str) -> None:
    """Take a marker off."""
    marks = tuple(other for other in one.marks if other != mark)
    set_mouse(draft, replace(one, marks=marks))
    tell(draft, "recovers", one.id, mark)


STEPS: Steps = dict(
    (
        task_step(MouseTurn, ask_mouse_turn, mouse_turn),
        task_step(Recovering, ask_recovering, recovering),
        task_step(RecoverRoll, ask_recover_roll, recover_roll),
    )
)
