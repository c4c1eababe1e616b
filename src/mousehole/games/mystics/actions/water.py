"""What floats: leaves that fly down from a branch and carry mice on the water, and turtles."""

from collections.abc import Iterator

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.actions.moving import strength
from mousehole.games.mystics.board.figures import (
    Steps,
    active,
    add_token,
    leave_friends_behind,
    minion,
    mouse,
    push,
    remove_card,
    remove_token,
    seat,
    set_acting,
    set_figure,
    task_step,
    tell,
)
from mousehole.games.mystics.board.queries import (
    FAR,
    LEAF,
    SHELL,
    TURTLE,
    floats,
    foes_at,
    friends_at,
    is_large,
    lies_at,
    mice_at,
    mouse_near,
    near,
    occupied,
    vacant,
)
from mousehole.games.mystics.content.tile_graph import OFF, Ground, Name, full
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Choose, Dice, Event, Flip, Put, put
from mousehole.games.mystics.state import AnyState, Draft, Foe, Mouse
from mousehole.games.mystics.tasks import (
    Agenda,
    Capture,
    Check,
    Defeat,
    Flipping,
    Harm,
    LeafAim,
    LeafDrift,
    LeafFlight,
    LeafTest,
    Paddling,
    Travel,
    Whistling,
)

PADDLE = "teaspoon_paddle"


def can_fly(state: AnyState, one: Mouse) -> bool:
    """Whether a mouse can leave the branch by the leaf it is on; everybody must be on it."""
    if state.ground.page.drop is None or not lies_at(state, LEAF, one.at):
        return False  # MM-163
    return all(other.at == one.at for other in active(state))  # MM-111


def set_out(draft: Draft, name: str) -> None:
    """Set out on a leaf; minions make that a matter of luck."""
    push(draft, LeafTest(name) if draft.foes else LeafFlight(name))


def ask_leaf_test(state: AnyState, task: LeafTest) -> Chance[Event]:
    """Roll for a star."""
    return dice.pool(1, seat(state, task.mouse))  # MM-112


def leaf_test(draft: Draft, task: LeafTest, event: Event | None) -> None:
    """Fly, or stay for this time."""
    assert isinstance(event, Dice)
    if not dice.read(event.faces).stars:
        tell(draft, "leaf_stays", task.mouse)
        leave_friends_behind(draft)  # MM-032, MM-212
        return
    push(draft, LeafFlight(task.mouse))


def below(state: AnyState) -> Ground:
    """The side that a leaf from this branch comes down on."""
    drop = state.ground.page.drop
    assert drop is not None
    return state.box.pack.grounds[drop.side]


def ask_leaf_flight(state: AnyState, task: LeafFlight) -> Chance[Event]:
    """Roll how far the leaf flies."""
    return dice.pool(1, seat(state, task.mouse))


def leaf_flight(draft: Draft, task: LeafFlight, event: Event | None) -> None:
    """Let go; where to is chosen by whoever knows how far."""
    assert isinstance(event, Dice)
    push(draft, LeafAim(task.mouse, dice.read(event.faces).number))  # MM-113


def ask_leaf_aim(state: AnyState, task: LeafAim) -> Decide[Event]:
    """Choose the entry space the leaf makes for."""
    return Decide(seat(state, task.mouse), tuple(put(LEAF, entry) for entry in below(state).entries))  # MM-113


def leaf_aim(draft: Draft, task: LeafAim, event: Event | None) -> None:
    """Fly from the tree towards the entry space; whoever is on the branch still stays there."""
    assert isinstance(event, Put)
    ground, drop = below(draft), draft.ground.page.drop
    assert drop is not None
    end = landing_space(ground, full(drop.side, drop.at), event.at, task.spaces)
    remove_token(draft, LEAF, mouse(draft, task.mouse).at)
    add_token(draft, LEAF, end)
    strand_foes(draft)
    tell(draft, "leaf_flies", task.mouse, drop.side)
    push(draft, Travel(task.mouse, ground.id, (end,), "leaf"))


