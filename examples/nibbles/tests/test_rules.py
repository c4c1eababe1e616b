"""Every clause of Nibbles has its proof."""

from pathlib import Path

from nibbles import GAME
from nibbles.moves import Dealt, Event, Laid, Setup, Turned
from nibbles.state import State

from mousehole.core.game import Chance, Decide, Over
from mousehole.testing import conformance, proves

HANDS = ((2, 5, 9, 12, 20), (1, 3, 10, 15, 19))


def after(*events: Event) -> State:
    state = GAME.new(Setup(players=2))
    for event in events:
        state = GAME.apply(state, event)
    return state


def dealt(*events: Event) -> State:
    cards = [Dealt(seat, HANDS[seat][n]) for n in range(5) for seat in range(2)]
    return after(*cards, *events)


def test_it_keeps_what_the_house_relies_on() -> None:
    conformance(GAME, tests=Path(__file__).parent)


@proves("NIB-01")
def test_every_mouse_is_a_team_of_its_own() -> None:
    assert len({kind.team for kind in GAME.seats(Setup(players=4))}) == 4


@proves("NIB-02")
def test_each_mouse_gets_five_cards_that_only_she_sees() -> None:
    assert dealt().hands == HANDS
    assert GAME.turn(after(Dealt(0, 7))) == Chance(tuple((Dealt(1, n), 1) for n in range(1, 21) if n != 7))
    assert GAME.hidden
    assert GAME.hidden.view(dealt(), 0).hands == (HANDS[0], (0,) * 5)
    assert GAME.hidden.view(dealt(), None).hands == ((0,) * 5, (0,) * 5)


@proves("NIB-03")
def test_each_cheese_comes_once() -> None:
    assert GAME.turn(dealt()) == Chance(tuple((Turned(worth), 1) for worth in (1, 2, 3, 4, 5)))
    assert dealt(Turned(4)).cheeses == (1, 2, 3, 5)


@proves("NIB-04")
def test_all_are_asked_at_once_and_nobody_sees_a_card_before_all_lie_there() -> None:
    asked = GAME.turn(dealt(Turned(4)))
    assert isinstance(asked, Decide)
    assert [decision.seat for decision in asked.asked] == [0, 1]
    waiting = dealt(Turned(4), Laid(1, 19))
    assert GAME.turn(waiting) == Decide(0, tuple(Laid(0, card) for card in HANDS[0]))
    assert GAME.hidden
    assert GAME.hidden.view(waiting, 0).laid == (None, 0)
    assert dealt(Turned(4), Laid(1, 19), Laid(0, 20)).shown == (20, 19)


@proves("NIB-05")
def test_the_highest_card_takes_the_cheese() -> None:
    done = dealt(Turned(4), Laid(0, 12), Laid(1, 19))
    assert (done.points, done.gone) == ((0, 4), (12, 19))
    assert done.hands == ((2, 5, 9, 20), (1, 3, 10, 15))


@proves("NIB-06")
def test_the_most_cheese_wins_and_equally_much_is_shared() -> None:
    rounds = [(1, 2, 1), (2, 5, 3), (3, 9, 10), (4, 12, 15), (5, 20, 19)]
    events = [event for worth, ours, theirs in rounds for event in (Turned(worth), Laid(0, ours), Laid(1, theirs))]
    assert dealt(*events).points == (8, 7)
    assert GAME.turn(dealt(*events)) == Over((0,), "eaten", 8)
    shared = GAME.new(Setup(players=3))
    shared = State(shared.setup, ((), (), ()), (6, 6, 3), (), laid=(None,) * 3, gone=(1, 2, 3))
    assert GAME.turn(shared) == Over((0, 1), "eaten", 6)
