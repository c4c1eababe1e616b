"""Adventures from outside: the example pack and the one that the guide builds are sound and played to their ends."""

from collections import Counter
from pathlib import Path
from random import Random

from mousehole.core.game import Decide, Over
from mousehole.games.mystics import GAME, check
from mousehole.games.mystics.moves import Setup
from mousehole.games.mystics.packs import library
from mousehole.games.mystics.packs.library import faults
from mousehole.games.mystics.tools.authoring import notes
from mousehole.players.player import find
from tests.games.mystics.laws import broken

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "frozen_well"


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
    assert faults(EXAMPLE) == notes(EXAMPLE) == []  # in French too
    setup = Setup(chapter="frozen_well", party=("bram", "pip", "fenna"), pack=library.add(EXAMPLE))
    assert check(setup) == ()
    ends = Counter(played(setup, "medium", number) for number in range(30))
    assert ends["victory"] > 5
    assert ends["captured"] + ends["hourglass"] > 1
    assert {played(setup, "random", number) for number in range(12)} <= {"victory", "captured", "hourglass"}


def test_the_chapter_of_the_guide_is_sound_and_can_be_won(honey):
    assert {file.stem for file in honey.iterdir()} >= {"tiles", "terrain", "minions", "conditions", "chapters"}
    assert faults(honey) == []
    setup = Setup(chapter="honey", party=("bram", "pip"), pack=library.add(honey))
    assert "victory" in {played(setup, "medium", number) for number in range(10)}


def test_the_first_step_of_the_guide_holds_by_itself(honey):
    for name in ("minions", "conditions", "encounters", "chapters", "tokens", "campaign"):
        (honey / f"{name}.toml").unlink()
    assert faults(honey) == []


def test_the_page_of_a_chapter_draws_a_mouse_by_lot(honey):
    setup = Setup(chapter="honey", party=("bram", "pip"), pack=library.add(honey))
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


def test_a_goal_that_asks_for_nothing_is_reached_by_a_verb_alone(honey):
    chapters, tokens = honey / "chapters.toml", honey / "tokens.toml"
    chapters.write_text(
        chapters.read_text("utf-8").replace(', defeated = ["queen"], side = "h1a", colour = "gold"', "")
    )
    tokens.write_text(tokens.read_text("utf-8").replace('on = "use", optional = true, cost = 1, do = [',
                                                        'on = "entered", do = [{ verb = "win" },'))  # fmt: skip
    assert faults(honey) == []
    setup = Setup(chapter="honey", party=("bram", "pip"), pack=library.add(honey))
    ends = set()
    for number in range(30):
        luck, state = Random(number), GAME.new(setup)
        while not isinstance(turn := GAME.turn(state), Over):
            event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
            before, state = state, GAME.apply(state, event)
        ends.add(turn.reason)
        if turn.reason == "victory":
            assert any(token.kind == "stuck_bee" for token in before.tokens) or "bee_friend" in state.story
    assert ends > {"victory"}


def test_things_of_a_pack_look_like_things_of_the_game(honey):
    setup = Setup(chapter="honey", party=("bram", "pip"), pack=library.add(honey))
    luck, state = Random(1), GAME.new(setup)
    while "queen" not in state.track:
        turn = GAME.turn(state)
        state = GAME.apply(state, turn.actions[0] if isinstance(turn, Decide) else turn.at(luck.random()))
    scene = GAME.scene(state, GAME.turn(state), None, None)
    drawn = {piece.key: piece.sprite for piece in scene.pieces} | {spot.key: spot.sprite for spot in scene.spots}
    assert drawn["queen-1"] == drawn["honey_wasp-1"] == "mystics-hornet_lancer"
    assert drawn["card-queen"] == "mystics-face-hornet_lancer"
    assert drawn["token-stuck_bee-1"] == "mystics-flower"
    assert drawn["h1a/b2"] == "mystics-branch"


def test_in_a_terminal_spaces_bear_the_names_they_are_asked_for_by(honey):
    setup = Setup(chapter="honey", party=("bram", "pip"), pack=library.add(honey))
    state = GAME.new(setup)
    marks = {spot.key: spot.mark for spot in GAME.scene(state, GAME.turn(state), None, None).spots}
    assert [marks[f"h1a/{name}"] for name in ("a1", "b2", "d3")] == ["a1", "b2", "d3"]
    first = GAME.new(Setup())
    marks = {spot.key: spot.mark for spot in GAME.scene(first, GAME.turn(first), None, None).spots}
    assert (marks["t1a/a1"], marks["t1a/crates"]) == ("a1", "#")
