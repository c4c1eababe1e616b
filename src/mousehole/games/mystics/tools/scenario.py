"""Runs scenario files: set up a position, play, and compare what must hold with what is."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from mousehole.core.content import BadContent, parse
from mousehole.core.game import Chance, Decide, Over
from mousehole.core.record import objection, words_of
from mousehole.core.words import Line, Trouble, line, plain, voice
from mousehole.games.mystics.board.figures import figure, mouse
from mousehole.games.mystics.content.tile_graph import full
from mousehole.games.mystics.moves import Dice, Event, PackName
from mousehole.games.mystics.packs import adding
from mousehole.games.mystics.rules import engine
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tools.position_builder import Position, state_of

PACKAGE = "mousehole.games.mystics"
MAIN = {  # what a step means when it gives just one value
    "dice": "faces", "card": "card", "initiative": "card", "flip": "side", "segment": "length", "step": "to",
    "do": "action", "target": "figure", "share": "with", "learn": "ability", "choose": "option",
}  # fmt: skip
SPACES = {"step": "to", "put": "at"}


class Scenario(Position, frozen=True, kw_only=True):
    """A position, what is played in it, and what must hold."""

    title: str
    play: tuple[dict[str, Any], ...]
    clauses: tuple[str, ...] = ()
    pack: str = ""


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of scenarios."""

    scenario: tuple[Scenario, ...]


class Difference(Trouble):
    """What happened is not what the scenario says."""


def load(path: Path) -> tuple[Scenario, ...]:
    """Read the scenarios of a file."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadContent(str(path), plain(str(error))) from None
    return parse(text, ScenarioFile, str(path)).scenario


def run(scenario: Scenario, folder: Path) -> State:
    """Play a scenario; the first difference is an exception that names its step."""
    name: PackName | None = adding.add(folder / scenario.pack) if scenario.pack else None
    state = state_of(scenario, name)
    if not any(set(step) & CHECKS.keys() for step in scenario.play):
        raise Difference(line("nothing is expected, so nothing is proven"))
    for number, step in enumerate(scenario.play, 1):
        try:
            state = performed(state, step)
        except Difference as difference:
            raise Difference(line("step {number}: {reason}", number=number, reason=difference.line)) from None
    return state


def performed(state: State, step: dict[str, Any]) -> State:
    """Carry out one step: an event, or something that must hold."""
    if len(step) != 1:
        raise Difference(line("a step has one key, this one has {n}", n=len(step)))
    [(key, value)] = step.items()
    if key in CHECKS:
        for difference in CHECKS[key](state, value):
            raise Difference(difference)
        return state
    event = event_of(state, key, value)
    reason = objection(engine.turn(state), event)
    if reason:
        raise Difference(line("{reason}; possible: {events}", reason=reason, events=possible(state)))
    return engine.apply(state, event)


def possible(state: State) -> str:
    """Write what can happen now, shortened."""
    turn = engine.turn(state)
    events = (
        turn.actions if isinstance(turn, Decide) else tuple(e for e, _ in turn.odds) if isinstance(turn, Chance) else ()
    )
    text = ", ".join(map(words_of, events))
    return text if len(text) < 600 else f"{text[:600]}..."


def event_of(state: State, key: str, value: Any) -> Event:
    """Read an event from its short form."""
    table = {"type": key, **spelled(state, key, value)}
    if key in SPACES and "/" not in table[SPACES[key]]:
        table[SPACES[key]] = full(state.side, table[SPACES[key]])
    try:
        event: Event = msgspec.convert(table, Event)
    except msgspec.ValidationError as error:
        raise Difference(line("{what}: {reason}", what=key, reason=str(error))) from None
    return Dice(tuple(sorted(event.faces))) if isinstance(event, Dice) else event


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


def can(state: State, value: Any) -> Iterator[Line]:
    """Check that an event is possible now."""
    for step in value if isinstance(value, list) else [value]:
        [(key, inner)] = step.items()
        event = event_of(state, key, inner)
        if objection(engine.turn(state), event):
            yield line("{event} should be possible; possible: {events}", event=words_of(event), events=possible(state))


def cannot(state: State, value: Any) -> Iterator[Line]:
    """Check that an event is not possible now."""
    for step in value if isinstance(value, list) else [value]:
        [(key, inner)] = step.items()
        event = event_of(state, key, inner)
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


def expect(state: State, value: dict[str, Any]) -> Iterator[Line]:
    """Check parts of the position."""
    for key, wanted in value.items():
        if key == "mice":
            for name, one in wanted.items():
                yield from compared(state, f"mice.{name}", mouse(state, name), one)
        elif key in ("foes", "friends"):
            for name, one in wanted.items():
                yield from there(state, f"{key}.{name}", figure(state, name), one)
        else:
            yield from differing(state, key, shown(state, key), wanted)


def there(state: State, key: str, one: Any, wanted: Any) -> Iterator[Line]:
    """Check a minion, an ally or a pet: false means that it is not on the board."""
    if wanted is False or one is None:
        if (one is None) != (wanted is False):
            yield line("{key} is {found}, expected {wanted}", key=key, found=str(one), wanted=str(wanted))
        return
    yield from compared(state, key, one, {} if wanted is True else wanted)


def compared(state: State, key: str, one: Any, wanted: dict[str, Any]) -> Iterator[Line]:
    """Check the named fields of a figure."""
    known = {f.name for f in fields(one)}
    for name, value in wanted.items():
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
        case "awards":
            return dict(state.awards)
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
        except Trouble as trouble:
            sys.stdout.write(f"{say(trouble.line)}\n")
            failed += 1
            continue
        for one in scenarios:
            try:
                run(one, path.parent)
                passed += 1
            except Trouble as trouble:
                failed += 1
                sys.stdout.write(f"{path}: {one.title}: {say(trouble.line)}\n")
    summary = line("{passed} scenarios hold, {failed} differ", passed=passed, failed=failed)
    sys.stdout.write(f"{say(summary)}\n")
    return 1 if failed else 0
