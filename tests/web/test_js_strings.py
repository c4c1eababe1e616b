"""What the scripts of the browser say has words in every language."""

import re

from mousehole.core.words import languages, voice
from mousehole.web.js_strings import SPOKEN
from tests.house import tree

SAY = re.compile(r'\bsay\(\s*"([^"]+)"(?:,\s*(?:\{[^{}]*\}|\w+),\s*"([^"]+)")?')
CALL = re.compile(r"\bsay\((?!text)")


def scripts():
    return [path.read_text("utf-8") for path in (tree.SOURCE / "web" / "static").glob("*.js")]


def test_every_call_says_a_plain_text():
    assert [len(SAY.findall(text)) for text in scripts()] == [len(CALL.findall(text)) for text in scripts()]


def test_the_server_hands_over_what_the_scripts_say_and_nothing_else():
    said = {found for text in scripts() for found in SAY.findall(text)}
    assert {(line.text, line.plural) for line in SPOKEN} == said


def test_every_language_has_the_words():
    missing = [(name, line.text) for name in languages()[1:] for line in SPOKEN if not voice(name).knows(line)]
    assert missing == []
