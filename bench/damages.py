"""Damages copies of a file of saved games, and compares what a server, a backup and a rescue still bring back.

`./mousehole bench damages --copies 200` garbles pages, flips bytes, writes zeros and cuts files short. Nothing may end
in a traceback, and neither `backup` nor `rescue` may save less than a server serves. The exit code is 1 where one did.
"""

import argparse
import asyncio
import io
import logging
import random
import shutil
import sys
import traceback
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from mousehole.cli.main import main as command
from mousehole.store import StoreError
from tests.store.test_salvage import NAMES, damage, filled, opened, served

FIRST_PAGE = 0.05  # how often the first page is hit as well, which says what is in the file


def main() -> int:
    """Damage one copy after the other, and count."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--copies", type=int, default=200)
    parser.add_argument("--seed", default="damages")
    asked = parser.parse_args()
    logging.disable()
    luck, seen = random.Random(asked.seed), Counter[str]()
    with TemporaryDirectory() as place:
        origin = Path(place) / "origin.db"
        asyncio.run(filled(origin))
        for number in range(asked.copies):
            folder = Path(place) / str(number)
            folder.mkdir()
            seen.update(damaged(origin, folder, random.Random(luck.random())))
            shutil.rmtree(folder)
    print(
        f"{asked.copies} copies of {len(NAMES)} tables:",
        *(f"{count:>7} {what}" for what, count in sorted(seen.items())),
        sep="\n",
    )
    return int(any(seen[what] for what in ("tracebacks", "backups with less", "rescues with less")))


def damaged(origin: Path, folder: Path, luck: random.Random) -> Counter[str]:
    """Damage one copy, and see what each command makes of it."""
    seen, files = Counter[str](), {}
    for name in ("server", "verify", "backup", "rescue"):
        files[name] = folder / name / "mousehole.db"
        files[name].parent.mkdir()
    shutil.copyfile(origin, files["server"])
    damage(files["server"], luck)
    if luck.random() < FIRST_PAGE:
        with files["server"].open("r+b") as file:
            file.seek(luck.randrange(100, 4096))
            file.write(luck.randbytes(40))
    for name in ("verify", "backup", "rescue"):
        shutil.copyfile(files["server"], files[name])
    here = asyncio.run(served(files["server"]))
    seen["tables served whole or in part"] += sum(entries > 0 for entries in here.values())
    seen["files a server refuses"] += not here
    seen[f"verify: exit code {ran(seen, 'verify', '--store', files['verify'])}"] += 1
    backup, fresh = folder / "all.backup", folder / "restored.db"
    ran(seen, "backup", backup, "--store", files["backup"])
    if backup.exists():
        ran(seen, "restore", backup, "--store", fresh)
    compare(seen, "backups", here, fresh)
    ran(seen, "rescue", files["rescue"], "--to", folder / "rescued.db")
    compare(seen, "rescues", here, folder / "rescued.db")
    return seen


def ran(seen: Counter[str], *words: object) -> int | None:
    """Run a command: its exit code, or None after a traceback."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            return command([str(word) for word in words])
        except SystemExit as end:
            return int(end.code or 0)
        except BaseException:  # noqa: BLE001 (this is what is looked for)
            seen["tracebacks"] += 1
            told = traceback.format_exc()
    print(*words, told, file=sys.stderr)
    return None


def compare(seen: Counter[str], what: str, here: dict[str, int], saved: Path) -> None:
    """Count what was saved, and where that is less than a server serves."""
    there = asyncio.run(lengths(saved)) if saved.exists() else {}
    seen[f"tables in {what}"] += sum(entries > 0 for entries in there.values())
    less = {name: (entries, there.get(name, 0)) for name, entries in here.items() if there.get(name, 0) < entries}
    seen[f"{what} with less"] += bool(less)
    if less:
        print(f"{what}: served and saved are", less, file=sys.stderr)


async def lengths(path: Path) -> dict[str, int]:
    """How many entries of each table a file has."""
    async with opened(path) as store:
        return {name: await length(store.log(name)) for name in NAMES}


async def length(reading):
    """The number of entries that can be read."""
    try:
        return len(await reading)
    except StoreError as error:
        return len(getattr(error, "lines", ()))


if __name__ == "__main__":
    sys.exit(main())
