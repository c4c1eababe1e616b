"""Pesky bees: one lives in every flower of the Downwood, follows whoever rests near it, and hampers its host."""

from msgspec.structs import replace

from mousehole.games.mystics.board.board_queries import FAR
from mousehole.games.mystics.board.changes import tell
from mousehole.games.mystics.board.figures import figure, minion, mouse
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import Bee, Foe, State
from mousehole.games.mystics.tasks.fight_tasks import Fight
from mousehole.games.mystics.tasks.outdoor_tasks import Buzz

NEAR = 2


def swarm(state: State) -> State:
    """Put a bee on every flower of a Downwood side."""
    if state.ground.wood != "downwood":
        return state
    kinds, sites = state.box.pack.tokens, state.ground.sites
    homes = [token.at for token in state.tokens if token.at in sites and kinds[token.kind].bee]
    return replace(state, bees=tuple(map(Bee, homes)))  # MM-203


def buzz(state: State, task: Buzz, event: Event | None) -> State:
    """Let bees follow a mouse that ends its turn near their flower."""
    at = mouse(state, task.mouse).at
    for bee in state.bees if at else ():
        if not bee.host and state.ground.far[bee.home].get(at, FAR) <= NEAR:
            state = tell(hosted(state, bee, task.mouse), "bee", task.mouse)  # MM-204
    return state


def hosted(state: State, bee: Bee, host: str) -> State:
    """Give a bee a host."""
    return replace(state, bees=tuple(replace(one, host=host) if one is bee else one for one in state.bees))


def about_hosts(state: State, fight: Fight) -> tuple[Name, ...]:
    """List the flowers whose bees are about whoever is attacked."""
    if not state.bees:
        return ()
    return tuple([bee.home for bee in state.bees if bee.host and bee.host in fight.at and bee.host != fight.by])


def passed_on(state: State, fight: Fight, homes: tuple[Name, ...]) -> State:
    """Let the bees of whoever was attacked, and perhaps felled, turn on the attacker; a boss they leave alone."""
    by = figure(state, fight.by)
    if by is None or (isinstance(by, Foe) and minion(state, by.kind).boss):
        return state
    for bee in state.bees:
        if bee.home in homes:
            state = tell(hosted(state, bee, fight.by), "bee", fight.by)  # MM-205
    return state


def stings(state: State, name: str) -> int:
    """Count the bees around a figure."""
    return sum(bee.host == name for bee in state.bees) if state.bees else 0  # MM-206


def shooed(state: State, name: str) -> State:
    """Send the bees of a figure home that leaves the board."""
    if not stings(state, name):
        return state
    return replace(state, bees=tuple(replace(bee, host="") if bee.host == name else bee for bee in state.bees))
