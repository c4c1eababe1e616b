"""Where this machine keeps what belongs to a person: games, solutions."""

import os
import sys
from pathlib import Path


def place() -> Path:
    """Name the data folder: MOUSEHOLE_DATA, or where this system keeps such things."""
    if own := os.environ.get("MOUSEHOLE_DATA"):
        return Path(own).expanduser()
    return _shelf() / "mousehole"


def solutions() -> Path:
    """Name the folder of solved boards."""
    return place() / "solutions"


def _shelf() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    shelf = Path(os.environ.get("XDG_DATA_HOME", ""))
    return shelf if shelf.is_absolute() else Path.home() / ".local" / "share"  # the XDG rules ignore relative paths
