"""From a click to the painted answer, in a real Chromium with a real server on loopback; and reconnecting after sleep.

The clock runs in the page: from the click on a place to the first frame that shows a piece elsewhere, after the move
was written to disk, acknowledged and sent. Between samples it is taken back, so that every sample is the same move.
Beside the clock stand figures that other programs on the machine hardly change: the page's CPU time and its layouts.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from statistics import median, quantiles

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FREE = ".stage:not(.pointing) .spot.can:not(.far):not([data-key='tray'])"
REST = 250  # milliseconds until the animations of a take-back are over, as they are before a person's next click
LUCK = "0123456789abcdef0123456789abcdef"  # the same dice in every run, so that the same die is placed
CLOCK = """key => new Promise(done => {
    let start = 0;
    const place = document.querySelector(`.spot[data-key='${key}']`);
    const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => done(performance.now() - start);
            after.port2.postMessage(0);
        });
    });
    const moved = { subtree: true, childList: true, attributeFilter: ["data-key", "style"] };
    watch.observe(document.querySelector(".pieces"), moved);
    start = performance.now();
    place.click();
})"""

STANDS = "() => [...document.querySelectorAll('.piece')].map(e => e.dataset.key + e.style.transform).sort().join()"
FLOOR = """key => new Promise(done => {
    const square = document.querySelector(`.spot[data-key='${key}']`), start = performance.now();
    square.dataset.floor = start;
    requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => done(performance.now() - start);
        after.port2.postMessage(0);
    });
})"""


@contextmanager
def server(folder):
    """Run the product's own server."""
    env = {**os.environ, "MOUSEHOLE_DATA": folder, "PYTHONUNBUFFERED": "1", "MOUSEHOLE_SEED": LUCK}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()


ON = """() => {  // what is pressed may disappear at any moment
    const page = document.querySelector("dialog[open]");
    const asked = page ? [...page.querySelectorAll("button")].at(-1) : document.querySelector(".actions .large");
    asked?.click();
}"""


def at_table(page, address, game):
    """Open a table, and read and roll until a place can be chosen."""
    page.goto(address)
    page.locator(f"form[action='/play/{game}'] button").first.click()
    page.locator(".stage .spot").first.wait_for()
    while page.locator("dialog[open]").count() or not page.locator(FREE).count():
        page.evaluate(ON)
        page.wait_for_timeout(300)


class Counts:
    """What the page has done so far, by its browser."""

    def __init__(self, page):
        self.line = page.context.new_cdp_session(page)
        self.line.send("Performance.enable", {"timeDomain": "threadTicks"})

    def now(self):
        """CPU milliseconds of tasks, layouts and recalculations of styles."""
        found = {row["name"]: row["value"] for row in self.line.send("Performance.getMetrics")["metrics"]}
        return found["TaskDuration"] * 1000, found["LayoutCount"], found["RecalcStyleCount"]


def paints(page, samples):
    """Choose a place and take it back, again and again; milliseconds to painted, of the browser alone, and its work."""
    key = page.locator(FREE).first.get_attribute("data-key")
    times, floor, work, counts, stood = [], [], [], Counts(page), page.evaluate(STANDS)
    for _ in range(samples):
        floor.append(page.evaluate(FLOOR, key))
        before = counts.now()
        times.append(page.evaluate(CLOCK, key))
        work.append([now - then for now, then in zip(counts.now(), before, strict=True)])
        page.get_by_role("button", name="Take back", disabled=False).click()
        page.wait_for_function(f"stood => ({STANDS})() === stood", arg=stood)
        page.wait_for_selector(f".stage:not(.pointing) .spot.can[data-key='{key}']")
        page.wait_for_timeout(REST)
    return times, floor, work


def wakings(page, context, samples):
    """Cut the connection and restore it; returns milliseconds until the table is live again."""
    times = []
    for _ in range(samples):
        context.set_offline(True)
        page.locator(".banner").wait_for(state="visible")
        page.wait_for_timeout(1500)
        context.set_offline(False)
        start = time.perf_counter()
        page.locator(".banner").wait_for(state="hidden")
        times.append((time.perf_counter() - start) * 1000)
    return times


def told(name, times):
    """Write one line of figures."""
    ninety_fifth = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    print(f"{name}: p50 {median(times):.0f} ms, p95 {ninety_fifth:.0f} ms, {len(times)} samples")


def main():
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--game", default="mmm")
    parser.add_argument("--wakings", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(folder) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
        page = context.new_page()
        at_table(page, address, asked.game)
        times, floor, work = paints(page, asked.samples)
        told("click to painted", times)
        for name, figures in zip(("tasks of the page, ms", "layouts", "styles"), zip(*work, strict=True), strict=True):
            print(f"  {name}: median {median(figures):.1f}")
        told("a changed attribute to painted, without any server: the browser's own frame", floor)
        if asked.wakings:
            told("back after a lost connection", wakings(page, context, asked.wakings))
        browser.close()


if __name__ == "__main__":
    main()
