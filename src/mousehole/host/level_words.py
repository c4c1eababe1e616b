"""The levels of bots, in words people understand."""

from collections.abc import Callable, Iterable
from typing import Any

from mousehole.core.game import AnyGame, Problem
from mousehole.core.words import Line, Voice, line, plain
from mousehole.players.player import caveat, players

WORDS = {
    "random": line("random"),
    "greedy": line("greedy"),
    "thumb": line("rule of thumb"),
    "easy": line("easy"),
    "medium": line("medium"),
    "strong": line("strong"),
    "best": line("best"),
    "perfect": line("perfect"),
}

FAMILIAR = ("easy", "medium", "strong")


def levels(game: AnyGame, say: Voice, state: Any = None) -> dict[str, str]:
    """The levels of a game, the weakest first; given a position, a level that falls short of its name there says so."""
    return {name: say(level_name(game, name, state)) for name in players(game)}


def three_levels(game: AnyGame) -> tuple[str, ...]:
    """The levels that most people choose from: easy, medium and strong, or else the ends and the middle of all."""
    names = tuple(players(game))
    if set(FAMILIAR) <= set(names):
        return FAMILIAR
    return tuple(dict.fromkeys((names[0], names[len(names) // 2], names[-1])))


def level_name(game: AnyGame, name: str, state: Any = None) -> Line:
    """The name of a level."""
    words = level_word(name)
    if state is None or not caveat(game, name, state):
        return words
    return line("{level}, but not perfect here", level=words)


def level_word(name: str) -> Line:
    """The word for a level; any other player keeps its own name."""
    return WORDS.get(name, plain(name))


def caveats(
    game: AnyGame, setup: Any, names: Iterable[str], called: Callable[[str], Line] = level_word
) -> tuple[Problem, ...]:
    """Warn where chosen levels fall short of their names on a board."""
    state = game.new(setup)
    told = {name: caveat(game, name, state) for name in dict.fromkeys(names)}
    return tuple(
        Problem("chairs", line("{level} – {caveat}", level=called(name), caveat=words), notice=True)
        for name, words in told.items()
        if words
    )


def usual_level(game: AnyGame, teams: int) -> str:
    """The level of a bot that nobody chose: the strongest as a partner, a kind and quick one as an opponent."""
    names = list(players(game))
    return "greedy" if teams > 1 and "greedy" in names else names[-1]


def level_or_strongest(game: AnyGame, wished: str) -> str:
    """The level that was asked for, or the strongest."""
    names = list(players(game))
    return wished if wished in names else names[-1]
