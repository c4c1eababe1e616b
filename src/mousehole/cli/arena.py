"""`mousehole arena GAME`: players play many games, and their win rates are told with their uncertainty."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Any

import msgspec

from mousehole import shelf
from mousehole.core.record import read_setup
from mousehole.core.words import Voice, line, voice
from mousehole.players.arena import Report, Tally, contest, lineups, team_names
from mousehole.players.player import caveat, players
from mousehole.players.progress import Bar

INTERRUPTED = 130
HERE = "processes"


def arguments(parser: ArgumentParser) -> None:
    """Say which game, who plays it, and how often."""
    parser.add_argument("game", help="a game on the shelf")
    parser.add_argument("--players", metavar="A,B", default="", help="their names; all players of the game otherwise")
    parser.add_argument("--games", type=_count, default=200, help="games of every line-up (default %(default)s)")
    parser.add_argument("--processes", type=_count, default=os.cpu_count() or 1, help="default: one for each core")
    parser.add_argument(
        "--on", choices=(HERE, "ray"), default=HERE, help="ray: on the cluster RAY_ADDRESS, or one started here"
    )
    parser.add_argument("--seed", default="mousehole", help="the same seed gives the same games (default %(default)s)")
    parser.add_argument("--set", metavar="FIELD=VALUE", action="append", default=[], help="a field of the set-up")
    parser.add_argument("--json", action="store_true", help="one JSON line for every line-up")


def run(asked: Namespace, language: str) -> int:
    """Play and tell; Ctrl-C tells what was played until then."""
    game = shelf.find(asked.game)
    setup = read_setup(game, msgspec.json.encode(dict(map(_field, asked.set))))
    names = tuple(asked.players.split(",")) if asked.players else tuple(players(game))
    say, bar = voice(language, game.package), Bar(sys.stderr, voice(language))
    wanted, processes = lineups(game, setup, names), asked.processes if asked.on == HERE else asked.on
    report = contest(game, setup, wanted, asked.games, seed=asked.seed, processes=processes, progress=bar)
    bar.close()
    rows = table(report, team_names(game, setup), say) + caveats(game, setup, names, say)
    for told in map(_json, report.tallies) if asked.json else rows:
        print(told)
    return INTERRUPTED if report.stopped else 0


def table(report: Report, teams: tuple[str, ...], say: Voice) -> list[str]:
    """Write one row for each line-up, best first where there is but one team."""
    tallies = sorted(report.tallies, key=lambda t: -t.rate()) if len(teams) == 1 else report.tallies
    rows = [" : ".join(tally.lineup) for tally in tallies]
    width = max(map(len, rows))
    told = [f"{row:<{width}}  {_shares(tally, say)}" for row, tally in zip(rows, tallies, strict=True)]
    return [*told, say(line("stopped early"))] if report.stopped else told


def caveats(game: shelf.AnyGame, setup: Any, names: tuple[str, ...], say: Voice) -> list[str]:
    """Say which players are less than their names promise in these games."""
    told = {name: caveat(game, name, game.new(setup)) for name in names}
    return [say(line("{name} – {caveat}", name=name, caveat=words)) for name, words in told.items() if words]


def _shares(tally: Tally, say: Voice) -> str:
    shares = []
    for team in range(len(tally.wins)):
        low, high = tally.interval(team)
        shares.append(f"{tally.rate(team):6.1%} ({low:.1%} – {high:.1%})")
    score = tally.score / tally.games if tally.games else 0.0
    tail = line("{n} game, score {score}", plural="{n} games, score {score}", n=tally.games, score=f"{score:+.2f}")
    return f"{' : '.join(shares)}  {say(tail)}"


def _json(tally: Tally) -> str:
    intervals = [tally.interval(team) for team in range(len(tally.wins))]
    return msgspec.json.encode({**msgspec.structs.asdict(tally), "intervals": intervals}).decode()


def _field(text: str) -> tuple[str, Any]:
    """Read FIELD=VALUE; what is no JSON is taken as words."""
    name, _, value = text.partition("=")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 100_000_000:
        raise ArgumentTypeError("expected a whole number from 1 on")
    return int(text)
