"""A learned network: a module asks it as numpy would, and a file that cannot be used is refused in words."""

from random import Random

import numpy as np
import pytest

from mousehole.compiled.learned_weights import BadWeights, weights_of
from mousehole.compiled.rules import rules
from mousehole.core.game import Decide, Over
from mousehole.core.kernel import Weights
from mousehole.games.mousewarming import GAME
from mousehole.games.mousewarming.kernel import LEARNED
from mousehole.games.mousewarming.moves import Setup

MARKS, PAIRS, TEAMS = 30, 7, 2


def weights(marks=MARKS, pairs=PAIRS, wide=16, narrow=8, teams=TEAMS):
    luck = np.random.default_rng(1)
    shapes = {"first": (marks, wide), "first_bias": (wide,), "second": (wide, narrow), "second_bias": (narrow,)}
    shapes |= {"last": (narrow, teams), "last_bias": (teams,), "table": (pairs, wide)}
    return {name: luck.normal(size=shape, scale=0.2).astype(np.float32) for name, shape in shapes.items() if shape[0]}


def written(folder, arrays):
    np.savez_compressed(folder / "value.npz", **arrays)
    return folder / "value.npz"


def thought(plain, flags, counts, first):
    seen = np.zeros(len(plain["first"]))
    seen[flags], seen[first : first + len(counts)] = 1, counts
    hidden = np.maximum(seen @ plain["first"] + plain["first_bias"], 0)
    middle = np.maximum(hidden @ plain["second"] + plain["second_bias"], 0)
    return 1 / (1 + np.exp(-(middle @ plain["last"] + plain["last_bias"])))


@pytest.mark.parametrize(("wide", "narrow"), [(16, 8), (37, 5), (256, 128)])
def test_a_module_thinks_as_numpy_does(tmp_path, wide, narrow):
    marks, state = LEARNED.weights.marks, GAME.new(Setup())
    plain = weights(marks, 0, wide, narrow, 1)
    kernel = LEARNED._replace(weights=Weights(written(tmp_path, plain), marks, 0, 1))
    luck, compared = Random(wide), 0
    while not isinstance(turn := GAME.turn(state), Over):
        if state.stage != "closing":
            at, compared = rules(kernel, state), compared + 1
            flags, _, counts = at.marks()
            assert at.guess()[0] == pytest.approx(thought(plain, flags, counts, marks - 64)[0], abs=1e-4)
        state = GAME.apply(state, luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random()))
    assert compared > 20


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"second": None}, "second is missing"),
        ({"first": np.zeros((29, 16))}, r"first is \(29, 16\), where \(30, 16\)"),
        ({"table": np.zeros((8, 16))}, r"table is \(8, 16\)"),
        ({"last": np.full((8, 2), np.nan)}, "last is .* finite numbers"),
    ],
)
def test_weights_that_do_not_fit_are_refused_by_name(tmp_path, change, said):
    arrays = {name: array for name, array in (weights() | change).items() if array is not None}
    with pytest.raises(BadWeights, match=f"value.npz: {said}"):
        weights_of(Weights(written(tmp_path, arrays), MARKS, PAIRS, TEAMS))


@pytest.mark.parametrize("content", [b"", b"not weights", b"PK\x03\x04 cut short"])
def test_a_damaged_file_is_refused_by_name(tmp_path, content):
    (tmp_path / "value.npz").write_bytes(content)
    with pytest.raises(BadWeights, match=r"value.npz: cannot be read"):
        weights_of(Weights(tmp_path / "value.npz", MARKS, PAIRS, TEAMS))
