"""Room for solved boards: a budget of disk space, in which unused ones make way for new ones."""

import shutil
import time
from contextlib import suppress
from pathlib import Path

from mousehole.core.words import UserError, line
from mousehole.store import DAY

BUDGET = 1 << 30  # bytes
SPARE_BYTES = 1 << 30  # bytes that stay free on the disk, for games
FRESH = DAY  # seconds after its last use before a solution may be removed for another board


def make_room(folder: Path, size: int, budget: int = BUDGET) -> None:
    """Free space for a solution by removing unused ones; raises `UserError` if it cannot fit."""
    megabytes = size >> 20
    if size > budget:
        words = "the solution of this board takes {n} MB; {most} MB are set aside for all of them"
        raise UserError(line(words, n=megabytes, most=budget >> 20))
    folder.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(folder).free < size + SPARE_BYTES:
        raise UserError(line("the disk has no room for the solution of this board, which takes {n} MB", n=megabytes))
    if bytes_used(folder) + size > budget:
        remove(unused(folder), bytes_used(folder) + size - budget)
    if bytes_used(folder) + size > budget:
        raise UserError(line("there is no room for more solved boards today: try again tomorrow"))


def bytes_used(folder: Path) -> int:
    """The bytes used by all solutions."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.is_file())


def unused(folder: Path) -> list[Path]:
    """Solutions that were not read lately, the least recently read first."""
    used = {file: file.stat().st_atime for file in folder.iterdir() if file.is_file()}
    return sorted((file for file in used if used[file] < time.time() - FRESH), key=used.__getitem__)


def remove(files: list[Path], wanted: int) -> None:
    """Remove files until enough bytes are free."""
    for file in files:
        if wanted <= 0:
            return
        with suppress(OSError):  # somebody has it open, on systems where that matters
            size = file.stat().st_size
            file.unlink()
            wanted -= size
