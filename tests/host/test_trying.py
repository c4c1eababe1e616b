"""Adventures on trial: the same games as the arena plays, and what came of them."""

from pathlib import Path

import msgspec
import pytest

from mousehole import shelf
from mousehole.core.game import Course
from mousehole.core.memory_folder import MemoryFolder
from mousehole.core.words import UserError
from mousehole.host.trying import report, tried
from mousehole.players.arena import contest
from mousehole.players.intervals import wilson

WELL = Path(__file__).parents[2] / "examples" / "frozen_well"
FILES = {str(one.relative_to(WELL)): one.read_bytes() for one in WELL.rglob("*") if one.suffix in (".toml", ".po")}
MYSTICS = shelf.find("mystics")


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_trial_is_what_the_arena_plays_with_the_same_seed(level):
    far = []
    found = tried(
        lambda *told: far.append(told), "mystics", msgspec.msgpack.encode(FILES), "frozen_well", level, 5, "seed"
    )
    workshop = MYSTICS.parts.adventure.workshop
    setup = workshop.setup(workshop.at_hand(MemoryFolder("adventure", FILES)), "")
    (tally,) = contest(MYSTICS, setup, [(level,)], 5, seed="seed").tallies
    assert (found.games, found.won) == (tally.games, tally.wins[0])
    assert found.share == (tally.interval()[0], tally.rate(), tally.interval()[1])
    assert far == [(n, 5) for n in range(1, 6)]
    assert sum(found.pages.values()) == 5
    assert max(found.entered["fw1a"].values()) == 5


def test_what_never_came_is_told_as_none():
    possible = Course(
        entered=("h1a/a1", "h1a/b1"),
        cards=("x", "y"),
        answers=(("thief", "pull"), ("thief", "leave")),
        endings=("Spoon",),
    )
    won = Course(won=True, page=3, entered=("h1a/a1",), cards=("x",), answers=(("thief", "pull"),))
    lost = Course(page=4, fell=("h1a/a1", "h1a/a1"), entered=("h1a/a1",), answers=(("thief", "pull"),))
    found = report(possible, [won, lost])
    assert found.share == (wilson(1, 2)[0], 0.5, wilson(1, 2)[1])
    assert (found.pages, found.fell) == ({3: 1, 4: 1}, {"h1a/a1": 2})
    assert found.entered == {"h1a": {"a1": 2, "b1": 0}}
    assert (found.cards, found.endings) == ({"x": 1, "y": 0}, {"Spoon": 0})
    taken = {answer: (one.chosen, one.won) for answer, one in found.answers["thief"].items()}
    assert taken == {"pull": (2, 1), "leave": (0, 0)}


def test_a_trial_without_a_sound_adventure_says_why():
    with pytest.raises(UserError, match="no content file"):
        tried(lambda *told: None, "mystics", msgspec.msgpack.encode({}), "", "random", 1, "seed")
    sheet = {"campaign.toml": b'name = "x"\nchapters = []\n'}
    with pytest.raises(UserError, match="no chapter to play"):
        tried(lambda *told: None, "mystics", msgspec.msgpack.encode(sheet), "", "random", 1, "seed")
    with pytest.raises(UserError, match="at most 500"):
        tried(lambda *told: None, "mystics", msgspec.msgpack.encode(FILES), "", "random", 501, "seed")
