"""Where this machine keeps what belongs to a person: games, solutions, content packs."""

import os
import sys
from pathlib import Path

from mousehole.core.game import AnyGame

PACKS = "MOUSEHOLE_PACKS"  # folders with content packs, for every process that plays


def place() -> Path:
    """Name the data folder: MOUSEHOLE_DATA, or where this system keeps such things."""
    if own := os.environ.get("MOUSEHOLE_DATA"):
        return Path(own).expanduser()
    return _shelf() / "mousehole"


def solutions() -> Path:
    """Name the folder of solved boards."""
    return place() / "solutions"


def stocked(game: AnyGame) -> AnyGame:
    """Give a game the content packs that this process knows, where it takes any."""
    folders = list(filter(None, os.environ.get(PACKS, "").split(os.pathsep)))
    if folders and (add := game.parts.packs):
        for folder in folders:
            add(Path(folder))
    return game


def _shelf() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    shelf = Path(os.environ.get("XDG_DATA_HOME", ""))
    return shelf if shelf.is_absolute() else Path.home() / ".local" / "share"  # the XDG rules ignore relative paths
