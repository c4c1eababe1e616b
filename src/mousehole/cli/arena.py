"""`mousehole arena GAME`: players play many games; win rates and differences are printed with bounds."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from mousehole import shelf
from mousehole.cli.play import add_pack, pack_part
from mousehole.cli.progress_bar import Bar
from mousehole.cli.streams import as_json
from mousehole.core.game import AnyGame, player_name
from mousehole.core.record import read_setup
from mousehole.core.words import UserError, Voice, line, plain, voice
from mousehole.host.level_words import caveats
from mousehole.players.arena import Lineup, Report, Tally, contest, lineups, roles, team_names
from mousehole.players.intervals import Gap
from mousehole.players.player import players

HUNDRED = 100
INTERRUPTED = 130
LOCAL_PROCESSES = "processes"


def arguments(parser: ArgumentParser) -> None:
    """Take the game, the players and how often they play."""
    parser.add_argument("game", help="a game on the shelf")
    parser.add_argument(
        "--players", metavar="A,B", default="", help="names of players (default: all players of the game)"
    )
    parser.add_argument(
        "--against", metavar="C", default="", help="each player takes every role against C, compared with C itself"
    )
    parser.add_argument("--games", type=_count, default=200, help="games for every line-up (default: %(default)s)")
    parser.add_argument(
        "--processes", type=_count, default=os.cpu_count() or 1, help="how many processes (default: one per core)"
    )
    parser.add_argument(
        "--on",
        choices=(LOCAL_PROCESSES, "ray"),
        default=LOCAL_PROCESSES,
        help="ray: on the cluster at RAY_ADDRESS, or on one started here",
    )
    parser.add_argument("--seed", default="mousehole", help="the same seed gives the same games (default: %(default)s)")
    parser.add_argument("--set", metavar="FIELD=VALUE", action="append", default=[], help="a field of the set-up")
    parser.add_argument(
        "--pack",
        type=Path,
        metavar="DIR",
        action="append",
        help="a folder with your own content, for games that take packs",
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON for every line-up")


def run(asked: Namespace, language: str) -> int:
    """Play and print the result; Ctrl-C prints what was played so far."""
    game = shelf.find(asked.game)
    fields = dict(map(_field, asked.set))
    if len(asked.pack or ()) > 1:
        raise UserError(line("the arena plays one pack at a time"))
    setup = read_setup(game, msgspec.json.encode(opened(game, asked.pack[0], fields) if asked.pack else fields))
    names = tuple(asked.players.split(",")) if asked.players else tuple(players(game))
    say, bar = voice(language, game.package), Bar(sys.stderr, voice(language))
    wanted = roles(game, setup, names, asked.against) if asked.against else lineups(game, setup, names)
    processes = asked.processes if asked.on == LOCAL_PROCESSES else asked.on
    report = contest(game, setup, wanted, asked.games, seed=asked.seed, processes=processes, progress=bar)
    bar.close()
    notes = caveats(game, setup, map(player_name, chain(*wanted)), called=plain)  # by the names that --players uses
    rows = [*table(report, team_names(game, setup), say), *(say(note.line) for note in notes)]
    for told in map(_json, report.tallies, report.gaps) if asked.json else rows:
        print(told)
    return INTERRUPTED if report.stopped else 0


def opened(game: AnyGame, folder: Path, fields: dict[str, Any]) -> dict[str, Any]:
    """Set up a content pack: the chapter that best fits the fields, or else the first."""
    named = {"pack": msgspec.json.decode(add_pack(game.name, folder))}
    setups = pack_part(game, game.parts.adventure.rehearsal).setups(folder).values()
    pages: list[dict[str, Any]] = [*map(msgspec.to_builtins, setups), {}]
    fitting = max(pages, key=lambda page: sum(page[name] == fields[name] for name in fields.keys() & page.keys()))
    return {**fitting, **named, **fields}


def table(report: Report, teams: tuple[str, ...], say: Voice) -> list[str]:
    """Write one row for each line-up, best first if there is only one team; then the differences."""
    pairs = list(zip(report.tallies, report.gaps, strict=True))
    if len(teams) == 1:
        pairs.sort(key=lambda pair: -pair[0].rate())
    width = max(len(_names(tally.lineup)) for tally in report.tallies)
    told = [f"{_names(tally.lineup):<{width}}  {_shares(tally, say)}" for tally, _ in pairs]
    told += compared(report.tallies[0].lineup, [(tally.lineup, gaps) for tally, gaps in pairs], say)
    return [*told, say(line("stopped early"))] if report.stopped else told


def compared(first: Lineup, others: list[tuple[Lineup, tuple[Gap, ...]]], say: Voice) -> list[str]:
    """Say how many more games a player wins in a place than the player of the first line-up."""
    width = max(len(_names(lineup)) for lineup, _ in others)
    rows = [
        f"{_names(lineup):<{width}}  {f'{here} ' if len(lineup) > 1 else ''}{_apart(between, say)}"
        for lineup, gaps in others
        for here, there, between in zip(lineup, first, gaps, strict=False)
        if here != there and between.games
    ]
    head = line("compared with {lineup}, game by game with the same luck, wins in 100 games:", lineup=_names(first))
    return [say(head), *rows] if rows else []


def _shares(tally: Tally, say: Voice) -> str:
    shares = []
    for team in range(len(tally.wins)):
        low, high = tally.interval(team)
        shares.append(f"{tally.rate(team):6.1%} ({low:.1%} – {high:.1%})")
    score = tally.score / tally.games if tally.games else 0.0
    tail = line("{n} game, score {score}", plural="{n} games, score {score}", n=tally.games, score=f"{score:+.2f}")
    return f"{' : '.join(shares)}  {say(tail)}"


def _apart(between: Gap, say: Voice) -> str:
    points, low, high = (f"{HUNDRED * share:+.1f}" for share in (between.rate(), *between.interval()))
    figures = line("{points} ({low} to {high})", points=points, low=low, high=high)
    return say(figures if between.distinct else line("{figures}: too close to tell apart", figures=figures))


def _names(lineup: Lineup) -> str:
    return " : ".join(map(player_name, lineup))


def _json(tally: Tally, gaps: tuple[Gap, ...]) -> str:
    """Write a line-up as one line; `paired` compares it with the first one, team by team, in shares."""
    intervals = [tally.interval(team) for team in range(len(tally.wins))]
    paired = [{"rate": gap.rate(), "interval": gap.interval(), **msgspec.structs.asdict(gap)} for gap in gaps]
    return as_json({**msgspec.structs.asdict(tally), "intervals": intervals, "paired": paired})


def _field(text: str) -> tuple[str, Any]:
    """Read FIELD=VALUE; a value that is not JSON is taken as text."""
    name, _, value = text.partition("=")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 100_000_000:
        raise ArgumentTypeError("expected a whole number from 1 on")
    return int(text)
