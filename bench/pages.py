"""The edition without a server: bytes of a first visit, and how long people wait, in a real Chromium."""

import gzip
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from tests.browser.anywhere.guest import Guest
from tests.browser.anywhere.static_host import StaticHost

ROOT = Path(__file__).parents[1]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOVES = 20
PLAYED = """
import time
from random import Random
from mousehole import shelf
from mousehole.core.game import Chance, Decide

def pace(name, seconds=1.0):
    game, luck, events = shelf.find(name), Random(1), 0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        state = game.new(game.setup())
        while isinstance(turn := game.turn(state), Decide | Chance) and time.perf_counter() < until:
            event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
            state, events = game.apply(state, event), events + 1
    return events / seconds

print({name: round(pace(name)) for name in shelf.names()})
"""


def packed(folder):
    """How many bytes the files are as a host sends them with gzip."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): len(gzip.compress(file.read_bytes(), 6)) for file in files}


def visits(host):
    """Seconds to the shelf and to an open house: the first visit, the second one, and one without a network."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        guest = Guest(browser.new_context(**PHONE, reduced_motion="reduce"), host.address)
        yield "first visit", *arrival(guest)
        guest.kept()
        yield "second visit", *arrival(guest)
        yield "click to painted move", *clicks(guest)
        host.stop()
        guest.context.set_offline(True)
        yield "without a network", *arrival(guest)
        browser.close()


def arrival(guest):
    """Open the shell."""
    began = time.perf_counter()
    guest.shell.goto(f"{guest.home}/")
    guest.shell.frame_locator("iframe").locator(".shelf").wait_for()
    shelf = time.perf_counter() - began
    guest.inside()
    return shelf, time.perf_counter() - began


def clicks(guest):
    """Half of the moves are painted within the first figure, all within the second."""
    guest.play_now("mmm")
    waits = []
    for _ in range(MOVES):
        began = time.perf_counter()
        if guest.hurry() == "ended":
            break
        waits.append(time.perf_counter() - began)
    return median(waits), max(waits)


def main():
    """Build the folder, weigh it and visit it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        subprocess.run([sys.executable, "-m", "mousehole", "pages", folder], check=True, cwd=ROOT)
        sizes = packed(folder)
        for name, size in sorted(sizes.items(), key=lambda pair: -pair[1])[:6]:
            print(f"{size / 1e6:8.2f} MB  {name}")
        print(f"{sum(sizes.values()) / 1e6:8.2f} MB  all files, with gzip")
        for name, first, second in visits(StaticHost(folder)):
            print(f"{name:<24}{first:8.2f} s {second:8.2f} s")
        subprocess.run([sys.executable, "-c", PLAYED], check=True)


if __name__ == "__main__":
    main()
