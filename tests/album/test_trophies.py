"""Every trophy is earned by its rule, and by nothing less."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Finished, Over
from mousehole.core.words import languages, voice
from mousehole.games.chopchop.trophies import all_home, sharp_claws
from mousehole.games.mmm.story import LEGEND
from mousehole.games.mmm.trophies import legends, two_items, whisker
from mousehole.games.mousewarming.golden_trays import EARNED, NEARLY
from mousehole.games.mousewarming.trophies import golden_tray
from mousehole.games.mystics.content.pack import find
from mousehole.games.mystics.scene.lobby import unscathed
from mousehole.testing import sprites
from mousehole.web.album.trophies import earned, every, news
from tests.album.pages import BEN, CAT, ME, measured, page
from tests.games.chopchop.test_movement import floor
from tests.games.chopchop.vocabulary import FULL, position
from tests.games.mmm.vocabulary import GATHER, pantry, place, play, rolls


def end(*states, seats=(0,), won=True, reason="gathered", **fields):
    return Finished(states, (), (), seats, won, reason, **fields)


def walk(state, *events):
    """Every position of a turn."""
    states = [state]
    for event in events:
        states.append(play(states[-1], event))
    return states


def has(key, *pages):
    return next(award for award in every() if award.key == key).earned(pages)


def test_there_are_twenty_trophies_with_names_of_their_own():
    keys = Counter(award.key for award in every())
    assert len(keys) == 20
    assert set(keys.values()) == {1}


@pytest.mark.parametrize("language", languages()[1:])
def test_every_trophy_is_drawn_and_said_in_every_language(language):
    for award in every():
        say = voice(language, award.package)
        drawn = sprites(award.package) | sprites("mousehole")
        assert award.sprite in drawn
        assert say.knows(award.name)
        assert say.knows(award.words)


def test_by_a_whisker_is_for_a_win_with_the_cat_one_step_away():
    assert whisker(end(score=1))
    assert not whisker(end(score=2))
    assert not whisker(end(score=-1, won=False, reason="cat"))


def test_both_paws_full_is_for_whoever_completes_two_items_in_one_turn():
    both = walk(pantry("b B / f F", players=2), rolls("B F X"), place("b1"), place("b2"), GATHER)
    assert two_items(end(*both, won=False))
    assert not two_items(end(*both, seats=(1,)))
    one = walk(pantry("b B / f F", players=2), rolls("B X X"), place("b1"), GATHER)
    assert not two_items(end(*one))
    two_turns = walk(one[-1], rolls("F X X"), place("b2"), GATHER)
    assert not two_items(end(*one, *two_turns, seats=(0, 1)))


def test_legends_are_those_whom_the_game_calls_so():
    assert legends(end(title=LEGEND.text))
    assert not legends(end(title=""))


def test_nobody_left_behind_is_for_mice_that_win_with_all_four():
    safe = position(floor("1 d2", "2 a6", "3 b6"), "...4", cat="top-d3", eaten=10)
    assert all_home(end(safe, reason="home"))
    assert not all_home(end(replace(safe, mice=(0, *safe.mice[1:])), reason="home"))
    assert not all_home(end(safe, reason="home", won=False))


def test_sharp_claws_are_for_a_cat_that_wins_before_the_fifth_cheese():
    few, many = (position(FULL, cat="top-d3", eaten=n) for n in (4, 5))
    assert sharp_claws(end(few, reason="caught"))
    assert not sharp_claws(end(many, reason="caught"))
    assert not sharp_claws(end(few, reason="caught", won=False))


def test_a_golden_tray_is_for_the_third_party_in_a_row():
    assert all(golden_tray(end(title=words.text)) for words in EARNED)
    assert not any(golden_tray(end(title=words.text)) for words in NEARLY.values())


def test_not_a_whisker_lost_is_for_a_chapter_without_a_capture():
    game = shelf.find("mystics")
    state = game.new(game.setup())
    bram, *others = state.mice
    caught = replace(state, mice=(replace(bram, captures=1), *others))
    assert unscathed(end(state, state))
    assert not unscathed(end(state, caught, state))
    assert not unscathed(end(state, won=False))


def test_a_trophy_that_a_game_brings_counts_only_where_luck_was_never_taken_back():
    assert has("mmm.whisker", page(trophies=("mmm.whisker",)))
    assert not has("mmm.whisker", page(trophies=("mmm.whisker",), clean=False))


def test_the_first_page_comes_with_the_first_game():
    assert has("first-page", page(won=False))
    assert not has("first-page")


def test_the_first_win_of_a_game_is_a_clean_win_of_that_game():
    assert has("first-win.mmm", page(won=False), page())
    assert not has("first-win.mmm", page(won=False), page("mousewarming"))
    assert not has("first-win.mmm", page(clean=False))
    own = page(setup=shelf.find("mmm").setup(board="steps = 4\npantry = 'B B'"), trophies=("mmm.whisker",))
    assert not has("first-win.mmm", own)  # trophies are won on the boards of the box alone
    assert not any(has(award.key, own) for award in every() if award.key != "first-page")


def test_around_the_shelf_takes_four_different_games():
    games = [page(game) for game in ("mmm", "chopchop", "mousewarming", "mystics")]
    assert has("around-the-shelf", *games)
    assert not has("around-the-shelf", *games[:3], page())


def test_on_a_roll_takes_three_wins_in_a_row():
    assert has("on-a-roll", page(won=False), page(), page(), page())
    assert not has("on-a-roll", page(), page(), page(won=False), page())
    assert has("on-a-roll", page(), page(), page(clean=False, won=False), page())
    drawn = page("chopchop", over=Over((), "cap", drawn=True))
    assert has("on-a-roll", page(), page(), drawn, page())
    assert not has("on-a-roll", page(), page(), drawn, page(won=False))


def test_five_evenings_follow_each_other_in_any_time_zone():
    assert has("five-evenings", *(page(day=day) for day in (0, 1, 2.3, 3.2, 4)))
    assert not has("five-evenings", *(page(day=day) for day in (0, 1, 2, 3)))
    assert not has("five-evenings", *(page(day=day) for day in (0, 1, 2, 3.8, 4.8)))
    assert not has("five-evenings", *(page(day=day) for day in (0, 0.1, 0.2, 0.3, 0.4)))


def test_never_give_up_is_for_a_win_after_a_chance_below_a_tenth():
    assert has("comeback", page(measure=measured(lowest=0.09)))
    assert not has("comeback", page(measure=measured(lowest=0.11)))
    assert not has("comeback", page(won=False, measure=measured(lowest=0.0)))
    assert not has("comeback", page(measure=measured(lowest=None)), page())


def test_flawless_is_a_whole_game_that_cost_nothing_by_exact_chances():
    assert has("flawless", page(won=False, measure=measured(0.0004)))
    assert not has("flawless", page(measure=measured(0.002)))
    assert not has("flawless", page(measure=measured(exact=False)))
    assert not has("flawless", page(measure=measured(decisions=7)))
    assert not has("flawless", page(clean=False, measure=measured()))


def test_a_full_table_seats_four_people():
    assert has("full-table", page(sitters=(ME, BEN, BEN, replace(ME, name="Zoe"))))
    assert not has("full-table", page(sitters=(ME, BEN, BEN, CAT)))


def test_the_strongest_bot_has_to_be_a_rival():
    best = replace(CAT, level="best")
    assert has("strongest", page("chopchop", sitters=(ME, best)))
    assert not has("strongest", page("chopchop", sitters=(ME, CAT)))
    assert not has("strongest", page("chopchop", sitters=(ME, best), won=False))
    assert not has("strongest", page("chopchop", sitters=(ME, replace(best, team="mice"))))


def test_the_whole_tale_takes_every_chapter():
    setup, chapters = shelf.find("mystics").setup, find(None).campaign.chapters
    won = [page("mystics", setup=_chapter(setup, name)) for name in chapters]
    assert has("whole-tale", *won)
    assert not has("whole-tale", *won[:-1], page("mystics", won=False, setup=_chapter(setup, chapters[-1])))


def test_a_trophy_is_news_of_the_game_that_earned_it_and_of_no_later_one():
    pages = [page(won=False), page(day=1), page(day=2), page(day=3), page(day=4)]
    assert [award.key for award in news(pages, pages[1].table)] == ["first-win.mmm"]
    assert [award.key for award in news(pages, pages[3].table)] == ["on-a-roll"]
    assert [award.key for award in news(pages, pages[4].table)] == ["five-evenings"]
    assert news(pages, "another table") == ()
    assert [one.award.key for one in earned(pages)] == ["first-page", "first-win.mmm", "on-a-roll", "five-evenings"]


@pytest.mark.parametrize("award", every(), ids=lambda award: award.key)
def test_what_is_earned_stays_earned_whatever_comes_after(award):
    """Otherwise the game with which it was earned could not be found by halves."""
    pages = [
        page(game, won=won, day=n, trophies=(award.key,), measure=measured(lowest=0.01), sitters=(ME, BEN, BEN, BEN))
        for n, (game, won) in enumerate([("mmm", True), ("chopchop", True), ("mmm", False), ("mousewarming", True)] * 3)
    ]
    found = [award.earned(pages[:n]) for n in range(len(pages) + 1)]
    assert found == sorted(found)


def _chapter(setup, name):
    chapter = find(None).chapters[name]
    party = tuple(dict.fromkeys((*chapter.needs, *find(None).heroes)))[: chapter.party]
    return msgspec.convert({"chapter": name, "party": party}, setup)


def test_the_manual_tells_how_every_trophy_is_earned():
    manual = (Path(__file__).parents[2] / "docs" / "album.md").read_text("utf-8")
    own = [award for award in every() if not award.key.startswith("first-win.")]
    rows = [f"| {voice('en', one.package)(one.name)} | {voice('en', one.package)(one.words)} |" for one in own]
    assert [row for row in rows if row not in manual] == []
