"""What the table asks: every question has words of its own, and names whom it is about."""

from inspect import signature
from pathlib import Path

import pytest

from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.moves import Equip
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.story.questions import ASKED, prompt
from mousehole.games.mystics.tools import scenario
from mousehole.games.mystics.tools.positions import MouseAt, PagePosition

FOLDER = Path(__file__).parent / "scenarios"
ASKING = [task for task, (ask, _) in engine.STEPS.items() if ask and "Decide" in str(signature(ask))]


def prompts(page, language="en"):
    """Play a scenario and give the prompt before every step of it, as the first player reads it."""
    name = scenario.library.add(FOLDER / page.pack) if page.pack else None
    state, say = scenario.state_of(page, name), voice(language, GAME.package)
    for step in page.play:
        yield say(prompt(state, engine.turn(state)))
        state = scenario.performed(state, step)


def test_every_question_that_can_be_asked_has_words_of_its_own():
    assert len(ASKING) > 30
    assert [name for name in ASKING if name not in ASKED] == []
    assert [name for name in ASKED if name not in ASKING] == []


@pytest.mark.parametrize(
    ("file", "title", "said"),
    [
        ("reactions.toml", "The cat pounces on two mice", "Player 1: Brodie attacks Pip. Does Pip react?"),
        ("reactions.toml", "The cat pounces on two mice", "Player 1: Brodie attacks everybody there, 3 dice."),
        ("reactions.toml", "Whoever steps in", "Player 1: Brodie attacks a friend. Does Bram react?"),
        ("abilities.toml", "Resolve", "Player 1: a wound is coming. Does Bram react?"),
        ("abilities.toml", "Chain Lightning hits", "Player 1: Chain Lightning. Who is it for?"),
        ("chapters.toml", "Down the Brook: the leaf of the crown", "Player 1: how far does the leaf fly? 1 die."),
        (
            "chapters.toml",
            "Down the Brook: the leaf of the crown",
            "Player 1: where does the leaf fly? The goal is the golden door, top left.",
        ),
    ],
)
def test_a_question_says_what_it_is_about(file, title, said):
    fitting = [one for one in scenario.load(FOLDER / file) if one.title.startswith(title)]
    assert said in prompts(min(fitting, key=lambda one: len(one.title)))


@pytest.mark.parametrize("file", sorted(path.name for path in FOLDER.glob("*.toml")))
def test_every_question_of_every_scenario_is_said_in_french(file):
    for page in scenario.load(FOLDER / file):
        spoken = zip(prompts(page), prompts(page, "fr"), strict=True)
        assert all(said != same and "{" not in same for said, same in spoken), page.title


def test_where_a_leaf_can_fly_is_said_in_words_for_those_who_do_not_see_it():
    page = next(one for one in scenario.load(FOLDER / "chapters.toml") if "the leaf of the crown" in one.title)
    state = scenario.performed(scenario.performed(scenario.state_of(page), {"do": "explore"}), {"dice": [2]})
    say = voice("en", GAME.package)
    labels = [say(offer.label) for offer in GAME.scene(state, engine.turn(state), 0, None).offers]
    assert labels == ["Fly towards e1, top right", "Fly towards e3, right", "Fly towards b5, bottom left"]


def test_putting_away_what_is_worn_has_no_button_of_its_own_until_a_mouse_changes_its_equipment():
    state = scenario.state_of(PagePosition(mice={"bram": MouseAt("a2", pack=("walnut_helm",))}))
    minor = {
        engine.turn(state).actions[o.action] for o in GAME.scene(state, engine.turn(state), 0, None).offers if o.minor
    }
    assert minor == {Equip("felt_coat", "pack"), Equip("tin_sword", "pack")}
    state = engine.apply(state, Equip("walnut_helm", "head"))
    assert not [offer for offer in GAME.scene(state, engine.turn(state), 0, None).offers if offer.minor]
