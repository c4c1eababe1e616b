"""The project's own files, for tests about the house itself."""

import os
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "mousehole"
FOREIGN = {".git", ".venv", "__pycache__", "dist", "build", "manual", ".hypothesis", "node_modules"}


def files(*suffixes):
    """List the project's files, or those with one of the suffixes."""
    return [path for path in known() or walked() if path.is_file() and (not suffixes or path.suffix in suffixes)]


def known():
    """List what git tracks or would track; nothing where git or its folder is missing."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    return [ROOT / name for name in told.split("\0") if name]


def walked():
    """List the files of a plain copy of the project."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in FOREIGN and not name.endswith(("_cache", ".egg-info"))]
        found += [Path(folder, name) for name in names]
    return found


@cache
def texts(*suffixes):
    """Pair each text file with its content; what changes during a run of tests is not theirs to see."""
    return tuple((path.relative_to(ROOT).as_posix(), text) for path in files(*suffixes) for text in text_of(path))


def text_of(path):
    try:
        return [path.read_text("utf-8")]
    except UnicodeDecodeError:
        return []
