"""Reads the command line; a user's mistakes are explained in words, never with a traceback."""

import argparse
import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple, NoReturn

from mousehole import __version__
from mousehole.cli.streams import open_streams
from mousehole.core.words import Line, UserError, languages, line, voice

# Each command loads its module only when it runs, so that `--help` answers at once; a module with several names them.
COMMANDS = {
    "web": ("mousehole.cli.serve", line("play in the browser (the default)")),
    "pages": ("mousehole.cli.building:pages", line("write mousehole as plain files that need no server")),
    "worker": ("mousehole.cli.worker", line("think for servers elsewhere: bots, hints, reviews, solved boards")),
    "play": ("mousehole.cli.play", line("play a game in the terminal")),
    "games": ("mousehole.cli.games:games", line("list the games on the shelf")),
    "rules": ("mousehole.cli.games:rules", line("show the rules of a game, clause by clause")),
    "new": ("mousehole.cli.new", line("write the skeleton of a new game")),
    "replay": ("mousehole.cli.records:replay", line("walk through a recorded game")),
    "audit": ("mousehole.cli.records:audit", line("check every event and all luck of a recorded game")),
    "picture": ("mousehole.cli.records:picture", line("draw a position of a recorded game")),
    "review": ("mousehole.cli.review", line("look back at a recorded game: luck, mistakes, chances")),
    "solve": ("mousehole.cli.solve", line("find the exact chances to win on a board")),
    "puzzles": ("mousehole.cli.puzzles", line("make puzzles from the positions of a game, or check them")),
    "scenario": (
        "mousehole.cli.packs:scenario",
        line("run scenario files: positions, moves and what must be true"),
    ),
    "schema": (
        "mousehole.cli.packs:schema",
        line("write JSON Schemas for a game's content files, for use in editors"),
    ),
    "pack": ("mousehole.cli.packs:pack", line("check, draw, try out or translate a content pack")),
    "backup": ("mousehole.cli.stores:backup", line("write all saved games to one file, while people play")),
    "restore": ("mousehole.cli.stores:restore", line("bring a backup into an empty store")),
    "verify": ("mousehole.cli.stores:verify", line("check every saved table: seals, rules and luck")),
    "move-store": ("mousehole.cli.stores:move_store", line("move all games to another store, PostgreSQL or a file")),
    "rescue": ("mousehole.cli.stores:rescue", line("save what is sound of a damaged file of games into a new file")),
    "admin": ("mousehole.cli.admin", line("list, measure, close or remove tables")),
    "compile": ("mousehole.cli.building:compile", line("compile rules, once: games play nearly twice as fast")),
    "arena": ("mousehole.cli.arena", line("let computer players play many games")),
    "benchmark": ("mousehole.cli.benchmark", line("measure players on fixed tasks, check results, write a dataset")),
}
THINKING = ("web", "worker", "play", "review", "arena")  # commands that let players think; their workers stay silent
MISTAKE = 2


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the number is the exit code."""
    open_streams()
    arguments = sys.argv[1:] if arguments is None else arguments
    language, arguments = spoken(arguments)
    try:
        return run(arguments, language)
    except UserError as error:
        return complain(error.line, language)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        where = error.filename or ""
        return complain(line("{file}: {reason}", file=str(where), reason=error.strerror or str(error)), language)
    except UnicodeEncodeError:  # streams never raise it: a word of the command line holds half a letter
        return complain(line("some of these words are not text in UTF-8"), language)
    except Exception as error:
        broken = blamed(error)
        if broken is None:
            raise
        return complain(broken.line, language)


def blamed(error: Exception) -> UserError | None:
    """Find the game of another package that failed, if one did."""
    from mousehole import shelf

    return shelf.game_to_blame(error)


def run(arguments: list[str], language: str) -> int:
    """Find the command and hand it its own arguments."""
    if arguments and arguments[0] in ("-V", "--version"):
        print(f"mousehole {__version__}")
        return 0
    if arguments and arguments[0] in ("-h", "--help", "help"):
        print(overview(language))
        return 0
    name = "web" if not arguments or arguments[0].startswith("-") else arguments[0]
    if name not in COMMANDS:
        said = line("there is no command {name}; the commands are {names}", name=name, names=", ".join(COMMANDS))
        return complain(said, language)
    place, about = COMMANDS[name]
    parser = Parser(f"mousehole {name}", voice(language)(about))
    command = command_at(place)
    command.arguments(parser)
    rest = arguments[1:] if arguments and arguments[0] == name else arguments
    asked = parser.parse_args(rest)
    if name in THINKING:
        warn_of_slowness(language)
    return command.run(asked, language)


class CommandEntry(NamedTuple):
    """What declares the arguments of a command, and what runs it."""

    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, str], int]


def command_at(place: str) -> CommandEntry:
    """Load the command at "module", or at "module:name" where a module has several."""
    module, _, name = place.partition(":")
    found = import_module(module)
    if not name:
        return CommandEntry(found.arguments, found.run)
    return CommandEntry(getattr(found, f"{name}_arguments"), getattr(found, f"run_{name}"))


def warn_of_slowness(language: str) -> None:
    """Say so where players think more slowly than they could."""
    from mousehole.compiled.kernels import runs, slower

    if not runs():
        complain(slower(), language)


class Parser(argparse.ArgumentParser):
    """An argument parser that leaves with our exit code."""

    def __init__(self, prog: str, about: str) -> None:
        super().__init__(prog=prog, description=about, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Report a mistake in the arguments."""
        self.exit(MISTAKE, f"{self.prog}: {message}\n{self.format_usage()}")


def overview(language: str) -> str:
    """Describe all commands."""
    say = voice(language)
    rows = [f"  {name:<11}{say(about)}" for name, (_, about) in COMMANDS.items()]
    head = say(line("usage: mousehole [--language LANGUAGE] [COMMAND] ..."))
    foot = say(line("mousehole COMMAND --help explains a command; languages: {names}", names=", ".join(languages())))
    return "\n".join([head, "", *rows, "", foot])


def spoken(arguments: list[str]) -> tuple[str, list[str]]:
    """Take `--language` out of the arguments; the default is the machine's language, if the house speaks it."""
    rest = list(arguments)
    wished = os.environ.get("MOUSEHOLE_LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG") or "en"
    for number, word in enumerate(arguments):
        if word == "--language" and number + 1 < len(arguments):
            wished = arguments[number + 1]
            del rest[number : number + 2]
        elif word.startswith("--language="):
            wished = word.partition("=")[2]
            rest.remove(word)
    short = re.split("[^A-Za-z]", wished, maxsplit=1)[0].lower()
    return (short if short in (*languages(), "xx") else "en"), rest


def complain(said: Line, language: str) -> int:
    """Say on standard error what is wrong."""
    print(f"mousehole: {voice(language)(said)}", file=sys.stderr)
    return MISTAKE
