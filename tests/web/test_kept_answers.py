"""What never changes while the server runs is worked out once, however many ask."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from mousehole.host.concurrency import Slices
from mousehole.web.pages import learn_pages
from mousehole.web.routes.route_base import KeptAnswers, at_once
from tests.web.browser import Browser


@pytest.fixture
def counted(monkeypatch):
    counts = Counter()

    def watch(name):
        do = getattr(learn_pages, name)

        def ask(*given):
            counts[name] += 1
            return do(*given)

        monkeypatch.setattr(learn_pages, name, ask)

    for name in ("guide_page", "picture", "how_to_play"):
        watch(name)
    return counts


@pytest.mark.parametrize(
    ("path", "name"),
    [("cat/frames.json", "guide_page"), ("cat/3.svg", "picture"), ("", "how_to_play")],
)
def test_a_lesson_is_worked_out_once_for_each_language(unbraked, counted, path, name):
    def asked(language):
        return Browser(unbraked, accept_language=language).get(f"/learn/chopchop/{path}".rstrip("/")).data

    with ThreadPoolExecutor(8) as people:
        english = list(people.map(asked, ["en"] * 16))
    assert len(set(english)) == 1
    assert english[0] != asked("fr") or name == "picture"
    assert counted[name] == 2


async def test_what_was_not_asked_for_lately_makes_way():
    kept, made = KeptAnswers(Slices(), room=25), Counter()

    async def asked(name):
        def make():
            made[name] += 1
            return name * 10

        return await kept.of((name,), lambda: at_once(make))

    for name in "ababcab":
        assert await asked(name) == name.encode() * 10
    assert made == {"a": 2, "b": 2, "c": 1}
