"""`mousehole benchmark`: tasks with fixed luck, what players make of them, results that can be replayed, a dataset."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec

from mousehole.cli.progress_bar import Bar
from mousehole.cli.streams import as_json
from mousehole.core.game import Player, player_name
from mousehole.core.words import UserError, Voice, line, voice
from mousehole.library import benchmark, dataset
from mousehole.library.benchmark import TASKS, BenchmarkResult, Task
from mousehole.players.player import players

WAYS = ("tasks", "run", "check", "dataset")


def arguments(parser: ArgumentParser) -> None:
    """Take what is to be done, and with which tasks, players and files."""
    parser.add_argument(
        "what",
        nargs="?",
        choices=WAYS,
        default="tasks",
        help="list the tasks (the default), let players play them, check results, or write a dataset",
    )
    parser.add_argument("files", nargs="*", type=Path, help="results to check")
    parser.add_argument("--task", action="append", metavar="TASK", help="a task, several times for several; else all")
    parser.add_argument(
        "--player",
        action="append",
        metavar="PLAYER",
        help="the name of a player or MODULE:NAME of your own, several times for several; else all of a game",
    )
    parser.add_argument("--games", type=int, default=0, help="games of each task at most, for a try")
    parser.add_argument("-o", "--out", type=Path, metavar="DIR", help="where results, or the dataset, are written")
    parser.add_argument("--positions", type=int, default=100_000, help="of the dataset at most (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each task or result")


def run(asked: Namespace, language: str) -> int:
    """Do it, and print a line for each task or result."""
    if bool(asked.files) != (asked.what == "check"):
        raise UserError(line("check takes the files of results, and nothing else does"))
    if asked.games < 0:
        raise UserError(line("at least one game has to be played"))
    if asked.positions < 1:
        raise UserError(line("a dataset has at least one position"))
    say, tasks = voice(language), [benchmark.task_of(name) for name in asked.task or TASKS]
    ways = {"tasks": listed, "run": played, "check": checked, "dataset": written}
    for told in ways[asked.what](asked, tasks, say):
        print(told, flush=True)
    return 0


def listed(asked: Namespace, tasks: list[Task], say: Voice) -> Iterator[str]:
    """The tasks and how large they are."""
    heads = ("task", "decisions", "at most", "actions", "states", "games")
    if not asked.json:
        yield f"{heads[0]:16}" + "".join(f"{head:>12}" for head in heads[1:])
    for task in tasks:
        found = benchmark.survey(task)
        if asked.json:
            yield as_json({**msgspec.structs.asdict(task), **msgspec.structs.asdict(found)})
            continue
        most, states = found.longest or "-", f"{found.states:,}" if found.states else "-"
        sizes = (f"{found.decisions:.1f}", most, f"{found.branching:.1f}", states, task.games)
        yield f"{task.name:16}" + "".join(f"{size!s:>12}" for size in sizes)


def played(asked: Namespace, tasks: list[Task], say: Voice) -> Iterator[str]:
    """Let players play tasks, and write what they did."""
    for task in tasks:
        game = benchmark.board_of(task)[0]
        names = asked.player or [*players(game), *([benchmark.PERFECT] if task.solved else [])]
        for name in dict.fromkeys(names):
            bar = Bar(sys.stderr, say)
            result = benchmark.play(task, own(name), games=asked.games, progress=bar)
            bar.close()
            if asked.out:
                asked.out.mkdir(parents=True, exist_ok=True)
                (asked.out / f"{task.name}-{player_name(result.player)}.json").write_bytes(benchmark.write(result))
            yield row(result, asked.json)


def own(name: str) -> Player | str:
    """A player by its name, or one of a module of your own."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return name
    sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UserError(line("{file}: {reason}", file=name, reason=str(error))) from None
    made: Player = found() if isinstance(found, type) else found
    return made


def checked(asked: Namespace, tasks: list[Task], say: Voice) -> Iterator[str]:
    """Replay results; one that does not hold is a mistake told in words."""
    for file in asked.files:
        bar = Bar(sys.stderr, say)
        try:
            result = benchmark.check(file.read_bytes(), progress=bar)
        except UserError as error:
            raise UserError(line("{file}: {reason}", file=file.name, reason=error.line)) from None
        finally:
            bar.close()
        yield row(result, asked.json)


def written(asked: Namespace, tasks: list[Task], say: Voice) -> Iterator[str]:
    """Write the dataset of each solved task that was asked for."""
    out = asked.out or Path("dataset")
    for task in tasks if asked.task else [task for task in tasks if task.solved]:
        bar = Bar(sys.stderr, say)
        found = dataset.write(task, asked.positions, out / task.name, progress=bar)
        bar.close()
        yield f"{out / task.name}: {found:,}"


def row(result: BenchmarkResult, json: bool) -> str:
    """A result as a line."""
    low, high = result.interval()
    if json:
        fields = {name: getattr(result, name) for name in ("task", "player", "games", "wins", "seconds")}
        return as_json({**fields, "share": result.share, "interval": (low, high), "regret": result.regret})
    regret = "{:.4f} ± {:.4f}".format(*result.regret) if result.regret else "-"
    share, time = f"{result.share:.1%} ({low:.1%} - {high:.1%})", f"{1e3 * result.seconds:.3f} ms"
    return f"{result.task:16}{result.player:12}{regret:>20}{share:>28}{time:>14}"
