"""All trophies of an album: those of the house, the first win of every game, and those that games bring."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from msgspec import Struct

from mousehole import shelf
from mousehole.core.game import AnyGame, Trophy
from mousehole.core.words import HOME, Line, line
from mousehole.players.player import players
from mousehole.web.album.memory import Memory
from mousehole.web.album.statistics import evenings_in_a_row, stages, wins_in_a_row

Pages: TypeAlias = Sequence[Memory]  # in the order in which the games ended
ROUND, ROW, EVENINGS, PEOPLE = 4, 3, 5, 4
HOPELESS = 0.1  # a chance to win
CHOICES = 8  # decisions that make a whole game
NOTHING = 0.001  # chances of this size cannot be told from none


class Award(Struct, frozen=True):
    """A trophy of an album; once earned by the first games of an album it stays earned by all of them."""

    key: str
    name: Line
    words: Line
    sprite: str
    earned: Callable[[Pages], bool]
    game: str = ""  # whose page it stands on
    package: str = HOME  # whose words it speaks


class Earned(Struct, frozen=True):
    """A trophy and the game that earned it."""

    award: Award
    by: Memory


def every() -> tuple[Award, ...]:
    """All trophies there are."""
    games = shelf.every()
    own = [brought(game, trophy) for game in games for trophy in game.parts.trophies or ()]
    return (*HOUSE, *(first_win(game) for game in games), *own)


def earned(pages: Pages) -> tuple[Earned, ...]:
    """The trophies of an album in the order in which they were earned."""
    found = [Earned(award, pages[when(award, pages)]) for award in every() if award.earned(pages)]
    return tuple(sorted(found, key=lambda one: one.by.ended))


def news(pages: Pages, table: str) -> tuple[Award, ...]:
    """The trophies that one game has earned."""
    return tuple(one.award for one in earned(pages) if one.by.table == table)


def when(award: Award, pages: Pages) -> int:
    """The place of the game with which a trophy was earned."""
    return bisect_left(range(len(pages)), True, key=lambda n: award.earned(pages[: n + 1]))


def first_page(pages: Pages) -> bool:
    """Whether a game was played to its end."""
    return bool(pages)


def around_the_shelf(pages: Pages) -> bool:
    """Whether enough different games were won."""
    return len({page.game for page in won(pages)}) >= ROUND


def on_a_roll(pages: Pages) -> bool:
    """Whether enough games in a row were won."""
    return max(wins_in_a_row([page for page in pages if page.printed]), default=0) >= ROW


def five_evenings(pages: Pages) -> bool:
    """Whether somebody came back evening after evening."""
    return max(evenings_in_a_row(page.ended for page in pages), default=0) >= EVENINGS


def comeback(pages: Pages) -> bool:
    """Whether a game was won that a review calls nearly lost at some point."""
    return any(
        page.measure and page.measure.lowest is not None and page.measure.lowest < HOPELESS for page in won(pages)
    )


def flawless(pages: Pages) -> bool:
    """Whether a whole game was played without a decision that cost anything, by exact chances."""
    measures = (page.measure for page in pages if page.clean and page.printed)
    return any(found and found.exact and found.decisions >= CHOICES and found.loss < NOTHING for found in measures)


def full_table(pages: Pages) -> bool:
    """Whether enough people sat at one table, at one screen or at several."""
    return any(sum(sitter.kind == "person" for sitter in page.sitters) >= PEOPLE for page in pages)


def strongest(pages: Pages) -> bool:
    """Whether a game was won against the strongest bot it has."""
    return any(_strong(page) in {rival.level for rival in page.rivals if rival.kind == "bot"} for page in won(pages))


def whole_tale(pages: Pages) -> bool:
    """Whether every chapter of a campaign was won."""
    games = {page.game: shelf.find(page.game) for page in won(pages)}
    tales = [stages(game, [page for page in won(pages) if page.game == name]) for name, game in games.items()]
    return any(len(tale) > 1 and all(stage.won for stage in tale) for tale in tales)  # one chapter is no tale


def won(pages: Pages) -> list[Memory]:
    """The games that count as wins, on boards of the box, and whose rules are at hand."""
    return [page for page in pages if page.won and page.played is not None and page.printed]


def first_win(game: AnyGame) -> Award:
    """The trophy for the first win of a game."""
    name, words = line("First win: {game}", game=game.title), line("Win this game once.")
    return Award(
        f"first-win.{game.name}", name, words, "house-trophy-cup", partial(_wins, game.name), game.name, game.package
    )


def brought(game: AnyGame, trophy: Trophy) -> Award:
    """A trophy that a game brings, as an album asks for it."""
    rule = partial(_has, trophy.key)
    return Award(trophy.key, trophy.name, trophy.words, trophy.sprite, rule, game.name, game.package)


def _wins(game: str, pages: Pages) -> bool:
    return any(page.game == game and page.won and page.printed for page in pages)


def _has(key: str, pages: Pages) -> bool:
    return any(page.clean and page.printed and key in page.trophies for page in pages)


def _strong(page: Memory) -> str:
    return list(players(shelf.find(page.game)))[-1]


HOUSE = (
    Award("first-page", line("The first page"), line("Play a game to its end."), "house-trophy-album", first_page),
    Award(
        "around-the-shelf",
        line("Around the shelf"),
        line("Win four different games."),
        "house-trophy-shelf",
        around_the_shelf,
    ),
    Award("on-a-roll", line("On a roll"), line("Win three games in a row."), "house-trophy-row", on_a_roll),
    Award(
        "five-evenings",
        line("Five evenings"),
        line("Play on five evenings in a row."),
        "house-trophy-moon",
        five_evenings,
    ),
    Award(
        "comeback",
        line("Never give up"),
        line("Win a game that was nearly lost: with a chance below 10% at some point, by its review."),
        "house-trophy-sprout",
        comeback,
    ),
    Award(
        "flawless",
        line("Flawless"),
        line("Play a whole game without giving anything away, by exact chances."),
        "house-trophy-gem",
        flawless,
    ),
    Award(
        "full-table",
        line("A full table"),
        line("Play with four people at one table."),
        "house-trophy-table",
        full_table,
    ),
    Award(
        "strongest",
        line("The bigger they are"),
        line("Beat the strongest bot of a game."),
        "house-trophy-bot",
        strongest,
    ),
    Award(
        "whole-tale", line("The whole tale"), line("Win every chapter of a campaign."), "house-trophy-tale", whole_tale
    ),
)
