"""Things on the board that figures use: mortar, dinner fork, grape, hook and thread."""

from collections.abc import Iterator

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board.figures import (
    Steps,
    active,
    add_token,
    keeper,
    kind_of,
    knock_over,
    minion,
    mouse,
    push,
    remove_token,
    seat,
    set_mouse,
    task_step,
    tell,
)
from mousehole.games.mystics.board.queries import (
    FAR,
    company,
    distance,
    enterable,
    foes_at,
    friends_at,
    is_common,
    is_large,
    lies_at,
    mice_at,
    mouse_near,
    quarry,
    sees,
    strikeable,
)
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.fight.attacks import acting_card, reactions
from mousehole.games.mystics.moves import DONE, Choose, Event, Flip, Put, Target, put, target
from mousehole.games.mystics.state import AnyState, Draft, Foe, Mouse, Prey, Token
from mousehole.games.mystics.tasks import (
    Attack,
    Bait,
    Catapult,
    Defeat,
    Defences,
    Eaten,
    Fight,
    Forced,
    Landing,
    Launch,
    Laying,
    TakeUp,
)

MORTAR, FORK, HOOK, GRAPE = "mortar", "fork", "hook", "grape"
SPLAT: Chance[Event] = Chance(((Flip(GRAPE, "splat"), 1), (Flip(GRAPE, "grape"), 1)))  # MM-130


def lying(state: AnyState, kind: str) -> Token | None:
    """Find a token on the tile the mice are on."""
    here = [token for token in state.tokens if token.kind == kind and token.at.startswith(f"{state.side}/")]
    return here[0] if here else None


def owned(state: AnyState, kind: str) -> str:
    """Name the card in the party stash that is this token."""
    items = state.box.pack.items
    return next((name for name in state.stash if items[name].token == kind), "")


def use_what_lies_there(draft: Draft, one: Foe) -> bool:
    """Let a minion use the mortar or the grape that it stands at; whether it could."""
    if can_fire(draft, one):
        fire_mortar(draft, one)
    elif can_throw(draft, one):
        throw_grape(draft, one)
    else:
        return False
    return True


def can_fire(state: AnyState, one: Foe) -> bool:
    """Whether a minion can fire the mortar it stands at: any but roaches and large ones."""
    if MORTAR in state.fired or not lies_at(state, MORTAR, one.at) or mice_at(state, one.at):
        return False  # MM-081, MM-082, MM-084
    clumsy = is_large(state, one) or is_common(minion(state, one.kind), "roach")
    return not clumsy  # MM-079, MM-083


def shooting(state: AnyState, one: Foe) -> list[Prey]:
    """List whom a shot from here must go for: close ones first."""
    found = strikeable(state, one, ranged=True)
    return [mouse for mouse in found if mouse.id not in state.acting.attacked] or found


def fire_mortar(draft: Draft, one: Foe) -> None:
    """Fire the mortar instead of moving and attacking, at nobody if nobody is seen."""
    found = shooting(draft, one)
    draft.fired = (*draft.fired, MORTAR)  # MM-079
    tell(draft, "mortar", one.id)
    if not found:
        tell(draft, "idle", one.id)
        return
    at = min(found, key=lambda mouse: distance(draft, one, mouse.at))
    fight = Fight(one.id, (at.id,), "ranged", dice=draft.box.pack.rules.mortar_dice)  # MM-080
    push(draft, Attack(fight))


def can_throw(state: AnyState, one: Foe) -> bool:
    """Whether a minion can throw the grape it stands on: any kind of rat, mindless or not."""
    if not lies_at(state, GRAPE, one.at) or mice_at(state, one.at):
        return False  # MM-137
    return is_common(minion(state, one.kind), "rat") and bool(active(state))  # MM-133


def throw_grape(draft: Draft, one: Foe) -> None:
    """Throw the grape at the space with most mice instead of moving and attacking."""
    spaces = [mouse.at for mouse in quarry(draft, one) or active(draft)]
    space = max(dict.fromkeys(spaces), key=spaces.count)  # MM-135, MM-136
    at = tuple(mouse.id for mouse in company(draft, space)) or tuple(one.id for one in friends_at(draft, space))
    discard_grape(draft, one.at)
    tell(draft, "throws", one.id)
    push(draft, Attack(Fight(one.id, at, "ranged")))


