"""The events of scenario files: their short forms, and what can happen instead."""

from collections.abc import Container, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from mousehole.core.game import Decide, Over
from mousehole.core.record import words_of
from mousehole.core.words import Line, Trouble, line, plain
from mousehole.games.mystics.moves import Dice, Do, Equip, Event, Give, Learn, Put, Share, Step, Take, Use
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.rules.turns import BEGINNINGS
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tools.position_names import on_side

SHORT = 600  # letters of a list of what can happen
MAIN = {  # what a step means when it gives just one value
    "dice": "faces", "card": "card", "initiative": "card", "flip": "side", "segment": "length", "step": "to",
    "do": "action", "target": "figure", "share": "with", "learn": "ability", "choose": "option",
}  # fmt: skip


class Difference(Trouble):
    """What happened is not what the scenario says."""


def parted(step: Any) -> tuple[str, Any]:
    """Take a step apart: it is a table with one key."""
    if not isinstance(step, dict) or len(step) != 1:
        raise Difference(line("a step is a table with one key, not {step}", step=str(step)))
    [(key, value)] = step.items()
    return key, value


def possible(state: State) -> Line:
    """Write what can happen now, shortened."""
    turn = engine.turn(state)
    if isinstance(turn, Over):
        return plain("")
    events = turn.actions if isinstance(turn, Decide) else tuple([event for event, _ in turn.odds])
    if isinstance(events[0], Dice):
        return line("{n} die", plural="{n} dice", n=len(events[0].faces))
    text = ", ".join(map(words_of, events))
    return plain(text if len(text) < SHORT else f"{text[:SHORT]}...")


def event_of(state: State, key: str, value: Any) -> Event:
    """Read an event from its short form."""
    try:
        event: Event = msgspec.convert({"type": key, **spelled(state, key, value)}, Event)
    except msgspec.ValidationError as error:
        raise Difference(line("{what}: {reason}", what=key, reason=str(error))) from None
    event = here(state, event)
    for name in misnamed(state, event):
        raise Difference(line("there is no {name}", name=name))
    return event


def here(state: State, event: Event) -> Event:
    """Spell spaces out with this side; the order of dice does not matter."""
    match event:
        case Dice():
            return Dice(tuple(sorted(event.faces)))
        case Step():
            return replace(event, to=on_side(state.side, event.to))
        case Put():
            return replace(event, at=on_side(state.side, event.at))
    return event


def misnamed(state: State, event: Event) -> Iterator[str]:
    """List what an event names that there is not: so a slip of the pen never proves that something is impossible."""
    pack = state.box.pack
    match event:
        case Step(to=space) | Put(at=space):
            ground = pack.grounds.get(space.partition("/")[0])
            known: Container[str] = ground.sites if ground else ()
            names = [space]
        case Do(action=name):
            known, names = BEGINNINGS, [name]
        case Learn(ability=name):
            known, names = pack.abilities, [name]
        case Share(partner=name):
            known, names = {*state.box.seat, *(one.id for one in state.friends)}, [name]
        case Use() | Give() | Take() | Equip():
            known, names = {*pack.items, *abilities(state)}, [event.card, getattr(event, "ability", "")]
        case _:
            return
    yield from (name for name in names if name and name not in known)


def spelled(state: State, key: str, value: Any) -> dict[str, Any]:
    """Spell out the fields of an event."""
    if isinstance(value, dict):
        return value
    if value is True:
        return {}
    if key == "use":
        return {"ability" if value in abilities(state) else "card": value}
    if key in ("give", "take"):
        return {"cheese": value} if isinstance(value, int) else {"card": value}
    if key == "card":
        decks = {**dict.fromkeys(state.box.pack.encounters, "encounter"), **dict.fromkeys(state.box.seat, "lot")}
        return {"card": value, "deck": decks.get(value, "search")}
    if key == "flip":
        return {"side": value, "token": "grape" if value in ("grape", "splat") else "turtle"}
    if key not in MAIN:
        raise Difference(line("there is no step {name}", name=key))
    return {MAIN[key]: value}


def abilities(state: State) -> set[str]:
    """List what is used by its name as an ability."""
    content = state.box.pack
    return {*content.abilities, *content.heroes, *content.conditions, *content.achievements, *content.tokens}
