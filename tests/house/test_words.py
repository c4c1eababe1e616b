"""Every line of the source has its words in every language, in the right catalogue, and no catalogue keeps old ones."""

import ast
import re
import tomllib
from functools import cache

import pytest

from mousehole.core.catalogue import entries, read_catalogue
from mousehole.core.words import languages
from mousehole.testing import wrong_spaces
from tests.house import tree

HOUSE = "src/mousehole"
GAME = re.compile(rf"{HOUSE}/games/(\w+)/")
FIELD = re.compile(r"\{(\w+)\}")
WORD = re.compile(r"[^\W\d_]{2,}")


@cache
def sources(*suffixes):
    return {name: text for name, text in tree.texts(*suffixes) if name.startswith(HOUSE)}


@cache
def catalogues():
    return {name: text for name, text in sources(".po").items() if name.endswith("/words/" + name.rsplit("/", 1)[1])}


@cache
def parsed(text):
    """Read a source once: its constant lines (context, words and plural), and all its constants."""
    lines, constants = [], set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant):
            constants.add(node.value)
        elif isinstance(node, ast.Call) and called(node) in ("line", "Line"):
            lines += constant_line(node)
    return lines, constants


def constant_line(call):
    words = call.args[0] if call.args else None
    if isinstance(words, ast.Constant):
        given = {word.arg: word.value.value for word in call.keywords if isinstance(word.value, ast.Constant)}
        yield given.get("context", ""), words.value, given.get("plural", "")


def called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def homes(name):
    """Name the folders whose catalogues speak for a source: its game's and the house's."""
    game = GAME.match(name)
    return ([game[0].rstrip("/")] if game else []) + [HOUSE]


def unknown(text, known):
    return [words for context, words, _ in parsed(text)[0] if words != "{plain}" and (context, words) not in known]


@pytest.mark.parametrize("language", languages()[1:])
def test_every_line_has_its_words_where_they_belong(language):
    texts = {name: read_catalogue(text, name).texts for name, text in catalogues().items()}
    missing = []
    for name, text in sources(".py").items():
        known = {key for home in homes(name) for key in texts.get(f"{home}/words/{language}.po", ())}
        missing += [f"{name}: {words!r}" for words in unknown(text, known)]
    assert missing == []


def test_a_line_without_words_is_noticed():
    text = 'line("a"); words.line("b", context="x"); Line("c", {}); line(other); line("{plain}")'
    assert unknown(text, {("", "a"), ("", "b")}) == ["b", "c"]


def strings(value):
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(part)


@cache
def spoken(folder):
    """Collect every text below a folder that could be a line: constants of code, texts of content, pages as a whole."""
    texts = set()
    for name, text in sources(".py").items():
        if name.startswith(folder):
            texts |= parsed(text)[1]
    for name, text in sources(".toml").items():
        if name.startswith(folder):
            texts |= set(strings(tomllib.loads(text)))
    return texts


@cache
def found_in(name):
    """List the entries of a catalogue, its head first."""
    return list(entries(catalogues()[name], name))


def pages(folder):
    return [text for name, text in sources(".js", ".html").items() if name.startswith(folder)]


@pytest.mark.parametrize("name", catalogues())
def test_no_entry_is_left_over(name):
    folder = name.rsplit("/words/", 1)[0] + "/"
    keys = [entry["msgid"] for entry in found_in(name) if entry["msgid"]]
    assert [key for key in keys if key not in spoken(folder) and not any(key in page for page in pages(folder))] == []


@pytest.mark.parametrize("name", catalogues())
def test_no_entry_stands_twice_and_none_is_empty(name):
    found = found_in(name)
    keys = [(entry.get("msgctxt", ""), entry["msgid"]) for entry in found]
    assert {key for key in keys if keys.count(key) > 1} == set()
    assert [entry["msgid"] for entry in found if not all(v for k, v in entry.items() if k.startswith("msgstr"))] == []


@pytest.mark.parametrize("name", catalogues())
def test_counted_entries_have_all_forms_and_the_plural_of_the_source(name):
    found = found_in(name)
    forms = int(re.search(r"nplurals=(\d)", found[0]["msgstr0"])[1])
    plurals = source_plurals()
    for entry in found[1:]:
        given = [key for key in entry if key.startswith("msgstr")]
        assert len(given) == (forms if "msgid_plural" in entry else 1), entry["msgid"]
        plural = plurals.get((entry.get("msgctxt", ""), entry["msgid"]))
        assert plural in (None, entry.get("msgid_plural")), f"{entry['msgid']!r} is counted as {plural!r}"


@cache
def source_plurals():
    lines = [line for text in sources(".py").values() for line in parsed(text)[0]]
    return {(context, words): plural for context, words, plural in lines if plural}


def other_values(entry):
    """List the translations that fill in other values than the line; only a single thing need not be counted."""
    wanted = set(FIELD.findall(entry["msgid"] + entry.get("msgid_plural", "")))
    for key, text in entry.items():
        if key.startswith("msgstr") and entry["msgid"]:
            counted = "msgid_plural" in entry and key == "msgstr0"
            given = set(FIELD.findall(text)) | (wanted & {"n"} if counted else set())
            if given != wanted or text.count("{") + text.count("}") != 2 * len(FIELD.findall(text)):
                yield text


@pytest.mark.parametrize("name", catalogues())
def test_translations_fill_in_the_values_of_the_line(name):
    assert [text for entry in found_in(name) for text in other_values(entry)] == []