def discard_grape(draft: Draft, at: Name) -> None:
    """Discard the grape that lies on a space."""
    card = draft.box.pack.tokens[GRAPE].item
    remove_token(draft, GRAPE, at)
    draft.bin = (*draft.bin, card)


def bait(state: AnyState, one: Foe) -> Name | None:
    """Say where the grape lies that draws a minion, if it can get there."""
    token = lying(state, GRAPE)
    return token.at if token and distance(state, one, token.at) < FAR else None


def at_bait(state: AnyState, one: Foe) -> bool:
    """Whether a minion has reached the grape."""
    return "bait" in acting_card(state, one).behaviour and lies_at(state, GRAPE, one.at)


def eaten(draft: Draft, task: Eaten, event: Event | None) -> None:
    """Discard the grape and everybody it has drawn to its space."""
    token, kind = lying(draft, GRAPE), kind_of(task.card)
    fed = [one for one in draft.foes if one.kind == kind and at_bait(draft, one)] if token else []
    if not fed or token is None:
        return
    discard_grape(draft, token.at)
    tell(draft, "eaten", n=len(fed))
    push(draft, *(Defeat(one.id) for one in fed))  # MM-126


def puts(state: AnyState) -> Iterator[Event]:
    """List where fork, hook and grape could be laid out now; it costs no action."""
    if not state.stash:
        return
    spaces = dict.fromkeys(one.at for one in active(state))
    dry = [space for space in spaces if not state.ground.sites[space].terrain.climbs]
    if owned(state, FORK):
        yield from (put(FORK, space) for space in dry)  # MM-088, MM-B36
    if owned(state, HOOK):
        yield from (put(HOOK, space) for space in spaces if ends(state, space))  # MM-115
    if owned(state, GRAPE):
        yield from baits(state)


def baits(state: AnyState) -> Iterator[Event]:
    """List the empty spaces next to mice where the grape can be put."""
    around = dict.fromkeys(space for one in active(state) for space in mouse_near(state, one.at))
    for space in around:
        empty = not (mice_at(state, space) or foes_at(state, space) or friends_at(state, space))
        if empty and enterable(state, space):
            yield put(GRAPE, space)  # MM-122


def ends(state: AnyState, space: Name) -> list[Name]:
    """List the spaces where the other end of the thread can lie."""
    reach, sites = state.box.pack.rules.hook_reach, state.ground.sites
    return [
        other for other, n in state.ground.far[space].items() if 0 < n <= reach and not sites[other].terrain.climbs
    ]  # MM-116


def lay_out(draft: Draft, event: Put) -> None:
    """Lay out a party item."""
    card = owned(draft, event.token)
    draft.stash = tuple(name for name in draft.stash if name != card)
    if event.token == HOOK:
        push(draft, Laying(HOOK, event.at))
        return
    add_token(draft, event.token, event.at)
    tell(draft, "lays", event.token, event.at)


def ask_laying(state: AnyState, task: Laying) -> Decide[Event]:
    """Choose where the other end of the thread lies."""
    chooser = state.acting.card if state.acting.card in state.box.seat else state.mice[0].id
    return Decide(seat(state, chooser), tuple(put(task.token, space) for space in ends(state, task.at)))


def laying(draft: Draft, task: Laying, event: Event | None) -> None:
    """Lay the other end."""
    assert isinstance(event, Put)
    add_token(draft, task.token, task.at, event.at)
    tell(draft, "lays", task.token, event.at)


def ask_bait(state: AnyState, task: Bait) -> Decide[Event] | None:
    """Let the grape be put out just before roaches act."""
    kind = minion(state, kind_of(task.card))
    if not owned(state, GRAPE) or "bait" not in kind.cards[0].behaviour:
        return None
    found = tuple(baits(state))
    return Decide(keeper(state), (*found, DONE)) if found else None  # MM-122


def put_bait(draft: Draft, task: Bait, event: Event | None) -> None:
    """Put it out, or keep it."""
    if isinstance(event, Put):
        lay_out(draft, event)


def underfoot(state: AnyState, one: Mouse) -> list[Token]:
    """List the party items that lie on a mouse's space."""
    return [t for t in state.tokens if state.box.pack.tokens[t.kind].item and one.at in (t.at, t.end)]


