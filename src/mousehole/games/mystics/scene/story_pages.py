"""Pages of the tale: what deserves to be staged, told by the news of the last event."""

from collections.abc import Iterator

from mousehole.core.scene import Page
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.news_kinds import NewsKind
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.scene.drawings import drawing
from mousehole.games.mystics.scene.figure_art import face, sprite
from mousehole.games.mystics.state import News, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.telling import encounter, saying
from mousehole.games.mystics.tasks.round_tasks import Finish

FATES: tuple[NewsKind, ...] = ("captured", "rescued", "award")  # what befalls one mouse
PLACES: tuple[NewsKind, ...] = ("story", "encounter", "surge")  # what befalls the party
CROWD = 5  # figures at most that stand in front of a picture


def staged(state: State, last: Event | None) -> Page | None:
    """The page that belongs to a position, if any."""
    if last is None:
        return opening(state)
    if state.agenda and isinstance(state.agenda[-1], Finish):
        home = party(state) if state.agenda[-1].won else ()
        return Page(line(state.box.chapter.name), (), tile(state), home)  # its words are told with the result
    place = tuple(scenery(state))
    if place:
        return Page(title(state), place, portrait(state), crowd(state))
    one = next(said(state, *FATES), None)
    return fate(state, one) if one else None


def opening(state: State) -> Page:
    """Begin a chapter with its own words, and say what it is about."""
    chapter = state.box.chapter
    words = (line(chapter.intro), *changes(state), line(chapter.goal.words))
    return Page(line(chapter.name), words, tile(state), party(state))


def changes(state: State) -> Iterator[Line]:
    """Tell who joins the party since the last chapter, and who stays at home."""
    setup = state.box.setup
    before = [bag.mouse for bag in setup.carry.mice] if setup.carry else []
    for name in setup.party if before else ():
        if name not in before:
            yield line("{who} joins the party.", who=names.who(state, name))
    for name in before:
        if name not in setup.party and name in state.box.pack.heroes:
            yield line("{who} stays at home this time.", who=line(state.box.pack.heroes[name].call))


def scenery(state: State) -> Iterator[Line]:
    """Tell a new place, a surge, and whom one meets there."""
    if any(said(state, "surge")):
        yield line("The minion wheel is full.")
        yield from told(state, "page")
    yield from told(state, "story")
    came = comers(state)
    if came and (any(said(state, *PLACES)) or great(state)):  # a straggler that somebody had to place needs no page
        figures = tuple(names.figure(state, name) for name in came)
        yield line("Here comes {figures}.", plural="Here they come: {figures}.", figures=figures, n=len(came))
    elif any(said(state, "encounter")):
        yield line("Who goes there?")


def said(state: State, *kinds: NewsKind) -> Iterator[News]:
    """The news of these kinds."""
    return (news for news in state.news if news.what in kinds)


def told(state: State, *kinds: NewsKind) -> Iterator[Line]:
    """Put the news of these kinds into words."""
    return filter(None, (saying(state, news) for news in said(state, *kinds)))


def comers(state: State) -> list[str]:
    """Name the minions that have just appeared."""
    return [news.who for news in said(state, "comes")]


def title(state: State) -> Line:
    """Head a page with the boss who appears, the surge, the encounter, else with the place."""
    if boss := great(state):
        return names.card(state, boss.rpartition("-")[0])
    met = next(said(state, "encounter"), None)
    if met and not any(said(state, "story")):
        return encounter(state, met.who)
    return line("Surge!") if any(said(state, "surge")) else names.side(state, state.side)


def portrait(state: State) -> str:
    """Show the boss who appears, the first of those who come to a known place, else the place."""
    known = not any(said(state, "story"))
    shown = great(state) or next(iter(comers(state) if known else ()), "")
    return sprite(state, shown) if shown else tile(state)


def party(state: State) -> tuple[str, ...]:
    """The mice, who set out together and come home together."""
    return tuple(sprite(state, one.id) for one in state.mice)


def crowd(state: State) -> tuple[str, ...]:
    """Those who come to a new place, or the party alone, in front of its picture; elsewhere they are the picture."""
    if portrait(state) != tile(state):
        return ()
    came = tuple(sprite(state, name) for name in comers(state)[:CROWD])
    return came or (party(state) if any(said(state, "story")) else ())


def great(state: State) -> str:
    """Name the boss among those who have just appeared."""
    return next((name for name in comers(state) if state.box.pack.minions[name.rpartition("-")[0]].boss), "")


def tile(state: State) -> str:
    """Name the picture of a place."""
    ground = state.ground
    return drawing("tiles", ground.id, {ground.id: ground.page}, "mystics-tile")


def fate(state: State, news: News) -> Page | None:
    """Tell what befalls one mouse, and what a capture means."""
    who = names.who(state, news.who)
    words = [saying(state, news)]
    if news.what == "captured":
        hope = line("Once no minion is left, {who} comes back on the next turn.", who=who)
        words += [*told(state, "page"), hope]
    return Page(who, tuple(filter(None, words)), face(state, news.who))
