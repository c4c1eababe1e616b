"""Laws over random games of every layout, number of players and option."""

from collections import Counter
from itertools import cycle, product
from random import Random

import pytest
from msgspec.structs import replace

from mousehole.core.game import Decide, Over
from mousehole.games.chopchop.moves import CAT, Flipped, Pass, Setup
from mousehole.games.chopchop.rules import apply, moves, new, turn
from mousehole.games.chopchop.state import seat
from tests.games.chopchop.laws import check, check_pass
from tests.games.chopchop.vocabulary import begin, flip, go, play, roll

GAMES = 2000
TABLES = (2, 3, 4, 5)


def setups(players):
    """List every seat of the cat, hole layout and option for a number of players."""
    options = product(range(players), ("side", "pinwheel", "end"), (True, False), (True, False))
    return [Setup(players, *option) for option in options]


def random_game(setup, luck):
    """Play at random and check every event; how it ended, and what was seen on the way."""
    state, seen = new(setup), Counter()
    while not isinstance(now := turn(state), Over):
        event = now.actions[int(luck() * len(now.actions))] if isinstance(now, Decide) else now.at(luck())
        assert not isinstance(now, Decide) or now.seat == seat(state)
        if isinstance(event, Pass):
            check_pass(event, moves(state))
        after = apply(state, event)
        check(state, event, after)
        if isinstance(event, Flipped):
            seen["cat" if state.mover == CAT else "mouse", event.tile] += 1
        seen[type(event).__name__] += 1
        state = after
    assert (
        turn(state).winners
        == {"home": state.kitchen.mice_seats, "caught": (state.kitchen.cat_seat,), "cap": ()}[now.reason]
    )
    assert (now.reason == "cap") == now.drawn
    seen[now.reason] += 1
    return seen


@pytest.mark.parametrize("players", TABLES)
def test_every_law_holds_in_random_games(players):
    luck, seen = Random(players).random, Counter()
    games = GAMES // len(TABLES)
    for _, setup in zip(range(games), cycle(setups(players)), strict=False):
        seen += random_game(setup, luck)
    assert seen["home"] + seen["caught"] + seen["cap"] == games
    assert min(seen["home"], seen["caught"], seen["Pass"], seen["Leave"], seen["Fly"]) > 0
    assert all(seen[who, tile] > 100 for who in ("cat", "mouse") for tile, _ in new(Setup()).bag)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("hidden", lambda s: s.hidden & (s.hidden - 1)),
        ("cheese", lambda s: s.cheese | s.hidden & -s.hidden),
        ("mice", lambda s: (s.mice[1], *s.mice[1:])),
        ("mice", lambda s: (s.kitchen.bit["top-c3"], *s.mice[1:])),
        ("cat", lambda s: s.kitchen.bit["d3"]),
        ("cat", lambda s: s.kitchen.bit["hole-n"]),
        ("half", lambda s: 1),
        ("side", lambda s: "mice"),
        ("nth", lambda s: 0),
        ("opened", lambda s: 0),
        ("turns", lambda s: s.turns + 1),
        ("phase", lambda s: "home"),
        ("phase", lambda s: "caught"),
    ],
)
def test_a_broken_law_is_noticed(field, change):
    before = play(begin(players=3), roll(1), go(1, "d1"))
    after = play(before, flip("plate"))
    check(before, flip("plate"), after)
    with pytest.raises(AssertionError):
        check(before, flip("plate"), replace(after, **{field: change(after)}))
