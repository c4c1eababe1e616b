"""Where the manual is, once `./mousehole docs` has built it."""

import os
from importlib.resources import files
from pathlib import Path

PLACE = "MOUSEHOLE_DOCS"  # the environment may name another folder


def manual_folder() -> Path | None:
    """The folder of the manual, or None where it has not been built."""
    folder = Path(os.environ.get(PLACE) or str(files("mousehole.web") / "manual"))
    return folder if (folder / "index.html").is_file() else None
