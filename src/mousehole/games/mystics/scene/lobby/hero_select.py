"""The heroes of the form of a new table, as portraits to choose from."""

from collections.abc import Mapping

from msgspec.structs import replace

from mousehole.core.game import Face, Field
from mousehole.core.words import line
from mousehole.games.mystics.content.content_types import Hero
from mousehole.games.mystics.content.packs_at_hand import added
from mousehole.games.mystics.packs import setup_form
from mousehole.games.mystics.packs.library import own
from mousehole.games.mystics.scene.drawings import look
from mousehole.games.mystics.story import names


def fields() -> dict[str, Field]:
    """The fields of the form, with the portraits of all heroes at hand."""
    heroes = {name: hero for pack in added() for name, hero in pack.heroes.items()}
    return portrayed(setup_form.fields(), own().heroes | heroes)


def portrayed(known: Mapping[str, Field], heroes: Mapping[str, Hero]) -> dict[str, Field]:
    """Add portraits to the question for the party."""
    faces = {name: portrait(name, hero, heroes) for name, hero in heroes.items()}
    return {**known, "party": replace(known["party"], faces=faces)}


def portrait(name: str, hero: Hero, heroes: Mapping[str, Hero]) -> Face:
    """Show a hero, and say what it is good at."""
    found = look("heroes", name, heroes)
    classes = tuple(names.CLASSES[each] for each in hero.classes)
    values = line(
        "{classes}. Battle {battle}, defence {defence}, lore {lore}, move {move}, life {life}.",
        classes=line("{classes}", classes=classes),
        battle=hero.battle,
        defence=hero.defence,
        lore=hero.lore,
        move=hero.move,
        life=hero.life,
    )
    return Face(f"mystics-face-{found}" if found else "mystics-hero", line(hero.words), values)


FIELDS = portrayed(setup_form.FIELDS, own().heroes)
