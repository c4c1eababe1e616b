"""Where this system keeps what belongs to a person (games, solutions, content packs), and what can be made again."""

import os
import re
import sys
import time
from pathlib import Path
from typing import Literal

from mousehole.core.game import AnyGame
from mousehole.core.words import UserError, line

RETRY_DELAYS = (0.05, 0.1, 0.2, 0.4, 0.8)  # seconds between attempts to replace a file
PACKS = "MOUSEHOLE_PACKS"  # folders with content packs, for every process that plays
HASH = re.compile(r"[0-9a-f]{64}")
OBJECTS = "MOUSEHOLE_OBJECTS"  # a folder for large answers, for every process that thinks
MAC = {"data": "Application Support", "cache": "Caches"}
XDG = {"data": ("XDG_DATA_HOME", ".local/share"), "cache": ("XDG_CACHE_HOME", ".cache")}


class InUse(UserError):
    """A file cannot be replaced, because another program uses it."""


def data_folder() -> Path:
    """Name the folder of what belongs to a person: MOUSEHOLE_DATA, or where this system keeps such things."""
    own = os.environ.get("MOUSEHOLE_DATA")
    return Path(own).expanduser() if own else system_folder("data")


def cache_folder() -> Path:
    """Name the folder of what can be made again: MOUSEHOLE_CACHE, or where this system keeps such things."""
    own = os.environ.get("MOUSEHOLE_CACHE")
    return Path(own).expanduser() if own else system_folder("cache")


def solutions() -> Path:
    """Name the folder of solved boards: below MOUSEHOLE_OBJECTS, which machines may share, or with the games."""
    shared = os.environ.get(OBJECTS)
    return (Path(shared).expanduser() if shared else data_folder()) / "solutions"


def solved_mark() -> int:
    """Name the state of the folder of solved boards: what was told before a board was solved is told anew."""
    folder = solutions()
    return folder.stat().st_mtime_ns if folder.is_dir() else 0


def put_in_place(rough: Path, file: Path, waits: tuple[float, ...] = RETRY_DELAYS) -> None:
    """Give a finished file its name; Windows refuses while another program has the old one open or mapped."""
    for wait in waits:
        try:
            rough.replace(file)
        except PermissionError:
            time.sleep(wait)
        else:
            return
    raise InUse(line("{file} is in use by another program: close that one and try again", file=str(file)))


def with_packs(game: AnyGame) -> AnyGame:
    """Give a game the content packs that this process knows, where it takes any."""
    folders = list(filter(None, os.environ.get(PACKS, "").split(os.pathsep)))
    if folders and (add := game.parts.adventure.add_pack):
        for folder in folders:
            add(Path(folder))
    if look_in := game.parts.adventure.look_in:
        look_in(adventure_folder)
    return game


def adventures() -> Path:
    """Name the folder of the adventures that lie on tables, each below the hash of its files."""
    return data_folder() / "adventures"


def adventure_folder(sha256: str) -> Path | None:
    """Find the adventure of a hash, if it lies on this machine."""
    home = adventures() / sha256
    if not HASH.fullmatch(sha256) or not home.is_dir():
        return None
    return next((folder for folder in home.iterdir() if folder.is_dir()), None)


def system_folder(kind: Literal["data", "cache"]) -> Path:
    """Find where this system wants a kind of files of a program."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / MAC[kind]
    else:
        variable, usual = XDG[kind]
        wished = Path(os.environ.get(variable, ""))
        home = wished if wished.is_absolute() else Path.home() / usual  # the XDG rules ignore relative paths
    return home / "mousehole"
