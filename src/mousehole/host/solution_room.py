"""Room for solved boards: so much of the disk and no more; those that nobody uses any more make way."""

import shutil
import time
from contextlib import suppress
from pathlib import Path

from mousehole.core.words import Trouble, line
from mousehole.store import DAY

BUDGET = 1 << 30  # bytes
SPARE = 1 << 30  # bytes that stay free on the disk, for games
FRESH = DAY  # what was used since is not removed for another board


def make_room(folder: Path, size: int, budget: int = BUDGET) -> None:
    """Let a solution of so many bytes fit, if need be in the place of others; say so when it does not fit."""
    megabytes = size >> 20
    if size > budget:
        words = "the solution of this board takes {n} MB; {most} MB are set aside for all of them"
        raise Trouble(line(words, n=megabytes, most=budget >> 20))
    folder.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(folder).free < size + SPARE:
        raise Trouble(line("the disk has no room for the solution of this board, which takes {n} MB", n=megabytes))
    if taken(folder) + size > budget:
        remove(unused(folder), taken(folder) + size - budget)
    if taken(folder) + size > budget:
        raise Trouble(line("there is no room for more solved boards today: try again tomorrow"))


def taken(folder: Path) -> int:
    """The bytes that all solutions take."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file())


def unused(folder: Path) -> list[Path]:
    """The solutions that were not used lately, the longest unused first; to use one is to read it."""
    used = {file: file.stat().st_atime for file in folder.iterdir() if file.is_file()}
    return sorted((file for file in used if used[file] < time.time() - FRESH), key=used.__getitem__)


def remove(files: list[Path], wanted: int) -> None:
    """Remove files until so many bytes are free."""
    for file in files:
        if wanted <= 0:
            return
        with suppress(OSError):  # somebody has it open, on systems where that matters
            size = file.stat().st_size
            file.unlink()
            wanted -= size
