"""Translations of an adventure: single ones are changed, and the rest of their file stays as it is."""

import json
import re
from ast import literal_eval

from mousehole.core.catalogue import BadCatalogue, read_catalogue
from mousehole.core.words import UserError, line, plain

HEADER = 'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
QUOTED = r'(?:"(?:\\.|[^"\\\n])*"[ \t]*\n?)+'
ENTRY = re.compile(rf"^msgid[ \t]+({QUOTED})msgstr[ \t]+({QUOTED})", re.MULTILINE)
PART = re.compile(r'"(?:\\.|[^"\\\n])*"')


def translations(text: str) -> dict[str, str]:
    """The texts of a catalogue with their translations."""
    try:
        return {english: forms[0] for (_, english), forms in read_catalogue(text).texts.items()}
    except BadCatalogue as error:
        raise UserError(plain(str(error))) from error


def translated(text: str, language: str, english: str, words: str) -> str:
    """Say a text so in a language; without words its translation is missing again."""
    if not english:
        raise UserError(line("there is no text to translate"))
    said = f"{quoted(words)}\n"
    for found in ENTRY.finditer(text):
        if spoken(found[1]) == english:
            return text[: found.start(2)] + said + text[found.end(2) :]
    before = text.rstrip("\n") + "\n" if text else HEADER.format(language=language)
    return f"{before}\nmsgid {quoted(english)}\nmsgstr {said}"


def spoken(quotes: str) -> str:
    """What some quoted parts say together."""
    return "".join(str(literal_eval(part)) for part in PART.findall(quotes))


def quoted(text: str) -> str:
    """Quote a text as a catalogue does."""
    return json.dumps(text, ensure_ascii=False)
