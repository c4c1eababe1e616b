"""What an album adds up to: wins by game, board and company, rows, people, campaigns, and the plot."""

import re

from msgspec.structs import replace

from mousehole import shelf
from mousehole.core.game import Over
from mousehole.core.words import voice
from mousehole.games.chopchop.moves import Setup as Kitchen
from mousehole.games.mmm.moves import Setup as Pantry
from mousehole.games.mmm.story import LEGEND
from mousehole.games.mystics.moves import Setup as Tale
from mousehole.web.album.statistics import Outcomes, best, compared, game_pages, partners, tally
from mousehole.web.pages.album_pages import calendar, closeness, known, stickers, weeks
from tests.album.pages import BEN, CAT, ME, measured, page

say = voice("en")
STICKER = re.compile(r'<li class="([^"]*)"><img.*?<span>([^<]*)</span>')
CATS = replace(BEN, team="cat")
BOTH = (ME, replace(ME, team="cat", name="Zoe"))


def kinds(*pages):
    """Say the rows of the card of the one game that was played."""
    (card,) = game_pages(pages)
    speak = voice("en", card.game.package)
    return [(speak(kind.board), speak(kind.company), kind.tally.games, kind.tally.won) for kind in card.kinds]


def test_games_are_counted_by_how_they_ended():
    drawn, both = page(over=Over((), "cap", drawn=True)), page("chopchop", sitters=BOTH, over=Over((0,), "home"))
    assert tally([page(), page(), page(won=False), drawn, both, page(clean=False)]) == Outcomes(6, 2, 1, 1, 1, 1)


def test_wins_are_counted_by_board_and_company():
    line, two = Pantry(players=2, in_line=True), Pantry(players=2, side="two_paws")
    easy, strong = (replace(CAT, team="mice", level=level) for level in ("easy", "strong"))
    assert kinds(page(), page(won=False), page(sitters=(ME, BEN), setup=two)) == [
        ("One paw", "alone", 2, 1),
        ("Two paws", "together", 1, 1),
    ]
    assert kinds(page(setup=line, sitters=(ME, easy, strong))) == [("One paw, in line", "with bots: strong", 1, 1)]
    assert kinds(page("chopchop", setup=Kitchen(holes="end"), sitters=(ME, CAT))) == [
        ("Holes in the corners", "against bots: strong", 1, 1)
    ]
    assert kinds(page("chopchop", sitters=(ME, CATS))) == [("Holes in the middle", "against each other", 1, 1)]


def test_a_card_tells_the_row_of_now_and_the_longest():
    (card,) = game_pages([page(), page(), page(won=False), page()])
    assert (card.row, card.longest) == (1, 2)


def test_the_finest_finale_is_a_win_then_a_title_then_the_score():
    lost, won = page(won=False, day=9), page(day=1)
    title, score = page(day=2, title="Legends"), page(day=3, over=Over((0,), "gathered", 9, "win-6"))
    assert best([lost, won]) is won
    assert best([won, score, lost]) is score
    assert best([score, title]) is title


def test_a_game_is_told_beside_the_best_one_before_it_on_its_board():
    one, other, lost, worse = page(day=1), page(day=2), page(day=3, won=False), page(day=4)
    better, elsewhere = page(day=5), page(day=6, setup=Pantry(side="two_paws"))
    worse = replace(worse, over=replace(worse.over, score=1))
    better = replace(better, over=replace(better.over, score=9))
    pages = [one, other, lost, worse, better, elsewhere]
    told = [line.text if (line := compared(pages, each.table)) else "" for each in pages]
    assert told[0] == told[5] == ""
    assert compared(pages, "no such table") is None
    assert told[1] == "As good as your best on this board!"
    assert told[2] == told[3] == "Your best on this board: {ending}"
    assert told[4] == "Your best on this board so far!"


