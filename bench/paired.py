"""Measures how much better one player is than another, in every role, over the same luck.

Game n of a batch has the same dice and tiles for every line-up, so a player is compared with the one it replaces game
by game, which is more precise than two shares side by side. Batches of 50 games are saved in a folder, so
`./mousehole bench paired chopchop best greedy --games 1000` continues where it was stopped. Batch k is what
`mousehole arena chopchop --players best --against greedy --games 50 --seed strength-k` plays and compares.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from mousehole import shelf
from mousehole.players.arena import Lineup, played, roles, team_names
from mousehole.players.intervals import gap, wilson

BATCH = 50
Won = list[list[bool]]  # for each game, whether each team has won


def main() -> None:
    """Play what is missing, then report."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("player")
    ask.add_argument("other")
    ask.add_argument("--games", type=int, default=1000)
    ask.add_argument("--seed", default="strength")
    ask.add_argument("--keep", type=Path, default=Path("build/paired"))
    told = ask.parse_args()
    if told.player == told.other:
        ask.error("a player cannot be compared with itself")
    game = shelf.find(told.game)
    setup = game.setup()
    teams = team_names(game, setup)
    told.keep.mkdir(parents=True, exist_ok=True)
    won: dict[Lineup, Won] = {lineup: [] for lineup in roles(game, setup, (told.player,), told.other)}
    for k in range(told.games // BATCH):
        for lineup in won:
            won[lineup] += batch(game, setup, lineup, f"{told.seed}-{k}", told.keep)
        print(f"{(k + 1) * BATCH} games", *lines(teams, won), sep="\n", flush=True)


def batch(game: Any, setup: Any, lineup: Lineup, seed: str, keep: Path) -> Won:
    """Read a batch, or play it."""
    page = keep / f"{game.name}-{'-'.join(lineup)}-{seed}.json"
    if page.exists():
        return json.loads(page.read_text())
    team_of = [kind.team for kind in game.seats(setup)]
    won: Won = []
    for number in range(BATCH):
        winners = {team_of[seat] for seat in played(game, setup, lineup, seed, number)[1].winners}
        won.append([team in winners for team in team_names(game, setup)])
    draft = page.with_suffix(".draft")
    draft.write_text(json.dumps(won))
    draft.replace(page)
    return won


def lines(teams: tuple[str, ...], won: dict[Lineup, Won]) -> list[str]:
    """Report for each team both shares and their difference; the first line-up is the one to compare with."""
    base, *leads = won
    said = []
    for at, (team, lead) in enumerate(zip(teams, leads, strict=True)):
        mine, theirs = ([game[at] for game in won[lineup]] for lineup in (lead, base))
        between = gap(mine, theirs)
        gained, low, high = (100 * share for share in (between.rate(), *between.interval()))
        shares = f"{lead[at]} {share(mine)}, {base[at]} {share(theirs)}"
        said.append(f"as {team}: {shares}, difference {gained:+.1f} ({low:+.1f} to {high:+.1f}) points")
    return said


def share(wins: list[bool]) -> str:
    """Write a share with its interval."""
    low, high = wilson(sum(wins), len(wins))
    return f"{100 * sum(wins) / len(wins):.1f} % ({100 * low:.1f} - {100 * high:.1f})"


if __name__ == "__main__":
    main()
