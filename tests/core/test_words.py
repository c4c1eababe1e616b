"""Lines are said in several languages, with plurals, contexts, nested lines and the names of seats."""

import pickle

import pytest

from mousehole.compiled.kernels import NotFast
from mousehole.core import words
from mousehole.core.catalogue import read_catalogue
from mousehole.core.words import Line, PseudoVoice, UserError, Voice, Who, line, plain, voice

FRENCH = read_catalogue(
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
    'msgid "bread"\nmsgstr "pain"\n'
    'msgctxt "menu"\nmsgid "bread"\nmsgstr "tartine"\n'
    'msgid "{n} bite"\nmsgid_plural "{n} bites"\nmsgstr[0] "{n} bouchée"\nmsgstr[1] "{n} bouchées"\n'
    'msgid "{who} eats {food}"\nmsgstr "{food} : mangé par {who}"\n'
    'msgid "the crumb of {who}"\nmsgstr "la miette de {who}"\n'
    'msgid "{some} and {last}"\nmsgstr "{some} et {last}"\n'
    'msgid "Player {number}"\nmsgstr "Joueur {number}"\n'
    'msgid "{n} crumb"\nmsgid_plural "{n} crumbs"\nmsgstr[0] "{n} miettes"\n'
)
HOUSE = read_catalogue('msgid "bread"\nmsgstr "du pain"\nmsgid "cat"\nmsgstr "chat"\n')
ENGLISH, FR = Voice("en", ()), Voice("fr", (FRENCH, HOUSE))


def bites(n):
    return line("{n} bite", plural="{n} bites", n=n)


def test_english_is_said_as_it_is_written():
    assert ENGLISH(line("bread")) == "bread"
    assert [ENGLISH(bites(n)) for n in (0, 1, 2)] == ["0 bites", "1 bite", "2 bites"]


def test_french_counts_nought_as_one():
    assert [FR(bites(n)) for n in (0, 1, 2)] == ["0 bouchée", "1 bouchée", "2 bouchées"]


def test_a_plural_that_lacks_a_form_is_said_in_the_last_one_it_has():
    assert FR(line("{n} crumb", plural="{n} crumbs", n=2)) == "2 miettes"


def test_a_line_lists_as_many_plural_forms_as_its_language_has():
    polish = read_catalogue(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\\n"\n'
        'msgid "{n} bite"\nmsgid_plural "{n} bites"\nmsgstr[0] "{n} kęs"\nmsgstr[1] "{n} kęsy"\nmsgstr[2] "{n} kęsów"\n'
    )
    assert Voice("pl", (polish,)).forms(bites(1)) == ["{n} kęs", "{n} kęsy", "{n} kęsów"]
    assert FR.forms(bites(1)) == ["{n} bouchée", "{n} bouchées"]
    assert ENGLISH.forms(bites(1)) == ["{n} bite", "{n} bites"]
    assert FR.forms(line("bread", context="menu")) == ["tartine"]


def test_the_context_tells_equal_words_apart():
    assert (FR(line("bread")), FR(line("bread", context="menu"))) == ("pain", "tartine")


def test_the_own_catalogue_comes_before_that_of_the_house():
    assert (FR(line("bread")), FR(line("cat"))) == ("pain", "chat")


def test_lines_within_lines_are_translated_and_may_change_places():
    said = line("{who} eats {food}", who=Who(0), food=line("bread"))
    assert ENGLISH(said) == "Player 1 eats bread"
    assert FR(said) == "pain : mangé par Joueur 1"


def test_french_drops_an_e_before_a_vowel():
    named = FR.naming(("Anna", "Émile", "Ben"))
    said = [named(line("the crumb of {who}", who=Who(seat))) for seat in (0, 1, 2)]
    assert said == ["la miette d’Anna", "la miette d’Émile", "la miette de Ben"]
    assert ENGLISH.naming(("Anna",))(line("the crumb of {who}", who=Who(0))) == "the crumb of Anna"