def landing_space(ground: Ground, at: Name, to: Name, spaces: int) -> Name:
    """Find where a leaf comes down: on the straightest way, over everything, on firm ground or water."""
    end, far = at, ground.far_aloft[to]
    for _ in range(spaces):
        at = next((name for name in ground.flights[at] if far.get(name, FAR) < far.get(at, FAR)), at)
        end = at if ground.sites[at].terrain.enter in ("free", "ends_move") else end
    return end  # MM-113


def strand_foes(draft: Draft) -> None:
    """Leave minions behind on the branch; bosses wait there."""
    bosses = tuple((one.kind, draft.side) for one in draft.foes if minion(draft, one.kind).boss)
    for card in [card for card in draft.track if card not in draft.box.seat]:
        remove_card(draft, card)
    draft.foes = ()
    draft.shaken = (*draft.shaken, *bosses)


def bosses_waiting(state: AnyState, side: str) -> tuple[str, ...]:
    """List the bosses that wait on a side for whoever comes back."""
    return tuple(boss for boss, at in state.shaken if at == side)


def afloat(state: AnyState) -> Agenda:
    """List the leaves that the current carries at the end of a round."""
    if not state.tokens:
        return ()
    sites = state.ground.sites
    leaves = [token.at for token in state.tokens if token.kind == LEAF and token.at in sites]
    return tuple(LeafDrift(at) for at in leaves if sites[at].current)  # MM-164


def leaf_drift(draft: Draft, task: LeafDrift, event: Event | None) -> None:
    """Carry a leaf along, with everybody on it."""
    at = task.at
    for _ in range(strength(draft)):
        to = draft.ground.sites[at].current
        if to == OFF:
            sink_leaf(draft, at)
            return
        if not to or not room(draft, at, to):
            break
        move_leaf(draft, at, to)
        at = to
    push(draft, Check())


def sink_leaf(draft: Draft, at: Name) -> None:
    """Lose a leaf over the edge, and those on it."""
    remove_token(draft, LEAF, at)
    tell(draft, "leaf_lost")
    mice = (Capture(one.id) for one in mice_at(draft, at))  # MM-279
    push(draft, *mice, *(Defeat(one.id) for one in friends_at(draft, at)))


def aboard(state: AnyState, at: Name) -> list[Mouse | Foe]:
    """List those on a leaf."""
    return [*mice_at(state, at), *friends_at(state, at)]


def room(state: AnyState, at: Name, to: Name) -> bool:
    """Whether a leaf and those on it have room on a water space."""
    if floats(state, to):
        return False
    foes = foes_at(state, to)
    crowd = len(aboard(state, at)) + len(aboard(state, to)) + len(foes)
    return not any(is_large(state, one) for one in foes) and crowd <= state.box.pack.rules.space_limit


def move_leaf(draft: Draft, at: Name, to: Name) -> None:
    """Move a leaf with everybody on it."""
    for one in aboard(draft, at):
        set_figure(draft, replace(one, at=to))
    remove_token(draft, LEAF, at)
    add_token(draft, LEAF, to)
    tell(draft, "leaf_drifts", other=to)


def berths(state: AnyState, one: Mouse) -> list[Name]:
    """List the water spaces to which a mouse can steer its leaf, also against the current."""
    if PADDLE not in state.stash or not (lies_at(state, LEAF, one.at) and state.ground.sites[one.at].terrain.climbs):
        return []
    sites = state.ground.sites
    return [to for to in near(state, one.at) if sites[to].terrain.climbs and vacant(state, to)]  # MM-262, MM-263


def ask_paddling(state: AnyState, task: Paddling) -> Decide[Event]:
    """Choose where to."""
    one = mouse(state, task.mouse)
    return Decide(seat(state, one.id), tuple(put(LEAF, to) for to in berths(state, one)))


def paddling(draft: Draft, task: Paddling, event: Event | None) -> None:
    """Steer the leaf."""
    assert isinstance(event, Put)
    move_leaf(draft, mouse(draft, task.mouse).at, event.at)
    push(draft, Check())


WHISTLE, LINE = "turtle_whistle", 3


