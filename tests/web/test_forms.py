"""The form of a new table says what the set-up says, for every game on the shelf."""

import pytest

from mousehole import shelf
from mousehole.core.setups.questions import questions
from mousehole.core.words import plain, voice
from mousehole.host.level_words import caveats, levels
from mousehole.web.pages import form


@pytest.mark.parametrize("name", shelf.names())
def test_the_plain_form_is_the_plain_set_up(name):
    game = shelf.find(name)
    sent = form.start(game, game.setup())
    assert form.read(game, sent) == (game.setup(), ())


def test_a_party_is_chosen_by_portraits_and_still_read_place_by_place():
    game = shelf.find("mystics")
    sent = form.start(game, game.setup()) | {"party.3": "odda"}
    party = [question for question in questions(game) if question.name == "party"]
    html = str(form.fields(party, sent, (), voice("en", game.package), "/art")[0])
    assert (html.count('type="checkbox"'), html.count(" checked")) == (7, 4)
    assert form.read(game, sent)[0].party == ("bram", "yarrow", "pip", "odda")
    ticked = {key: text for key, text in sent.items() if not key.startswith("party")} | {"party:pip": "pip"}
    few = form.read(game, ticked)
    assert (few[0].party, few[1][0].mend) == (("pip",), ("pip", "bram", "odda", "yarrow"))
    twice = form.read(game, sent | {"party.3": "bram"})
    assert [problem.field for problem in twice[1]] == ["party"]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"players": "99"}, "un nombre entier de 1 à 6"),
        ({"players": "many"}, "un nombre entier de 1 à 6"),
        ({"board": "x" * 4001}, "4000 caractères au plus"),
        ({"side": "three_paws"}, "choisissez dans la liste"),
    ],
)
def test_what_a_field_takes_is_said_in_the_visitors_language(sent, words):
    game = shelf.find("mmm")
    _, problems = form.read(game, form.start(game, game.setup()) | sent)
    assert [(problem.field, voice("fr")(problem.line)) for problem in problems] == [(next(iter(sent)), words)]


@pytest.mark.parametrize("name", shelf.names())
def test_people_call_a_level_as_commands_do(name):
    game = shelf.find(name)
    for level, words in levels(game, voice("en", game.package)).items():
        assert level in words


def test_a_level_says_where_it_is_not_perfect(monkeypatch, tmp_path):
    monkeypatch.setenv("MOUSEHOLE_DATA", str(tmp_path))
    game = shelf.find("mmm")
    setup = game.setup(board="steps = 3\npantry = 'B B F F'\n")
    say, dit = voice("en", game.package), voice("fr", game.package)
    (told,) = caveats(game, setup, ["best", "easy", "best"])
    assert told.notice
    assert say(told.line) == "best – not perfect here: this board is not solved yet"
    assert dit(told.line) == "excellent – pas parfait ici\u00a0: ce plateau n’est pas encore résolu"
    assert levels(game, say, game.new(setup))["best"] == "best, but not perfect here"
    assert levels(game, say)["best"] == "best"
    (plainly,) = caveats(game, setup, ["best"], called=plain)
    assert dit(plainly.line) == dit(told.line).replace("excellent", "best")
    game.parts.exact.solve(tmp_path / "solutions", game.new(setup), lambda done, total: None)
    assert caveats(game, setup, ["best", "perfect"]) == ()
    assert levels(game, say, game.new(setup))["best"] == "best"