def test_a_group_is_told_of_the_best_game_it_played_together():
    alone, first, worse = page(day=1), page(day=2, sitters=(ME, BEN)), page(day=3, sitters=(ME, BEN), won=False)
    alone = replace(alone, over=replace(alone.over, score=9))
    nameless = [page(day=day, sitters=(ME, replace(BEN, name=""))) for day in (4, 5)]
    pages = [alone, first, worse, *nameless]
    told = [line.text if (line := compared(pages, each.table)) else "" for each in pages]
    assert told[1] == told[4] == "Your best on this board: {ending}"
    assert told[2] == "Your best together on this board: {ending}"


def test_only_titles_that_earned_a_trophy_get_a_crown():
    crowned = page(title=LEGEND.text, trophies=("mmm.legends",))
    (card,) = game_pages([page(title="Nearly"), crowned, page(won=False, title="x", trophies=("mmm.legends",))])
    assert card.titles == (crowned,)


def test_people_are_known_by_the_names_they_gave():
    pages = [page(sitters=(ME, BEN)), page(sitters=(ME, BEN)), page("chopchop", sitters=(ME, CATS))]
    pages.append(page(sitters=(ME, replace(BEN, name="Zoe"), replace(BEN, name=""), CAT)))
    assert [(one.name, one.together, one.against) for one in partners(pages)] == [("Ben", 2, 1), ("Zoe", 1, 0)]


def test_the_campaign_shows_the_chapters_that_were_won():
    (card,) = game_pages([page("mystics"), page("mystics", won=False, setup=Tale(chapter="c2"))])
    assert [stage.won for stage in card.stages][:2] == [True, False]
    (card,) = game_pages([page("mystics", won=False)])
    assert not any(stage.won for stage in card.stages)


def test_games_that_are_not_at_hand_are_counted_but_have_no_card():
    lost = replace(page(), game="a game of another house")
    assert tally([lost]).games == 1
    assert game_pages([lost]) == ()


def test_the_plot_has_a_dot_for_every_game_that_is_known_and_a_mean_for_every_week():
    pages = [page(day=day, measure=measured(loss)) for day, loss in ((1, 0.1), (2, 0.3), (9, 0.04))]
    dots = known([*pages, page(day=10), page(day=11, measure=measured(decisions=0))])
    assert [round(dot.points) for dot in dots] == [10, 30, 4]
    assert [round(mean, 6) for _, mean in weeks(dots)] == [20, 4]
    drawn = closeness([*pages, page(day=10)], say, "en")
    assert drawn.count("<circle") == 3
    assert "Looked back at so far: 3 of 4." in drawn
    assert "From 20.0 to 4.0 points a game." in drawn


def test_where_nothing_is_known_nothing_is_drawn_and_it_is_said():
    drawn = closeness([page(), page()], say, "en")
    assert "<svg" not in drawn
    assert "Looked back at so far: 0 of 2." in drawn


def test_every_game_of_the_house_names_its_boards():
    assert all(game.parts.board_name for game in shelf.every() if game.package.startswith("mousehole."))


def test_a_board_has_a_sticker_that_is_won_on_it_and_days_stand_in_a_calendar():
    games = [page(day=1), page(won=False, day=8), page("chopchop", day=8.2), page(day=100)]
    own = page(day=1, setup=shelf.find("mmm").setup(side="two_paws", board="steps = 4\npantry = 'B B'"))
    found = {match[2]: match[1] for match in STICKER.finditer(str(stickers([*games, own], "en", say)))}
    assert found["One paw: items of 2 to 4 squares"] == "sticker"
    assert found["Two paws: items of 2 to 5 squares"] == "sticker missing"  # won there only on a board of one's own
    assert found["Middle of each wall"] == "sticker"
    assert found["Corners"] == "sticker missing"
    drawn = calendar(games, say)
    assert (drawn.count("<li"), drawn.count('class="played"')) == (70, 1)
    assert "Played on 1 day in ten weeks." in drawn
    assert "Played on 2 days in ten weeks." in calendar(games[:3], say)
