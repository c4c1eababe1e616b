"""The kitchen is content: a bad file is told by key and reason."""

import pickle
import re
from importlib.resources import files

import msgspec
import pytest

from mousehole.core.content import BadContent, parse
from mousehole.core.kit import bag_count
from mousehole.core.words import voice
from mousehole.games.chopchop.board import KitchenFile, own
from mousehole.games.chopchop.moves import Setup
from mousehole.games.chopchop.rules import turn
from mousehole.games.chopchop.state import Kitchen, State

GOOD = (files("mousehole.games.chopchop") / "content" / "kitchen.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("cheese = 10", "cheese = 9", "tiles: 37 in all, but the floor has 38 squares"),
        ("cheese = 10", "cheese = 0", "tiles.cheese: 0 is too small: 1 at least"),
        ("cheese = 10", 'cheese = "ten"', 'tiles.cheese: a whole number is needed here, not "ten"'),
        ("knife = 3", "knives = 3", "tiles.knives: there is no key knives here; did you mean knife?"),
        (". . L u L . .", ". . L x L . .", "floor, row 3: unknown sign x; use . or u or L"),
        (". . L u L . .", ". . L u L .", "floor, row 3: 6 squares, but row 1 has 7"),
        ("L u L", ". . .", "floor: there is no table for the cat to start on"),
        ('n = "d1"', 'n = "d2"', "holes.side.n: d2 does not touch that wall"),
        ('n = "d1"', 'n = "z9"', "holes.side.n: z9 is not an open floor square"),
        ('e = "g2"', 'e = "g1"\nx = 1', "holes.pinwheel.x: there is no key x here; there are e, n, s, w"),
        ('e = "g1"', 'e = "g6"', "holes.end: two holes share their front square"),
        ("cat = [1, 1, 2, 2, 2, 3]", "cat = []", "dice.cat: the list is empty, but something has to be in it"),
        ("cat = [1, 1, 2, 2, 2, 3]", "cat = [0, 1]", "dice.cat.1: 0 is too small: 1 at least"),
        ("[dice]", "[dice", "not TOML"),
        (GOOD[GOOD.index("# CC-11") :], "", "dice: this key is missing"),
    ],
)
def test_a_mistake_is_told_by_file_key_and_reason(old, new, reason):
    assert old in GOOD
    with pytest.raises(BadContent) as told:
        own(GOOD.replace(old, new), "mine.toml")
    assert re.match(rf"mine\.toml(:\d+)?: {re.escape(reason)}", str(told.value))
    assert voice("fr", "mousehole.games.chopchop").knows(told.value.line)


def test_an_empty_floor_and_one_too_large_are_told():
    rows = ". " * 13 + "\n"
    for floor, reason in (("", "there are no rows"), (rows * 13, "13 rows of 13; at most 12 by 12")):
        start, end = GOOD.index('"""') + 3, GOOD.rindex('"""')
        with pytest.raises(BadContent, match=reason):
            own(GOOD[:start] + "\n" + floor + GOOD[end:])


def test_another_kitchen_plays_by_the_same_rules():
    text = GOOD.replace("cheese = 10", "cheese = 2").replace("plate = 10", "plate = 18")
    box = Kitchen(Setup(), parse(text.replace("cat = [1, 1, 2, 2, 2, 3]", "cat = [1]"), KitchenFile, "kitchen"))
    state = State(box, box.holes, box.floor, box.board.mix, box.tops & -box.tops, phase="roll")
    assert bag_count(state.bag) == 38
    assert [event.value for event, _ in turn(state).odds] == [1]


def test_positions_in_another_kitchen_differ_from_ours_and_survive_a_journey():
    page = parse(GOOD.replace("cat = [1, 1, 2, 2, 2, 3]", "cat = [1]"), KitchenFile, "kitchen")
    ours, theirs = Kitchen(Setup()), Kitchen(Setup(), page)
    assert ours == Kitchen(Setup()) != theirs
    for copied in (pickle.loads(pickle.dumps(theirs)), msgspec.json.decode(msgspec.json.encode(theirs), type=Kitchen)):
        assert (copied, hash(copied), copied.board.dice.cat) == (theirs, hash(theirs), (1,))