def ask_take_up(state: AnyState, task: TakeUp) -> Decide[Event]:
    """Choose what to put into the stash."""
    kinds = dict.fromkeys(token.kind for token in underfoot(state, mouse(state, task.mouse)))
    return Decide(seat(state, task.mouse), tuple(Choose(kind) for kind in kinds))


def take_up(draft: Draft, task: TakeUp, event: Event | None) -> None:
    """Put a party item into the stash."""
    assert isinstance(event, Choose)
    token = next(t for t in underfoot(draft, mouse(draft, task.mouse)) if t.kind == event.option)
    tokens = tuple(other for other in draft.tokens if other is not token)
    card = draft.box.pack.tokens[token.kind].item
    draft.tokens = tokens
    draft.stash = (*draft.stash, card)
    tell(draft, "takes_up", task.mouse, card)  # MM-091, MM-117


def ask_catapult(state: AnyState, task: Catapult) -> Decide[Event] | None:
    """Choose who flies, then where to."""
    by = mouse(state, task.by)
    if not task.mouse:
        others = [one.id for one in mice_at(state, by.at) if one.id != by.id] if by.at else []
        return Decide(seat(state, task.by), tuple(map(target, others))) if others else None
    spaces = landings(state, by.at)
    return Decide(seat(state, task.by), tuple(put(task.mouse, space) for space in spaces)) if spaces else None


def landings(state: AnyState, at: Name) -> list[Name]:
    """List the spaces in sight where a mouse can land."""
    spaces = [space for space in state.ground.sites if space != at and sees(state, at, space)]  # MM-090
    return [space for space in spaces if enterable(state, space)]  # MM-089


def catapult(draft: Draft, task: Catapult, event: Event | None) -> None:
    """Shoot a mouse through the air."""
    if isinstance(event, Target):
        push(draft, replace(task, mouse=event.figure))
        return
    if not isinstance(event, Put):
        return
    set_mouse(draft, replace(mouse(draft, task.mouse), at=event.at))
    tell(draft, "flies", task.mouse, event.at)
    push(draft, Forced(task.mouse))


def ask_launch(state: AnyState, task: Launch) -> Decide[Event]:
    """Choose a minion; it need not be in sight."""
    return Decide(seat(state, task.mouse), tuple(target(one.id) for one in state.foes))  # MM-128


def launch(draft: Draft, task: Launch, event: Event | None) -> None:
    """Launch the grape from the stash."""
    assert isinstance(event, Target)
    at = next(one.at for one in draft.foes if one.id == event.figure)
    card = owned(draft, GRAPE)
    draft.stash = tuple(name for name in draft.stash if name != card)
    tell(draft, "launches", task.mouse, event.figure)  # MM-127
    push(draft, Landing(task.mouse, at))


def ask_landing(state: AnyState, task: Landing) -> Chance[Event]:
    """Flip the grape token."""
    return SPLAT


def landing(draft: Draft, task: Landing, event: Event | None) -> None:
    """Let a splat hit everybody there; a whole grape knocks them down and stays."""
    assert isinstance(event, Flip)
    there: list[Mouse | Foe] = [*mice_at(draft, task.at), *friends_at(draft, task.at), *foes_at(draft, task.at)]
    small = tuple(one.id for one in there if not is_large(draft, one))  # MM-129, MM-134
    if event.side == "grape":
        for name in small:
            knock_over(draft, name)
        add_token(draft, GRAPE, task.at)  # MM-132, MM-133
        tell(draft, "rolls_down")
        return
    draft.bin = (*draft.bin, draft.box.pack.tokens[GRAPE].item)
    tell(draft, "splat")
    fight = Fight(task.by, small, "ranged", hits=1)
    if small:
        push(draft, *reactions(draft, fight), Defences(fight))  # MM-131


STEPS: Steps = dict(
    (
        task_step(Bait, ask_bait, put_bait),
        task_step(Eaten, None, eaten),
        task_step(Laying, ask_laying, laying),
        task_step(TakeUp, ask_take_up, take_up),
        task_step(Catapult, ask_catapult, catapult),
        task_step(Launch, ask_launch, launch),
        task_step(Landing, ask_landing, landing),
    )
)
