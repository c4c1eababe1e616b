"""Lets players play many games, in several processes if asked, counts the wins, and compares over the same luck."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import permutations, product
from operator import add
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import Struct

from mousehole.core.game import AnyGame, Chance, Decide, Luck, Over, Player, Seat, player_name
from mousehole.core.record import MAX_EVENTS, Record, content_hash, draw
from mousehole.core.words import UserError, line
from mousehole.folders import with_packs
from mousehole.players.intervals import Gap, gap, wilson
from mousehole.players.player import find, honest

if TYPE_CHECKING:
    from mousehole.players.parallel import Processes

Contestant: TypeAlias = str | Player  # by name, or a player of your own
Lineup: TypeAlias = tuple[Contestant, ...]  # one for each team
Progress: TypeAlias = Callable[[int, int], None]

BATCH = 50


class Tally(Struct, frozen=True):
    """How the games of one line-up went; wins are counted by team."""

    lineup: Lineup
    games: int
    wins: tuple[int, ...]
    drawn: int
    score: int  # of all games together
    reasons: dict[str, int]  # how often each ending came
    ratings: dict[str, int]

    def __add__(self, other: "Tally") -> "Tally":
        """Add up the games of two batches."""
        wins = tuple(a + b for a, b in zip(self.wins, other.wins, strict=True))
        reasons, ratings = _joined(self.reasons, other.reasons), _joined(self.ratings, other.ratings)
        games, drawn, score = self.games + other.games, self.drawn + other.drawn, self.score + other.score
        return Tally(self.lineup, games, wins, drawn, score, reasons, ratings)

    def rate(self, team: int = 0) -> float:
        """The share of games that a team has won."""
        return self.wins[team] / self.games if self.games else 0.0

    def interval(self, team: int = 0) -> tuple[float, float]:
        """The bounds that hold the true share in 95 of 100 cases."""
        return wilson(self.wins[team], self.games)


class Report(Struct, frozen=True):
    """All line-ups in the order they were asked for; `stopped` if somebody interrupted the rest."""

    tallies: tuple[Tally, ...]
    gaps: tuple[tuple[Gap, ...], ...]  # how each team did, game by game, against the first line-up; the first has none
    stopped: bool = False


class _Batch(Struct, frozen=True):
    game: AnyGame | str  # a game that its package does not know by itself travels along
    setup: bytes
    which: int  # of the line-ups that were asked for: players come back from other processes as copies
    lineup: Lineup
    seed: str
    numbers: tuple[int, int]


class _Played(Struct, frozen=True):
    which: int
    tally: Tally
    won: tuple[tuple[bool, ...], ...]  # for each team, game by game


def contest(
    game: AnyGame,
    setup: Any,
    lineups: Iterable[Lineup],
    games: int,
    *,
    seed: str = "mousehole",
    processes: "Processes" = 1,
    progress: Progress | None = None,
) -> Report:
    """Play a number of games with every line-up; game n has the same luck for all, whatever the processes."""
    if games < 1:
        raise UserError(line("a contest needs one game at least, not {n}", n=games))
    from mousehole.players.parallel import spread  # a browser alone has no processes, and plays games all the same

    asked = tuple(dict.fromkeys(lineups))
    tallies = {lineup: _none(game, setup, lineup) for lineup in asked}
    gaps = {lineup: (Gap(),) * len(lineup) for lineup in asked[1:]}
    total, done, stopped, first = games * len(asked), 0, False, tuple[tuple[bool, ...], ...]()
    try:
        for batch in spread(_play, _batches(game, setup, asked, games, seed), processes):
            lineup = asked[batch.which]
            tallies[lineup] += batch.tally
            if lineup in gaps:
                gaps[lineup] = tuple(map(add, gaps[lineup], map(gap, batch.won, first)))
            else:
                first = batch.won  # the others play the same games next
            done += batch.tally.games
            if progress:
                progress(done, total)
    except KeyboardInterrupt:
        stopped = True
    return Report(tuple(tallies.values()), tuple(gaps.get(lineup, ()) for lineup in asked), stopped)


def lineups(game: AnyGame, setup: Any, names: tuple[Contestant, ...]) -> tuple[Lineup, ...]:
    """Let every player lead every team; with fewer players than teams, they also meet themselves."""
    teams = len(team_names(game, setup))
    names = tuple(dict.fromkeys(names))
    return tuple(permutations(names, teams) if len(names) >= teams else product(names, repeat=teams))


def roles(game: AnyGame, setup: Any, names: tuple[Contestant, ...], against: Contestant) -> tuple[Lineup, ...]:
    """Let every player lead every team against the same opponent, after a first line-up where that one plays all."""
    base = (against,) * len(team_names(game, setup))
    leads = ((*base[:at], name, *base[at + 1 :]) for name in names for at in range(len(base)))
    return tuple(dict.fromkeys((base, *leads)))


def team_names(game: AnyGame, setup: Any) -> tuple[str, ...]:
    """List the teams in the order of their first seats."""
    return tuple(dict.fromkeys(kind.team for kind in game.seats(setup)))


def played(game: AnyGame, setup: Any, lineup: Lineup, seed: str, number: int) -> tuple[Record, Over]:
    """Play one game; its record can be audited like any other."""
    seats = seated(game, setup, lineup)
    dice = blake2b(f"{seed}/{number}".encode(), digest_size=16).digest()
    minds = [Random(f"{seed}/{number}/{seat}") for seat in range(len(seats))]
    state, events = game.new(setup), list[Any]()
    while not isinstance(turn := game.turn(state), Over) and len(events) < MAX_EVENTS:
        if isinstance(turn, Chance):
            event = draw(turn.odds, dice, len(events))
        else:
            event = seats[turn.seat].choose(game, state, turn, minds[turn.seat])
        state = game.apply(state, event)
        events.append(event)
    over = turn if isinstance(turn, Over) else Over((), "unfinished", drawn=True)
    return Record(game.name, game.edition, setup, tuple(events), dice, content_hash(game.package)), over


def seated(game: AnyGame, setup: Any, lineup: Lineup) -> tuple[Player, ...]:
    """Seat the player of each team in all its seats."""
    teams = team_names(game, setup)
    players = [honest(game, player_of(game, one)) for one in lineup]
    return tuple(players[teams.index(kind.team)] for kind in game.seats(setup))


def player_of(game: AnyGame, contestant: Contestant) -> Player:
    """A player by its name, or one of somebody's own."""
    if isinstance(contestant, str):
        return find(game, contestant)
    if isinstance(contestant, type) or not hasattr(contestant, "choose"):
        given = contestant.__name__ if isinstance(contestant, type) else repr(contestant)
        words = "a player is a name or an object, such as {example}, not {given}"
        raise UserError(line(words, example=f"{given}()" if isinstance(contestant, type) else '"random"', given=given))
    return CheckedPlayer(contestant)


