"""The form of a new table says what the set-up says, for every game on the shelf."""

import pytest

from mousehole import shelf
from mousehole.core.learn import guides
from mousehole.core.setups import questions, sizes, text_of
from mousehole.core.words import UserError, plain, voice
from mousehole.host.level_words import caveats, levels, three_levels
from mousehole.web.pages import form
from mousehole.web.pages.form import chairs
from mousehole.web.pages.learn_pages import for_real
from mousehole.web.routes.setup_routes import company, picture, setup_from

OWN_CHAPTERS = 3


@pytest.mark.parametrize("name", shelf.names())
def test_the_plain_form_is_the_plain_set_up(name):
    game = shelf.find(name)
    sent = form.start(game, game.setup())
    assert form.read_form(game, sent) == (game.setup(), ())


def test_a_party_is_chosen_by_portraits_and_still_read_place_by_place():
    game = shelf.find("mystics")
    sent = form.start(game, game.setup()) | {"party.3": "odda"}
    party = [question for question in questions(game) if question.name == "party"]
    look = form.look_of(game, "/art", voice("en", game.package))
    html = str(form.fields(party, sent, (), look)[0])
    assert (html.count('type="checkbox"'), html.count(" checked")) == (7, 4)
    assert form.read_form(game, sent)[0].party == ("bram", "yarrow", "pip", "odda")
    ticked = {key: text for key, text in sent.items() if not key.startswith("party")} | {"party:pip": "pip"}
    few = form.read_form(game, ticked)
    assert (few[0].party, few[1][0].mend) == (("pip",), ("pip", "bram", "odda", "yarrow"))
    twice = form.read_form(game, sent | {"party.3": "bram"})
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
    _, problems = form.read_form(game, form.start(game, game.setup()) | sent)
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
    game.parts.solvable.exact.solve(tmp_path / "solutions", game.new(setup), lambda done, total: None)
    assert caveats(game, setup, ["best", "perfect"]) == ()
    assert levels(game, say, game.new(setup))["best"] == "best"


@pytest.mark.parametrize("name", shelf.names())
def test_every_pictured_choice_can_be_painted_and_no_two_look_alike(name):
    game = shelf.find(name)
    for question in (one for one in questions(game) if one.pictured):
        own = question.choices[: OWN_CHAPTERS if name == "mystics" else None]  # packs that are at hand come after
        shown = [picture(game, {question.name: text_of(value)}, "en") for value, _ in own]
        assert len(set(shown)) == len(shown) > 1
    assert 0 < game.age < 12
    assert sizes(game)[0] < sizes(game)[1]


def test_a_board_that_cannot_be_read_is_not_painted_but_named():
    with pytest.raises(UserError):
        picture(shelf.find("mmm"), {"board": "pantry = 'Z'"}, "en")
    with pytest.raises(UserError):
        picture(shelf.find("mmm"), {"players": "99"}, "en")


def test_a_bot_is_chosen_by_its_face_or_from_the_long_list():
    game = shelf.find("mmm")
    sent = {"chair-0": "me", "chair-1": "bot:easy", "chair-2": "bot", "level-2": "greedy", "chair-3": "bot"}
    assert [(one.kind, one.level) for one in chairs(game, sent, 5)] == [
        ("person", ""),
        ("bot", "easy"),
        ("bot", "greedy"),
        ("bot", "random"),
        ("person", ""),
    ]
    assert three_levels(game) == ("easy", "medium", "strong")


@pytest.mark.parametrize(
    ("name", "guide", "seat", "fields"),
    [
        ("mmm", "first", 0, {"players": 2, "board": None}),
        ("chopchop", "cat", 1, {"players": 2}),
        ("mousewarming", "first", 0, {"first_game": True}),
    ],
)
def test_a_real_game_after_a_guide_has_the_same_seat_and_the_right_board(name, guide, seat, fields):
    game = shelf.find(name)
    told = for_real(game, guides(game)[guide])
    setup = setup_from(game, told)
    assert int(told["seat"]) == seat
    assert {field: getattr(setup, field) for field in fields} == fields
    assert len(game.seats(setup)) > seat


def test_further_seats_of_an_adventure_are_companions_until_people_want_them():
    assert company(shelf.find("mystics")) == {f"chair-{seat}": "bot:best" for seat in (1, 2, 3)}
    assert company(shelf.find("mmm")) == {}
