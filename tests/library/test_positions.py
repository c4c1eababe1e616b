"""A position that knows its game: every event checked, and itself as text and JSON, both ways."""

import copy
import pickle
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mousehole
from mousehole.library.position_text import LARGEST, MAX_CHARS

GAMES = [game.name for game in mousehole.every_game()]


def test_the_name_of_a_file_is_no_record():
    with pytest.raises(mousehole.BadRecord, match="give its Path"):
        mousehole.load("games/mine.json")


def walked(name, seed, steps):
    """Reach a position by chance."""
    here, luck = mousehole.start(name), Random(seed)
    for _ in range(steps):
        if here.over:
            break
        here = here.play(luck.choice(here.actions)) if here.actions else here.roll(luck)
    return here


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 120))
def test_a_position_comes_back_from_text_json_pickle_and_copy(name, seed, steps):
    here = walked(name, seed, steps)
    text = here.text
    assert "\n" not in text and text.isascii() and mousehole.position(text) == here
    assert mousehole.position(here.json) == here
    assert pickle.loads(pickle.dumps(here)) == copy.deepcopy(here) == here
    assert hash(mousehole.position(text)) == hash(here)
    assert mousehole.position(text).turn == here.turn


@pytest.mark.parametrize("name", GAMES)
def test_states_survive_pickle_copy_and_json_by_themselves(name):
    state = walked(name, 5, 40).state
    again = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
    assert again == state == pickle.loads(pickle.dumps(state)) == copy.deepcopy(state)


@pytest.mark.parametrize(("name", "most"), [("mmm", 120), ("chopchop", 200), ("mousewarming", 320), ("mystics", 1500)])
def test_a_text_fits_into_a_link(name, most):
    assert max(len(walked(name, seed, 5 * seed).text) for seed in range(30)) <= most


@pytest.mark.parametrize("name", GAMES)
def test_what_the_rules_do_not_allow_is_refused(name):
    here = walked(name, 2, 7)
    for event in ("hello", None, 7, ("a", 1)):
        assert not here.legal(event)
        with pytest.raises(mousehole.Illegal):
            mousehole.play(here.game, here.state, event)
    assert all(here.legal(action) for action in here.actions)
    assert all(here.legal(event) for event, _ in here.odds)


def test_luck_comes_only_where_it_is_due():
    luck = Random(1)
    here = mousehole.start("mmm").roll(luck)
    assert here.actions
    with pytest.raises(mousehole.Illegal, match="no luck is due now"):
        here.roll(luck)
    assert mousehole.start("mmm").roll(b"seed", 0) == mousehole.start("mmm").roll(b"seed", 0)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"players": 99}, "players"),
        ({"side": 3}, "side"),
        ({"side": "cellar"}, "side"),
        ({"paws": 3}, "paws"),
    ],
)
def test_a_wrong_set_up_is_refused_with_its_field(fields, words):
    with pytest.raises(mousehole.BadSetup, match=words):
        mousehole.start("mmm", **fields)


def test_a_set_up_made_without_checks_is_checked_at_the_start():
    setup = mousehole.find("mmm").setup(players=99)
    with pytest.raises(mousehole.BadSetup, match="players: 99 is too large: 6 at most"):
        mousehole.start("mmm", setup)


def test_a_set_up_of_another_game_is_no_set_up():
    with pytest.raises(TypeError, match=r"a set-up of mmm is a Setup, not 7"):
        mousehole.start("mmm", 7)


WRONG = [
    "", "mmm", "mmm.1.", "mmm.1.eNqr", "mmm.9.eNqr", "nope.1.eNqr", "mmm.1." + "A" * MAX_CHARS, "é" * 9,
    "{", "{}", "[]", '{"game":"mmm","edition":1,"state":{}}', '{"game":"mmm","edition":2,"state":{}}', b"\xff",
    '{"game":"nope","edition":1,"state":{}}', '{"game":"mmm","edition":1,"state":' + "[" * 5000 + "]" * 5000 + "}",
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG, ids=lambda text: repr(text)[:24])
def test_a_wrong_text_is_explained(text):
    with pytest.raises(mousehole.UserError):
        mousehole.position(text)


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None)
@given(at=st.integers(0, 10_000), sign=st.sampled_from("Aa0_-."))
def test_a_changed_text_never_passes_for_another_position_unseen(name, at, sign):
    text = walked(name, 3, 30).text
    at = len(name) + 3 + at % (len(text) - len(name) - 3)
    changed = text[:at] + sign + text[at + 1 :]
    try:
        found = mousehole.position(changed)
    except mousehole.UserError:
        return
    assert found == mousehole.position(text)  # the last sign may hold bits that nobody reads