class CheckedPlayer(Player):
    """A player of somebody's own, whose choices are checked."""

    def __init__(self, player: Player):
        self.player, self.rank, self.guesses = player, getattr(player, "rank", 0), getattr(player, "guesses", False)

    def choose(self, game: AnyGame, state: Any, turn: Decide[Any], luck: Luck) -> Any:
        """Choose one of the turn's actions; anything else is refused with a reason."""
        action = self.player.choose(game, state, turn, luck)
        if action not in turn.actions:
            words = "{player} chose {action}, which is not one of the turn's actions"
            raise UserError(line(words, player=player_name(self.player), action=repr(action)))
        return action


def _none(game: AnyGame, setup: Any, lineup: Lineup | str) -> Tally:
    teams = team_names(game, setup)
    if isinstance(lineup, str):
        words = "a line-up is a tuple of players, such as {example}, not {given}"
        raise UserError(line(words, example='("random",)', given=repr(lineup)))
    if len(lineup) != len(teams):
        words = "a line-up names a player for each team ({teams}), not {n}"
        raise UserError(line(words, teams=", ".join(teams), n=len(lineup)))
    seated(game, setup, lineup)  # report a wrong name before any work begins
    return Tally(lineup, 0, (0,) * len(teams), 0, 0, {}, {})


def _batches(game: AnyGame, setup: Any, asked: tuple[Lineup, ...], games: int, seed: str) -> Iterator[_Batch]:
    page, size = msgspec.json.encode(setup), max(1, min(BATCH, games // 40))
    for start in range(0, games, size):
        for which, lineup in enumerate(asked):
            yield _Batch(_reference(game), page, which, lineup, seed, (start, min(start + size, games)))


def _reference(game: AnyGame) -> AnyGame | str:
    """Refer to a game by its package where that has it; a game changed for this contest is passed itself."""
    with suppress(ImportError, AttributeError):
        return game.package if import_module(game.package).GAME is game else game
    return game


@cache
def _game(package: str) -> AnyGame:
    return with_packs(import_module(package).GAME)


def _play(batch: _Batch) -> _Played:
    game = _game(batch.game) if isinstance(batch.game, str) else batch.game
    setup = msgspec.json.decode(batch.setup, type=game.setup)
    overs = [played(game, setup, batch.lineup, batch.seed, number)[1] for number in range(*batch.numbers)]
    team_of = _teams(game, setup)
    winners = [{team_of[winner] for winner in over.winners} for over in overs]
    won = tuple(tuple(team in each for each in winners) for team in range(len(batch.lineup)))
    reasons, ratings = Counter(over.reason for over in overs), Counter(over.rating for over in overs if over.rating)
    drawn, score = sum(over.drawn for over in overs), sum(over.score for over in overs)
    tally = Tally(batch.lineup, len(overs), tuple(map(sum, won)), drawn, score, dict(reasons), dict(ratings))
    return _Played(batch.which, tally, won)


def _teams(game: AnyGame, setup: Any) -> dict[Seat, int]:
    teams = team_names(game, setup)
    return {seat: teams.index(kind.team) for seat, kind in enumerate(game.seats(setup))}


def _joined(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return dict(sorted((Counter(one) + Counter(other)).items()))
