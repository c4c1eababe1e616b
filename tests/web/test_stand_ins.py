"""Bots that play for people who are away: seated by those who wait, or by themselves where the table wants that."""

import pytest

from mousehole.web.live import stand_ins
from tests.web.browser import Browser
from tests.web.test_rights import links

SECOND = {"players": "2", "side": "one_paw", "first": "1", "chair-0": "me", "chair-1": "link"}


@pytest.fixture
def hurried(monkeypatch):
    for name, seconds in (("TAKE_OVER_AFTER", 0.2), ("CHECK_INTERVAL", 0.05), ("OFFER_AFTER", 0.1)):
        monkeypatch.setattr(stand_ins, name, seconds)


def shared(port, **more):
    anna, ben = Browser(port), Browser(port)
    table = anna.opened(**SECOND, **more)
    assert ben.post(links(anna, table)["seat-1"], {"name": "Ben", "face": "hat"}).status == 303
    return anna, ben, table


async def told(talk, seat, **facts):
    """Wait until everybody is told so of a seat."""
    while not facts.items() <= (row := {"present": False, **(await talk.hear("seats"))["seats"][seat]}).items():
        continue
    return row


async def test_a_bot_takes_over_from_who_is_away_where_the_table_wants_that(unbraked, hurried):
    anna, ben, table = shared(unbraked, stand_in="true")
    async with anna.live(table) as talk:
        assert talk.welcome["table"]["options"]["stand_in"]
        assert (await told(talk, 1, kind="bot"))["name"].startswith("Ben")
    async with ben.live(table) as talk:  # who comes back finds the bot and takes the seat again
        assert talk.welcome["table"]["seats"][1]["kind"] == "bot"
        await talk.say(type="sit", seat=1, chair={"kind": "person"})
        await told(talk, 1, kind="person")


async def test_only_who_waits_for_long_may_seat_a_bot_for_another(unbraked, monkeypatch):
    monkeypatch.setattr(stand_ins, "OFFER_AFTER", 1000.0)
    anna, ben, table = shared(unbraked)
    bot = {"kind": "bot", "level": "easy"}
    async with ben.live(table) as talk:
        assert await talk.refused("sit", seat=0, chair=bot) == "not_allowed"
        monkeypatch.setattr(stand_ins, "OFFER_AFTER", 0.0)
        assert await talk.refused("sit", seat=0, chair={"kind": "empty"}) == "not_allowed"
        assert await talk.refused("sit", seat=9, chair=bot) == "not_allowed"
        async with anna.live(table):
            monkeypatch.setattr(stand_ins, "OFFER_AFTER", 0.001)
            await told(talk, 0, present=True)
            assert await talk.refused("sit", seat=0, chair=bot) == "not_allowed"
        await told(talk, 0, present=False)
        await talk.say(type="sit", seat=0, chair=bot)
        assert (await told(talk, 0, kind="bot"))["level"] == "easy"


async def test_an_owner_turns_it_on_and_off(unbraked):
    anna, _, table = shared(unbraked)
    for wanted in (True, False):
        assert anna.post(f"/table/{table}/owner", {"do": "stand_in"}).status == 303
        async with anna.live(table) as talk:
            assert talk.welcome["table"]["options"]["stand_in"] is wanted
