"""Where saved games live on this machine."""

from pathlib import Path

from mousehole.core.words import line
from mousehole.folders import data_folder
from mousehole.store.store import StoreError


def folder() -> Path:
    """Find the data folder, made on demand and closed to other people."""
    path = data_folder()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(
            line("The folder {path} for saved games cannot be made: {reason}.", path=str(path), reason=reason)
        ) from None
    return path
