"""A GPU plays what the processor's batch plays, game by game; here its program runs without a GPU."""

import numpy as np
import pytest

from mousehole import envs, shelf
from mousehole.compiled.gpu import obstacle
from mousehole.core.words import UserError
from mousehole.envs.game_batch import Batch
from mousehole.games.mousewarming.box import UNLIMITED_TOKENS
from mousehole.games.mousewarming.moves import Setup as Party
from mousehole.games.mousewarming.state import Party as Laid
from tests.envs.host_runner import COMPILER, HostBatch
from tests.envs.test_batch import NAMES, SETUPS
from tests.games.mmm.vocabulary import pantry

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no compiler for C++")


def host_batch(name, games, **options):
    return HostBatch(shelf.find(name), games, **options)


def same_sight(batch, twin):
    """Compare what is seen and may be done; rows of a GPU end with zeros."""
    size, ids = twin.spec.size, twin.spec.ids
    assert (batch.observations[:, :size] == twin.observations[:, :size]).all() and not twin.observations[:, size:].any()
    assert (batch.masks == twin.masks[:, :ids]).all() and not twin.masks[:, ids:].any()
    assert (batch.picks == twin.picks).all() and (batch.seats == twin.seats).all()


def same(batch, twin):
    """Compare everything that two batches tell."""
    same_sight(batch, twin)
    assert (batch.rewards == twin.rewards).all() and (batch.done == twin.done).all()
    size = twin.spec.size
    assert (batch.finals[batch.done, :size] == twin.finals[twin.done, :size]).all()


@pytest.mark.parametrize(("name", "setup"), SETUPS)
def test_it_plays_as_the_batch_of_the_processor_does(name, setup):
    batch, twin = Batch(shelf.find(name), 24, setup=setup, seed=5), host_batch(name, 24, setup=setup, seed=5)
    for step in range(200):
        same(batch, twin)
        if step % 20 == 0:
            assert all(batch.position(n) == twin.position(n) for n in range(len(batch)))
        batch.step(batch.picks)
        twin.step(twin.picks)
    twin.check()


@pytest.mark.parametrize("name", NAMES)
def test_random_play_in_one_call_is_the_same_as_step_by_step(name):
    batch, twin, tallies = Batch(shelf.find(name), 40, seed=2), host_batch(name, 40, seed=2), 0
    for _ in range(250):
        batch.step(batch.picks)
        tallies += np.array([batch.done.sum(), *(batch.rewards > 0).sum(0)])
    assert twin.play(250).tolist() == tallies.tolist()
    twin.show()
    same_sight(batch, twin)
    batch.step(batch.picks)
    twin.step(twin.picks)
    same(batch, twin)


@pytest.mark.parametrize("vector", [1, 2, 4])
def test_wider_stores_change_nothing_but_the_zeros_at_the_end(vector):
    batch, twin = Batch(shelf.find("mousewarming"), 8, seed=3), host_batch("mousewarming", 8, seed=3, VECTOR=vector)
    assert twin.observations.shape[1] % (4 * vector) == 0
    for _ in range(40):
        same(batch, twin)
        batch.step(batch.picks)
        twin.step(twin.picks)


def test_games_begin_at_positions_in_turn_and_can_be_left_as_they_are():
    batch, other = Batch(shelf.find("chopchop"), 6, seed=1), host_batch("chopchop", 6, seed=1)
    for _ in range(20):
        batch.step(batch.picks)
    positions = [batch.position(0), batch.position(1)]
    batch.reset(4, positions)
    other.reset(4, positions)
    for _ in range(50):
        same(batch, other)
        actions = np.where(np.arange(6) % 2, batch.picks, -1)
        batch.step(actions)
        other.step(actions)


def test_an_action_that_is_not_legal_is_left_undone_and_told():
    batch = host_batch("mmm", 3, seed=1)
    before, illegal = batch.observations.copy(), int(np.flatnonzero(~batch.masks[1])[0])
    batch.step([-1, illegal, 1000])
    assert (batch.observations == before).all()
    with pytest.raises(ValueError, match="2 actions were not legal; the last of them was in game 2"):
        batch.check()
    batch.check()
    with pytest.raises(ValueError, match="need as many actions"):
        batch.step([0])


def test_another_set_up_is_refused():
    with pytest.raises(ValueError, match="another"):
        host_batch("mmm", 2).reset(positions=[pantry("B B")])
    with pytest.raises(ValueError, match="take a batch of the processor"):
        HostBatch(shelf.find("mystics"), 2)
    assert Laid(Party()).box.tokens[0] < UNLIMITED_TOKENS


def test_without_a_card_it_says_so():
    if obstacle() is None:
        assert len(envs.batch("mmm", 3, device="cuda")) == 3
    else:
        with pytest.raises(UserError):
            envs.batch("mmm", 3, device="cuda")
