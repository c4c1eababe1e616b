"""Every setting of a server in one place: an option comes before the environment, that before the file, then defaults.

A key is written `keep_days` in the file, `MOUSEHOLE_KEEP_DAYS` in the environment and `--keep-days` as an option.
"""

import os
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from mousehole.core.words import Line, UserError, line, plain
from mousehole.folders import OBJECTS

CONFIG = "MOUSEHOLE_CONFIG"  # names the file where no option does
AT_LEAST_ONE = Annotated[int, Meta(ge=1)]


class HouseSettings(Struct, frozen=True):
    """Where a house keeps its tables and tells its news, and how its server runs."""

    store: str = ""  # "postgresql://..."; empty: a file in the folder of saved games
    bus: str = ""  # "redis://..."; empty: news within one process
    jobs: Literal["own", "queue"] = "own"  # who thinks: processes of the server, or workers that take jobs from a queue
    objects: str = ""  # a folder that all servers and workers share, for solved boards; empty: each its own
    processes: AT_LEAST_ONE = 1  # of the server, on this machine
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8765
    public_url: str = ""
    proxy: str = ""
    keep_days: AT_LEAST_ONE = 365
    browser: bool = True  # whether one is opened
    metrics: str = ""  # where figures are offered: "127.0.0.1:9100"
    log: Literal["plain", "json"] = "plain"
    access_log: bool = False  # a line for every request
    solve_ahead: bool = True  # boards that come with a game are solved as soon as somebody plays on them
    drain_seconds: Annotated[int, Meta(ge=0, le=600)] = 0  # from "not ready" to the end
    limits: tuple[str, ...] = ()  # "sockets=500"; in the file a table: [limits], sockets = 500


def shared_arguments(parser: ArgumentParser) -> None:
    """Take what every command of a house with several servers needs; passwords belong in the environment or file."""
    parser.add_argument("--store", metavar="URL", help="where games are kept: postgresql://... (default: a file)")
    parser.add_argument("--bus", metavar="URL", help="how servers hear of each other: redis://...")
    parser.add_argument("--objects", metavar="DIR", help="a folder for solved boards that all of them share")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings, named like the options")


def settings_of(asked: Namespace, environment: Mapping[str, str] = os.environ) -> HouseSettings:
    """Put the settings together for a command that was called with some options."""
    options = {key: value for key, value in vars(asked).items() if key in KINDS and value not in (None, [])}
    file = asked.config or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    found: dict[str, Any] = {}
    for key, value, place in (*_in_file(file), *_in_environment(environment), *_in_options(options)):
        checked = _checked(key, value, place)
        found[key] = (*found.get(key, ()), *checked) if key == "limits" else checked
    if folder := found.get("objects"):
        os.environ[OBJECTS] = folder  # for every process that thinks
    return HouseSettings(**found)


def _in_file(file: Path | None) -> Iterator[tuple[str, Any, Line]]:
    if file is None:
        return
    try:
        read = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(line("{file} is not a TOML file: {reason}", file=file.name, reason=str(error))) from None
    for key, value in read.items():
        if key not in KINDS:
            words = "there is no setting {key}, as {file} has it; there are {names}"
            raise UserError(line(words, key=key, file=file.name, names=", ".join(KINDS)))
        yield key, value, line("{key} in {file}", key=key, file=file.name)


def _in_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Any, Line]]:
    for key in KINDS:
        name = f"MOUSEHOLE_{key.upper()}"
        if environment.get(name):
            value = environment[name]
            yield key, value.split() if key == "limits" else value, plain(name)


def _in_options(options: Mapping[str, Any]) -> Iterator[tuple[str, Any, Line]]:
    for key, value in options.items():
        yield key, value, plain(f"--{key.replace('_', '-')}")


def _checked(key: str, value: Any, place: Line) -> Any:
    """Take a value as its setting needs it; the mistake names where it stands, never what: it may be a password."""
    if key == "limits" and isinstance(value, dict):
        return tuple(f"{name}={figure}" for name, figure in value.items())
    try:
        return msgspec.convert(value, KINDS[key], strict=not isinstance(value, str))
    except msgspec.ValidationError:
        raise UserError(line("{place} must be {wanted}", place=place, wanted=_wanted(key))) from None


def _wanted(key: str) -> Line:
    """Say what a setting takes."""
    bounds = next((part for part in get_args(KINDS[key]) if isinstance(part, Meta)), Meta())
    if bounds.le is not None:
        return line("a whole number from {low} to {high}", low=int(bounds.ge or 0), high=int(bounds.le))
    if bounds.ge is not None:
        return line("a whole number of at least {low}", low=int(bounds.ge))
    if get_origin(KINDS[key]) is Literal:
        return line("one of {names}", names=", ".join(get_args(KINDS[key])))
    if KINDS[key] is bool:
        return line("true or false")
    return line("a table of figures") if key == "limits" else line("a text in quotes")


KINDS: dict[str, Any] = get_type_hints(HouseSettings, include_extras=True)


def take_packs(parser: ArgumentParser, about: str) -> None:
    """Take any number of folders; `about` says what they are for."""
    more = f"{about}; may be given more than once"
    parser.add_argument("--pack", type=Path, metavar="DIR", action="append", default=[], help=more)
