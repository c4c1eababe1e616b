"""What servers say to each other: heard once, in order, and from servers of this house alone."""

import time

import pytest

from mousehole.bus import MemoryBus
from mousehole.web.server.sealed_words import FRESH, SealedWords


class Line(MemoryBus):
    """A bus on which everything that is said can be seen, and said again by anybody."""

    def __init__(self):
        super().__init__()
        self.said, self.hearers = [], []

    def say(self, table, words):
        self.said.append((table, words))

    def overhear(self, hear):
        self.hearers.append(hear)


@pytest.fixture
def line():
    return Line()


def pair(line, key=b"k" * 32):
    heard = []
    here, there = SealedWords(line, b"k" * 32), SealedWords(line, key)
    there.overhear(lambda table, words: heard.append((table, words)))
    return here, heard, line.hearers[1]


def test_words_of_the_house_are_heard(line):
    here, heard, hear = pair(line)
    here.say("t1", '{"type":"here"} and more')
    hear(*line.said[0])
    assert heard == [("t1", '{"type":"here"} and more')]


def test_forged_and_changed_words_and_those_for_another_table_are_not(line):
    here, heard, hear = pair(line)
    here.say("t1", "hello")
    table, text = line.said[0]
    for forged in ("hello", "", " ", "0" * 32 + " x 1 hello", text.replace("hello", "hallo"), text + " ", "é" + text):
        hear(table, forged)
    hear("t2", text)
    assert heard == []


def test_another_house_on_the_same_server_is_not_heard(line):
    here, heard, hear = pair(line, b"o" * 32)
    here.say("t1", "hello")
    hear(*line.said[0])
    assert heard == []


def test_words_that_were_heard_are_not_heard_again_nor_older_ones(line):
    here, heard, hear = pair(line)
    here.say("t1", "one")
    here.say("t1", "two")
    for text in (line.said[1], line.said[0], line.said[1]):
        hear(*text)
    assert heard == [("t1", "two")]


def test_what_was_said_long_ago_is_not_heard_by_a_server_that_has_just_begun(line, monkeypatch):
    here, heard, hear = pair(line)
    here.say("t1", "long ago")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + FRESH + 2)
    hear(*line.said[0])
    assert heard == []
    here.say("t1", "now")
    hear(*line.said[1])
    assert heard == [("t1", "now")]
