"""What the scripts of the browser say has words in every language."""

import re

import msgspec

from mousehole.core.words import languages, voice
from mousehole.web.static_files import SAID, sentences, words_json
from tests.house import tree

CALL = re.compile(r"\bsay\((?!text)")


def scripts():
    return [path.read_text("utf-8") for path in (tree.SOURCE / "web" / "static").rglob("*.js")]


def test_every_call_says_a_plain_text():
    assert [len(SAID.findall(text)) for text in scripts()] == [len(CALL.findall(text)) for text in scripts()]


def test_the_server_hands_over_what_the_scripts_say_and_nothing_else():
    said = {found for text in scripts() for found in SAID.findall(text)}
    assert {(line.text, line.plural) for line in sentences()} == said
    assert set(msgspec.json.decode(words_json(voice("fr")))) == {text for text, _ in said}
    assert len(said) > 200


def test_calls_are_found_with_their_plurals():
    text = 'say("a"); say(\n  "b", { n: one }, "bs"); say("c", values, "cs"); say("d", { name })'
    assert SAID.findall(text) == [("a", ""), ("b", "bs"), ("c", "cs"), ("d", "")]


def test_every_language_has_the_words():
    missing = [(name, line.text) for name in languages()[1:] for line in sentences() if not voice(name).knows(line)]
    assert missing == []
