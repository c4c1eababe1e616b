"""A notation for moves: an event as a few words, such as `fish a5`, and words as the event they mean.

What people type at a table is understood as well: a place, the beginning of a label, the number of a choice.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any

from msgspec import Struct

from mousehole.core.game import AnyGame, Chance, Decide, Turn
from mousehole.core.knowledge import scene_for
from mousehole.core.record import Illegal
from mousehole.core.words import line, voice

__all__ = ["NAMED", "events_of", "fitting", "kind_of", "meant", "spelled", "typed", "words_of"]

NAMED = 8  # moves that a refusal names


def words_of(thing: Any) -> list[str]:
    """Every word of a value: fields in their order, what is missing left out."""
    if isinstance(thing, Struct):
        return [word for name in thing.__struct_fields__ for word in words_of(getattr(thing, name))]
    if isinstance(thing, tuple | list):
        return [word for one in thing for word in words_of(one)]
    if isinstance(thing, Enum):
        return words_of(thing.value)
    return [] if thing is None or thing == "" else str(thing).casefold().split()


def kind_of(event: Any) -> str:
    """The word for what happens, as records have it."""
    tag = getattr(event, "__struct_config__", None)
    return str((tag and tag.tag) or type(event).__name__).casefold()


def spelled(event: Any, among: Sequence[Any]) -> str:
    """An event in the fewest words that tell it from the others: its fields, with its kind, or its number."""
    short, known = words_of(event), [words_of(other) for other in among]
    full = [kind_of(event), *short]
    if short and known.count(short) == 1 and not short[0].isdecimal():
        return " ".join(short)
    if [[kind_of(other), *theirs] for other, theirs in zip(among, known, strict=True)].count(full) == 1:
        return " ".join(full)
    return str(among.index(event) + 1)


def events_of(turn: Turn[Any]) -> tuple[Any, ...]:
    """All that may happen now, in its order."""
    if isinstance(turn, Decide):
        return tuple(action for one in turn.asked for action in one.actions)
    return tuple(event for event, _ in turn.odds) if isinstance(turn, Chance) else ()


def meant(game: AnyGame, state: Any, turn: Turn[Any], text: str) -> Any:
    """The event that some words mean; none, or several, raise `Illegal`."""
    among, wanted = events_of(turn), text.casefold().split()
    found = fitting(among, wanted) if wanted else []
    if not found and isinstance(turn, Decide):
        found = typed(game, state, turn, " ".join(wanted))
    if len(found) == 1:
        return found[0]
    named = [spelled(event, among) for event in found or among]
    told = ", ".join(named[:NAMED]) + (" …" if len(named) > NAMED else "")
    if found:
        raise Illegal(None, line("{text} can mean {moves}", text=text, moves=told))
    raise Illegal(None, line("there is no move {text} now; the moves are {moves}", text=text, moves=told or "-"))


def fitting(among: Sequence[Any], wanted: list[str]) -> list[Any]:
    """The events that the words spell, or that have all of them in any order, or whose number they are."""
    full = [[kind_of(event), *words_of(event)] for event in among]
    exact = [event for event, words in zip(among, full, strict=True) if wanted in (words, words[1:])]
    if exact:
        return exact
    if len(wanted) == 1 and wanted[0].isdecimal():
        number = int(wanted[0])
        return [among[number - 1]] if 1 <= number <= len(among) else []
    return [
        event
        for event, words in zip(among, full, strict=True)
        if all(words.count(word) >= wanted.count(word) for word in wanted)
    ]


def typed(game: AnyGame, state: Any, turn: Decide[Any], wanted: str) -> list[Any]:
    """The actions that people mean who type this at a table: what they would press, or how its label begins."""
    found = []
    for one in turn.asked:
        offers = scene_for(game, state, turn, one.seat).offers
        say = voice("en", game.package)
        pressed = [offer for offer in offers if wanted in (key.casefold() for key in offer.clicks[-1:])]
        named = [offer for offer in offers if say(offer.label).casefold().startswith(wanted)]
        found += [one.actions[offer.action] for offer in pressed or named]
    return found