CHANGED = [
    ("mmm", {"cta": 3}, "cta: there is no key cta here; did you mean cat?"),
    ("mmm", {"pantry": {"setup": {}, "walls": 4}}, "pantry.walls: there is no key walls here; there are setup"),
    ("mmm", {"cat": "near"}, 'cat: a whole number is needed here, not "near"'),
    ("mmm", {"cat": 99}, "cat: the cat walks from 0 to 11"),
    ("mmm", {"free": 1 << 60}, "free: there are only squares of the board"),
    ("mmm", {"seat": -1}, "seat: there are seats 0 to 0"),
    ("chopchop", {"mice": [3, 0, 0, 0]}, "mice: four mice, each on one space or 0"),
    ("chopchop", {"bag": []}, "bag: every kind of tile is there"),
    ("chopchop", {"phase": "sleep"}, 'phase: "sleep" is not possible here'),
    ("mousewarming", {"raccoon": 500}, "raccoon: there are spaces 0 to"),
    ("mousewarming", {"plates": []}, "plates: .* entries, one for each space"),
    ("mystics", {"side": "moon"}, "side: there is no side moon"),
    ("mystics", {"mice": []}, "mice: they are those of the party, in its order"),
]


@pytest.mark.parametrize(("name", "change", "words"), CHANGED, ids=lambda one: str(one)[:40])
def test_a_field_of_a_position_that_makes_no_sense_is_named(name, change, words):
    page = msgspec.json.decode(walked(name, 3, 10).json)
    page["state"] |= change
    with pytest.raises(mousehole.BadPosition, match=f"that is not a position of {name}: {words}"):
        mousehole.position(msgspec.json.encode(page))


def test_fields_that_do_not_fit_together_are_told_without_python_words():
    page = msgspec.json.decode(walked("mystics", 3, 10).json)
    page["state"] |= {"track": ["nobody"], "place": 7}
    with pytest.raises(mousehole.BadPosition, match="its fields do not fit together"):
        mousehole.position(msgspec.json.encode(page))


def test_a_text_that_unpacks_without_end_is_refused():
    import zlib
    from base64 import urlsafe_b64encode

    start = msgspec.json.encode(mousehole.start("mmm").state)
    packer = zlib.compressobj(9, zdict=start)
    bomb = packer.compress(b" " * (4 * LARGEST)) + packer.flush()
    with pytest.raises(mousehole.BadPosition):
        mousehole.position("mmm.1." + urlsafe_b64encode(bomb).rstrip(b"=").decode())


def test_a_position_draws_and_tells_itself():
    here = walked("chopchop", 1, 12)
    assert here.picture().startswith("<svg") and mousehole.picture(here.game, here.state) == here.picture()
    assert str(here) == here.drawing() and len(here.drawing().splitlines()) > 8
    event = here.actions[0] if here.actions else here.odds[0][0]
    assert here.story(event) and here.story(event, "fr") != here.story(event)
    assert here.text in repr(here)


def test_hints_of_a_position_are_those_of_its_state():
    here = walked("mmm", 1, 1)
    budget = mousehole.Budget(games=4, simulations=500, seconds=60)
    assert here.hints(budget=budget) == mousehole.hints(here.game, here.state, budget=budget)


def test_a_small_board_is_solved_once_and_found_again(tmp_path):
    board = 'steps = 2\npantry = """\nB B\nF F\n"""\nitems = """\n1 1\n2 2\n"""\n'
    solved = mousehole.solve("mmm", folder=tmp_path, board=board)
    here = mousehole.start("mmm", board=board)
    assert 0 < solved.value(here.state, 0) < 1
    assert mousehole.solve("mmm", folder=tmp_path, board=board).value(here.state, 0) == solved.value(here.state, 0)
    with pytest.raises(mousehole.UserError, match="no solver"):
        mousehole.solve("mystics")
