"""The levels of bots, in words people understand."""

from mousehole.core.words import Voice, line
from mousehole.players.player import players
from mousehole.shelf import AnyGame

WORDS = {
    "random": line("clueless"),
    "greedy": line("greedy"),
    "thumb": line("rule of thumb"),
    "easy": line("easy"),
    "medium": line("medium"),
    "strong": line("strong"),
    "best": line("best"),
    "perfect": line("perfect"),
    "companion": line("companion"),
}


def levels(game: AnyGame, say: Voice) -> dict[str, str]:
    """Name the levels a game has, the weakest first."""
    return {name: say(WORDS[name]) if name in WORDS else name for name in players(game)}


def usual_level(game: AnyGame, teams: int) -> str:
    """Choose who sits down when nobody chooses: the best of friends, but a kind opponent that answers at once."""
    names = list(players(game))
    return "greedy" if teams > 1 and "greedy" in names else names[-1]


def known_level(game: AnyGame, wished: str) -> str:
    """Take the wished level, or the strongest there is."""
    names = list(players(game))
    return wished if wished in names else names[-1]
