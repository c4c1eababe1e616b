"""What programs get wrong is told in words, at once: nothing hangs, nothing answers silently wrong."""

import subprocess
import sys
from random import Random

import pytest

import mousehole
from mousehole.games.mmm.moves import Rolled

BOARD = 'steps = 2\npantry = """\nB B\nF F\n"""\n'


class First(mousehole.Player):
    rank = 1

    def choose(self, game, state, turn, luck):
        return turn.actions[0]


def contest(lineups=(("random",),), games=1, setup=None):
    return mousehole.contest("mmm", setup, lineups, games)


def rolled():
    return mousehole.start("mmm").roll(Random(1))


def record():
    return mousehole.played("mmm", None, ("random",), seed="wrong", number=1)[0]


WRONG = {
    "a class as a player": (lambda: contest([(First,)]), r"such as First\(\), not First"),
    "a number as a player": (lambda: contest([(7,)]), "a player is a name or an object"),
    "a line-up without a list": (lambda: contest(("random",)), "a line-up is a tuple of players"),
    "no games": (lambda: contest(games=0), "one game at least"),
    "fewer games than none": (lambda: contest(games=-3), "one game at least"),
    "line-ups of somebody unknown": (lambda: mousehole.lineups("mmm", None, ("gredy",)), "no player gredy"),
    "a field that is not there": (lambda: contest(setup={"cats": 1}), "there is no field cats"),
    "a field twice": (lambda: mousehole.start("mmm", board="steps = 99\n"), "^set-up: board: (?!board)"),
    "a record of another game": (
        lambda: mousehole.audit(mousehole.find("chopchop"), record()),
        "a record of mmm, not of chopchop",
    ),
    "a review of another game": (lambda: mousehole.review(record(), "chopchop"), "a record of mmm"),
    "a review from no seat": (lambda: mousehole.review(record(), seat=4), "seats 0 to 0"),
    "hints for a seat that waits": (lambda: rolled().hints(seat=3), "seat 3 decides nothing here; it is up to 0"),
    "faces in another order": (
        lambda: mousehole.start("mmm").play(Rolled(("fish", "bread", "x"))),
        r'did you mean {"type":"rolled","faces":\["bread","fish","x"\]}\?',
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_call_is_told_in_words(what):
    call, words = WRONG[what]
    with pytest.raises(mousehole.UserError, match=words):
        call()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mousehole.start("mmm").roll(5), "luck is a random.Random"),
        (lambda: mousehole.start(None), "a game, or the name of one"),
        (lambda: mousehole.load(None), "the Path of a record"),
        (lambda: mousehole.position(None), "the text of a position"),
    ],
)
def test_a_value_of_the_wrong_type_is_told_in_words(call, words):
    with pytest.raises(TypeError, match=words):
        call()


def test_a_set_up_may_be_a_dict_of_its_fields():
    assert mousehole.start("mmm", {"players": 2}) == mousehole.start("mmm", players=2)
    assert mousehole.lineups("mmm", {"players": 2}, "random") == (("random",),)


def test_players_of_your_own_are_printed_by_their_names():
    named = First()
    named.name = "hostess"
    assert repr((First(), named)) == "(First, hostess)"


def test_exact_chances_refuse_what_they_do_not_know(tmp_path):
    oracle, here = mousehole.solve("mmm", folder=tmp_path, board=BOARD), mousehole.start("mmm", board=BOARD)
    assert oracle.value(here, 0) == oracle.value(here.state, 0)
    with pytest.raises(mousehole.UserError, match="nobody decides here"):
        oracle.choices(here.state)
    for other in (mousehole.start("mmm"), mousehole.start("mmm", board=BOARD, steps=9)):
        with pytest.raises(mousehole.UserError, match="another board"):
            oracle.value(other.state, 0)
    for strange in (mousehole.start("chopchop").state, "start"):
        with pytest.raises(mousehole.UserError, match="not a position of mmm"):
            oracle.value(strange, 0)


UNGUARDED = """
import mousehole
mousehole.contest("mmm", None, [("random",)], games=2, processes=2)
"""


def test_a_script_without_its_guard_is_told_so_and_nothing_else(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED, "utf-8")
    told = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert told.returncode and told.stderr.count("Traceback") == 1
    assert told.stderr.splitlines()[-1].endswith('under if __name__ == "__main__":, since each of them reads it anew')
