"""Hints of a table: on for friends, off for rivals, for those who decide alone, and blind to the seed."""

import pytest

from mousehole import shelf
from mousehole.core.game import Chance
from mousehole.players.hints import hints
from mousehole.players.simulated import Budget
from mousehole.table import Chair, DrawLuck, NoHints, Options, Sit, Table, ThrowDice

MMM = shelf.find("mmm")
SMALL = 'steps = 3\npantry = """\nB B F\n. G F\n"""\n'
BRIEF = Budget(games=12, seconds=60)


def seated(name, *kinds, seed=b"seed", **options):
    game = shelf.find(name)
    setup = game.setup(board=SMALL, players=len(kinds)) if name == "mmm" else game.setup()
    table = Table("t", game, setup, seed, Options(**options))
    for seat, kind in enumerate(kinds):
        table.add(table.propose(Sit(seat, Chair(kind))))
    return table


def rolled(table):
    while isinstance(table.turn, Chance):
        table.add(table.propose(DrawLuck(table.entry)))
    return table


def test_friends_get_hints_and_rivals_do_not():
    rivals = len(shelf.find("chopchop").seats(shelf.find("chopchop").setup()))
    assert seated("mmm", "person", "person").hints_on
    assert not seated("chopchop", *["person"] * rivals).hints_on
    assert not seated("chopchop", *["empty"] * rivals).hints_on, "a seat that waits for a person is a person's"
    assert seated("chopchop", "person", *["bot"] * (rivals - 1)).hints_on


def test_a_table_may_agree_otherwise():
    rivals = len(shelf.find("chopchop").seats(shelf.find("chopchop").setup()))
    assert seated("chopchop", *["person"] * rivals, hints=True).hints_on
    table = rolled(seated("mmm", "person", hints=False))
    with pytest.raises(NoHints, match="off at this table"):
        table.may_ask([0])


def test_every_action_gets_its_worth():
    table = rolled(seated("mmm", "person"))
    told = hints(table.game, table.state, budget=BRIEF)
    assert [hint.action for hint in told] == list(range(len(table.turn.actions)))
    assert all(0 <= hint.low <= hint.chance <= hint.high <= 1 for hint in told)


def test_only_those_who_decide_may_ask():
    table = rolled(seated("chopchop", *["person"] * 2, hints=True))
    with pytest.raises(NoHints, match="whose turn"):
        table.may_ask([1 - table.turn.seat])
    with pytest.raises(NoHints, match="whose turn"):
        table.may_ask([])
    assert table.may_ask([table.turn.seat]) is table.turn


def test_nothing_to_decide_no_hints():
    with pytest.raises(NoHints, match="nothing to decide"):
        seated("mmm", "person").may_ask([0])


def test_hints_know_nothing_of_the_seed():
    """Two tables in the same position with different seeds, so different luck to come, hear the same."""
    one = rolled(seated("mmm", "person", seed=b"one"))
    other = seated("mmm", "person", seed=None, real_dice=True)
    at = [event for event, _ in other.turn.odds].index(one.events[0])
    other.add(other.propose(ThrowDice(0, other.entry, "", at)))
    assert hints(MMM, one.state, budget=BRIEF) == hints(MMM, other.state, budget=BRIEF)
