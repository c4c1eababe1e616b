"""What a learned value reads on a processor is what it reads on a card, where it was learned."""

import numpy as np
import pytest

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.envs.card.foresight import Foresight
from mousehole.games.chopchop import fast as kitchen
from mousehole.games.chopchop.fast import marks as kitchen_marks
from mousehole.games.mmm import fast as pantry
from mousehole.games.mmm.card.marks import ways
from mousehole.games.mmm.fast import marks as pantry_marks
from mousehole.games.mmm.moves import Setup as Pantry
from mousehole.games.mousewarming import fast as party
from mousehole.games.mousewarming.fast import marks as party_marks
from tests.envs.host_runner import COMPILER, HostBatch

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no compiler for C++")
GAMES, STEPS, HELD = 30, 50, -1


def spread(many, places, first, counts):
    """Marks and counts as a row of bytes."""
    seen = np.zeros(many, np.int64)
    seen[places], seen[first : first + len(counts)] = 1, counts
    return seen


def of_the_party(state):
    box, row = party.box(state), party.KERNEL.pack(state)[0]
    places, counts = np.zeros(256, np.int64), np.zeros(party_marks.FACT_COUNT, np.int64)
    n = party_marks.flags(box, row, places, party_marks.ring(box, row, places))
    party_marks.facts(box, row, counts)
    many = party_marks.mark_count(state.party.length)
    return spread(many, places[:n], many - party_marks.FACTS_AT, counts), []


def of_the_kitchen(state):
    box, row = kitchen.box(state), kitchen.pack(state)[0]
    places, pairs = np.zeros(256, np.int64), np.zeros(4, np.int64)
    counts = np.zeros(kitchen_marks.FACT_COUNT, np.int64)
    n, known = kitchen_marks.marked(box, row, places), kitchen_marks.paired(row, pairs)
    kitchen_marks.facts(box, row, counts)
    seen = spread(kitchen_marks.MARK_COUNT, places[:n], kitchen_marks.FACTS_AT, counts)
    return seen, sorted(pairs[:known].tolist())


def of_the_pantry(state):
    box, row, items = pantry.box(state), pantry.pack(state)[0], np.array(ways(state), np.int64)
    places, counts = np.zeros(pantry_marks.MOST_MARKS, np.int64), np.zeros(pantry_marks.COUNTED, np.int64)
    n = pantry_marks.marked(box, items, row, places)
    pantry_marks.facts(box, items, row, counts)
    many = pantry_marks.mark_count(len(state.pantry.grid.names))
    return spread(many, places[:n], many - pantry_marks.REST + pantry_marks.FLAGS, counts), []


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
    game, sight, none = batch.game, Foresight(batch, GAMES), kitchen_marks.PAIR_COUNT - 1
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
