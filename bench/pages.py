"""The edition without a server, in a real Chromium: its bytes, its waits beside those of a server, its memory.

`./mousehole bench pages` measures all of it in a few minutes; `./mousehole bench pages kills 100` kills the tab in the
middle of so many moves.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from tests.browser.conftest import House
from tests.browser.offline.guest import AT_ONCE, Guest
from tests.browser.offline.static_host import StaticHost
from tests.browser.person import PHONE, Person

ROOT = Path(__file__).parents[1]
MOVES = 20
VISITS = 3
PLAYED = """
import json
import time
from random import Random
from mousehole import shelf
from mousehole.core.game import Chance, Decide

def pace(name, seconds=2.0):
    game, luck, events = shelf.find(name), Random(1), 0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        state = game.new(game.setup())
        while isinstance(turn := game.turn(state), Decide | Chance) and time.perf_counter() < until:
            event = luck.choice(turn.actions) if isinstance(turn, Decide) else turn.at(luck.random())
            state, events = game.apply(state, event), events + 1
    return events / seconds

json.dumps({name: round(pace(name)) for name in shelf.names()})
"""
INSIDE = """async (code) => {
  const { startPython } = await import(new URL("python.js", location.href.split("#")[0]));
  return (await startPython(JSON.parse(document.body.dataset.sizes), () => {})).runPython(code);
}"""
SEEN = """
if (parent !== globalThis) {
  const painted = (at) => (top.seen ??= performance.timeOrigin + at - top.performance.timeOrigin);
  const paints = (list) => list.getEntriesByName("first-contentful-paint").forEach((one) => painted(one.startTime));
  new PerformanceObserver(paints).observe({ type: "paint", buffered: true });
}
"""
PAINTED = """() => new Promise((painted) => {
  const story = document.querySelectorAll(".story li").length, began = performance.now();
  const lit = [...document.querySelectorAll(".actions .large"), ...document.querySelectorAll(".stage .can")];
  const look = () => document.querySelectorAll(".story li").length > story || document.querySelector("dialog.ending")
    ? requestAnimationFrame(() => setTimeout(() => painted(performance.now() - began)))
    : requestAnimationFrame(look);
  lit.at(0).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  look();
})"""


@contextmanager
def chromium():
    """A browser."""
    with sync_playwright() as play:
        yield play.chromium


def phone(browser, place):
    """A fresh profile of a phone, on the disk: what is flushed there takes its time, as at home."""
    how = {"executable_path": shutil.which("chromium"), "args": ["--no-sandbox", "--disable-gpu"]}
    profile = browser.launch_persistent_context(tempfile.mkdtemp(dir=place), **how, **PHONE, reduced_motion="reduce")
    profile.add_init_script(SEEN)
    return profile


def first_visit(guest):
    """Seconds to the shelf, to the open house and to the first move of somebody who was never here."""
    began = time.perf_counter()
    shelf, house = arrival(guest)
    guest.play_now("mmm").hurry()
    moved = time.perf_counter() - began
    guest.kept()
    return shelf, house, moved


def told(what, names, waits):
    """Print the median of several waits for each thing that was waited for, and all of them."""
    for name, seconds in zip(names, zip(*waits, strict=True), strict=True):
        print(f"{what}: {name} {median(seconds):.1f} s ({', '.join(f'{one:.1f}' for one in seconds)})", flush=True)


def arrival(guest):
    """Seconds until the shelf is seen, and until the house answers."""
    began = time.perf_counter()
    guest.shell.goto(f"{guest.home}/")
    guest.inside()
    house = time.perf_counter() - began
    return guest.shell.evaluate("seen") / 1000, house


def clicks(*people):
    """Milliseconds from click to painted of each in turns: half of the moves, nine of ten."""
    waits = [[] for _ in people]
    for _ in range(MOVES):
        for person, own in zip(people, waits, strict=True):
            person.wait_until_asked()
            if person.ended().count():
                person.play_now("mmm").wait_until_asked()
            own.append(person.page.evaluate(PAINTED))
    return [(median(own), sorted(own)[int(0.9 * len(own))]) for own in waits]


def renderers(guest):
    """Megabytes of all renderers that this program's browsers run without garbage, shared pages by their share."""
    guest.context.new_cdp_session(guest.shell).send("HeapProfiler.collectGarbage")
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes() and _ours(folder):
                rows = (folder / "smaps_rollup").read_text("utf-8").splitlines()
                total += next(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return total / 1000


def _ours(folder):
    """Whether a process descends from this one."""
    while folder.name not in ("0", "1"):
        parent = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()[1]
        if parent == str(os.getpid()):
            return True
        folder = Path("/proc", parent)
    return False


def visits(host, place):
    """Everything that people wait for, and the memory that it takes."""
    with chromium() as browser:
        first = []
        for _ in range(VISITS):
            guest = Guest(phone(browser, place), host.address)
            first.append(first_visit(guest))
            if len(first) < VISITS:
                guest.context.close()
        print(f"bytes of a first visit: {host.sent() / 1e6:.2f} MB")
        told("first visit", ("shelf", "house", "first move"), first)
        told("second visit", ("shelf", "house"), [arrival(guest) for _ in range(VISITS)])
        beside_a_server(browser, guest, place)
        host.stop()
        guest.context.set_offline(True)
        told("without a network", ("shelf", "house"), [arrival(guest) for _ in range(VISITS)])
        print("events a second inside:", guest.shell.evaluate(INSIDE, PLAYED))
        command = [sys.executable, "-c", PLAYED.replace("json.dumps(", "print(")]
        beside = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        print("events a second beside:", beside.strip(), flush=True)
        guest.context.close()
        whole_games(Guest(phone(browser, place), StaticHost(host.folder).address))


def beside_a_server(browser, guest, place):
    """From click to painted without a server and with one, in turns."""
    house = House(place / "house").start()
    person = Person(phone(browser, place), house.address)
    person.context.add_init_script(AT_ONCE)
    person.play_now("mmm")
    guest.play_now("mmm")
    for name, (half, most) in zip(("without", "with"), clicks(guest, person), strict=True):
        print(f"click to painted {name} a server: p50 {half:.0f} ms, p90 {most:.0f} ms", flush=True)
    person.context.close()
    house.kill()


def whole_games(guest):
    """Play every game in a profile that has done nothing else, and say what the page takes."""
    guest.arrive().kept()
    print(f"memory of an open house: {renderers(guest):.0f} MB", flush=True)
    for game in ("mousewarming", "chopchop", "mmm", "mystics"):
        whole_game(guest, game)


def whole_game(guest, game):
    """Press anything until a game with bots is over; the memory of the page at its start and at its end."""
    guest.play_now(game).wait_until_asked()
    before, began = renderers(guest), time.perf_counter()
    guest.to_the_end()
    took, lines, after = time.perf_counter() - began, len(guest.story()), renderers(guest)
    print(f"{game}: {lines} lines in {took:.0f} s; {before:.0f} MB at its start, {after:.0f} MB at its end", flush=True)


def kills(host, place):
    """Kill the tab in the middle of a move, again and again; whatever the page had shown must be there again."""
    times, lost = int(sys.argv[2]), 0
    with chromium() as browser:
        guest = Guest(phone(browser, place), host.address).arrive().kept().play_now("mmm")
        for turn in range(times):
            guest.wait_until_asked()
            if guest.ended().count():
                guest.play_now("mmm").wait_until_asked()
            guest.press()
            guest.page.wait_for_timeout(7 * (turn % 20))
            known, table = guest.story(), guest.table
            guest = guest.after_a_kill(f"/table/{table}").at_table()
            lost += guest.story()[: len(known)] != known
    print(f"{times} kills in the middle of a move: {lost} lost something that had been acknowledged")


def main():
    """Build the folder and measure."""
    what = kills if sys.argv[1:2] == ["kills"] else visits
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        subprocess.run([sys.executable, "-m", "mousehole", "pages", folder], check=True, cwd=ROOT)
        for file in sorted(folder.rglob("*.*"), key=lambda file: -file.stat().st_size)[:5]:
            print(f"{file.stat().st_size / 1e6:8.2f} MB  {file.relative_to(folder)}")
        what(StaticHost(folder), Path(place))


if __name__ == "__main__":
    main()
