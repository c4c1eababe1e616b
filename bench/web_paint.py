"""From a click to the painted answer, in a real Chromium with a real server on loopback; and reconnecting after sleep.

The clock runs in the page: from the click on a square to the first frame that shows the die there, after the move was
written to disk, acknowledged and sent. Between samples the die is taken back, so that every sample is the same move.
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
FREE = ".stage:not(.pointing) .spot.can:not([data-key='tray'])"
REST = 250  # milliseconds until the animations of a take-back are over, as they are before a person's next click
LUCK = "0123456789abcdef0123456789abcdef"  # the same dice in every run, so that the same die is placed
CLOCK = """key => new Promise(done => {
    let start = 0;
    const square = document.querySelector(`.spot[data-key='${key}']`);
    const watch = new MutationObserver(() => {
        if (!document.querySelector(`.piece[data-key='die-${key}']`)) return;
        watch.disconnect();
        requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => done(performance.now() - start);
            after.port2.postMessage(0);
        });
    });
    watch.observe(document.querySelector(".pieces"), { subtree: true, childList: true, attributeFilter: ["data-key"] });
    start = performance.now();
    square.click();
})"""

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


def at_table(page, address):
    """Open a table and roll until a die can be placed."""
    page.goto(address)
    page.locator("form[action='/play/mmm'] button").click()
    while not page.locator(FREE).count():
        page.evaluate("document.querySelector('.actions .large')?.click()")  # it may disappear at any moment
        page.wait_for_timeout(300)


def paints(page, samples):
    """Place a die and take it back, again and again; returns milliseconds to painted, and of the browser alone."""
    key = page.locator(FREE).first.get_attribute("data-key")
    times, floor = [], []
    for _ in range(samples):
        floor.append(page.evaluate(FLOOR, key))
        times.append(page.evaluate(CLOCK, key))
        page.get_by_role("button", name="Take back", disabled=False).click()
        page.wait_for_selector(f".stage:not(.pointing) .spot.can[data-key='{key}']")
        page.wait_for_timeout(REST)
    return times, floor


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
    parser.add_argument("--wakings", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, server(folder) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
        page = context.new_page()
        at_table(page, address)
        times, floor = paints(page, asked.samples)
        told("click to painted", times)
        told("a changed attribute to painted, without any server: the browser's own frame", floor)
        told("back after a lost connection", wakings(page, context, asked.wakings))
        browser.close()


if __name__ == "__main__":
    main()
