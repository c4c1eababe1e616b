"""Leaves: the way down from a branch, and a boat on the water."""

from msgspec.structs import replace

from mousehole.core.game import Chance, Decide
from mousehole.games.mystics.actions.moving import strength
from mousehole.games.mystics.board import initiative_track
from mousehole.games.mystics.board.board_queries import (
    FAR,
    LEAF,
    floats,
    foes_at,
    friends_at,
    is_large,
    lies_at,
    mice_at,
    near,
    vacant,
)
from mousehole.games.mystics.board.changes import push, tell, with_figure, with_token, without_token
from mousehole.games.mystics.board.figures import active, minion, mouse, seat
from mousehole.games.mystics.content.tile_graph import OFF, Ground, Name, full
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Dice, Event, Put, put
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.tasks.action_tasks import Travel
from mousehole.games.mystics.tasks.agenda import Agenda
from mousehole.games.mystics.tasks.fight_tasks import Capture, Defeat
from mousehole.games.mystics.tasks.outdoor_tasks import LeafAim, LeafDrift, LeafFlight, LeafTest, Paddling
from mousehole.games.mystics.tasks.round_tasks import Check

PADDLE = "teaspoon_paddle"


def can_fly(state: State, one: Mouse) -> bool:
    """Whether a mouse can leave the branch by the leaf it is on; everybody must be on it."""
    if state.ground.page.drop is None or not lies_at(state, LEAF, one.at):
        return False  # MM-163
    return all(other.at == one.at for other in active(state))  # MM-111


def loosened(state: State, name: str) -> State:
    """Set out on a leaf; minions make that a matter of luck."""
    return push(state, LeafTest(name) if state.foes else LeafFlight(name))


def ask_leaf_test(state: State, task: LeafTest) -> Chance[Event]:
    """Roll for a star."""
    return dice.pool(1, seat(state, task.mouse))  # MM-112


def leaf_test(state: State, task: LeafTest, event: Event | None) -> State:
    """Fly, or stay for this time."""
    assert isinstance(event, Dice)
    if not dice.read(event.faces).stars:
        return tell(state, "leaf_stays", task.mouse)
    return push(state, LeafFlight(task.mouse))


def below(state: State) -> Ground:
    """The side that a leaf from this branch comes down on."""
    drop = state.ground.page.drop
    assert drop is not None
    return state.box.pack.grounds[drop.side]


def ask_leaf_flight(state: State, task: LeafFlight) -> Chance[Event]:
    """Roll how far the leaf flies."""
    return dice.pool(1, seat(state, task.mouse))


def leaf_flight(state: State, task: LeafFlight, event: Event | None) -> State:
    """Let go; where to is chosen by whoever knows how far."""
    assert isinstance(event, Dice)
    return push(state, LeafAim(task.mouse, dice.read(event.faces).number))  # MM-113


def ask_leaf_aim(state: State, task: LeafAim) -> Decide[Event]:
    """Choose the entry space the leaf makes for."""
    return Decide(seat(state, task.mouse), tuple(put(LEAF, entry) for entry in below(state).entries))  # MM-113


def leaf_aim(state: State, task: LeafAim, event: Event | None) -> State:
    """Fly from the tree towards the entry space; whoever is on the branch still stays there."""
    assert isinstance(event, Put)
    ground, drop = below(state), state.ground.page.drop
    assert drop is not None
    end = flown(ground, full(drop.side, drop.at), event.at, task.spaces)
    state = with_token(without_token(state, LEAF, mouse(state, task.mouse).at), LEAF, end)
    state = tell(stranded(state), "leaf_flies", task.mouse, drop.side)
    return push(state, Travel(task.mouse, ground.id, (end,), "leaf"))


def flown(ground: Ground, at: Name, to: Name, spaces: int) -> Name:
    """Find where a leaf comes down: on the straightest way, over everything, on firm ground or water."""
    end, far = at, ground.far_aloft[to]
    for _ in range(spaces):
        at = next((name for name in ground.flights[at] if far.get(name, FAR) < far.get(at, FAR)), at)
        end = at if ground.sites[at].terrain.enter in ("free", "ends_move") else end
    return end  # MM-113


def stranded(state: State) -> State:
    """Leave minions behind on the branch; bosses wait there."""
    bosses = tuple((one.kind, state.side) for one in state.foes if minion(state, one.kind).boss)
    for card in [card for card in state.track if card not in state.box.seat]:
        state = initiative_track.without(state, card)
    return replace(state, foes=(), shaken=(*state.shaken, *bosses))


def waiting(state: State, side: str) -> tuple[str, ...]:
    """List the bosses that wait on a side for whoever comes back."""
    return tuple(boss for boss, at in state.shaken if at == side)


def afloat(state: State) -> Agenda:
    """List the leaves that the current carries at the end of a round."""
    if not state.tokens:
        return ()
    sites = state.ground.sites
    leaves = [token.at for token in state.tokens if token.kind == LEAF and token.at in sites]
    return tuple(LeafDrift(at) for at in leaves if sites[at].current)  # MM-164


def leaf_drift(state: State, task: LeafDrift, event: Event | None) -> State:
    """Carry a leaf along, with everybody on it."""
    at = task.at
    for _ in range(strength(state)):
        to = state.ground.sites[at].current
        if to == OFF:
            return sunk(state, at)
        if not to or not room(state, at, to):
            break
        state, at = carried(state, at, to), to
    return push(state, Check())


def sunk(state: State, at: Name) -> State:
    """Lose a leaf over the edge, and those on it."""
    state = tell(without_token(state, LEAF, at), "leaf_lost")
    mice = (Capture(one.id) for one in mice_at(state, at))  # MM-279
    return push(state, *mice, *(Defeat(one.id) for one in friends_at(state, at)))


def aboard(state: State, at: Name) -> list[Mouse | Foe]:
    """List those on a leaf."""
    return [*mice_at(state, at), *friends_at(state, at)]


def room(state: State, at: Name, to: Name) -> bool:
    """Whether a leaf and those on it have room on a water space."""
    if floats(state, to):
        return False
    foes = foes_at(state, to)
    crowd = len(aboard(state, at)) + len(aboard(state, to)) + len(foes)
    return not any(is_large(state, one) for one in foes) and crowd <= state.box.pack.rules.space_limit


def carried(state: State, at: Name, to: Name) -> State:
    """Move a leaf with everybody on it."""
    for one in aboard(state, at):
        state = with_figure(state, replace(one, at=to))
    return tell(with_token(without_token(state, LEAF, at), LEAF, to), "leaf_drifts", other=to)


def berths(state: State, one: Mouse) -> list[Name]:
    """List the water spaces to which a mouse can steer its leaf, also against the current."""
    if PADDLE not in state.stash or not (lies_at(state, LEAF, one.at) and state.ground.sites[one.at].terrain.climbs):
        return []
    sites = state.ground.sites
    return [to for to in near(state, one.at) if sites[to].terrain.climbs and vacant(state, to)]  # MM-262, MM-263


def ask_paddling(state: State, task: Paddling) -> Decide[Event]:
    """Choose where to."""
    one = mouse(state, task.mouse)
    return Decide(seat(state, one.id), tuple(put(LEAF, to) for to in berths(state, one)))


def paddling(state: State, task: Paddling, event: Event | None) -> State:
    """Steer the leaf."""
    assert isinstance(event, Put)
    return push(carried(state, mouse(state, task.mouse).at, event.at), Check())
