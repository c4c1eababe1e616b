"""What the story asks: who answers, what is remembered, what comes of it, and what authors are told about it."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from mousehole.core.game import Decide
from mousehole.core.words import UserError, voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics.board.ending import win_chapter
from mousehole.games.mystics.companions.coach import taste, tip
from mousehole.games.mystics.companions.levels import PLAYERS
from mousehole.games.mystics.moves import Carry, Choose, Setup
from mousehole.games.mystics.packs import library
from mousehole.games.mystics.packs.library import faults
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.rules.campaign import sequel
from mousehole.games.mystics.state import begin_draft
from mousehole.games.mystics.story.telling import closing
from mousehole.games.mystics.tasks import Finish
from mousehole.games.mystics.tools.authoring import REHEARSAL, notes
from mousehole.games.mystics.tools.positions import MouseAt, PagePosition, TokenAt, state_of
from mousehole.host.advice import Advice
from mousehole.players.review import look
from mousehole.testing import proves

PACK = Path(__file__).parent / "scenarios" / "packs" / "scout"
SAY = voice("en", GAME.package)
SPARE, LOCK = Choose("spare"), Choose("lock")


def setup(chapter="watch", **changes):
    return Setup(chapter=chapter, party=("bram", "pip"), pack=library.add(PACK), **changes)


def asked():
    """Bram has stepped on the bell, and the scout waits for an answer."""
    mice = {"bram": MouseAt("a1"), "pip": MouseAt("a1")}
    page = PagePosition(mice=mice, chapter="watch", tokens=(TokenAt("watch_bell", "b1"),))
    state = state_of(page, library.add(PACK))
    for event in (engine.turn(state).actions[0], None, None):
        turn = engine.turn(state)
        step = event or (turn.actions[0] if isinstance(turn, Decide) else turn.odds[-1][0])
        state = engine.apply(state, step)
    assert engine.turn(state).actions == (SPARE, LOCK)
    return state


def won(state):
    """The same position, once the chapter is won."""
    draft = begin_draft(state)
    draft.agenda = []
    win_chapter(draft)
    return engine.settled(draft)


def test_the_page_shows_who_asks_what_and_says_who_answers():
    state = asked()
    page = GAME.scene(state, engine.turn(state), None, Choose("x")).page
    assert SAY(page.title) == "The scout"
    assert page.sprite == "mystics-face-ditch_rat"
    assert [SAY(words) for words in page.words] == [
        "Spare him, or lock him in?",
        "Bram leads the party and answers for everybody.",
    ]
    scene = GAME.scene(state, engine.turn(state), None, None)
    assert [SAY(offer.label) for offer in scene.offers] == ["Let him go", "Lock him in"]
    assert SAY(scene.prompt).startswith("Player 1: The scout. Bram leads the party")


def test_an_answer_is_told_and_stands_on_the_sheet_of_the_chapter():
    before = asked()
    after = engine.apply(before, LOCK)
    assert "The bolt slides home." in [SAY(one) for one in GAME.tell(before, LOCK, after, None)]
    sheet = next(panel for panel in GAME.scene(after, engine.turn(after), None, LOCK).panels if panel.key == "chapter")
    assert "The scout: Lock him in" in [SAY(row.value) for row in sheet.rows if row.value]


@proves("MM-B57")
@pytest.mark.parametrize(
    ("answers", "story", "told"),
    [
        ((), (), ["Through."]),
        ((("scout", "lock"),), (), ["Through.", "The scout bangs on the door."]),
        (
            (("scout", "spare"),),
            ("whisker",),
            ["Through.", "The scout waves after you.", "He has left you a whisker."],
        ),
    ],
)
def test_after_a_victory_every_ending_that_fits_is_told(answers, story, told):
    state = won(replace(engine.new(setup()), answers=answers, story=story))
    assert [SAY(words) for words in closing(state)] == told


@proves("MM-B55")
def test_an_answer_goes_on_to_the_next_chapter_and_not_after_a_defeat():
    before = engine.apply(asked(), LOCK)
    following = sequel(setup(), won(before), ())
    assert (following.chapter, following.carry.answers) == ("gate", (("scout", "lock"),))
    assert engine.new(following).answers == (("scout", "lock"),)
    lost = replace(before, agenda=(Finish(False, "hourglass"),))
    assert sequel(setup(), lost, ()) == setup()


@proves("MM-B56")
def test_a_friend_comes_where_the_scout_was_spared():
    spared = engine.new(setup("gate", carry=Carry(answers=(("scout", "spare"),))))
    locked = engine.new(setup("gate", carry=Carry(answers=(("scout", "lock"),))))
    assert [len(arrived(state).friends) for state in (spared, locked)] == [1, 0]


def arrived(state):
    """The position once somebody waits for the mice."""
    while not state.foes:
        turn = engine.turn(state)
        state = engine.apply(state, turn.actions[0] if isinstance(turn, Decide) else turn.odds[0][0])
    return state


@pytest.mark.parametrize("level", ["medium", "strong", "best"])
def test_companions_answer_as_they_are_inclined_and_not_always_the_same(level):
    state, luck = asked(), Random(5)
    turn = engine.turn(state)
    found = Counter(PLAYERS[level].choose(GAME, state, turn, luck).option for _ in range(400))
    assert 0.65 < found["spare"] / 400 < 0.85  # three to one
    assert PLAYERS[level].choose(GAME, state, turn, Random(1)) == PLAYERS[level].choose(GAME, state, turn, Random(1))


def test_the_coach_gives_nothing_away():
    state = asked()
    assert tip(state, engine.turn(state)) is None
    assert "heart" in SAY(taste(state))
    assert taste(engine.apply(state, LOCK)) is None


def test_a_rehearsal_counts_answers_and_endings():
    state = engine.apply(asked(), SPARE)
    end = won(state)
    told = [SAY(words) for words in REHEARSAL.report(setup(), [(engine.turn(end), end)])]
    assert "The scout: “Let him go” in 1 game, 1 won" in told
    assert "The scout: “Lock him in” in 0 games, 0 won" in told
    assert "ending Friends: 1 time" in told
    assert "ending Foes: 0 times" in told


WHEN = "minions.toml:13: sore_scout.cards.1.effects.1.when.answers.1: "
ENDS = "chapters.toml:22: watch.endings.3.when.earned: "
SLIPS = [
    ("tokens", 'question = "scout"', 'question = "scuot"',
     ["tokens.toml:6: watch_bell.effects.1.do.1.question: watch has no question scuot; did you mean scout?"]),
    ("minions", '["scout", "lock"]', '["scuot", "lock"]',
     [f"{WHEN}no chapter asks the question scuot; did you mean scout?"]),
    ("minions", '["scout", "lock"]', '["scout", "lok"]',
     [f"{WHEN}the question scout has no answer lok; did you mean lock?"]),
    ("minions", '[["scout", "lock"]]', '["scout"]',
     [f'{WHEN}a list in square brackets is needed here, not "scout"']),
    ("chapters", 'speaker = "scout"', 'speaker = "scot"',
     ["chapters.toml:28: watch.questions.scout.speaker: there is no speaker scot; did you mean scout?"]),
    ("chapters", 'bell = "scout"', 'bell = "scot"',
     ["chapters.toml:57: watch.voices.bell: there is no speaker scot; did you mean scout?"]),
    ("chapters", 'bell = "scout"', 'ball = "scout"',
     ["chapters.toml:57: watch.voices.ball: watch has no words for the moment ball; did you mean bell?"]),
    ("chapters", 'earned = "whisker"', 'earned = "wisker"',
     [f"{ENDS}campaign.toml knows no story token wisker; did you mean whisker?"]),
    ("chapters", 'told = "The bolt slides home."', "",
     ["chapters.toml:36: watch.questions.scout.answers.lock.told: this key is missing"]),
    ("chapters", "liked = 3", "liked = 0",
     ["chapters.toml:34: watch.questions.scout.answers.spare.liked: 0 is too small: 1 at least"]),
    ("chapters", '{ side = "w2a", when = { answers = [["scout", "spare"]] }, groups', '{ side = "w2a", groups',
     ["chapters.toml:16: watch.places.3: an earlier row of w2a has no condition, so this one never counts",
      "chapters.toml:17: watch.places.4: an earlier row of w2a has no condition, so this one never counts"]),
]  # fmt: skip


@pytest.fixture
def careless(tmp_path):
    """A copy of the pack for a careless hand."""
    folder = tmp_path / "scout"
    folder.mkdir()
    for file in PACK.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


@pytest.mark.parametrize(("file", "written", "slip", "told"), SLIPS)
def test_a_slip_in_a_question_is_told_with_its_place_and_what_would_be_right(careless, file, written, slip, told):
    page = careless / f"{file}.toml"
    text = page.read_text("utf-8")
    assert written in text
    page.write_text(text.replace(written, slip, 1), "utf-8")
    assert [SAY(one.line) for one in faults(careless)] == told


def test_a_single_answer_is_no_question(careless):
    page = careless / "chapters.toml"
    text = page.read_text("utf-8")
    begin = text.index("[watch.questions.scout.answers.lock]")
    page.write_text(text[:begin] + text[text.index("[gate]") :], "utf-8")
    told = [SAY(one.line) for one in faults(careless)]
    assert "chapters.toml:25: watch.questions.scout.answers: two or three answers are needed, not 1" in told


def test_a_question_that_nothing_asks_is_noted(careless):
    page = careless / "tokens.toml"
    page.write_text(page.read_text("utf-8").replace('verb = "ask", question = "scout"', 'verb = "win"'), "utf-8")
    assert faults(careless) == []
    told = [SAY(one.line) for one in notes(careless)]
    assert "chapters.toml:25: watch.questions.scout: nothing asks this question" in told


def test_chances_are_refused_where_the_story_asks():
    advice = Advice(None)
    with pytest.raises(UserError, match="heart"):
        asyncio.run(advice.hints(SimpleNamespace(game=GAME, state=asked()), (0,)))


def test_nobody_is_blamed_for_an_answer():
    found = look(GAME, asked(), 0, "seed", event=LOCK)
    assert {hint.loss for hint in found.told} == {0.0}
    assert found.cost is None
