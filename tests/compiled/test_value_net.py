"""A learned network: compiled code asks it as numpy would, and a file that cannot be used is refused in words."""

import numpy as np
import pytest

from mousehole.compiled.value_net import BadWeights, add_counts, add_marks, concluded, load

SHAPES = {"first": (30, 16), "first_bias": (16,), "second": (16, 8), "second_bias": (8,), "last": (8, 2)}
SHAPES |= {"last_bias": (2,), "table": (7, 16)}


def weights(seed=1):
    luck = np.random.default_rng(seed)
    return {name: luck.normal(size=shape).astype(np.float32) for name, shape in SHAPES.items()}


def written(folder, arrays):
    np.savez_compressed(folder / "value.npz", **arrays)
    return folder / "value.npz"


def asked(net, marks, counts, pairs):
    """What the compiled functions make of marks, counts from the 20th place on, and pairs."""
    hidden, out = net["first_bias"].copy(), np.zeros(2)
    add_marks(net["first"], hidden, np.array(marks), len(marks))
    add_marks(net["table"], hidden, np.array(pairs), len(pairs))
    add_counts(net["first"], hidden, 20, np.array(counts))
    concluded(net, hidden, out)
    return out


def thought(plain, marks, counts, pairs):
    seen = np.zeros(30)
    seen[marks], seen[20 : 20 + len(counts)] = 1, counts
    hidden = np.maximum(seen @ plain["first"] + plain["table"][pairs].sum(0) + plain["first_bias"], 0)
    middle = np.maximum(hidden @ plain["second"] + plain["second_bias"], 0)
    return 1 / (1 + np.exp(-(middle @ plain["last"] + plain["last_bias"])))


@pytest.mark.parametrize("many", range(10))
def test_compiled_code_thinks_as_numpy_does(tmp_path, many):
    plain, luck = weights(), np.random.default_rng(many)
    net = load(written(tmp_path, plain), 30, 7, 2)
    marks, counts = luck.permutation(20)[:many].astype(int), luck.integers(0, 5, 10)
    pairs = luck.integers(0, 7, many % 5)
    assert asked(net, marks, counts, pairs) == pytest.approx(thought(plain, marks, counts, pairs), abs=1e-4)


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
        load(written(tmp_path, arrays), 30, 7, 2)


@pytest.mark.parametrize("content", [b"", b"not weights", b"PK\x03\x04 cut short"])
def test_a_damaged_file_is_refused_by_name(tmp_path, content):
    (tmp_path / "value.npz").write_bytes(content)
    with pytest.raises(BadWeights, match=r"value.npz: cannot be read"):
        load(tmp_path / "value.npz", 30, 7, 2)
