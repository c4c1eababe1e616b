"""The card of a fight adds all of it up: dice, hits, what was blocked, wounds, cheese; every target has its odds."""

from mousehole import shelf
from mousehole.core.words import voice
from mousehole.games.mystics.moves import Dice, do
from mousehole.games.mystics.scene.first_times import first_times
from mousehole.games.mystics.tools.positions import FoeAt, MouseAt, PagePosition, state_of

GAME = shelf.find("mystics")
SAY = voice("en", GAME.package)


def scene(state):
    return GAME.scene(state, GAME.turn(state), None, None)


def card(state):
    """The title and rows of the fight that is shown."""
    panel = next(panel for panel in scene(state).panels if panel.key == "fight")
    return SAY(panel.title), [(SAY(row.label), SAY(row.value) if row.value else "") for row in panel.rows]


def fought(state, *rolls):
    for faces in rolls:
        state = GAME.apply(state, Dice(faces))
    return state


def begun(track=(), **foes):
    mice = {"bram": MouseAt("b1"), "pip": MouseAt("a4")}
    found = {name: FoeAt(at) for name, at in foes.items()}
    return state_of(PagePosition(mice=mice, side="t2a", foes=found, track=track))


def test_a_fight_of_a_mouse_keeps_its_whole_sum():
    state = GAME.apply(begun(**{"ditch_rat-1": "b1"}), do("battle"))
    title, rows = card(fought(state, (1, 2, 3)))
    assert title == "Bram attacks Ditch rat 1"
    assert rows == [("Bram", "3 dice: 2 hits and 1 cheese gained"), ("Ditch rat 1", "defends")]
    state = begun(**{"ditch_rat-1": "b1"})
    _, rows = card(fought(GAME.apply(state, do("battle")), (1, 2, 3), (3,)))
    assert rows[:2] == [
        ("Bram", "3 dice: 2 hits and 1 cheese gained"),
        ("Ditch rat 1", "1 die: 1 blocked and 1 wound"),
    ]


def test_a_fight_of_a_minion_says_where_its_cheese_goes():
    state = begun(track=("ditch_rat", "bram", "pip"), **{"ditch_rat-1": "b1"})
    while len(GAME.turn(state).odds[0][0].faces) < 2:  # its move
        state = fought(state, (1,))
    _, rows = card(fought(state, (1, 2)))
    assert rows == [("Ditch rat 1", "2 dice: 1 hit and a cheese for the wheel"), ("Bram", "defends")]


def test_a_miss_keeps_its_dice_and_cheese_too():
    state = begun(track=("ditch_rat", "bram", "pip"), **{"ditch_rat-1": "b1"})
    while len(GAME.turn(state).odds[0][0].faces) < 2:  # its move
        state = fought(state, (1,))
    title, rows = card(fought(state, (1, 1)))
    assert title == "A miss!"
    assert rows[0] == ("Ditch rat 1", "2 dice: no hit and a cheese for the wheel")


def test_every_target_in_reach_carries_its_odds_before_an_attack_is_chosen():
    state = begun(**{"ditch_rat-1": "b1", "ditch_rat-2": "c1", "ditch_rat-3": "e4"})
    odds = {piece.key: SAY(piece.text) for piece in scene(state).pieces if piece.key.startswith("odds-")}
    assert set(odds) == {"odds-ditch_rat-1", "odds-ditch_rat-2"} and all(text.endswith("%") for text in odds.values())
    aiming = GAME.apply(state, do("battle"))
    assert not [piece for piece in scene(aiming).pieces if piece.key.startswith("odds-")]
    assert all(each.tag for each in scene(aiming).offers)


def test_a_newcomer_is_told_what_matters_now():
    state = begun(**{"ditch_rat-1": "b1"})
    assert [one.key for one in first_times(state, GAME.turn(state))] == ["turn", "fight"]
    quiet = state_of(PagePosition(mice={"bram": MouseAt("e3")}, side="t2a", explored=("t1a",)))
    assert [one.key for one in first_times(quiet, GAME.turn(quiet))] == ["turn", "door", "search"]


def test_a_mouse_that_is_just_being_placed_is_not_called_captured():
    mice = {"bram": MouseAt("e3", captures=1), "pip": MouseAt("e4"), "fenna": MouseAt("", captures=1)}
    state = GAME.apply(state_of(PagePosition(mice=mice, side="t1a")), do("explore"))
    assert not state.mice[0].at, "Bram is on the way to the kitchen"
    labels = {p.key: [SAY(row.label) for row in p.rows] for p in scene(state).panels if p.face}
    assert "captured" not in labels["sheet-bram"] and "captured" in labels["sheet-fenna"]