SLAVIC = {  # the plural forms of a header, one word for each, and what eleven counts are called
    "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)": (
        ("mysz", "myszy", "mysz+"),
        ["mysz+", "mysz", "myszy", "myszy", "mysz+", "mysz+", "mysz+", "mysz+", "myszy"],
    ),
    "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)": (
        ("miš", "miši", "miši+", "miši++"),
        ["miši++", "miš", "miši", "miši+", "miši++", "miši++", "miši++", "miši++", "miši++"],
    ),
}


@pytest.mark.parametrize("header", SLAVIC)
def test_a_language_counts_with_the_forms_that_its_catalogue_names(header):
    forms, said = SLAVIC[header]
    entry = "".join(f'msgstr[{number}] "{form}"\n' for number, form in enumerate(forms))
    text = f'msgid ""\nmsgstr "Plural-Forms: {header};\\n"\n\nmsgid "a mouse"\nmsgid_plural "mice"\n{entry}'
    slavic = Voice("pl", (read_catalogue(text),))
    counts = (0, 1, 2, 3, 5, 11, 12, 21, 22)
    assert [slavic(line("a mouse", plural="mice", n=n)) for n in counts] == said
    assert slavic.forms(line("a mouse", plural="mice", n=1)) == list(forms)


def spanish(*words):
    return Voice("es", (read_catalogue("".join(f'msgid "{text}"\nmsgstr "{said}"\n' for text, said in words)),))


def test_a_sentence_begins_with_a_capital_though_the_article_of_a_name_has_none():
    said = line("{who} is caught by {other}.", who=line("cat"), other=line("cat"))
    voice = spanish(("{who} is caught by {other}.", "{who} queda en manos de {other}."), ("cat", "el gato"))
    assert voice(said) == "El gato queda en manos del gato."
    assert ENGLISH(said) == "cat is caught by cat."


@pytest.mark.parametrize(
    ("wording", "said"),
    [
        ("¡Zas! {who} corre.", "¡Zas! El gato corre."),
        ("¡{who} corre!", "¡El gato corre!"),
        ("Aquí corre {who}.", "Aquí corre el gato."),
        ("{who}, en a1", "el gato, en a1"),
    ],
)
def test_every_sentence_of_a_line_begins_with_a_capital(wording, said):
    assert spanish(("{who} runs.", wording), ("cat", "el gato"))(line("{who} runs.", who=line("cat"))) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("el gato", "del gato y al gato"),
        ("El gato", "del gato y al gato"),
        ("la rata", "de la rata y a la rata"),
        ("Elena", "de Elena y a Elena"),
        ("{el}", "de {el} y a {el}"),
    ],
)
def test_spanish_joins_the_article_of_a_name_to_the_word_before(name, said):
    assert spanish(("{who}", "de {who} y a {who}"))(line("{who}", who=plain(name))) == said


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("Inés", "Ana e Inés"),
        ("Hilda", "Ana e Hilda"),
        ("Ian", "Ana y Ian"),
        ("hielo", "Ana y hielo"),
        ("Max", "Ana y Max"),
    ],
)
def test_spanish_and_is_e_before_the_same_sound(last, said):
    assert voice("es")(line("{some} and {last}", some="Ana", last=last)) == said


@pytest.mark.parametrize(("last", "said"), [("Olga", "Ana u Olga"), ("hojas", "Ana u hojas"), ("Max", "Ana o Max")])
def test_spanish_or_is_u_before_the_same_sound(last, said):
    assert voice("es")(line("{some} or {last}", some="Ana", last=last)) == said


def test_seats_are_called_by_their_names():
    named = FR.naming(("Zoé", "{Max}"))
    assert [named(line("{who}", who=Who(seat))) for seat in (0, 1, 2)] == ["Zoé", "{Max}", "Joueur 3"]
    assert type(PseudoVoice("xx", ()).naming(("A",))) is PseudoVoice


@pytest.mark.parametrize(("count", "said"), [(0, ""), (1, "pain"), (2, "pain et chat"), (3, "pain, chat et tartine")])
def test_several_lines_are_joined(count, said):
    parts = (line("bread"), line("cat"), line("bread", context="menu"))[:count]
    assert FR(line("{parts}", parts=parts)) == said


