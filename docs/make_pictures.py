"""Takes the pictures of the web app for the docs: the shelf, a table, a chapter; with a real server and Chromium."""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).parent / "pictures"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
MOVES = 14


@contextmanager
def server(folder):
    """Run the product's own server."""
    env = {**os.environ, "MOUSEHOLE_DATA": folder, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()


def move(page):
    """Roll, place a die, and stop now and then."""
    page.wait_for_selector(".actions button.large, .stage:not(.pointing) .spot.can")
    squares = page.locator(".stage:not(.pointing) .spot.can:not([data-key='tray'])")
    large = page.locator(".actions button.large")
    if squares.count() and (not large.count() or squares.count() % 3):
        squares.first.dispatch_event("click")
    else:
        large.last.click()
    page.wait_for_timeout(700)


def played(page, address):
    """Play a few moves of Mmm! for two on one screen, up to a choice on the board; returns the table's address."""
    page.goto(f"{address}/new/mmm")
    page.locator("[name=players]").fill("2")
    page.locator("[name=name-0]").fill("Anna")
    page.locator("[name=name-1]").fill("Ben")
    page.locator("form.setup > button.primary").click()
    page.wait_for_selector(".stage .spot")
    for _ in range(MOVES):
        move(page)
    while page.locator(".stage:not(.pointing) .spot.can:not([data-key='tray'])").count() < 3:
        move(page)
    page.wait_for_timeout(2000)
    return page.url


def quest(page, address, name):
    """Show the first turn of a chapter."""
    page.goto(address)
    page.locator("form[action='/play/mystics'] button").click()
    page.wait_for_selector("dialog.tale[open]")
    first_steps(page)
    page.screenshot(path=PICTURES / name)


def first_steps(page):
    """Read the tale, choose abilities and places, and roll the first die: what can be reached is lit."""
    for _ in range(200):
        page.wait_for_timeout(300)
        tale, end = page.locator("dialog.tale[open] button"), page.locator(".actions .large", has_text="End the turn")
        ready = page.locator(".actions .large").or_(page.locator(".stage:not(.pointing) .spot.can[data-key*='/']"))
        if tale.count():
            tale.click()
        elif end.count():
            break
        elif ready.count():
            ready.first.dispatch_event("click")
    page.locator(".actions .large").first.click()
    page.wait_for_selector(".spot.can.far")
    page.wait_for_timeout(2500)


def main():
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        desk = browser.new_context(locale="en", reduced_motion="reduce", **DESK)
        page = desk.new_page()
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=PICTURES / "home.png")
        table = played(page, address)
        page.screenshot(path=PICTURES / "table.png")
        quest(page, address, "quest.png")
        phone = browser.new_context(locale="en", reduced_motion="reduce", storage_state=desk.storage_state(), **PHONE)
        page = phone.new_page()
        page.goto(table)
        page.wait_for_selector(".stage .spot")
        page.wait_for_timeout(1500)
        page.screenshot(path=PICTURES / "phone.png")
        quest(page, address, "quest-phone.png")
        browser.close()


if __name__ == "__main__":
    main()
