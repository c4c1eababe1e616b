"""Adventures from outside: the example pack and the one that the guide builds are sound and played to their ends."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from mousehole.core.game import Decide, Over
from mousehole.games.mystics import GAME, check, pack
from mousehole.games.mystics.faults import faults
from mousehole.games.mystics.moves import Setup
from mousehole.players.player import find
from tests.games.mystics.laws import broken

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "frozen_well"
BLOCK = re.compile(r"^`(\w+\.toml)`\n```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def honey(tmp_path):
    """The pack of the guide, block by block."""
    folder = tmp_path / "honey"
    folder.mkdir()
    for name, text in BLOCK.findall((ROOT / "docs" / "own-adventure.md").read_text("utf-8")):
        assert not (folder / name).exists()
        (folder / name).write_text(text, "utf-8")
    return folder


def played(setup, name, number):
    player, luck, mind = find(GAME, name), Random(number), Random(-number)
    start = state = GAME.new(setup)
    while not isinstance(turn := GAME.turn(state), Over):
        event = player.choose(GAME, state, turn, mind) if isinstance(turn, Decide) else turn.at(luck.random())
        state = GAME.apply(state, event)
        assert broken(state, start) == []
        GAME.scene(state, GAME.turn(state), None, event)
    return turn.reason


def test_the_example_pack_is_sound_and_is_played_to_all_its_ends():
    assert faults(EXAMPLE) == []
    setup = Setup(chapter="frozen_well", party=("bram", "pip", "fenna"), pack=pack.add(EXAMPLE))
    assert check(setup) == ()
    ends = Counter(played(setup, "companion", number) for number in range(30))
    assert ends["victory"] > 5
    assert ends["captured"] + ends["hourglass"] > 2
    assert {played(setup, "random", number) for number in range(12)} <= {"victory", "captured", "hourglass"}


def test_the_chapter_of_the_guide_is_sound_and_can_be_won(honey):
    assert {file.stem for file in honey.iterdir()} >= {"tiles", "terrain", "minions", "conditions", "chapters"}
    assert faults(honey) == []
    setup = Setup(chapter="honey", party=("bram", "pip"), pack=pack.add(honey))
    assert "victory" in {played(setup, "companion", number) for number in range(10)}


def test_the_first_step_of_the_guide_holds_by_itself(honey):
    for name in ("minions", "conditions", "encounters", "chapters"):
        (honey / f"{name}.toml").unlink()
    assert faults(honey) == []


def test_the_page_of_a_chapter_draws_a_mouse_by_lot(honey):
    setup = Setup(chapter="honey", party=("bram", "pip"), pack=pack.add(honey))
    seen = set()
    for number in range(40):
        luck, state = Random(number), GAME.new(setup)
        while not isinstance(turn := GAME.turn(state), Over):
            if not isinstance(turn, Decide) and getattr(turn.odds[0][0], "deck", "") == "lot":
                assert state.page >= 2
                assert {weight for _, weight in turn.odds} == {1}
                seen |= {event.card for event, _ in turn.odds}
            state = GAME.apply(state, luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random()))
    assert seen == {"bram", "pip"}
