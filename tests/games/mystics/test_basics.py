"""Clauses about dice, parties and chapters as a whole."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mousehole.core.game import Decide, Over
from mousehole.games.mystics import GAME, check
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.effects import dice
from mousehole.games.mystics.moves import Carry, Learn, Luggage, Setup
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.rules.campaign import carry_of, sequel
from mousehole.games.mystics.tasks import Finish
from mousehole.testing import proves

PARTY = ("bram", "yarrow", "pip", "fenna")


@proves("MM-B02")
def test_the_die_shows_what_the_ledger_says():
    faces = [dice.read((face,)) for face in dice.NUMBERS]
    assert [roll.number for roll in faces] == [1, 2, 3, 3, 2, 1]
    assert [roll.swords for roll in faces] == [0, 1, 1, 1, 0, 0]
    assert [roll.bows for roll in faces] == [0, 0, 0, 0, 1, 1]
    assert [roll.shields for roll in faces] == [0, 0, 1, 1, 0, 0]
    assert [roll.cheese for roll in faces] == [1, 0, 0, 0, 0, 0]
    assert [roll.stars for roll in faces] == [0, 1, 0, 1, 0, 1]


@proves("MM-B02")
@given(st.integers(0, 8))
def test_a_pool_has_the_odds_of_independent_dice(n):
    odds = dice.pool(n, 0).odds
    total = sum(weight for _, weight in odds)
    assert total == 6**n
    mean = sum(Fraction(dice.read(event.faces).number * weight, total) for event, weight in odds)
    assert mean == 2 * n
    assert all(list(event.faces) == sorted(event.faces) for event, _ in odds)


@proves("MM-B44")
def test_a_pool_never_has_fewer_than_no_dice():
    assert dice.pool(-2, 0).odds == dice.pool(0, 0).odds
    assert len(dice.pool(0, 0).odds) == 1


@proves("MM-B03")
def test_mice_start_with_their_equipment_one_ability_of_their_class_and_no_cheese():
    state = engine.new(Setup())
    assert [one.worn for one in state.mice] == [
        ("", "felt_coat", "", "tin_sword", "", ""),
        ("", "", "", "censer", "", ""),
        ("", "", "", "pin_knife", "", ""),
        ("", "", "", "reed_bow", "", ""),
    ]
    seen = Counter()
    while isinstance(turn := engine.turn(state), Decide) and isinstance(turn.actions[0], Learn):
        abilities = [action.ability for action in turn.actions]
        cards = [state.box.pack.abilities[name] for name in abilities]
        classes = state.box.heroes[PARTY[sum(seen.values())]].classes
        assert all(not card.classes or set(card.classes) & set(classes) for card in cards)
        seen[turn.actions[-1].ability] += 1
        state = engine.apply(state, turn.actions[-1])
    assert [len(one.abilities) for one in state.mice] == [1, 1, 1, 1]
    assert [one.cheese for one in state.mice] == [0, 0, 0, 0]


@proves("MM-B01")
def test_a_party_is_as_large_as_the_chapter_says_and_every_seat_steers_somebody():
    assert check(Setup()) == ()
    assert check(Setup(party=("bram", "pip")))[0].field == "party"
    assert check(Setup(party=("bram", "bram", "pip", "odda")))[0].field == "party"
    assert check(Setup(party=("bram", "felix", "pip", "odda")))[0].field == "party"
    assert check(Setup(players=2, steers=(0, 0, 0, 0)))[0].field == "steers"
    assert check(Setup(players=2, steers=(0, 1)))[0].field == "steers"
    assert check(Setup(players=2, steers=(0, 1, 1, 0))) == ()
    assert check(Setup(chapter="c99"))[0].field == "chapter"
    assert [len(GAME.seats(Setup(players=n))) for n in (1, 2, 3, 4)] == [1, 2, 3, 4]


@proves("MM-B01")
def test_mice_are_dealt_round_the_seats():
    assert engine.new(Setup(players=3)).box.seat == {"bram": 0, "yarrow": 1, "pip": 2, "fenna": 0}


@proves("MM-B30", "MM-B33")
def test_the_hourglass_starts_on_page_one_of_eight_and_the_chapter_names_its_end():
    state = engine.new(Setup())
    assert (state.page, state.end, state.box.pack.rules.pages) == (1, 6, 8)


@proves("MM-B35", "MM-023")
def test_between_chapters_a_mouse_keeps_abilities_start_equipment_and_one_search_card():
    state = engine.new(Setup())
    bram = replace(
        mouse(state, "bram"),
        abilities=("feint", "resolve"),
        worn=("walnut_helm", "felt_coat", "", "tin_sword", "", ""),
        pack=("balm", "crumb"),
        cheese=5,
        wounds=2,
        marks=("on_fire",),
    )
    rest = tuple(one for one in state.mice if one.id != "bram")
    state = replace(state, mice=(bram, *rest), stash=("grape",), awards=(("scaper", "bram"),), story=("grape_friend",))
    bags = carry_of(state)
    assert bags.tokens == ("grape_friend",)
    assert bags.mice[0] == Luggage("bram", ("feint", "resolve"), "walnut_helm")
    again = engine.new(Setup(carry=bags))
    bram = mouse(again, "bram")
    assert (bram.abilities, bram.pack, bram.cheese, bram.wounds, bram.marks) == (
        ("feint", "resolve"),
        ("walnut_helm",),
        0,
        0,
        (),
    )
    assert bram.worn == ("", "felt_coat", "", "tin_sword", "", "")
    assert (again.awards, again.stash, again.story) == ((), (), ("grape_friend",))
    assert dict(again.search)["walnut_helm"] == 0


@proves("MM-B35")
def test_a_card_of_the_search_deck_is_not_in_the_deck_while_somebody_carries_it():
    carry = Carry((Luggage("bram", ("feint",), "balm"),))
    assert dict(engine.new(Setup(carry=carry)).search)["balm"] == 1
    assert check(Setup(carry=Carry((Luggage("nobody"),))))[0].field == "carry"
    assert check(Setup(carry=Carry((Luggage("bram", ("flight",)),))))[0].field == "carry"
    assert check(Setup(carry=Carry((Luggage("bram", (), "tin_sword"),))))[0].field == "carry"


def test_after_a_loss_the_same_chapter_is_played_again():
    setup = Setup(players=2)
    state = replace(engine.new(setup), agenda=(Finish(False, "hourglass"),))
    assert sequel(setup, state, ()) == setup
    assert engine.turn(state) == Over((), "hourglass", 0)