def can_whistle(state: AnyState, one: Mouse) -> bool:
    """Whether a mouse has the whistle, running water next to it, and room for turtles there."""
    if WHISTLE not in state.stash:
        return False
    sites = state.ground.sites
    brook = any(sites[to].terrain.climbs and sites[to].current for to in mouse_near(state, one.at))  # MM-264
    return brook and bool(rows(state))


def rows(state: AnyState) -> list[tuple[Name, ...]]:
    """List the straight rows of free water for three turtles; for fewer where there are no longer ones."""
    found = [row for lane in state.ground.page.lanes for row in free_rows(state, lane)]
    most = max(map(len, found), default=0)
    return [row for row in dict.fromkeys(found) if len(row) == most]  # MM-266


def free_rows(state: AnyState, lane: tuple[str, ...]) -> Iterator[tuple[Name, ...]]:
    """List the rows of up to three free spaces in a lane; turtles that lie there are called anew."""
    names = [full(state.side, name) for name in lane]
    free = [not occupied(state, name, turtles=False) for name in names]
    for start in range(len(names)):
        row = tuple(name for name, ok in zip(names[start : start + LINE], free[start:], strict=False) if ok)
        if row and all(free[start : start + len(row)]):
            yield row


def spelled(row: tuple[Name, ...]) -> str:
    """Spell a row as an option."""
    return "+".join(name.partition("/")[2] for name in row)


def ask_whistling(state: AnyState, task: Whistling) -> Decide[Event]:
    """Choose where the turtles come up."""
    return Decide(seat(state, task.mouse), tuple(Choose(spelled(row)) for row in rows(state)))


def whistling(draft: Draft, task: Whistling, event: Event | None) -> None:
    """Lay them in a row, all alike; what each of them is, luck decides when somebody steps on it."""
    assert isinstance(event, Choose)
    row = next(row for row in rows(draft) if spelled(row) == event.option)
    draft.tokens = tuple(token for token in draft.tokens if token.kind not in (TURTLE, SHELL))
    for name in row:
        add_token(draft, TURTLE, name)  # MM-265
    tell(draft, "turtles", task.mouse, n=len(row))


def ask_flipping(state: AnyState, task: Flipping) -> Chance[Event] | None:
    """Flip a turtle: any of those that have not shown a firm shell, lying or unused, may be this one."""
    if not mouse(state, task.mouse).at:
        return None
    shown = sum(token.kind == SHELL for token in state.tokens)
    sides = state.box.pack.rules.turtles
    counts = {side: n - (shown if side == "shell" else 0) for side, n in sides.items()}
    return Chance(tuple((Flip(TURTLE, side), n) for side, n in counts.items() if n > 0))  # MM-269, MM-273


def flipping(draft: Draft, task: Flipping, event: Event | None) -> None:
    """Stand on a shell; anything else drops the mouse into the water and is shuffled back."""
    if not isinstance(event, Flip):
        return
    one = mouse(draft, task.mouse)
    if event.side == "shell":
        turn_up_shell(draft, one.at)  # MM-270
        return
    tell(draft, "snapper" if event.side == "snapper" else "bubbles", one.id)
    if draft.acting.card == one.id:
        set_acting(draft, over=True, moving="", points=0)  # MM-271
    if event.side == "snapper":
        push(draft, Harm(one.id, 1, cause=TURTLE))  # MM-272


def turn_up_shell(draft: Draft, at: Name) -> None:
    """Turn up a firm shell."""
    tokens = tuple(replace(t, kind=SHELL) if t.at == at and t.kind == TURTLE else t for t in draft.tokens)
    draft.tokens = tokens
    tell(draft, "shell")


STEPS: Steps = dict(
    (
        task_step(LeafTest, ask_leaf_test, leaf_test),
        task_step(LeafAim, ask_leaf_aim, leaf_aim),
        task_step(LeafFlight, ask_leaf_flight, leaf_flight),
        task_step(LeafDrift, None, leaf_drift),
        task_step(Paddling, ask_paddling, paddling),
        task_step(Whistling, ask_whistling, whistling),
        task_step(Flipping, ask_flipping, flipping),
    )
)
