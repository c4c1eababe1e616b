"""Counts what companions reach in Mice and Mystics: sides, bosses, side quests, things, actions, cards, abilities.

`./mousehole bench companions --games 100` plays every chapter; what nobody reached is printed last. A decision's time
is compared with that of one event of the rules, in the same games.

`--beside` seats a scripted person in front of the first mouse (one who stands still for ten rounds, wanders, or goes
ahead alone) and tells how often they win together, and what companions say.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from mousehole.core.game import Decide, Over, Player
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.chapter_map import sides
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.packs import library
from mousehole.games.mystics.rules.campaign import endings
from mousehole.games.mystics.state import State
from mousehole.games.mystics.tasks import Finish
from mousehole.players.arena import played
from mousehole.players.intervals import wilson
from mousehole.players.player import find

PARTIES = {"c2": ("bram", "yarrow", "pip", "tolly")}
GROUPS = (
    "result", "side", "moment", "met", "boss beaten", "friend", "story token", "answer", "ending", "achievement",
    "party item", "action", "put down", "put on", "card", "ability", "learnt",
)  # fmt: skip
Happening = tuple[str, str]


class Course:
    """What happened in the games of a chapter, and how long decisions and events took."""

    def __init__(self) -> None:
        self.counts = Counter[Happening]()
        self.decisions = list[float]()
        self.events = list[float]()


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games of every chapter (default %(default)s)")
    parser.add_argument("--seed", default="companions")
    parser.add_argument("--level", default="medium", help="who plays (default %(default)s)")
    parser.add_argument("--beside", action="store_true", help="with scripted people")
    parser.add_argument("--chapters", default=",".join(library.own().chapters), help="default %(default)s")
    asked = parser.parse_args()
    for chapter in asked.chapters.split(","):
        if asked.beside:
            report_beside(chapter, PARTIES.get(chapter, m.Setup().party), asked.level, asked.games, asked.seed)
            continue
        setup, course = m.Setup(chapter=chapter, party=PARTIES.get(chapter, m.Setup().party)), Course()
        for number in range(asked.games):
            record, over = played(GAME, setup, (asked.level,), f"{asked.seed}-{chapter}", number)
            course.counts.update({("result", over.reason), *walked(setup, record.events, course)})
        report(chapter, course, asked.games)


def walked(setup: m.Setup, events: tuple[Any, ...], course: Course) -> Iterator[Happening]:
    """Walk through a game and yield what happens; every decision is made once more, to be timed."""
    player, state, luck = find(GAME, "medium"), GAME.new(setup), Random(0)
    for event in events:
        start = perf_counter()
        turn, after = GAME.turn(state), GAME.apply(state, event)
        course.events.append(perf_counter() - start)
        if isinstance(turn, Decide):
            start = perf_counter()
            player.choose(GAME, state, turn, luck)
            course.decisions.append(perf_counter() - start)
            yield named(event)
        yield from news(state, after)
        state = after


def named(event: Any) -> tuple[str, str]:
    """Say what an action is: what was done, used or put down."""
    match event:
        case m.Do(action):
            return "action", action
        case m.Use(card, ability):
            return ("card", card) if card else ("ability", ability)
        case m.Put(token, _) if token in library.own().tokens:
            return "put down", token
        case m.Equip(card, _):
            return "put on", card
        case m.Learn(ability):
            return "learnt", ability
    return "choice", type(event).__name__.lower()


def news(before: State, after: State) -> Iterator[tuple[str, str]]:
    """Yield what one event has changed."""
    yield from (("side", side) for side in after.explored if side not in before.explored)
    yield from (("moment", one) for one in after.told if one not in before.told)
    yield from (("met", foe.kind) for foe in after.foes if foe not in before.foes)
    yield from (("boss beaten", boss) for boss in after.fallen if boss not in before.fallen)
    yield from (("friend", one.kind) for one in after.friends if one not in before.friends)
    yield from (("story token", token) for token in after.story if token not in before.story)
    yield from (("answer", " ".join(one)) for one in after.answers if one not in before.answers)
    if isinstance(after.agenda[-1], Finish) and after.agenda[-1].won:
        yield from (("ending", one.name) for one in endings(after))
    yield from (("achievement", award) for award, _ in after.awards if (award, _) not in before.awards)
    yield from (("party item", card) for card in after.stash if card not in before.stash)


def report(chapter: str, course: Course, games: int) -> None:
    """Print shares of games, what never happened, and how long companions think."""
    counts, wins = course.counts, course.counts["result", "victory"]
    low, high = wilson(wins, games)
    print(f"\n## {chapter}: won {wins / games:.1%} ({low:.1%} – {high:.1%}) of {games} games")
    for group in GROUPS:
        row = [f"{name} {n / games:.0%}" for (kind, name), n in counts.most_common() if kind == group]
        never = [name for name in possible(chapter, group) if not counts[group, name]]
        print(f"{group}: {', '.join(row) or '-'}" + (f"; never: {', '.join(never)}" if never else ""))
    decision, event = median(course.decisions), median(course.events)
    slow = sorted(course.decisions)[int(0.99 * len(course.decisions))]
    told = f"{1000 * decision:.2f} ms ({decision / event:.1f} x an event), 99 of 100 within {1000 * slow:.2f} ms"
    print(f"a decision: {told}, at most {1000 * max(course.decisions):.1f} ms")


def possible(chapter: str, group: str) -> list[str]:
    """List what could happen in a chapter, so that what never does stands out."""
    content = library.own()
    page, classes = (
        content.chapters[chapter],
        {name for hero in PARTIES.get(chapter, m.Setup().party) for name in content.heroes[hero].classes},
    )
    found = {name: item for name, item in content.items.items() if item.copies and name not in page.aside}
    abilities = [name for name, card in content.abilities.items() if not card.classes or classes & set(card.classes)]
    return {
        "side": sides(content, page),
        "moment": list(page.story),
        "achievement": list(content.achievements),
        "story token": [token for token in content.campaign.tokens if token not in page.gifts],
        "card": [name for name, item in found.items() if item.kind in ("scroll", "trick")],
        "put on": [
            name for name, item in found.items() if item.slot and (not item.classes or classes & set(item.classes))
        ],
        "ability": abilities,
    }.get(group, [])


IDLE_ROUNDS = 10
Script = Callable[[State, Decide[Event], Random, int], Event | None]


def report_beside(chapter: str, party: tuple[str, ...], level: str, games: int, seed: str) -> None:
    """Play beside every scripted person, and print shares won and what was said."""
    setup, say = m.Setup(chapter=chapter, party=party, players=2, steers=(0, 1, 1, 1)), voice("en", GAME.package)
    for name, script in PEOPLE.items():
        said, wins, rounds = Counter[str](), 0, 0
        for number in range(games):
            won, words, spent = played_beside(setup, script, level, Random(f"{seed}/{chapter}/{number}"))
            wins, rounds = wins + won, rounds + spent
            said.update(say(line).partition(": ")[2] for line in words)
        low, high = wilson(wins, games)
        print(f"{chapter} beside one who {name}: won {wins / games:.1%} ({low:.1%} – {high:.1%}) of {games}")
        print(f"  {rounds / games:.1f} rounds a game; said a game:", spoken(said, games), flush=True)


def spoken(said: Counter[str], games: int) -> str:
    """What was said most often, and how often in a game."""
    return ", ".join(f"{words} {n / games:.1f}" for words, n in said.most_common(4)) or "nothing"


def played_beside(setup: m.Setup, script: Script, level: str, luck: Random) -> tuple[bool, list[object], int]:
    """Play one game; whether it is won, what companions said, and its rounds."""
    companion, lead, state = find(GAME, level).beside((0,)), find(GAME, "medium"), GAME.new(setup)
    said, ends = [], 0
    while not isinstance(turn := GAME.turn(state), Over):
        if not isinstance(turn, Decide):
            event = turn.at(luck.random())
        elif turn.seat == 0:
            event = chosen(state, turn, script(state, turn, luck, ends // len(setup.party)), lead, luck)
        else:
            event = companion.choose(GAME, state, turn, luck)
            said += [words] if (words := companion.remark(GAME, state, turn, event)) else []
        ends += event == m.END
        state = GAME.apply(state, event)
    return bool(turn.winners), said, ends // len(setup.party)


def chosen(state: State, turn: Decide[Event], wish: Event | None, lead: Player, luck: Random) -> Event:
    """What a person does: its script, or what a companion would do."""
    return wish if wish in turn.actions else lead.choose(GAME, state, turn, luck)


def stands_still(state: State, turn: Decide[Event], luck: Random, rounds: int) -> Event | None:
    """Look on for ten rounds, then play."""
    return m.END if rounds < IDLE_ROUNDS else None


def wanders(state: State, turn: Decide[Event], luck: Random, rounds: int) -> Event | None:
    """Walk about at random in quiet times, and open no door; fight when minions come."""
    if state.foes or m.END not in turn.actions:
        return None
    steps = [action for action in turn.actions if isinstance(action, m.Step)]
    return m.MOVE if m.MOVE in turn.actions else luck.choice(steps) if steps and luck.random() < 0.7 else m.END


def goes_ahead(state: State, turn: Decide[Event], luck: Random, rounds: int) -> Event | None:
    """Explore as soon as there is a way, wherever it leads and whoever is hurt."""
    return m.do("explore")


PEOPLE: dict[str, Script] = {
    f"stands still for {IDLE_ROUNDS} rounds": stands_still,
    "wanders": wanders,
    "goes ahead alone": goes_ahead,
}


if __name__ == "__main__":
    main()
