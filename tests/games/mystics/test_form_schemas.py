"""The schemas of forms: every key and fixed word is called something, and every name may be chosen."""

import pytest

from mousehole.core.content import raw
from mousehole.core.words import languages, voice
from mousehole.games.mystics.content.pack import PACKAGE
from mousehole.games.mystics.tools.form_schemas import enums, form_schemas
from mousehole.games.mystics.tools.workshop import WORKSHOP


def tables(language="en"):
    pages = form_schemas(WORKSHOP.kinds, voice(language, PACKAGE)).values()
    return [found for page in pages for found in page["$defs"].items()]


@pytest.mark.parametrize("language", languages())
def test_every_key_is_called_something(language):
    assert [
        f"{name}.{key}"
        for name, table in tables(language)
        for key, part in table.get("properties", {}).items()
        if key != "verb" and not part["description"]
    ] == []


def test_every_fixed_word_is_called_something():
    labels = {key.rpartition(".")[2] for key in raw(PACKAGE, "labels.toml")["values"]}
    assert {
        one
        for _, table in tables()
        for key, part in table.get("properties", {}).items()
        if key != "verb"
        for fixed in enums(part)
        for one in fixed["enum"]
        if one not in labels
    } == set()


def test_no_label_is_left_over():
    labels = raw(PACKAGE, "labels.toml")
    known = {key for _, table in tables() for key in table.get("properties", {})}
    verbs = {one for _, table in tables() for one in table.get("properties", {}).get("verb", {}).get("enum", ())}
    assert {key for key in labels["keys"] if key.rpartition(".")[2] not in known} == set()
    assert labels["verbs"].keys() == verbs


def test_names_say_what_they_may_name():
    found = dict(tables())
    chapter, place = found["Chapter"]["properties"], found["SideSetup"]["properties"]
    assert (chapter["encounters"]["choice"], place["side"]["choice"]) == ("encounters", "tiles")
    assert found["Group"]["properties"]["minions"]["choice"] == "minions"  # the keys of the table
    assert found["StartSpaces"]["properties"]["spaces"]["choice"] == "spaces"
    assert found["Afflict"]["properties"]["mark"]["choice"] == "conditions"
    assert found["Minion"]["properties"]["looks"]["choice"] == "minions"
