"""What a browser fetches before anybody asks for the workshop is enough for everything else."""

import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from mousehole.offline.building.packing import of_house, of_workshop

HOUSE = Path(str(files("mousehole")))
ASKED = """
import asyncio, json, sys
sys.modules |= dict.fromkeys(("concurrent.futures.process", "multiprocessing"))
from mousehole.offline.browser_house import open_house

async def main():
    origin = json.dumps({"host": "games.example", "pace": 0})
    house = await open_house(origin, sys.argv[1], print, lambda *asked: None, bool)
    for path in ("/", "/new/mystics", "/album", "/me", "/workshop", "/workshop/kinds"):
        try:
            head, _ = await house.answer(json.dumps({"method": "GET", "path": path}), b"")
            print(path, json.loads(head)["status"])
        except ModuleNotFoundError as missing:
            print(path, missing.name)
    await house.close()

asyncio.run(main())
"""


def told(tmp_path, workshop):
    """What a house says that has no more files than a browser, with those of the workshop or without."""
    away = ("web/static.json", "offline/building/folder.py")
    for file in HOUSE.rglob("*"):
        name = file.relative_to(HOUSE).as_posix()
        needed = name.startswith("web/static/") or not of_house(name) or name in away  # a list stands in for these
        wanted = file.is_file() and "__pycache__" not in name and needed
        if wanted and (workshop or not of_workshop(f"mousehole/{name}")):
            (tmp_path / "mousehole" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, tmp_path / "mousehole" / name)
    command = [sys.executable, "-c", ASKED, str(tmp_path / "games.db")]
    env = {"PYTHONPATH": str(tmp_path), "MOUSEHOLE_DATA": str(tmp_path / "data"), "PATH": ""}
    said = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    return [row for row in said.split("\n") if row.startswith("/")]


PAGES = ["/ 200", "/new/mystics 200", "/album 200", "/me 200"]


def test_only_the_workshop_asks_for_what_comes_with_it(tmp_path):
    missing = "mousehole.web.routes.workshop_routes"
    assert told(tmp_path, workshop=False) == [*PAGES, f"/workshop {missing}", f"/workshop/kinds {missing}"]


def test_the_workshop_needs_nothing_that_stays_away(tmp_path):
    assert told(tmp_path, workshop=True) == [*PAGES, "/workshop 200", "/workshop/kinds 200"]
