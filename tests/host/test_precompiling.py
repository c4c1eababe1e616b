"""What players and hints need is compiled before anybody waits for it."""

import pytest

from mousehole.compiled import compiler
from mousehole.host import precompiling

pytestmark = pytest.mark.skipif(not compiler.fast(), reason="numba is not installed")


@pytest.fixture
def cold(tmp_path, monkeypatch):
    monkeypatch.setattr(precompiling, "mark", lambda: tmp_path / "new" / "warm")
    return precompiling


def test_everything_is_compiled_once_and_that_is_remembered(cold, monkeypatch):
    thought = []
    think = cold.think
    monkeypatch.setattr(cold, "think", lambda game: (think(game), thought.append(game.name)))
    assert not cold.done()
    cold.work()
    assert cold.done() and sorted(thought) == ["chopchop", "mmm", "mousewarming"]
    assert cold.begin() is None


def test_nothing_is_begun_where_nothing_can_be_compiled(cold, monkeypatch):
    monkeypatch.setattr(compiler, "fast", lambda: False)
    assert not cold.done()
    assert cold.begin() is None
