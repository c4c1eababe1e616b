"""What holds in every game of Mmm!, however it is played: asked after every event, and once more at the end."""

from itertools import pairwise

from mousehole.games.mmm.moves import FACES, Gather, Place, Reroll, Rolled, Setup
from mousehole.games.mmm.state import chips

SETUPS = {
    "one paw": Setup(),
    "two paws": Setup(side="two_paws"),
    "in line": Setup(in_line=True),
    "two paws in line, five mice": Setup(side="two_paws", in_line=True, players=5, first=2),
}


def check(before, event, after):
    """Check one event: what lay where before it, and what lies where after it."""
    check_squares(before, after)
    check_dice(before, event, after)
    check_cat(before, event, after)


def check_squares(before, after):
    """Every square is free, under a die or under a chip, and no chip is ever lost."""
    board = sum(after.pantry.items)
    assert not after.free & after.placed, "a die lies on a free square"
    assert not (after.free | after.placed) & ~board, "something lies beside the board"
    assert not chips(before) & ~chips(after), "a chip is lost"
    assert after.pantry is before.pantry, "the pantry has changed"


def check_dice(before, event, after):
    """There are three dice: in hand, on squares or about to be rolled; they turn into chips only when gathered."""
    lying = after.placed.bit_count()
    assert not after.hand or len(after.hand) + lying == 3, "a die is lost or made"
    made = chips(after) ^ chips(before)
    match event:
        case Rolled():
            assert len(event.faces) == 3 - before.placed.bit_count(), "not all dice that are left were rolled"
            assert list(event.faces) == sorted(event.faces, key=FACES.index), "a roll is not sorted"
            assert not made, "a roll has gathered"
        case Place():
            square = before.pantry.grid.bit[event.square]
            assert square & before.free & before.pantry.foods[event.face], "a die lies where it may not"
            assert made == (0 if after.placed else before.placed | square), "a placed die is lost"
        case Reroll():
            assert before.placed and before.hand and not before.fresh, "a re-roll without a die placed"
            assert (after.placed, after.free) == (before.placed, before.free), "a re-roll has moved dice"
        case Gather():
            assert made == before.placed > 0, "gathered something else than the dice that lay"


def check_cat(before, event, after):
    """The cat moves one step forward or none: it stays for a completed item and while the turn goes on."""
    step = after.cat - before.cat
    assert step in (0, 1), "the cat has jumped or gone back"
    if after.placed or after.hand or isinstance(event, Reroll):
        assert (step, after.seat) == (0, before.seat), "the turn is not over yet"
    else:
        made = chips(after) & ~chips(before)
        complete = any(item & made and not item & ~chips(after) for item in after.pantry.items)
        assert step == (not complete), "the cat has not minded the items"
        assert after.seat == (before.seat + 1) % after.pantry.players, "the dice went to the wrong seat"


def check_whole(setup, events, over):
    """Check a whole game by its events alone: at most three rolls a turn, and the end that they lead to."""
    rolls = 0
    for last, event in pairwise([None, *events]):
        if isinstance(event, Rolled):
            rolls = rolls + 1 if isinstance(last, Reroll) else 1
            assert rolls <= 3, "a turn has more than three rolls"
    won = over.reason == "gathered"
    assert won or over.reason == "cat", "an ending without a reason"
    assert over.winners == (tuple(range(setup.players)) if won else ()), "they do not win or lose together"
    assert (over.score > 0) == won, "the score does not match the ending"
    assert over.score != 0, "an ending without a score"
