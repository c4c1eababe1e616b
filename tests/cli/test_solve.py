"""`mousehole solve`: chances for every distance of the cat, kept in the data folder; mistakes told in words."""

import json

import pytest

from tests.cli.test_cli import mousehole

BOARD = 'steps = 3\npantry = """\nB B F\nG G F\n"""\n'


@pytest.fixture
def board(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(BOARD)
    return file


def test_every_distance_of_the_cat_is_told_and_kept(board, tmp_path):
    told = mousehole("solve", "mmm", "--board", board, MOUSEHOLE_DATA=str(tmp_path))
    assert told.returncode == 0, told.stderr
    rows = told.stdout.splitlines()[1:]
    assert [row.split("away")[0].strip() for row in rows] == ["cat 1 step", "cat 2 steps", "cat 3 steps"]
    shares = [float(row.rsplit(maxsplit=1)[1].rstrip("%")) for row in rows]
    assert shares == sorted(shares) and 0 < shares[0] < shares[2] < 100
    assert [file.suffix for file in (tmp_path / "solutions").iterdir()] == [".chances"]
    again = mousehole("--language=fr", "solve", "mmm", "--board", board, "--steps", 2, MOUSEHOLE_DATA=str(tmp_path))
    assert again.stdout.splitlines()[2].split() == ["chat", "à", "2", "pas", f"{shares[1]:.4f}".replace(".", ","), "%"]


def test_a_restriction_costs(board, tmp_path):
    free, held = (
        json.loads(mousehole("solve", "mmm", "--json", "--board", board, *policy, MOUSEHOLE_DATA=str(tmp_path)).stdout)
        for policy in ([], ["--policy", "never-reroll"])
    )
    assert [one["when"] for one in held["chances"]] == [one["when"] for one in free["chances"]]
    pairs = zip(held["chances"], free["chances"], strict=True)
    assert all(less["chance"] < more["chance"] for less, more in pairs)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chopchop"], "has no solver"),
        (["mmm", "--policy", "cheat"], "never-reroll"),
        (["mmm", "--steps", "99"], "steps"),
        (["mmm", "--board", "/nowhere.toml"], "/nowhere.toml"),
    ],
)
def test_mistakes_are_told_in_words(arguments, words):
    told = mousehole("solve", *arguments)
    assert told.returncode == 2
    assert words in told.stderr
    assert "Traceback" not in told.stderr
