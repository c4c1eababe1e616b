"""Scripted people for `bench companions --beside`: what companions say and do beside them, and how often they win."""

from collections import Counter
from collections.abc import Callable
from random import Random

from mousehole.core.game import Decide, Over, Player
from mousehole.core.words import voice
from mousehole.games.mystics import GAME
from mousehole.games.mystics import moves as m
from mousehole.games.mystics.moves import Event
from mousehole.games.mystics.state import State
from mousehole.players.arena import wilson
from mousehole.players.player import find

IDLE_ROUNDS = 10
Script = Callable[[State, Decide[Event], Random, int], Event | None]


def report(chapter: str, party: tuple[str, ...], level: str, games: int, seed: str) -> None:
    """Play beside every scripted person, and print shares won and what was said."""
    setup, say = m.Setup(chapter=chapter, party=party, players=2, steers=(0, 1, 1, 1)), voice("en", GAME.package)
    for name, script in PEOPLE.items():
        said, wins, rounds = Counter[str](), 0, 0
        for number in range(games):
            won, words, spent = played(setup, script, level, Random(f"{seed}/{chapter}/{number}"))
            wins, rounds = wins + won, rounds + spent
            said.update(say(line).partition(": ")[2] for line in words)
        low, high = wilson(wins, games)
        print(f"{chapter} beside one who {name}: won {wins / games:.1%} ({low:.1%} – {high:.1%}) of {games}")
        print(f"  {rounds / games:.1f} rounds a game; said a game:", spoken(said, games), flush=True)


def spoken(said: Counter[str], games: int) -> str:
    """What was said most often, and how often in a game."""
    return ", ".join(f"{words} {n / games:.1f}" for words, n in said.most_common(4)) or "nothing"


def played(setup: m.Setup, script: Script, level: str, luck: Random) -> tuple[bool, list[object], int]:
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
