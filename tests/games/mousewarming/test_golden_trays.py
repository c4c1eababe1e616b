"""Golden trays: how a group earns them, and how they slow the mice."""

from mousehole.core.game import Over, Result
from mousehole.games.mousewarming import GAME, rules
from mousehole.games.mousewarming.moves import Setup
from mousehole.testing import proves
from tests.games.mousewarming.vocabulary import board, stops

WON, LOST = Over((0,), "table", 6), Over((), "pantry", -1)
SILVER, ONE, BOTH, FIRST = Setup(), Setup(golden=(0,)), Setup(golden=(0, 1)), Setup(first_game=True)


def after(*games, clean=True):
    """Tell what is played after some games, each a set-up and how it ended."""
    results = tuple(Result(setup, over, clean) for setup, over in games)
    return GAME.sequel(games[-1][0], rules.new(games[-1][0]), results)


@proves("MP-130")
def test_three_wins_in_a_row_make_one_tray_golden():
    win = (SILVER, WON)
    assert [after(*[win] * games) for games in (1, 2)] == [SILVER, SILVER]
    assert after(win, win, win) == ONE
    assert after(win, win, (SILVER, LOST), win, win) == SILVER
    assert after(win, win, win, clean=False) == SILVER


@proves("MP-131")
def test_three_more_wins_in_that_mode_make_both_golden():
    silver, win = (SILVER, WON), (ONE, WON)
    assert after(silver, silver, silver, win, win) == ONE
    assert after(silver, silver, silver, win, win, win) == BOTH
    assert after(*[(BOTH, WON)] * 5) == BOTH


@proves("MP-132")
def test_a_loss_resets_the_run_but_not_the_level_and_first_games_do_not_count():
    assert after((SILVER, WON), (SILVER, WON), (SILVER, LOST)) == SILVER
    assert after(*[(SILVER, WON)] * 3, (ONE, LOST)) == ONE
    assert after(*[(ONE, WON)] * 2, (ONE, LOST), (ONE, WON)) == ONE
    assert after(*[(FIRST, WON)] * 3) == SILVER
    assert after((SILVER, WON), (FIRST, WON), (SILVER, WON)) == SILVER
    assert after((SILVER, WON), (FIRST, WON), (SILVER, WON), (SILVER, WON)) == ONE


@proves("MP-133")
def test_players_choose_whose_tray_is_golden():
    chosen = Setup(golden=(1,))
    assert GAME.check(chosen) == ()
    assert [len(stops(board("move", setup=chosen), mouse)) for mouse in (0, 1)] == [4, 3]
    assert after(*[(chosen, WON)] * 3) == BOTH
    other = Setup(mice=("ninja", "fitness"), golden=(1,))
    assert after((chosen, WON), (other, WON), (ONE, WON)) == BOTH


def test_a_first_game_is_played_once_more_only_if_it_was_lost():
    assert (after((FIRST, LOST)), after((FIRST, WON))) == (FIRST, SILVER)


def test_every_third_win_in_a_row_has_a_title_and_those_before_are_counted():
    def title(*games):
        found = GAME.title_of(tuple(Result(setup, over) for setup, over in games))
        return found and found.text

    win = (SILVER, WON)
    assert title() is None
    assert title(win).startswith("One win")
    assert title(win, win).startswith("Two wins in a row")
    assert title(win, win, win).startswith("Three parties")
    assert title(win, win, win, (ONE, WON)).startswith("One win")
    assert title((BOTH, WON)) is None
    assert title(*[(ONE, WON)] * 3).startswith("Three golden")
    assert title(*[(BOTH, WON)] * 3).startswith("Masters")
    assert title(win, win, (SILVER, LOST)) is None
    assert title(win, win, win, (FIRST, WON)) is None


def test_the_rest_of_the_setup_stays():
    setup = Setup(players=3, mice=("ninja", "traveler"), abilities=True, mice_start=(3, 5))
    again = after(*[(setup, Over((0, 1, 2), "pantry", 0))] * 3)
    assert again == Setup(players=3, mice=("ninja", "traveler"), abilities=True, mice_start=(3, 5), golden=(0,))
