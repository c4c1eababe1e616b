"""Things on the board that figures use: mortar, dinner fork, grape, hook and thread."""

from collections.abc import Iterator

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.board_queries import (
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
    near,
    quarry,
    sees,
)
from mousehole.games.mystics.board.changes import knocked, push, tell, with_mouse, with_token, without_token
from mousehole.games.mystics.board.figures import active, keeper, minion, mouse, seat
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.fight.battle import reactions
from mousehole.games.mystics.fight.dice_pools import card
from mousehole.games.mystics.moves import DONE, Choose, Event, Flip, Put, Target, put, target
from mousehole.games.mystics.state import Foe, Mouse, Prey, State, Token
from mousehole.games.mystics.tasks.action_tasks import Catapult, Forced, Landing, Launch, Laying, TakeUp
from mousehole.games.mystics.tasks.fight_tasks import Attack, Defeat, Defences, Fight
from mousehole.games.mystics.tasks.round_tasks import Bait, Eaten

MORTAR, FORK, HOOK, GRAPE = "mortar", "fork", "hook", "grape"
SPLAT: Chance[Event] = Chance(((Flip(GRAPE, "splat"), 1), (Flip(GRAPE, "grape"), 1)))  # MM-130


def lying(state: State, kind: str) -> Token | None:
    """Find a token on the tile the mice are on."""
    here = [token for token in state.tokens if token.kind == kind and token.at.startswith(f"{state.side}/")]
    return here[0] if here else None


def owned(state: State, kind: str) -> str:
    """Name the card in the party stash that is this token."""
    items = state.box.pack.items
    return next((name for name in state.stash if items[name].token == kind), "")


def taken_in_hand(state: State, one: Foe) -> State | None:
    """Let a minion use the mortar or the grape that it stands at, if it can."""
    if can_fire(state, one):
        return fire_mortar(state, one)
    return throw_grape(state, one) if can_throw(state, one) else None


def can_fire(state: State, one: Foe) -> bool:
    """Whether a minion can fire the mortar it stands at: any but roaches and large ones."""
    if MORTAR in state.fired or not lies_at(state, MORTAR, one.at) or mice_at(state, one.at):
        return False  # MM-081, MM-082, MM-084
    clumsy = is_large(state, one) or is_common(minion(state, one.kind), "roach")
    return not clumsy and bool(shooting(state, one))  # MM-079, MM-083


def shooting(state: State, one: Foe) -> list[Prey]:
    """List the mice and allies a shot from here must go for: close ones first."""
    mice = quarry(state, one)
    around = (one.at, *near(state, one.at))
    close = [mouse for mouse in mice if mouse.at in around]
    found = close or [mouse for mouse in mice if sees(state, one.at, mouse.at)]
    return [mouse for mouse in found if mouse.id not in state.acting.attacked] or found


def fire_mortar(state: State, one: Foe) -> State:
    """Fire the mortar instead of moving and attacking."""
    at = min(shooting(state, one), key=lambda mouse: distance(state, one, mouse.at))
    state = tell(replace(state, fired=(*state.fired, MORTAR)), "mortar", one.id)  # MM-079
    fight = Fight(one.id, (at.id,), "ranged", dice=state.box.pack.rules.mortar_dice)  # MM-080
    return push(state, Attack(fight))


def can_throw(state: State, one: Foe) -> bool:
    """Whether a minion can throw the grape it stands on: any kind of rat, mindless or not."""
    if not lies_at(state, GRAPE, one.at) or mice_at(state, one.at):
        return False  # MM-137
    return is_common(minion(state, one.kind), "rat") and bool(active(state))  # MM-133


def throw_grape(state: State, one: Foe) -> State:
    """Throw the grape at the space with most mice instead of moving and attacking."""
    spaces = [mouse.at for mouse in quarry(state, one) or active(state)]
    space = max(dict.fromkeys(spaces), key=spaces.count)  # MM-135, MM-136
    at = tuple(mouse.id for mouse in company(state, space)) or tuple(one.id for one in friends_at(state, space))
    state = tell(discarded(state, one.at), "throws", one.id)
    return push(state, Attack(Fight(one.id, at, "ranged")))


def discarded(state: State, at: Name) -> State:
    """Discard the grape that lies on a space."""
    card = state.box.pack.tokens[GRAPE].item
    return replace(without_token(state, GRAPE, at), bin=(*state.bin, card))


def bait(state: State, one: Foe) -> Name | None:
    """Say where the grape lies that draws a minion, if it can get there."""
    token = lying(state, GRAPE)
    return token.at if token and distance(state, one, token.at) < FAR else None


def at_bait(state: State, one: Foe) -> bool:
    """Whether a minion has reached the grape."""
    return "bait" in card(state, one).behaviour and lies_at(state, GRAPE, one.at)


def eaten(state: State, task: Eaten, event: Event | None) -> State:
    """Discard the grape and everybody it has drawn to its space."""
    token, kind = lying(state, GRAPE), initiative_track.kind_of(task.card)
    fed = [one for one in state.foes if one.kind == kind and at_bait(state, one)] if token else []
    if not fed or token is None:
        return state
    state = tell(discarded(state, token.at), "eaten", n=len(fed))
    return push(state, *(Defeat(one.id) for one in fed))  # MM-126


def puts(state: State) -> Iterator[Event]:
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


def baits(state: State) -> Iterator[Event]:
    """List the empty spaces next to mice where the grape can be put."""
    around = dict.fromkeys(space for one in active(state) for space in mouse_near(state, one.at))
    for space in around:
        empty = not (mice_at(state, space) or foes_at(state, space) or friends_at(state, space))
        if empty and enterable(state, space):
            yield put(GRAPE, space)  # MM-122


