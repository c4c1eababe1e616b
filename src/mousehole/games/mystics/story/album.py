"""What a family album says about the adventure: its trophy, its chapters by name, and how far the campaign is."""

from collections.abc import Sequence

from mousehole.core.kit.trophies import Finished, Stage, Trophy
from mousehole.core.words import Line, line, plain
from mousehole.games.mystics.content.packs_at_hand import NoSuchPack, find
from mousehole.games.mystics.moves import PackName, Setup


def board_name(setup: Setup) -> Line:
    """Name the chapter of a set-up; one of a pack that is not at hand is called by its id."""
    return chapter_name(setup.pack, setup.chapter)


def chapter_name(pack: PackName | None, chapter: str) -> Line:
    """Name a chapter."""
    try:
        found = find(pack).chapters.get(chapter)
    except NoSuchPack:
        found = None
    return line(found.name) if found else plain(chapter)


def campaign(won: Sequence[Setup]) -> tuple[Stage, ...]:
    """The chapters of every campaign that these wins belong to, in order; before the first, of the game's own."""
    packs = dict.fromkeys([setup.pack for setup in won] or [None])
    return tuple(stage for pack in packs for stage in stages(pack, won))


def stages(pack: PackName | None, won: Sequence[Setup]) -> tuple[Stage, ...]:
    """The chapters of one campaign, and which of them were won."""
    done = {setup.chapter for setup in won if setup.pack == pack}
    try:
        chapters = find(pack).campaign.chapters
    except NoSuchPack:
        return ()
    return tuple(Stage(chapter_name(pack, chapter), chapter in done) for chapter in chapters)


def unscathed(game: Finished) -> bool:
    """Whether a chapter was won in which no mouse was captured or lost."""
    return game.won and not any(mouse.captures or mouse.lost for state in game.states for mouse in state.mice)


TROPHIES = (
    Trophy(
        "mystics.unscathed",
        line("Not a whisker lost"),
        line("Win a chapter in which no mouse is captured."),
        "mystics-sign-shield",
        unscathed,
    ),
)