def test_words_of_people_are_left_alone():
    assert FR(plain("{bread} is bread")) == "{bread} is bread"
    assert FR(line("{name}", name=plain("bread"))) == "bread"
    assert FR.knows(plain("whatever"))


def test_a_voice_knows_what_it_has_words_for_down_to_the_last_part():
    assert FR.knows(line("{who} eats {food}", who=Who(0), food=line("bread")))
    assert not FR.knows(line("{who} eats {food}", who=Who(0), food=line("stone")))
    assert not FR.knows(line("stone"))
    assert FR.knows(line("bread", context="shop"))  # by its plain words
    assert not FR.knows(line("{who} eats {food}", who=Who(0), food=(line("bread"), line("stone"))))


def test_a_missing_translation_falls_back_to_english():
    assert FR(line("stone")) == "stone"
    assert FR(line("{n} stone", plural="{n} stones", n=3)) == "3 stones"


def test_the_pseudo_language_brackets_every_line():
    said = voice(words.PSEUDO)(line("{who} eats {food}", who=Who(0), food=line("bread")))
    assert said == "⟦⟦Player 1⟧ eats ⟦bread⟧⟧"
    assert voice(words.PSEUDO).forms(bites(1)) == ["⟦{n} bite⟧", "⟦{n} bites⟧"]


def test_trouble_is_an_exception_in_english_that_keeps_its_line():
    error = UserError(line("there is no game {name}; on the shelf: {names}", name="chess", names="mmm"))
    assert str(error) == "there is no game chess; on the shelf: mmm"
    assert voice("fr")(error.line).startswith("il n’y a pas de jeu chess")


def test_lines_are_values():
    assert line("a", n=1) == Line("a", {"n": 1})
    assert line("a") != line("a", context="b")


def test_the_house_speaks_english_first_and_french():
    assert words.languages()[0] == "en"
    assert "fr" in words.languages()


@pytest.mark.parametrize("language", ["", "qq", "../fr", "fr.po", "xx"])
def test_an_unknown_language_is_answered_in_english(language):
    assert "Player 1" in voice(language)(line("Player {number}", number=1))


def test_a_voice_of_a_package_without_words_is_that_of_the_house():
    assert voice("fr", "mousehole.core")(line("Player {number}", number=1)) == "Joueur 1"


@pytest.mark.parametrize("error", [UserError(line("no {food} left", food="bread")), NotFast()])
def test_a_user_error_comes_whole_out_of_another_process(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.line) == (type(error), str(error), error.line)


def test_what_a_voice_keeps_names_nobody_of_another_table():
    greeting, nested = (
        line("{who} sits down.", who=Who(0)),
        line("Hear: {words}", words=line("{who} moves.", who=Who(0))),
    )
    ana, ben = voice("en").naming(("Ana",)), voice("en").naming(("Ben",))
    assert [ana(greeting), ben(greeting), ana(greeting)] == ["Ana sits down.", "Ben sits down.", "Ana sits down."]
    assert [ana(nested), ben(nested)] == ["Hear: Ana moves.", "Hear: Ben moves."]


def test_a_voice_that_has_said_much_goes_on():
    say = voice("en").naming(())
    numbers = [line("Roll {n} die", plural="Roll {n} dice", n=n) for n in range(20_000)]
    assert [say(words) for words in numbers] == [f"Roll {n} {'die' if n == 1 else 'dice'}" for n in range(20_000)]
    assert say(numbers[1]) == "Roll 1 die"


def test_equal_lines_are_said_once_for_all_tables():
    ana, ben = voice("en").naming(("Ana",)), voice("en").naming(("Ben",))
    assert ana(line("Roll {n} die", plural="Roll {n} dice", n=3)) is ben(
        line("Roll {n} die", plural="Roll {n} dice", n=3)
    )


def test_a_number_has_the_decimal_sign_of_its_language():
    assert [voice(name)(words.decimal(-0.56)) for name in ("en", "de", "es", "fr")] == ["−0.6", "−0,6", "−0,6", "−0,6"]
