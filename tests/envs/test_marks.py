"""What a learned value reads on a processor is what it reads on a GPU, where it was learned."""

import numpy as np
import pytest

from mousehole import shelf
from mousehole.compiled.rules import rules
from mousehole.core.game import Over
from mousehole.envs.gpu import Foresight
from mousehole.games.chopchop import kernel as kitchen
from mousehole.games.mmm import kernel as pantry
from mousehole.games.mmm.moves import Setup as Pantry
from mousehole.games.mousewarming import kernel as party
from tests.envs.host_runner import COMPILER, HostBatch

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no compiler for C++")
GAMES, STEPS, HELD = 30, 50, -1


def spread(many, places, first, counts):
    """Marks and counts as a row of bytes."""
    seen = np.zeros(many, np.int64)
    seen[places], seen[first : first + len(counts)] = 1, counts
    return seen


def of_the_party(state):
    flags, _, counts = rules(party.KERNEL, state).marks()
    many = party.mark_count(state.party.length)
    return spread(many, flags, many - party.REST + party.FLAGS, counts), []


def of_the_kitchen(state):
    flags, pairs, counts = rules(kitchen.KERNEL, state).marks()
    return spread(kitchen.MARK_COUNT, flags, kitchen.FLAGS + kitchen.PLANES * kitchen.PLANE, counts), sorted(pairs)


def of_the_pantry(state):
    flags, _, counts = rules(pantry.KERNEL, state).marks()
    many, first = len(pantry.scales(state)), pantry.planes(len(state.pantry.grid.names)) + pantry.FLAGS
    return spread(many, flags, first, counts), []


@pytest.mark.parametrize(
    ("name", "setup", "marked"),
    [
        ("mousewarming", None, of_the_party),
        ("chopchop", None, of_the_kitchen),
        ("mmm", Pantry(in_line=True, side="two_paws"), of_the_pantry),
    ],
)
def test_both_read_the_same_before_and_after_every_action(name, setup, marked):
    batch = HostBatch(shelf.find(name), GAMES, setup=setup, seed=1)
    game, sight, none = batch.game, Foresight(batch, GAMES), kitchen.CELLS
    for _ in range(STEPS):
        for actions in (np.full(GAMES, HELD, np.int32), np.array(batch.picks, np.int32)):
            sight.look(np.arange(GAMES, dtype=np.int32), actions)
            for n, action in enumerate(actions.tolist()):
                state = batch.position(n)
                if action != HELD:
                    state = game.apply(state, game.parts.tensor.action(state, action))
                if not isinstance(game.turn(state), Over):
                    seen, pairs = marked(state)
                    assert seen.tolist() == sight.marks[n].tolist()
                    assert pairs == (sorted(pair for pair in sight.pairs[n].tolist() if pair != none) if pairs else [])
        batch.step(batch.picks)
