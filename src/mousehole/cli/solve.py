"""`mousehole solve GAME`: the exact chances to win on a board, saved for hints and perfect play."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import msgspec

from mousehole import shelf
from mousehole.cli.play import board
from mousehole.cli.progress_bar import Bar
from mousehole.cli.streams import as_json
from mousehole.core.record import read_setup
from mousehole.core.solvable import Exact, On
from mousehole.core.words import UserError, Voice, line, percent, voice
from mousehole.players.perfect_play import Solver

DIGITS = 4


def arguments(parser: ArgumentParser) -> None:
    """Take the board, and how it is played."""
    parser.add_argument("game", help="a game that can be solved")
    parser.add_argument("--side", help="a side of the board that comes with the game")
    parser.add_argument("--board", type=Path, metavar="FILE", help="a board of your own")
    parser.add_argument("--steps", type=int, help="how far away the cat is, if there is one")
    parser.add_argument("--policy", default="", help="solve for restricted play; nothing is saved")
    parser.add_argument("--on", choices=("cpu", "gpu"), default="cpu", help="where to solve: gpu needs mousehole[gpu]")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print JSON: game, policy and chances, each with when and chance, in English",
    )


def run(asked: Namespace, language: str) -> int:
    """Solve and print; what was solved before is printed at once."""
    game = shelf.find(asked.game)
    solver = Solver(game)
    exact = solver.exact
    if asked.policy and asked.policy not in exact.policies:
        names = ", ".join(exact.policies)
        raise UserError(line("there is no policy {name}; the policies are {names}", name=asked.policy, names=names))
    state = game.new(read_setup(game, msgspec.json.encode(fields(asked))))
    say, bar = voice(language, game.package), Bar(sys.stderr, voice(language))
    try:
        found = solver.survey(state, asked.policy, bar, where(exact, state, asked, say))
    finally:
        bar.close()
    if asked.json:
        chances = [{"when": voice("en", game.package)(label), "chance": value} for label, value in found]
        print(as_json({"game": game.name, "policy": asked.policy, "chances": chances}))
        return 0
    print(say(head(asked.policy)))
    for label, value in found:
        print(f"  {say(label):<20}{say(percent(value, DIGITS)):>12}")
    return 0


def where(exact: Exact, state: Any, asked: Namespace, say: Voice) -> On:
    """Choose the graphics card if it was asked for and can be used; otherwise say why not, and choose the processor."""
    on: On = asked.on
    restricted = line("restricted play can only be solved on the processor")
    reason = restricted if asked.policy else exact.obstacle(state, "gpu")
    if on == "gpu" and reason:
        print(say(line("{reason}; the processor will do it instead", reason=reason)), file=sys.stderr)
        return "cpu"
    return on


def head(policy: str) -> Any:
    """Say what the chances refer to."""
    if policy:
        return line("The chance to win under the policy {name}, with otherwise perfect play:", name=policy)
    return line("The chance to win with perfect play:")


def fields(asked: Namespace) -> dict[str, Any]:
    """The fields of the set-up that were asked for."""
    text = board(asked.game, asked.board) if asked.board else None
    named = {"side": asked.side, "steps": asked.steps, "board": text}
    return {name: value for name, value in named.items() if value is not None}
