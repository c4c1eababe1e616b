"""Scenario files: a position, what happens, and what must hold."""

import sys
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from mousehole.core.content import BadContent, parse
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.record import objection, words_of
from mousehole.core.words import Line, UserError, line, plain, voice
from mousehole.games.mystics.board.figures import figure, mouse
from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.moves import (
    Choose,
    Dice,
    Do,
    Equip,
    Event,
    Give,
    Learn,
    PackName,
    Put,
    Share,
    Step,
    Take,
    Use,
)
from mousehole.games.mystics.packs import library
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.rules.turns import BEGINNINGS
from mousehole.games.mystics.state import Mouse, State
from mousehole.games.mystics.tasks import Answering
from mousehole.games.mystics.tools.positions import PagePosition, on_side, state_of

SHORT = 600  # letters of a list of what can happen
MAIN = {  # what a step means when it gives just one value
    "dice": "faces", "card": "card", "initiative": "card", "flip": "side", "segment": "length", "step": "to",
    "do": "action", "target": "figure", "share": "with", "learn": "ability", "choose": "option",
}  # fmt: skip


class Difference(UserError):
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
        case Choose(option=name) if isinstance(state.agenda[-1], Answering):
            known, names = state.box.chapter.questions[state.agenda[-1].question].answers, [name]
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


PACKAGE = "mousehole.games.mystics"


class Scenario(PagePosition, frozen=True, kw_only=True):
    """A position, what is played in it, and what must hold."""

    title: str
    play: tuple[dict[str, Any], ...]
    clauses: tuple[str, ...] = ()
    pack: str = ""


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of scenarios."""

    scenario: tuple[Scenario, ...]


def load(path: Path) -> tuple[Scenario, ...]:
    """Read the scenarios of a file."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(str(path), plain(str(error))) from None
    return parse(text, ScenarioFile, str(path)).scenario


def run(scenario: Scenario, folder: Path) -> State:
    """Play a scenario; the first difference is an exception that names its step."""
    state = state_of(scenario, pack_of(scenario, folder))
    if not any(step.keys() & CHECKS.keys() for step in scenario.play):
        raise Difference(line("nothing is expected, so nothing is proven"))
    for number, step in enumerate(scenario.play, 1):
        try:
            state = performed(state, step)
        except Difference as difference:
            raise Difference(line("step {number}: {reason}", number=number, reason=difference.line)) from None
    return state


def pack_of(scenario: Scenario, folder: Path) -> PackName | None:
    """Take in the content pack beside the file, if a scenario has one."""
    if not scenario.pack:
        return None
    if not (folder / scenario.pack).is_dir():
        raise BadContent(scenario.pack, line("there is no such folder"))
    return library.add(folder / scenario.pack)


def performed(state: State, step: dict[str, Any]) -> State:
    """Carry out one step: an event, or something that must hold."""
    key, value = parted(step)
    if key in CHECKS:
        for difference in CHECKS[key](state, value):
            raise Difference(difference)
        return state
    event = event_of(state, key, value)
    reason = objection(engine.turn(state), event)
    if reason:
        raise Difference(line("{reason}; possible: {events}", reason=reason, events=possible(state)))
    return engine.apply(state, event)


def can(state: State, value: Any) -> Iterator[Line]:
    """Check that an event is possible now."""
    for step in value if isinstance(value, list) else [value]:
        event = event_of(state, *parted(step))
        if objection(engine.turn(state), event):
            yield line("{event} should be possible; possible: {events}", event=words_of(event), events=possible(state))


def cannot(state: State, value: Any) -> Iterator[Line]:
    """Check that an event is not possible now."""
    for step in value if isinstance(value, list) else [value]:
        event = event_of(state, *parted(step))
        if not objection(engine.turn(state), event):
            yield line("{event} should not be possible", event=words_of(event))


def throws(state: State, value: Any) -> Iterator[Line]:
    """Check how many dice fall next; nothing falls when the number is none."""
    turn = engine.turn(state)
    first = turn.odds[0][0] if isinstance(turn, Chance) else None
    found = len(first.faces) if isinstance(first, Dice) else 0
    if found != value:
        yield line("{found} dice fall next, expected {wanted}", found=found, wanted=value)


def seat(state: State, value: Any) -> Iterator[Line]:
    """Check which seat decides or throws."""
    turn = engine.turn(state)
    found = turn.seat if isinstance(turn, Decide) else turn.thrower if isinstance(turn, Chance) else None
    if found != value:
        yield line("seat {found} is asked, expected {wanted}", found=str(found), wanted=str(value))


