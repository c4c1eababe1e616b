"""Where saved games live on this machine."""

import os
import sys
from pathlib import Path

from mousehole.core.words import line
from mousehole.store.store import StoreError


def folder() -> Path:
    """Find the data folder, made on demand and closed to other people."""
    path = place()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(
            line("The folder {path} for saved games can not be made: {reason}.", path=str(path), reason=reason)
        ) from None
    return path


def place() -> Path:
    """Name the data folder: MOUSEHOLE_DATA, or where this system keeps such things."""
    if own := os.environ.get("MOUSEHOLE_DATA"):
        return Path(own).expanduser()
    return _shelf() / "mousehole"


def _shelf() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    shelf = Path(os.environ.get("XDG_DATA_HOME", ""))
    return shelf if shelf.is_absolute() else Path.home() / ".local" / "share"  # the XDG rules ignore relative paths
