"""The laws of Mmm! hold in random games on every board, and on boards and in positions nobody has thought of."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from mousehole.core.game import Decide, Over
from mousehole.core.record import audit
from mousehole.games.mmm import GAME
from mousehole.games.mmm.moves import Gather, Place, Reroll, Rolled, Setup
from mousehole.players.arena import played
from mousehole.testing import random_record
from tests.games.mmm import laws, naive
from tests.games.mmm.test_census import plain

GAMES = 2000


@pytest.mark.parametrize("name", laws.SETUPS)
def test_random_games_keep_the_laws(name):
    setup = laws.SETUPS[name]
    for number in range(GAMES):
        record, over = random_record(GAME, setup, number.to_bytes(4, "big"))
        state = GAME.new(setup)
        for event in record.events:
            after = GAME.apply(state, event)
            laws.check(state, event, after)
            state = after
        laws.check_whole(setup, record.events, over)
        audit(GAME, record)


def test_games_that_are_won_keep_the_laws_too():
    endings = set()
    for number in range(GAMES // 10):
        record, over = played(GAME, Setup(), ("thumb",), "laws", number)
        state = GAME.new(record.setup)
        for event in record.events:
            after = GAME.apply(state, event)
            laws.check(state, event, after)
            state = after
        laws.check_whole(record.setup, record.events, over)
        endings.add(over.reason)
    assert endings == {"gathered", "cat"}


def broken(before, event, after):
    try:
        laws.check(before, event, after)
    except AssertionError as error:
        return str(error)
    return ""


def test_the_laws_notice_what_breaks_them():
    before = replace(GAME.new(Setup(players=2)), cat=3, free=GAME.new(Setup()).free & ~0b110)
    event = Rolled(("bread", "x", "x"))
    after = GAME.apply(before, event)
    assert not broken(before, event, after)
    assert broken(before, event, replace(after, cat=4)) == "the turn is not over yet"
    assert broken(before, event, replace(after, cat=2)) == "the cat has jumped or gone back"
    assert broken(before, event, replace(after, free=after.free | 0b100)) == "a chip is lost"
    assert broken(before, event, replace(after, free=after.free & ~1)) == "a roll has gathered"
    assert broken(before, event, replace(after, hand=("bread", "x"))) == "a die is lost or made"
    assert broken(before, Rolled(("bread",)), after) == "not all dice that are left were rolled"
    assert broken(before, Gather(), after) == "gathered something else than the dice that lay"
    assert broken(before, Reroll(), after) == "a re-roll without a die placed"
    failed = GAME.apply(before, Rolled(("x", "x", "x")))
    assert broken(before, Rolled(("x", "x", "x")), replace(failed, cat=3)) == "the cat has not minded the items"
    assert broken(before, Rolled(("x", "x", "x")), replace(failed, seat=0)) == "the dice went to the wrong seat"


@pytest.mark.parametrize(
    ("events", "over"),
    [
        ([Rolled(("x",)), *[Reroll(), Rolled(("x",))] * 3], Over((), "cat", -1)),
        ([], Over((), "gathered", 3)),
        ([], Over((0,), "cat", -3)),
        ([], Over((0,), "gathered", -3)),
        ([], Over((), "cat", 0)),
        ([], Over((), "stalemate", -1)),
    ],
)
def test_the_laws_notice_a_game_that_breaks_them(events, over):
    with pytest.raises(AssertionError):
        laws.check_whole(Setup(), events, over)


ROWS = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(st.sampled_from("BFGHC."), min_size=width, max_size=width), min_size=1, max_size=4)
)
BOARDS = ROWS.map(lambda rows: "/".join(map(" ".join, rows))).filter(lambda text: set(text) - set("./ "))


@settings(max_examples=300, deadline=None)
@given(rows=BOARDS, players=st.integers(1, 6), steps=st.integers(1, 6), in_line=st.booleans(), seed=st.integers())
def test_any_pantry_is_played_as_the_literal_rules_say(rows, players, steps, in_line, seed):
    text = 'pantry = """\n' + rows.replace("/", "\n") + '\n"""\n'
    setup = Setup(players=players, steps=steps, in_line=in_line, board=text)
    board = naive.board(rows, players=players, steps=steps, in_line=in_line)
    state, position, luck = GAME.new(setup), naive.start(board), Random(seed)
    while not isinstance(turn := GAME.turn(state), Over):
        events = turn.actions if isinstance(turn, Decide) else [event for event, _ in turn.odds]
        literal = {literally(state, event): event for event in events}
        assert set(literal) == set(naive.choices(board, position))
        choice = luck.choice(sorted(literal, key=str))
        state, before = GAME.apply(state, literal[choice]), state
        laws.check(before, literal[choice], state)
        position = naive.after(board, position, choice)
        assert plain(state) == position
    assert turn.reason == naive.ended(board, position)
    left = len(board.food) - len(position.chips)
    assert turn.score == (steps - position.cat if turn.reason == "gathered" else -left)


def literally(state, event):
    match event:
        case Rolled():
            return "rolled", event.faces
        case Place():
            return "place", event.face, state.pantry.grid.at(event.square)
        case Reroll():
            return "reroll"
        case Gather():
            return "gather"
