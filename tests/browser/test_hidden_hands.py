"""The example with hidden hands in real browsers: two people choose at the same time, and a third watches."""

import os
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.hidden.on_the_shelf import installed


@pytest.fixture
def card_house(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*installed(tmp_path / "site"), *sys.path]))
    house = House(tmp_path / "house").start()
    yield house
    house.kill()


def together(card_house, people):
    anna, ben, cleo = people(card_house), people(card_house, "fr"), people(card_house)
    anna.open("/new/nibbles")
    anna.sit(0, "me")
    anna.sit(1, "link")
    anna.page.locator("form.setup > button.primary").click()
    cleo.join(anna.link("watch"))
    ben.join(anna.link("seat-1"))
    anna.open(f"/table/{anna.table}").at_table()
    for one in (anna, ben):
        expect(cards(one)).to_have_count(5)
    return anna, ben, cleo


def cards(person):
    """The cards that a person may play now."""
    return person.page.locator(".stage .can[data-key^='hand-']")


def shown(person):
    """The numbers on all cards in hands that a person sees."""
    hands = person.page.locator(".stage [data-key^='hand-']")
    return {number for words in hands.all_inner_texts() for number in words.split()}


def test_two_people_choose_at_the_same_time_and_see_only_their_own_cards(card_house, people):
    anna, ben, cleo = together(card_house, people)
    assert len(shown(anna)) == len(shown(ben)) == 5
    assert shown(anna).isdisjoint(shown(ben))
    assert shown(cleo) == set()
    cards(ben).last.dispatch_event("click")
    expect(cards(ben)).to_have_count(0)
    expect(anna.page.locator(".story li").last).to_contain_text("plays a card face down")
    expect(cards(anna)).to_have_count(5)
    cards(anna).last.dispatch_event("click")
    expect(cleo.page.locator(".story")).to_contain_text("The cards are turned up")
    expect(cards(anna)).to_have_count(4)


def test_a_whole_game_ends_for_all_three(card_house, people):
    anna, ben, cleo = together(card_house, people)
    for left in (5, 4, 3, 2, 1):
        for one in (anna, ben):
            expect(cards(one)).to_have_count(left)
        for one in (ben, anna):
            cards(one).first.dispatch_event("click")
    for one in (anna, ben, cleo):
        expect(one.ended()).to_be_visible()
    assert anna.context.request.get(f"{card_house.address}/table/{anna.table}/record.json").ok


def test_on_one_screen_nobody_sees_the_cards_of_another(card_house, people):
    both = people(card_house)
    both.open("/new/nibbles")
    both.sit(0, "me", "Ana")
    both.sit(1, "here", "Ben")
    both.page.locator("form.setup > button.primary").click()
    hands = []
    for name in ("Ana", "Ben"):
        cover = both.page.locator("dialog.pass")
        expect(cover).to_contain_text(f"Pass the screen to {name}")
        assert shown(both) == set()
        cover.get_by_role("button").click()
        expect(cover).to_have_count(0)
        expect(cards(both)).to_have_count(5)
        hands.append(shown(both))
        assert len(hands[-1]) == 5
        cards(both).last.dispatch_event("click")
    expect(both.page.locator("dialog.pass")).to_contain_text("Pass the screen to Ana")
    assert shown(both) == set() and hands[0].isdisjoint(hands[1])
    expect(both.page.locator(".story")).not_to_contain_text("gets the")
