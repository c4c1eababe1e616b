"""How good the coach of Mice and Mystics is: `./mousehole bench coach follow|sentences`.

`follow` plays whole games by the words of the coach alone, as a person who reads them and looks no further, and
compares them with games of `strong` that meet the same luck. A sentence that names nothing to do leaves the choice to
`strong`.

`sentences` writes what the coach says in real games, each with the position it speaks of, for somebody to judge.
"""

import re
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.chapter_hints import CHAPTERS, compared, setup_of
from mousehole.core.game import AnyGame, Decide, Luck, Player
from mousehole.core.record import plies
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.board.figures import mouse
from mousehole.games.mystics.companions import tactics
from mousehole.games.mystics.companions.coach import tip
from mousehole.games.mystics.companions.levels import STRONG
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import State
from mousehole.games.mystics.story import names
from mousehole.games.mystics.tasks import MouseTurn
from mousehole.players.arena import played

SAY = voice("en", GAME.package)
SPACE = re.compile(r"\b(?:to|on|at|towards) ([a-z]\d+)\b")
DEEDS = (
    (r"should recover", m.do("recover")),
    (r"should scurry|anybody: scurry", m.do("scurry")),
    (r"can search here", m.do("search")),
    (r"can explore now", m.do("explore")),
    (r"pick up", m.do("take")),
    (r"(strike|shoot|attack) .* to (defeat|wound)", m.do("battle")),
    (r"roll, |roll: |should (stand apart|run to|go to|bring|scurry)", m.MOVE),
    (r"[Ee]nd the turn|let the minions come", m.END),
    (r"[Ee]nd the turn|let the minions come", m.DONE),
    (r"^Take the cheese:", m.Choose("cheese")),
    (r"^Keep ", m.Choose("keep")),
    (r"^Put the cheese with", m.Give(cheese=1)),
    (r"^Put the cheese with", m.Take(cheese=1)),
)


class Reader(Player):
    """Does what the coach says, by the words alone."""

    def __init__(self) -> None:
        self.rank = 0
        self.goal = ("", "")  # a mouse on its way, and where it was sent
        self.seen = Counter[str]()

    def choose(self, game: AnyGame, state: State, turn: Decide[Event], luck: Luck) -> Event:
        """Walk on to where the last sentence sent the mouse; otherwise read the next one."""
        if step := self.walking(state, turn.actions):
            return step
        told = tip(state, turn)
        named = self.named(state, SAY(told.words), turn.actions) if told else None
        self.seen["read" if named else "without an action" if told else "no sentence"] += 1
        return named or STRONG.choose(game, state, turn, luck)

    def walking(self, state: State, actions: tuple[Event, ...]) -> Event | None:
        """The next step to where a mouse was sent; a roll comes first."""
        who, space = self.goal
        steps = [action for action in actions if isinstance(action, m.Step)]
        if not steps or who != state.agenda[-1].asks_about:
            return None
        one = mouse(state, who)
        step = m.step(tactics.costs(state, one).get(space, (0, ""))[1])
        if step in steps:
            return step
        self.goal = ("", "")
        return None

    def named(self, state: State, said: str, actions: tuple[Event, ...]) -> Event | None:
        """The action that a sentence names."""
        who = state.agenda[-1].asks_about
        if (found := SPACE.search(said)) and isinstance(state.agenda[-1], MouseTurn):
            self.goal = (who, f"{state.side}/{found[1]}")
            if step := self.walking(state, actions):
                return step
        for words, action in DEEDS:
            if re.search(words, said) and action in actions:
                return action
        return next((action for action in actions if self.mentioned(state, said, action)), None)

    def mentioned(self, state: State, said: str, action: Event) -> bool:
        """Whether a sentence calls what an action is about by its name."""
        pack = state.box.pack
        match action:
            case m.Target():
                return bool(re.search(rf"\b{re.escape(SAY(names.figure(state, action.figure)))}\b", said))
            case m.Put():
                return said.partition(": that is")[0].endswith(f" {action.at.partition('/')[2]}") or (
                    f" {action.at.partition('/')[2]}:" in said
                )
            case m.Share():
                return f"should share with {SAY(names.figure(state, action.partner))}:" in said
            case m.Use():
                name = names.item(state, action.card) if action.card else names.ability(state, action.ability)
                return f"Now is the time for {SAY(name)}." in said
            case m.Equip():
                return f"should put on: {pack.items[action.card].name}" in said
            case m.Learn():
                return said.startswith(f"{pack.abilities[action.ability].name} suits")
        return False


def main() -> None:
    """Measure what is asked for."""
    ask = ArgumentParser(description=__doc__.splitlines()[0])
    kinds = ask.add_subparsers(required=True)
    followed = kinds.add_parser("follow")
    followed.add_argument("--games", type=int, default=100, help="of every chapter (default %(default)s)")
    followed.set_defaults(measure=follow)
    said = kinds.add_parser("sentences")
    said.add_argument("--sentences", type=int, default=60, help="a third from each chapter (default %(default)s)")
    said.set_defaults(measure=sentences)
    asked = ask.parse_args()
    asked.measure(asked)


def follow(asked: Namespace) -> None:
    """Play by the words and by `strong` with the same luck, and tell how they compare."""
    for chapter in CHAPTERS:
        seen = Counter[str]()
        found = [pair(chapter, number, seen) for number in range(asked.games)]
        shares = ", ".join(f"{what} {count / seen.total():.0%}" for what, count in seen.most_common())
        print(f"{compared(chapter, found)}; {shares}", flush=True)


def pair(chapter: str, number: int, seen: Counter[str]) -> dict[str, Any]:
    """Play one game by the words, and one by `strong`."""
    setup, reader, start = setup_of(chapter), Reader(), time.process_time()
    _, mine = played(GAME, setup, (reader,), "coach", number)
    spent = time.process_time() - start
    _, theirs = played(GAME, setup, ("strong",), "coach", number)
    seen += reader.seen
    return {"followed": bool(mine.winners), "strong": bool(theirs.winners), "seconds": round(spent, 3)}


def sentences(asked: Namespace) -> None:
    """Write what the coach says in games of `medium`, as a person plays, with what is on the board."""
    for number in range(asked.sentences):
        chapter = CHAPTERS[number % len(CHAPTERS)]
        print(f"--- {number + 1}, {chapter}", *one_sentence(chapter, number), sep="\n")


def one_sentence(chapter: str, number: int) -> Iterator[str]:
    """A sentence from somewhere in a game, and the position."""
    record, _ = played(GAME, setup_of(chapter), ("medium",), "sentences", number)
    asked = [ply for ply in plies(GAME, record) if isinstance(ply.turn, Decide) and len(ply.turn.actions) > 1]
    told = [(ply, one) for ply in asked if isinstance(ply.turn, Decide) and (one := tip(ply.state, ply.turn))]
    ply, one = Random(number).choice(told)
    state: State = ply.state
    yield f"page {state.page} of {state.end}, wheel {state.wheel}, points {state.acting.points}, {state.agenda[-1]}"
    for each in state.mice:
        yield f"  {each.id} at {each.at} wounds {each.wounds} cheese {each.cheese} {each.marks} {each.worn} {each.pack}"
    for foe in state.foes:
        yield f"  {foe.id} at {foe.at} {foe.marks}"
    yield f"SAYS: {SAY(one.words)}   [{one.action}]"


if __name__ == "__main__":
    main()
