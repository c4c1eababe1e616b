"""What a learned value reads on a GPU is what the rules and the fitted values say; here it runs without a GPU."""

import numpy as np
import pytest

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.tensor import Tensor
from mousehole.envs.gpu import Foresight
from mousehole.games.chopchop.kernel import FLAGS, PLANE, PLANES
from mousehole.games.chopchop.value import facts
from mousehole.games.mousewarming import kernel as party
from mousehole.games.mousewarming.value import chances, errands, kitchens, threat, unlucky, ways
from tests.envs.host_runner import COMPILER, HostBatch

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no compiler for C++")
GAMES = 30
# where a fact of value.py stands among the marks, and what one of it counts
KITCHEN = {1: (7, 1), 2: (8, 1), 3: (9, 1), 4: (10, 1), 5: (11, 1), 6: (12, 1 / 6), 7: (13, 1 / 6), 8: (14, 1 / 6)}
KITCHEN |= {10: (15, 1 / 8), 12: (16, 1 / 8), 15: (17, 1 / 8)}


def reader(name):
    batch = HostBatch(shelf.find(name), GAMES, seed=1)
    return batch, Foresight(batch, 10_000)


def questions(actions):
    return np.arange(GAMES, dtype=np.int32), np.asarray(actions, np.int32)


def told(state):
    """What value.py of the party makes of a position."""
    places, away = kitchens(state.party.box, state.burrows), ways(state)
    lost = unlucky(state.unseen, state.pantry, state.party.box.pantry)
    return (*errands(state, places, away), *chances(state, places, away), lost, threat(state, lost))


def test_the_facts_of_the_kitchen_are_those_of_its_value():
    batch, sight = reader("chopchop")
    for _ in range(40):
        sight.look(*questions([-1] * GAMES))
        for game in range(GAMES):
            expected, seen = facts(batch.position(game)), sight.marks[game, PLANES * PLANE + FLAGS :]
            assert all(seen[at] * unit == pytest.approx(float(expected[n])) for n, (at, unit) in KITCHEN.items())
        batch.step(batch.picks)


def test_the_facts_of_the_party_are_nearly_those_of_its_value():
    batch, sight = reader("mousewarming")
    units = (1 / 64, 1 / 16, 1 / 64, 1 / 64, 1 / 16, 1 / 64, 1 / 64)
    at = len(sight.scales) - party.REST + party.FLAGS + 40
    for _ in range(30):
        sight.look(*questions([-1] * GAMES))
        for game in range(GAMES):
            seen = sight.marks[game, at : at + len(units)] * units
            assert seen == pytest.approx(told(batch.position(game)), abs=0.04)
        batch.step(batch.picks)


@pytest.mark.parametrize("name", ["chopchop", "mousewarming"])
def test_looking_ahead_sees_the_end_and_changes_nothing(name):
    batch, sight = reader(name)
    game, ended = batch.game, 0
    tensor: Tensor = game.parts.tensor
    for _ in range(120):
        sight.look(*questions(batch.picks))
        for n in range(GAMES):
            state = batch.position(n)
            after = game.turn(game.apply(state, tensor.action(state, int(batch.picks[n]))))
            assert bool(sight.over[n]) == isinstance(after, Over)
            if isinstance(after, Over):
                assert sight.exact[n].tolist() == [float(seat in after.winners) for seat in sight.heads]
                ended += 1
        batch.step(batch.picks)
    assert ended or name == "mousewarming"  # there, luck has the last word
    with pytest.raises(ValueError, match="questions"):
        Foresight(batch, 3).look(*questions(batch.picks))
