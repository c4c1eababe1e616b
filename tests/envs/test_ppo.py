"""The learner of the package: it does more of what went well, never what is not legal, and plays as a player."""

import numpy as np
import pytest

import mousehole
from mousehole import envs
from mousehole.envs.ppo import Learner, Memory, Network, judged, restored, train

SETUP = {"board": 'steps = 4\npantry = """\nB B F\nG H H\n"""\n'}


def test_it_does_more_of_what_went_better_than_it_looked_and_nothing_that_is_not_legal():
    luck, network = np.random.default_rng(1), Network(4, 3)
    for _ in range(12):
        seen, masks = luck.random((64, 4), np.float32), np.tile([True, True, False], (64, 1))
        out, actions = network.look(seen, masks), luck.integers(0, 2, 64)
        gains = np.where(actions == 0, 1.0, -1.0).astype(np.float32)
        network.learn(Memory(seen, masks, actions, out.shares[np.arange(64), actions], gains, gains), 1e-2)
    shares = network.look(seen, masks).shares
    assert shares[:, 0].min() > 0.8 and shares[:, 2].max() == 0


def test_a_network_is_a_player_also_from_its_file(tmp_path):
    spec = envs.batch("mmm", 1, setup=SETUP).spec
    network = Network(spec.changing, spec.ids)
    np.savez_compressed(tmp_path / "untaught.npz", **network.weights)
    first, second = (mousehole.played("mmm", SETUP, (Learner(one),)) for one in (network, tmp_path / "untaught.npz"))
    assert first == second and first[1].reason in ("cat", "gathered")
    assert restored(tmp_path / "untaught.npz").weights.keys() == network.weights.keys()


@pytest.mark.long
def test_a_lesson_wins_more_than_chance():
    network = train("mmm", setup=SETUP, decisions=400_000)
    spec = envs.batch("mmm", 1, setup=SETUP).spec
    untaught = judged(Network(spec.changing, spec.ids), "mmm", setup=SETUP, seat=None, games=2000)
    assert judged(network, "mmm", setup=SETUP, seat=None, games=2000) > untaught + 0.15
