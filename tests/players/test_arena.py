"""The arena counts right, is sure of the right thing, and gives the same answer with any number of processes."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import cache

import pytest

from mousehole import shelf
from mousehole.cli.progress_bar import Bar
from mousehole.core.game import Decide, Over
from mousehole.core.record import audit
from mousehole.core.words import UserError, voice
from mousehole.games.mmm.moves import Setup
from mousehole.players.arena import Tally, contest, lineups, played, roles
from mousehole.players.player import NoSuchPlayer

MMM = shelf.find("mmm")
TINY = Setup(board='pantry = """\nB F\nB F\n"""\nsteps = 4\n')


@cache
def exactly(state):
    """The exact chance that random play wins."""
    turn = MMM.turn(state)
    if isinstance(turn, Over):
        return float(bool(turn.winners))
    odds = [(action, 1) for action in turn.actions] if isinstance(turn, Decide) else turn.odds
    return sum(weight * exactly(MMM.apply(state, event)) for event, weight in odds) / sum(weight for _, weight in odds)


def test_the_true_win_rate_lies_within_the_interval():
    (tally,) = contest(MMM, TINY, [("random",)], 3000).tallies
    low, high = tally.interval()
    assert low < exactly(MMM.new(TINY)) < high
    assert high - low < 0.04


def test_two_processes_give_the_same_as_one():
    one = contest(MMM, Setup(), [("random",), ("thumb",)], 120, seed="a")
    assert one == contest(MMM, Setup(), [("random",), ("thumb",)], 120, seed="a", processes=2)
    assert one != contest(MMM, Setup(), [("random",), ("thumb",)], 120, seed="b")


def test_line_ups_meet_the_same_luck():
    (record, _), (other, _) = (played(MMM, Setup(), (name,), "a", 7) for name in ("random", "thumb"))
    assert record.seed == other.seed
    assert record.events[0] == other.events[0]
    assert record.seed != played(MMM, Setup(), ("random",), "a", 8)[0].seed
    together = contest(MMM, Setup(), [("random",), ("thumb",)], 40).tallies
    alone = contest(MMM, Setup(), [("thumb",)], 40).tallies
    assert together[1] == alone[0]


def test_games_of_the_arena_pass_the_audit():
    for number in range(5):
        record, over = played(MMM, Setup(side="two_paws"), ("thumb",), "audit", number)
        audit(MMM, record)
        assert isinstance(over, Over)


def test_a_tally_counts_every_game():
    (tally,) = contest(MMM, Setup(players=3), [("thumb",)], 60).tallies
    assert tally.games == sum(tally.reasons.values()) == sum(tally.ratings.values()) == 60
    assert tally.wins == (tally.reasons["gathered"],)
    assert tally.rate() == tally.wins[0] / 60


def test_tallies_add_up():
    one, other = (
        Tally(("a", "b"), 2, (1, 0), 1, 3, {"x": 2}, {}),
        Tally(("a", "b"), 1, (0, 1), 0, -1, {"y": 1}, {"r": 1}),
    )
    assert one + other == Tally(("a", "b"), 3, (1, 1), 1, 2, {"x": 2, "y": 1}, {"r": 1})


class Seats:
    """A game as far as its teams go."""

    def __init__(self, *teams):
        self.teams = teams

    def seats(self, setup):
        return [type("Kind", (), {"team": team}) for team in self.teams]


@pytest.mark.parametrize(
    ("teams", "names", "expected"),
    [
        (["mice"] * 3, ("a", "b"), [("a",), ("b",)]),
        (["cat", "mice"], ("a", "b"), [("a", "b"), ("b", "a")]),
        (["cat", "mice"], ("a",), [("a", "a")]),
        (["cat", "mice", "mice"], ("a", "a", "b"), [("a", "b"), ("b", "a")]),
    ],
)
def test_every_player_leads_every_team(teams, names, expected):
    assert list(lineups(Seats(*teams), None, names)) == expected


def test_every_player_takes_each_role_against_the_same_other():
    kinds = Seats("cat", "mice", "mice")
    expected = [("c", "c"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    assert list(roles(kinds, None, ("a", "b", "c", "a"), "c")) == expected
    assert list(roles(Seats("mice", "mice"), None, ("a",), "c")) == [("c",), ("a",)]


def test_an_unknown_player_is_told_before_any_game():
    with pytest.raises(NoSuchPlayer):
        contest(MMM, Setup(), [("random",), ("chess",)], 10**9)


def test_a_line_up_of_the_wrong_length_is_refused():
    with pytest.raises(UserError, match=r"a line-up names a player for each team \(\w+\), not 2"):
        contest(MMM, Setup(), [("random", "random")], 1)


def test_progress_goes_up_to_the_end():
    steps = []
    contest(MMM, TINY, [("random",), ("thumb",)], 100, progress=lambda done, total: steps.append((done, total)))
    assert steps == sorted(steps)
    assert steps[-1] == (200, 200)


class Screen(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_shows_the_share_and_the_time_left():
    bar = Bar(Screen(), voice("fr"))
    assert bar.words(25, 100, 5.0).endswith(" 25% 25 sur 100, encore 0:15")
    assert bar.words(25, 100, 5.0).count("━") == 7
    assert bar.words(1, 10_000, 1.0).endswith("1 sur 10000, encore 2:46:39")
    assert "100%" in bar.words(0, 0, 0.0)


def test_the_bar_is_drawn_on_a_terminal_only_and_goes_away():
    screen, file = Screen(), io.StringIO()
    for stream in (screen, file):
        bar = Bar(stream)
        bar(10, 10)
        bar.close()
    assert re.fullmatch(r"\r━+ 100% 10 of 10, 0:00 left\x1b\[K\r\x1b\[K", screen.getvalue())
    assert file.getvalue() == ""


def test_the_command_tells_rates_with_their_intervals():
    command = [sys.executable, "-m", "mousehole", "arena", "mmm", "--players", "random,thumb", "--games", "40"]
    told = subprocess.run([*command, "--processes", "1"], capture_output=True, text=True, check=True)
    best, worst, head, between = told.stdout.splitlines()
    assert re.fullmatch(r"thumb +\d+\.\d% \(\d+\.\d% – \d+\.\d%\)  40 games, score [+-]\d+\.\d\d", best)
    assert worst.startswith("random")
    assert head == "compared with random, game by game with the same luck, wins in 100 games:"
    assert re.fullmatch(r"thumb   \+\d+\.\d \(\+\d+\.\d to \+\d+\.\d\)", between)
    assert told.stderr == ""


def test_roles_are_compared_in_the_language_of_the_reader_and_for_programs():
    asked = ["arena", "chopchop", "--players", "random", "--against", "greedy", "--games", "12", "--processes", "1"]
    french = [sys.executable, "-m", "mousehole", "--language", "fr", *asked]
    told = subprocess.run(french, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told[3].startswith("par rapport à greedy : greedy, partie par partie")
    assert [row.split("  ")[0] for row in told[4:]] == ["random : greedy", "greedy : random"]
    assert re.search(r"  random [+-]\d+\.\d \([+-]\d+\.\d à [+-]\d+\.\d\)(\xa0: trop proche pour trancher)?$", told[4])
    rows = subprocess.run([*french, "--json"], capture_output=True, text=True, check=True).stdout.splitlines()
    first, *others = map(json.loads, rows)
    assert first["paired"] == []
    for row in others:
        rates = [(mine - theirs) / 12 for mine, theirs in zip(row["wins"], first["wins"], strict=True)]
        assert [team["rate"] for team in row["paired"]] == pytest.approx(rates)
        assert all(team["interval"][0] <= team["rate"] <= team["interval"][1] for team in row["paired"])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_ctrl_c_on_a_terminal_ends_all_processes_and_tells_what_was_played():
    import pty

    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "mousehole", "arena", "mmm", "--players", "random", "--games", "9999999"]
    streams = {"stdout": subprocess.PIPE, "stderr": terminal, "start_new_session": True}
    env = os.environ | {"PYTHONFAULTHANDLER": "1"}
    with subprocess.Popen([*command, "--processes", "2"], text=True, env=env, **streams) as running:
        os.close(terminal)
        shown = until(screen, b" left")
        os.killpg(running.pid, signal.SIGINT)
        try:
            out, _ = running.communicate()
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGABRT)
            pytest.fail(until(screen))  # where it hangs
    shown += until(screen)
    assert "╌" in shown
    assert "Traceback" not in shown
    assert (running.returncode, out.splitlines()[-1]) == (130, "stopped early")
    assert gone(running.pid)


def until(screen, word=b"\0"):
    """Read what a terminal shows until a word comes, or to the end."""
    shown = b""
    while word not in shown:
        try:
            shown += os.read(screen, 1000)
        except OSError:  # nobody writes there any more
            break
    return shown.decode()


def gone(group):
    """Wait for the last process of a group to end."""
    for _ in range(2400):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False