def ends(state: State, space: Name) -> list[Name]:
    """List the spaces where the other end of the thread can lie."""
    reach, sites = state.box.pack.rules.hook_reach, state.ground.sites
    return [
        other for other, n in state.ground.far[space].items() if 0 < n <= reach and not sites[other].terrain.climbs
    ]  # MM-116


def lay_out(state: State, event: Put) -> State:
    """Lay out a party item."""
    card = owned(state, event.token)
    state = replace(state, stash=tuple(name for name in state.stash if name != card))
    if event.token == HOOK:
        return push(state, Laying(HOOK, event.at))
    return tell(with_token(state, event.token, event.at), "lays", event.token, event.at)


def ask_laying(state: State, task: Laying) -> Decide[Event]:
    """Choose where the other end of the thread lies."""
    chooser = state.acting.card if state.acting.card in state.box.seat else state.mice[0].id
    return Decide(seat(state, chooser), tuple(put(task.token, space) for space in ends(state, task.at)))


def laying(state: State, task: Laying, event: Event | None) -> State:
    """Lay the other end."""
    assert isinstance(event, Put)
    return tell(with_token(state, task.token, task.at, event.at), "lays", task.token, event.at)


def ask_bait(state: State, task: Bait) -> Decide[Event] | None:
    """Let the grape be put out just before roaches act."""
    kind = minion(state, initiative_track.kind_of(task.card))
    if not owned(state, GRAPE) or "bait" not in kind.cards[0].behaviour:
        return None
    found = tuple(baits(state))
    return Decide(keeper(state), (*found, DONE)) if found else None  # MM-122


def put_bait(state: State, task: Bait, event: Event | None) -> State:
    """Put it out, or keep it."""
    return lay_out(state, event) if isinstance(event, Put) else state


def underfoot(state: State, one: Mouse) -> list[Token]:
    """List the party items that lie on a mouse's space."""
    return [t for t in state.tokens if state.box.pack.tokens[t.kind].item and one.at in (t.at, t.end)]


def ask_take_up(state: State, task: TakeUp) -> Decide[Event]:
    """Choose what to put into the stash."""
    kinds = dict.fromkeys(token.kind for token in underfoot(state, mouse(state, task.mouse)))
    return Decide(seat(state, task.mouse), tuple(Choose(kind) for kind in kinds))


def take_up(state: State, task: TakeUp, event: Event | None) -> State:
    """Put a party item into the stash."""
    assert isinstance(event, Choose)
    token = next(t for t in underfoot(state, mouse(state, task.mouse)) if t.kind == event.option)
    tokens = tuple(other for other in state.tokens if other is not token)
    card = state.box.pack.tokens[token.kind].item
    return tell(
        replace(state, tokens=tokens, stash=(*state.stash, card)), "takes_up", task.mouse, card
    )  # MM-091, MM-117


def ask_catapult(state: State, task: Catapult) -> Decide[Event] | None:
    """Choose who flies, then where to."""
    by = mouse(state, task.by)
    if not task.mouse:
        others = [one.id for one in mice_at(state, by.at) if one.id != by.id] if by.at else []
        return Decide(seat(state, task.by), tuple(map(target, others))) if others else None
    spaces = landings(state, by.at)
    return Decide(seat(state, task.by), tuple(put(task.mouse, space) for space in spaces)) if spaces else None


def landings(state: State, at: Name) -> list[Name]:
    """List the spaces in sight where a mouse can land."""
    spaces = [space for space in state.ground.sites if space != at and sees(state, at, space)]  # MM-090
    return [space for space in spaces if enterable(state, space)]  # MM-089


def catapult(state: State, task: Catapult, event: Event | None) -> State:
    """Shoot a mouse through the air."""
    if isinstance(event, Target):
        return push(state, replace(task, mouse=event.figure))
    if not isinstance(event, Put):
        return state
    state = with_mouse(state, replace(mouse(state, task.mouse), at=event.at))
    return push(tell(state, "flies", task.mouse, event.at), Forced(task.mouse))


def ask_launch(state: State, task: Launch) -> Decide[Event]:
    """Choose a minion; it need not be in sight."""
    return Decide(seat(state, task.mouse), tuple(target(one.id) for one in state.foes))  # MM-128


def launch(state: State, task: Launch, event: Event | None) -> State:
    """Launch the grape from the stash."""
    assert isinstance(event, Target)
    at = next(one.at for one in state.foes if one.id == event.figure)
    card = owned(state, GRAPE)
    state = replace(state, stash=tuple(name for name in state.stash if name != card))
    return push(tell(state, "launches", task.mouse, event.figure), Landing(task.mouse, at))  # MM-127


def ask_landing(state: State, task: Landing) -> Chance[Event]:
    """Flip the grape token."""
    return SPLAT


def landing(state: State, task: Landing, event: Event | None) -> State:
    """Let a splat hit everybody there; a whole grape knocks them down and stays."""
    assert isinstance(event, Flip)
    there: list[Mouse | Foe] = [*mice_at(state, task.at), *friends_at(state, task.at), *foes_at(state, task.at)]
    small = tuple(one.id for one in there if not is_large(state, one))  # MM-129, MM-134
    if event.side == "grape":
        for name in small:
            state = knocked(state, name)
        return tell(with_token(state, GRAPE, task.at), "rolls_down")  # MM-132, MM-133
    state = tell(replace(state, bin=(*state.bin, state.box.pack.tokens[GRAPE].item)), "splat")
    fight = Fight(task.by, small, "ranged", hits=1)
    return push(state, *reactions(state, fight), Defences(fight)) if small else state  # MM-131
