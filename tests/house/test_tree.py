"""The listing that the other house tests stand on."""

from tests.house import tree


def test_git_and_a_plain_walk_find_the_same_sources():
    inside = [path for path in tree.walked() if path.is_relative_to(tree.SOURCE)]
    assert tree.ROOT / "mousehole" in tree.walked()
    assert set(inside) == {path for path in tree.files() if path.is_relative_to(tree.SOURCE)}


def test_texts_are_found():
    names = dict(tree.texts())
    assert {"mousehole", "pyproject.toml", ".ci/run"} <= names.keys()
