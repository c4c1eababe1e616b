"""A first game begins at its first turn: what a chapter asks before it is chosen already."""

from random import Random

from mousehole import shelf
from mousehole.core.game import Chance, Decide
from mousehole.core.words import voice
from mousehole.games.mystics.moves import Initiative, Setup
from mousehole.games.mystics.tasks import Arrival, MouseTurn

GAME = shelf.find("mystics")
FIRST = GAME.parts.adventure.first()


def questions(state, luck):
    """Play on to the first turn of a mouse, and count what was asked on the way."""
    asked = 0
    while not isinstance(state.agenda[-1], MouseTurn):
        turn = GAME.turn(state)
        asked += isinstance(turn, Decide)
        state = GAME.apply(state, turn.actions[0] if isinstance(turn, Decide) else turn.at(luck.random()))
    return asked


def test_nothing_is_asked_before_the_first_turn():
    state = GAME.new(FIRST)
    assert isinstance(GAME.turn(state), Chance) and isinstance(GAME.turn(state).odds[0][0], Initiative)
    assert all(one.abilities == (state.box.heroes[one.id].first,) for one in state.mice)
    assert sorted(one.at for one in state.mice) == ["t1a/a2", "t1a/a2", "t1a/a3", "t1a/a3"]
    assert len(state.foes) == 3


def test_who_does_not_want_that_is_asked_everything():
    assert questions(GAME.new(Setup()), Random(5)) >= 9  # four abilities, four places, where a rat comes in


def test_every_mouse_has_a_seat_of_its_own_so_that_it_can_be_handed_over():
    assert [voice("en", GAME.package)(kind.name) for kind in GAME.seats(FIRST)] == ["Bram", "Yarrow", "Pip", "Fenna"]
    assert GAME.check(FIRST) == ()


def test_later_minions_come_in_where_the_players_say():
    state, luck, asked = GAME.new(FIRST), Random(0), 0
    for _ in range(3000):
        turn = GAME.turn(state)
        if not isinstance(turn, Chance | Decide):
            state = GAME.new(FIRST)
            continue
        if isinstance(turn, Decide) and isinstance(state.agenda[-1], Arrival):
            asked += 1
            break
        event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
        state = GAME.apply(state, event)
    assert asked


def test_the_opening_page_tells_the_first_place_too():
    state = GAME.new(FIRST)
    page = GAME.scene(state, GAME.turn(state), None, None).page
    words = [voice("en", GAME.package)(line) for line in page.words]
    assert any(text.startswith("Half way down the stairs") for text in words)
    assert "Here they come: Ditch rat 1, Ditch rat 2 and Ditch rat 3." in words
