"""Where this system keeps what belongs to a person (games, solutions, content packs), and what can be made again."""

import os
import sys
from pathlib import Path
from typing import Literal

from mousehole.core.game import AnyGame

PACKS = "MOUSEHOLE_PACKS"  # folders with content packs, for every process that plays
MAC = {"data": "Application Support", "cache": "Caches"}
XDG = {"data": ("XDG_DATA_HOME", ".local/share"), "cache": ("XDG_CACHE_HOME", ".cache")}


def data_folder() -> Path:
    """Name the folder of what belongs to a person: MOUSEHOLE_DATA, or where this system keeps such things."""
    own = os.environ.get("MOUSEHOLE_DATA")
    return Path(own).expanduser() if own else system_folder("data")


def cache_folder() -> Path:
    """Name the folder of what can be made again: NUMBA_CACHE_DIR, or where this system keeps such things."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    return Path(own) if own else system_folder("cache")


def solutions() -> Path:
    """Name the folder of solved boards."""
    return data_folder() / "solutions"


def stocked(game: AnyGame) -> AnyGame:
    """Give a game the content packs that this process knows, where it takes any."""
    folders = list(filter(None, os.environ.get(PACKS, "").split(os.pathsep)))
    if folders and (add := game.parts.packs):
        for folder in folders:
            add(Path(folder))
    return game


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
