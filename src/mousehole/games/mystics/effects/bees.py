"""Pesky bees: one lives in every flower of the Downwood, follows whoever rests near it, and hampers its host."""

from msgspec.structs import replace

from mousehole.games.mystics.board.figures import Steps, figure, minion, mouse, task_step, tell
from mousehole.games.mystics.board.queries import FAR
from mousehole.games.mystics.content.tile_graph import Name
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import AnyState, Bee, Draft, Foe
from mousehole.games.mystics.tasks import Buzz, Fight

NEAR = 2


def swarm(state: AnyState) -> tuple[Bee, ...]:
    """A bee for every flower of a Downwood side."""
    if state.ground.wood != "downwood":
        return ()
    kinds, sites = state.box.pack.tokens, state.ground.sites
    homes = [token.at for token in state.tokens if token.at in sites and kinds[token.kind].bee]
    return tuple(map(Bee, homes))  # MM-203


def buzz(draft: Draft, task: Buzz, event: Event | None) -> None:
    """Let bees follow a mouse that ends its turn near their flower."""
    at = mouse(draft, task.mouse).at
    for bee in draft.bees if at else ():
        if not bee.host and draft.ground.far[bee.home].get(at, FAR) <= NEAR:
            set_host(draft, bee, task.mouse)  # MM-204
            tell(draft, "bee", task.mouse)


def set_host(draft: Draft, bee: Bee, host: str) -> None:
    """Give a bee a host."""
    draft.bees = tuple(replace(one, host=host) if one is bee else one for one in draft.bees)


def bees_about(state: AnyState, fight: Fight) -> tuple[Name, ...]:
    """List the flowers whose bees are about whoever is attacked."""
    if not state.bees:
        return ()
    return tuple([bee.home for bee in state.bees if bee.host and bee.host in fight.at and bee.host != fight.by])


def pass_bees_on(draft: Draft, fight: Fight, homes: tuple[Name, ...]) -> None:
    """Let the bees of whoever was attacked, and perhaps felled, turn on the attacker; a boss they leave alone."""
    by = figure(draft, fight.by)
    if by is None or (isinstance(by, Foe) and minion(draft, by.kind).boss):
        return
    for bee in draft.bees:
        if bee.home in homes:
            set_host(draft, bee, fight.by)  # MM-205
            tell(draft, "bee", fight.by)


def stings(state: AnyState, name: str) -> int:
    """Count the bees around a figure."""
    return sum(bee.host == name for bee in state.bees) if state.bees else 0  # MM-206


def send_bees_home(draft: Draft, name: str) -> None:
    """Send the bees of a figure home that leaves the board."""
    if not stings(draft, name):
        return
    draft.bees = tuple(replace(bee, host="") if bee.host == name else bee for bee in draft.bees)


STEPS: Steps = dict((task_step(Buzz, None, buzz),))
