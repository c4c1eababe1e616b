"""The sheets beside the board: one for each mouse, for friends and minions, and for the chapter."""

from collections.abc import Iterator

from mousehole.core.scene import Panel, Row
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.content_types import Minion, MinionCard
from mousehole.games.mystics.scene.drawings import drawing
from mousehole.games.mystics.scene.estimates import estimates
from mousehole.games.mystics.scene.fight_panel import fights
from mousehole.games.mystics.scene.figure_art import letters, sprite
from mousehole.games.mystics.scene.hero_cards import sheet
from mousehole.games.mystics.state import Foe, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.goal_lines import parts

SPARE = 2  # pages that make a star
DIFFICULTIES = {"gentle": line("gentle"), "grim": line("grim")}


def panels(state: State) -> tuple[Panel, ...]:
    """Draw all sheets; the card of the mouse in turn glows."""
    sheets = tuple(sheet(state, one) for one in state.mice)
    if not any(one.at or one.captures for one in state.mice):
        return (chapter(state, Row(line(state.box.chapter.intro))), *sheets)
    return (*sheets, *fights(state), *estimates(state), *friends(state), *minions(state), *lying(state), chapter(state))


def friends(state: State) -> Iterator[Panel]:
    """Draw a sheet of the allies and pets on the board."""
    if state.friends:
        yield Panel("friends", line("Friends"), tuple(bestiary(state, state.friends)))


def minions(state: State) -> Iterator[Panel]:
    """Draw a sheet of the minions on the board."""
    if state.foes:
        yield Panel("minions", line("Minions"), tuple(bestiary(state, state.foes)))


def lying(state: State) -> Iterator[Panel]:
    """Draw a sheet of what lies about on this tile and may hurt or help."""
    here = dict.fromkeys(token.kind for token in state.tokens if token.at.startswith(f"{state.side}/"))
    things = state.box.pack.tokens
    rows = tuple(
        Row(line(things[kind].name), line(things[kind].words), drawing("tokens", kind, things, "mystics-token"))
        for kind in here
    )
    if rows:
        yield Panel("lying", line("Lying about"), rows)


def bestiary(state: State, figures: tuple[Foe, ...]) -> Iterator[Row]:
    """List the creatures on the board kind by kind, with what they can do."""
    for kind in dict.fromkeys(one.kind for one in figures):
        minion = state.box.pack.minions[kind]
        n = sum(one.kind == kind for one in figures)
        yield Row(line(minion.name), strength(minion.cards[0], n), sprite(state, kind), mark=letters(state, kind))
        if len(minion.cards) > 1:
            yield from cards(next(one for one in figures if one.kind == kind), minion)
        yield Row(line(minion.words))


def strength(card: MinionCard, n: int) -> Line:
    """Say how strong a creature is."""
    return line(
        "{n} there: battle {battle}, defence {defence}, life {life}",
        n=n,
        battle=card.battle,
        defence=card.defence,
        life=max(1, card.life),
    )


def cards(one: Foe, minion: Minion) -> Iterator[Row]:
    """List the cards of a creature that has several, with the life that is left on each."""
    for card, wounds in zip(minion.cards, one.wounds, strict=True):
        said = line("battle {battle}, defence {defence}", battle=card.battle, defence=card.defence)
        yield Row(line(card.name), said, "mystics-heart", (card.life - wounds, card.life))


def chapter(state: State, *more: Row) -> Panel:
    """Draw the sheet of the chapter."""
    rules, page = state.box.pack.rules, state.box.chapter
    found = [
        *more,
        Row(line("Goal"), line(page.goal.words)),
        *(Row(what, line("done") if done else line("still to do")) for what, done in parts(state)),
        Row(line("Place"), names.side(state, state.side)),
        *(Row(words) for words in [names.WOODS.get(state.ground.wood)] if words),
        Row(
            line("Page"),
            line("{n} of {all}", n=state.page, all=state.end),
            "mystics-hourglass",
            (state.page, state.end),
        ),
        Row(
            line("Minion wheel"),
            line("{n} of {all}", n=state.wheel, all=rules.wheel),
            "mystics-cheese",
            (state.wheel, rules.wheel),
        ),
    ]
    if state.box.setup.difficulty != "usual":
        found.append(Row(line("Difficulty"), DIFFICULTIES[state.box.setup.difficulty]))
    if state.card:
        found.append(Row(line("Encounter card"), line(state.box.pack.encounters[state.card].name)))
    found += [Row(line("Story token"), line(state.box.pack.campaign.tokens[token])) for token in state.story]
    if state.rain:
        found.append(Row(line("It rains")))
    if state.night:
        found.append(Row(line("It is night")))
    return Panel("chapter", line(page.name), tuple(found))


def figures(state: State) -> tuple[Row, ...]:
    """The numbers of a chapter that is over; stars for a win, for time to spare, and for mice that nobody captured."""
    captures, cheese = sum(one.captures for one in state.mice), sum(one.cheese for one in state.mice)
    stars = 1 + (state.end - state.page >= SPARE) + (captures == 0)
    return (
        Row(line("Stars"), line("{n} of {all}", n=stars, all=3), meter=(stars, 3), front=True),
        Row(line("Page"), line("{n} of {all}", n=state.page, all=state.end), "mystics-hourglass"),
        Row(line("Mice captured"), line("{n}", n=captures), "mystics-mousetrap"),
        Row(line("Cheese left"), line("{n}", n=cheese), "mystics-cheese"),
    )
