"""How fast a table is there for somebody who comes for the first time, on a slow line; and how soon a tap is answered.

A real Chromium with an empty cache opens a table over a line of a given latency and pace. Counted are requests and
bytes until the board stands and something can be done; then taps, from the tap to the first change that is painted,
before the server can have answered. `--checkout DIR` measures an earlier version beside this one, in turns.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
READY = ".stage .spot.can, .actions .large"
TAP = """() => new Promise(done => {
    const pressed = document.querySelector(".actions .large") ?? document.querySelector(".stage .spot.can");
    let start = 0;
    const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => done(performance.now() - start);
            after.port2.postMessage(0);
        });
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    start = performance.now();
    pressed.click();
})"""


@contextmanager
def server(checkout):
    """Run the server of a checkout."""
    folder = tempfile.mkdtemp()
    env = {**os.environ, "MOUSEHOLE_DATA": folder, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-P", "-m", "mousehole", "web", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


def cold(browser, address, latency, pace):
    """Open a new table for a first time: seconds until something can be done, requests, kilobytes, and one tap."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    opened = context.request.post(f"{address}/play/mmm", max_redirects=0, headers={"origin": address})
    told = {"requests": 0, "bytes": 0}
    wire.on("Network.requestWillBeSent", lambda _: told.__setitem__("requests", told["requests"] + 1))
    wire.on("Network.loadingFinished", lambda one: told.__setitem__("bytes", told["bytes"] + one["encodedDataLength"]))
    slow = {"offline": False, "latency": latency, "downloadThroughput": pace, "uploadThroughput": pace}
    wire.send("Network.emulateNetworkConditions", slow)
    start = page.evaluate("performance.timeOrigin")
    page.goto(address + opened.headers["location"], wait_until="commit")
    page.wait_for_selector(READY)
    start = page.evaluate("performance.timeOrigin")
    there = page.evaluate("Date.now()") - start
    page.wait_for_timeout(500)
    tap = page.evaluate(TAP)
    context.close()
    return there / 1000, told["requests"], told["bytes"] / 1024, tap


def main():
    """Measure in turns and print medians."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--checkout", type=Path, action="append", default=[], help="an earlier version to compare with")
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--latency", type=float, default=400, help="milliseconds there and back")
    asked.add_argument("--pace", type=float, default=50, help="kilobytes a second")
    wishes = asked.parse_args()
    here = Path(__file__).resolve().parents[1]
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    found = {}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        for _ in range(wishes.rounds):
            for checkout in (here, *wishes.checkout):
                with server(checkout.resolve()) as address:
                    row = cold(browser, address, wishes.latency, wishes.pace * 1024)
                    found.setdefault(checkout, []).append(row)
    for checkout, rows in found.items():
        there, requests, kilobytes, tap = (median(column) for column in zip(*rows, strict=True))
        taps = sorted(row[3] for row in rows)
        print(f"{checkout.name}: {there:.1f} s, {requests:.0f} requests, {kilobytes:.0f} KB; ", end="")
        print(f"tap to the first change {tap:.0f} ms, the slowest of {len(taps)} {taps[-1]:.0f} ms")


if __name__ == "__main__":
    main()
