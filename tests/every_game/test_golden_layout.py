"""Golden records have an event a line, so that a change of one can be read."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECORDS = sorted([*(ROOT / "tests" / "games").glob("*/golden/**/*.json"), *(ROOT / "examples").glob("*.json")])


def test_there_are_golden_records_of_every_game():
    assert {file.relative_to(ROOT).parts[2] for file in RECORDS[1:]} == {"mmm", "chopchop", "mousewarming", "mystics"}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: "/".join(file.parts[-3:]))
def test_a_golden_record_has_an_event_a_line(file):
    text = file.read_text("utf-8")
    page, (_, *lines) = json.loads(text), text.split("\n")
    assert lines[-2:] == ["]}", ""]
    assert [json.loads(line.removesuffix(",")) for line in lines[:-2]] == page["events"]
