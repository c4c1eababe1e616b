"""The cards of the mice: on their face life, cheese, what ails them and what they hold; behind it the whole sheet."""

from collections.abc import Iterator
from functools import lru_cache

from mousehole.core.scene import Panel, Row
from mousehole.core.words import Line, line
from mousehole.games.mystics.content.pack import Pack
from mousehole.games.mystics.effects.abilities import learnable, price
from mousehole.games.mystics.fight.attack_odds import life
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.scene.figure_art import condition, face, item, letters, sprite
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.story.questions import left_to_do


def sheet(state: State, one: Mouse) -> Panel:
    """Draw the card of a mouse."""
    glow = "good" if one.id == state.acting.card else "danger" if whereabouts(one) else "rest"
    name = line(state.box.heroes[one.id].call)
    return Panel(f"sheet-{one.id}", name, tuple(rows(state, one)), face(state, one.id), glow)


def rows(state: State, one: Mouse) -> Iterator[Row]:
    """List what is left to do, life, cheese, markers, values, equipment, pack and abilities."""
    yield from doings(state, one)
    yield health(state, one)
    yield Row(line("Cheese"), line("{n}", n=one.cheese), "mystics-cheese", front=True)
    for mark in one.marks:
        words = line(state.box.pack.conditions[mark].words)
        yield Row(names.mark(state, mark), words, condition(state, mark), front=True)
    yield from equipment(state, one)
    yield from character(state, one)
    yield from skills(state, one)


def doings(state: State, one: Mouse) -> Iterator[Row]:
    """Say what a mouse may still do in its turn, or where it is if not on the board."""
    where = whereabouts(one)
    if where:
        yield Row(where, front=True)
    elif one.id == state.acting.card:
        yield Row(line("Still to do"), left_to_do(state), front=True)


def whereabouts(one: Mouse) -> Line | None:
    """Say that a mouse is captured or lost."""
    if one.at or not (one.lost or one.captures):
        return None
    return line("lost") if one.lost else line("captured")


def health(state: State, one: Mouse) -> Row:
    """Write the life that is left; wounds by poison are told apart."""
    full, left = state.box.heroes[one.id].life, life(state, one)
    said = line("{n} of {all}", n=left, all=full)
    if one.poison:
        said = line("{n} of {all}, {poison} poisoned", n=left, all=full, poison=one.poison)
    return Row(line("Life"), said, "mystics-heart", (left, full), front=True, ill=one.poison)


def equipment(state: State, one: Mouse) -> Iterator[Row]:
    """List what a mouse wears and carries, with what it does and who may use it."""
    for card in filter(None, one.worn):
        armed = state.box.pack.items[card].kind == "weapon"
        said = line("equipped: {words}", words=card_words(state, card))
        yield Row(names.item(state, card), said, item(state, card), front=armed)
    for card in one.pack:
        said = line("in the pack: {words}", words=card_words(state, card))
        yield Row(names.item(state, card), said, item(state, card))


def card_words(state: State, card: str) -> Line:
    """Say what a card does, and for whom it is."""
    thing = state.box.pack.items[card]
    if not thing.classes:
        return line(thing.words)
    users = tuple(names.CLASSES[each] for each in thing.classes)
    return line("{words} For: {classes}.", words=line(thing.words), classes=users)


def character(state: State, one: Mouse) -> Iterator[Row]:
    """Write the full name of a mouse, its classes and its values."""
    hero = state.box.heroes[one.id]
    classes = tuple(names.CLASSES[each] for each in hero.classes)
    known = line("{classes}", classes=classes) if classes else None
    yield Row(line(hero.name), known, sprite(state, one.id), mark=letters(state, one.id))
    for name, label in names.VALUES.items():
        yield Row(label, line("{n}", n=getattr(hero, name)), f"mystics-stat-{name}")


def skills(state: State, one: Mouse) -> Iterator[Row]:
    """List the gift, the abilities and the titles of a mouse."""
    hero = state.box.heroes[one.id]
    badge = f"mystics-class-{hero.classes[0]}" if hero.classes else ""
    yield Row(line(hero.innate.name), line(hero.innate.words), badge)
    for ability in one.abilities:
        page = state.box.pack.abilities[ability]
        said = line("Each use: {n} cheese. {words}", n=price(state.box.pack, one.id, page), words=line(page.words))
        yield Row(line(page.name), said, "mystics-card-ability")
    for award in (award for award, holder in state.awards if holder == one.id):
        picture = f"mystics-achievement-{award}" if award in own().achievements else ""
        yield Row(names.award(state, award), line(state.box.pack.achievements[award].words), picture)
    yield from lessons(state.box.pack, one.id, learnable(state, one))


@lru_cache(1024)
def lessons(pack: Pack, hero: str, abilities: tuple[str, ...]) -> tuple[Row, ...]:
    """List what a hero could still learn: what learning costs, and what each use costs then."""
    pages = [pack.abilities[name] for name in abilities]
    return tuple(
        Row(
            line(page.name),
            line(
                "To learn: {price} cheese. Each use: {n} cheese. {words}",
                price=pack.rules.level_cost,
                n=price(pack, hero, page),
                words=line(page.words),
            ),
            "mystics-card-ability",
        )
        for page in pages
    )
