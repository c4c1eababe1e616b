"""Players of one's own: straight into a contest, and through an entry point at every table."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

import mousehole
from mousehole.core.game import player_name


class Last(mousehole.Player):
    """Takes the last action."""

    rank = 1
    name = "last"

    def choose(self, game, state, turn, luck):
        return turn.actions[-1]


def test_an_object_goes_straight_into_a_contest():
    game = mousehole.find("chopchop")
    report = mousehole.contest(game, game.setup(), [(Last(), "random"), ("random", Last())], 6)
    assert [tally.games for tally in report.tallies] == [6, 6]
    assert [player_name(one) for one in report.tallies[0].lineup] == ["last", "random"]


class Numbers(Last):
    """Says the number of an action instead of the action."""

    name = "numbers"

    def choose(self, game, state, turn, luck):
        return 0


def test_a_choice_that_is_none_is_told_with_the_name_of_the_player():
    game = mousehole.find("mmm")
    with pytest.raises(mousehole.UserError, match="numbers chose 0, which is not one of the turn's actions"):
        mousehole.contest(game, game.setup(), [(Numbers(),)], 1)


def test_where_nobody_decides_there_is_no_best_action():
    with pytest.raises(mousehole.UserError, match="nobody decides here"):
        mousehole.best_of(mousehole.start("mmm").hints())


def test_an_object_travels_to_other_processes():
    game, last = mousehole.find("mmm"), Last()
    alone = mousehole.contest(game, game.setup(), [(last,)], 8)
    spread = mousehole.contest(game, game.setup(), [(last,)], 8, processes=2)
    assert alone == spread


def test_every_line_up_can_hold_objects():
    game = mousehole.find("chopchop")
    assert len(mousehole.lineups(game, game.setup(), (Last(), "random"))) == 2


def test_a_game_with_parts_of_its_own_is_played_as_it_is():
    game = mousehole.find("mmm")
    changed = replace(game, parts=replace(game.parts, players=f"{__name__}:PLAYERS"))
    assert mousehole.contest(game, game.setup(), [("random",)], 2).tallies
    with pytest.raises(mousehole.UserError, match="no player last"):
        mousehole.contest(game, game.setup(), [("last",)], 2)
    assert mousehole.contest(changed, game.setup(), [("last",)], 2).tallies[0].games == 2


PLAYERS = {"last": Last()}

PACKAGE = {
    "lastly.py": """
from mousehole import Player

class Last(Player):
    rank = 1
    def choose(self, game, state, turn, luck):
        return turn.actions[-1]

def only_mmm(game):
    return Last() if game.name == "mmm" else None

def broken(game):
    raise RuntimeError("nobody at home")

last = Last()
""",
    "lastly-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: lastly\nVersion: 1.0\n",
    "lastly-1.0.dist-info/entry_points.txt": (
        "[mousehole.players]\nlast = lastly:last\nmmm_only = lastly:only_mmm\nbroken = lastly:broken\n"
        "missing = lastly:nobody\nrandom = lastly:last\n"
    ),
}
ASK = "import mousehole as m; print(*m.players_of(m.find('mmm'))); print(*m.players_of(m.find('chopchop')))"


def test_a_package_puts_a_player_into_every_list(tmp_path):
    for name, text in PACKAGE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])}
    told = subprocess.run([sys.executable, "-c", ASK], env=env, capture_output=True, text=True, check=True)
    mmm, chopchop = (line.split() for line in told.stdout.splitlines())
    assert {"last", "mmm_only"} <= set(mmm) and "last" in chopchop and "mmm_only" not in chopchop
    assert "broken" not in mmm and "missing" not in mmm
    assert "nobody at home" in told.stderr and "Traceback" not in told.stderr


def test_a_contest_takes_the_name_of_a_game_and_its_plain_set_up():
    game = mousehole.find("chopchop")
    named = mousehole.contest("chopchop", None, [("random", "random")], games=2)
    assert named == mousehole.contest(game, game.setup(), [("random", "random")], games=2)
    assert mousehole.lineups("chopchop", None, ("random", "greedy")) == (("random", "greedy"), ("greedy", "random"))
    record, over = mousehole.played("mmm", None, ("random",), "evening", 1)
    assert mousehole.audit(mousehole.find("mmm"), record) == over
    assert next(iter(mousehole.players_of("mmm"))) == "random"
    with pytest.raises(mousehole.NoSuchGame):
        mousehole.contest("chess", None, [("random",)], games=1)
    with pytest.raises(mousehole.NoSuchPlayer):
        mousehole.find_player("mmm", "nobody")
    with pytest.raises(mousehole.UserError, match=r"a player for each team \(mice, cat\), not 1"):
        mousehole.contest("chopchop", None, [("random",)], games=1)
