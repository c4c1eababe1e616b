"""The sheets beside the board: one for each mouse, one for the minions, one for the chapter."""

from collections.abc import Iterator

from mousehole.core.scene import Panel, Row
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.content_types import Minion, MinionCard
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.scene.estimates import estimates
from mousehole.games.mystics.scene.figure_art import condition, item, letters, sprite
from mousehole.games.mystics.state import Foe, Mouse, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.goal_lines import parts


def panels(state: State) -> tuple[Panel, ...]:
    """Draw all sheets, the mouse in turn first."""
    first = [one for one in state.mice if one.id == state.acting.card]
    rest = [one for one in state.mice if one.id != state.acting.card]
    sheets = tuple(sheet(state, one) for one in (*first, *rest))
    mine, others = sheets[: len(first)], sheets[len(first) :]
    if not any(one.at or one.captures for one in state.mice):
        return (chapter(state, Row(line(state.box.chapter.intro))), *sheets)
    return (*mine, *estimates(state), *others, *friends(state), *minions(state), chapter(state))


def sheet(state: State, one: Mouse) -> Panel:
    """Draw the sheet of a mouse."""
    return Panel(f"sheet-{one.id}", line(state.box.heroes[one.id].name), tuple(rows(state, one)))


def rows(state: State, one: Mouse) -> Iterator[Row]:
    """List values, life, cheese, markers, equipment, pack and abilities."""
    hero = state.box.heroes[one.id]
    classes = tuple(names.CLASSES[each] for each in hero.classes)
    known = line("{classes}", classes=classes) if classes else None
    yield Row(line("Classes"), known, sprite(state, one.id), mark=letters(state, one.id))
    left = life(state, one)
    yield Row(line("Life"), line("{n} of {all}", n=left, all=hero.life), "mystics-heart", (left, hero.life))
    yield Row(line("Cheese"), line("{n}", n=one.cheese), "mystics-cheese")
    for name, label in names.VALUES.items():
        yield Row(label, line("{n}", n=getattr(hero, name)), f"mystics-stat-{name}")
    where = whereabouts(one)
    if where:
        yield Row(where)
    for mark in one.marks:
        yield Row(names.mark(state, mark), line(state.box.pack.conditions[mark].words), condition(state, mark))
    for card in filter(None, one.worn):
        yield Row(names.item(state, card), line("equipped: {words}", words=words(state, card)), item(state, card))
    for card in one.pack:
        yield Row(names.item(state, card), line("in the pack: {words}", words=words(state, card)), item(state, card))
    badge = f"mystics-class-{hero.classes[0]}" if hero.classes else ""
    yield Row(line(hero.innate.name), line(hero.innate.words), badge)
    for ability in one.abilities:
        page = state.box.pack.abilities[ability]
        price = line("{n} cheese: {words}", plural="{n} cheese: {words}", n=page.cost, words=line(page.words))
        yield Row(line(page.name), price, "mystics-card-ability")
    for award in (award for award, holder in state.awards if holder == one.id):
        picture = f"mystics-achievement-{award}" if award in own().achievements else ""
        yield Row(names.award(state, award), line(state.box.pack.achievements[award].words), picture)


def whereabouts(one: Mouse) -> Line | None:
    """Say that a mouse is captured or lost."""
    if one.at or not (one.lost or one.captures):
        return None
    return line("lost") if one.lost else line("captured")


def words(state: State, card: str) -> Line:
    """Say what a card does."""
    return line(state.box.pack.items[card].words)


def friends(state: State) -> Iterator[Panel]:
    """Draw a sheet of the allies and pets on the board."""
    if state.friends:
        yield Panel("friends", line("Friends"), tuple(bestiary(state, state.friends)))


def minions(state: State) -> Iterator[Panel]:
    """Draw a sheet of the minions on the board."""
    if state.foes:
        yield Panel("minions", line("Minions"), tuple(bestiary(state, state.foes)))


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
    if state.card:
        found.append(Row(line("Encounter card"), line(state.box.pack.encounters[state.card].name)))
    found += [Row(line("Story token"), line(state.box.pack.campaign.tokens[token])) for token in state.story]
    if state.rain:
        found.append(Row(line("It rains")))
    if state.night:
        found.append(Row(line("It is night")))
    return Panel("chapter", line(page.name), tuple(found))