@pytest.mark.parametrize("text", ["{n} miettes de {whom}", "miettes de {who}", "{n} miettes de {who}}", "{n} miettes"])
def test_other_values_are_noticed(text):
    known = {"msgid": "a crumb of {who}", "msgid_plural": "{n} crumbs of {who}", "msgstr0": "une miette de {who}"}
    assert list(other_values({**known, "msgstr1": "{n} miettes de {who}"})) == []
    assert list(other_values({**known, "msgstr1": text})) == [text]


@pytest.mark.parametrize("language", languages()[1:])
def test_house_and_games_have_a_catalogue_and_a_ledger_in_every_language(language):
    games = sorted(name.removesuffix("/ledger.toml") for name in sources(".toml") if name.endswith("/ledger.toml"))
    assert len(games) >= 4
    files = catalogues().keys() | sources(".toml").keys()
    wanted = [f"{home}/words/{language}.po" for home in (HOUSE, *games)]
    wanted += [f"{game}/words/ledger.{language}.toml" for game in games if language != "fr"]
    assert [name for name in wanted if name not in files] == []
    assert [name for name in wanted if "#, fuzzy" in (catalogues() | sources(".toml"))[name]] == []


@pytest.mark.parametrize("language", languages()[1:])
def test_every_language_has_all_entries_of_every_other(language):
    lacking = []
    for name, text in catalogues().items():
        home, code = name.removesuffix(".po").rsplit("/", 1)
        if code in languages():
            other = f"{home}/{language}.po"
            known = (
                {(entry.get("msgctxt", ""), entry["msgid"]) for entry in found_in(other)}
                if other in catalogues()
                else ()
            )
            lacking += [f"{home}: {key}" for key in read_catalogue(text, name).texts if key not in known]
    assert lacking == []


def copies(name):
    """List the entries of a catalogue that say their English words again."""
    for entry in found_in(name):
        if WORD.search(FIELD.sub("", entry["msgid"])) and entry["msgid"] == entry.get("msgstr0"):
            yield entry["msgid"]


@pytest.mark.parametrize("language", languages()[1:])
def test_no_entry_is_left_in_english_by_accident(language):
    """Words that are the same in both languages are named in tests/house/same_words."""
    allowed = (tree.ROOT / "tests" / "house" / "same_words" / f"{language}.txt").read_text("utf-8").splitlines()
    same = {text for name in catalogues() if name.endswith(f"/{language}.po") for text in copies(name)}
    assert (same - set(allowed), set(allowed) - same) == (set(), set())


def spoken_words():
    """List every text of every catalogue, the English ones too."""
    for name in catalogues():
        for entry in found_in(name)[1:]:
            yield from (words for key, words in entry.items() if key.startswith("msg") and key != "msgctxt")


def unkind(words):
    """Whether a text leaves the plural to its reader, or sets a sign after a title that may end in one: Mmm!"""
    return bool(re.search(r"\w\((s|n|e|en|es)\)|\{title\}[ \u00a0\u202f]?[:;,.!?]", words))


def test_no_text_leaves_plurals_to_the_reader_or_doubles_a_sign():
    assert [words for words in spoken_words() if unkind(words)] == []


@pytest.mark.parametrize("words", ["{n} paré(s)", "{title}: Rätsel", "{title}\u00a0: problèmes", "{title}, {grade}"])
def test_doubled_signs_and_open_plurals_are_noticed(words):
    assert unkind(words)
    assert not unkind("Problèmes de {title} (1)")


def french():
    for name, text in sources(".po").items():
        if name.endswith("/fr.po"):
            yield from (
                (name, words) for e in list(entries(text, name))[1:] for k, words in e.items() if k[:6] == "msgstr"
            )
    for name, text in sources(".toml").items():
        if name.endswith("/ledger.toml"):
            yield from ((name, clause["fr"]) for clause in tomllib.loads(text).values())


def test_french_is_set_with_french_spaces():
    assert [f"{name}: {words}" for name, words in french() if wrong_spaces(words)] == []


@pytest.mark.parametrize("words", ["Gagné !", "Ça va ?", "pain : 2", "« pain»", "Gagné!", "un; deux"])
def test_wrong_spaces_are_noticed(words):
    assert wrong_spaces(words)
    assert not wrong_spaces(
        "Gagné\u202f! Un\u202f; « pain »\u00a0: 12:30".replace("« ", "«\u00a0").replace(" »", "\u00a0»")
    )


def german():
    """List the German texts of catalogues and ledgers."""
    for name, text in (catalogues() | sources(".toml")).items():
        if name.endswith("/de.po"):
            yield from (words for e in list(entries(text, name))[1:] for k, words in e.items() if k[:6] == "msgstr")
        elif name.endswith("/ledger.de.toml"):
            yield from tomllib.loads(text).values()


def wrong_german(words):
    """Whether German quotation marks do not match, or a straight or an English sign stands among them."""
    return bool(re.search("[\"'”»«]|[0-9}] ?%", words.replace("\u00a0%", ""))) or words.count("„") != words.count("“")


def test_german_is_set_with_german_signs():
    found = list(german())
    assert len(found) > 2000
    assert [words for words in found if wrong_german(words)] == []


@pytest.mark.parametrize("words", ['Sie ruft "Halt"', "„Halt”", "“Halt“", "Los geht's!", "5 %", "{n}%"])
def test_wrong_german_signs_are_noticed(words):
    assert wrong_german(words)
    assert not wrong_german("„Los geht’s!“, sagt {who}: 5\u00a0%")