def over(state: State, value: Any) -> Iterator[Line]:
    """Check how the chapter ended, or that it goes on."""
    turn = engine.turn(state)
    found = turn.reason if isinstance(turn, Over) else False
    if found != value:
        yield line("{key} is {found}, expected {wanted}", key="over", found=str(found), wanted=str(value))


def expect(state: State, value: Any) -> Iterator[Line]:
    """Check parts of the position."""
    for key, wanted in table("expect", value):
        if key == "mice":
            for name, one in table(key, wanted):
                yield from compared(state, f"mice.{name}", member(state, name), one)
        elif key in ("foes", "friends"):
            for name, one in table(key, wanted):
                yield from there(state, f"{key}.{name}", figure(state, name), one)
        else:
            yield from differing(state, key, shown(state, key), wanted)


def table(key: str, value: Any) -> list[tuple[str, Any]]:
    """The rows of a table; anything else is a mistake of the file."""
    if not isinstance(value, dict):
        raise Difference(line("{key} is a table, not {value}", key=key, value=str(value)))
    return list(value.items())


def member(state: State, name: str) -> Mouse:
    """A mouse of the party."""
    if name not in state.box.seat:
        raise Difference(line("there is no {name}", name=name))
    return mouse(state, name)


def there(state: State, key: str, one: Any, wanted: Any) -> Iterator[Line]:
    """Check a minion, an ally or a pet: false means that it is not on the board."""
    if wanted is False or one is None:
        if (one is None) != (wanted is False):
            yield line("{key} is {found}, expected {wanted}", key=key, found=str(one), wanted=str(wanted))
        return
    yield from compared(state, key, one, {} if wanted is True else wanted)


def compared(state: State, key: str, one: Any, wanted: Any) -> Iterator[Line]:
    """Check the named fields of a figure."""
    known = {f.name for f in fields(one)}
    for name, value in table(key, wanted):
        if name not in known:
            yield line("there is no {name} to compare", name=f"{key}.{name}")
            continue
        yield from differing(state, f"{key}.{name}", getattr(one, name), value)


def differing(state: State, key: str, found: Any, wanted: Any) -> Iterator[Line]:
    """Compare a value with what is wanted, in the words of the file."""
    found = msgspec.json.decode(msgspec.json.encode(found))
    if key.endswith(".worn"):
        found = [card for card in found if card]
    if key.endswith(".wounds") and isinstance(found, list) and isinstance(wanted, int):
        found = sum(found)
    if key.endswith(".at") and isinstance(wanted, str) and "/" not in wanted:
        wanted = full(state.side, wanted) if wanted else ""
    if key.endswith(".body"):
        wanted = [full(state.side, space) for space in wanted]
    if isinstance(found, list) and isinstance(wanted, list) and key.rpartition(".")[2] in UNORDERED:
        found, wanted = sorted(map(str, found)), sorted(map(str, wanted))
    if found != wanted:
        yield line("{key} is {found}, expected {wanted}", key=key, found=str(found), wanted=str(wanted))


UNORDERED = ("marks", "pack", "worn", "stash", "tokens", "bin", "abilities", "spent")


def shown(state: State, key: str) -> Any:
    """A part of the position in the words of the file."""
    match key:
        case "turn":
            return state.acting.card
        case "awards" | "answers":
            return dict(getattr(state, key))
        case "tokens":
            here = f"{state.side}/"
            return [
                f"{t.kind} {t.at.removeprefix(here)}{' ' + t.end.removeprefix(here) if t.end else ''}"
                for t in state.tokens
            ]
        case "bees":
            return {bee.home.partition("/")[2]: bee.host for bee in state.bees}
        case "news":
            return [news.what for news in state.news]
        case "search" | "deck":
            return {card: n for card, n in getattr(state, key) if n}
    if key not in state.__struct_fields__:
        raise Difference(line("there is no {name} to compare", name=key))
    return getattr(state, key)


CHECKS = {"expect": expect, "can": can, "cannot": cannot, "throws": throws, "seat": seat, "over": over}


def main(paths: list[str], language: str = "en") -> int:
    """Run scenario files and name the first difference of each scenario; the exit code is 1 when one differs."""
    say, failed, passed = voice(language, PACKAGE), 0, 0
    for path in map(Path, paths):
        try:
            scenarios = load(path)
        except UserError as error:
            sys.stdout.write(f"{say(error.line)}\n")
            failed += 1
            continue
        for one in scenarios:
            try:
                run(one, path.parent)
                passed += 1
            except UserError as error:
                failed += 1
                sys.stdout.write(f"{path}: {one.title}: {say(error.line)}\n")
    summary = line("{passed} scenarios hold, {failed} differ", passed=passed, failed=failed)
    sys.stdout.write(f"{say(summary)}\n")
    return 1 if failed else 0
