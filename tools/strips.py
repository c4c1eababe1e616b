"""Film the moments of the small games as strips of pictures, one for every tenth of a second, to be looked at.

Each moment is played at a table of a real server in a real Chromium, at the usual pace: a recorded game is opened just
before it, and the choice that brings it is pressed. `python tools/strips.py DIR [MOMENT ...]` writes a picture for each
moment and size; it needs Chromium, Playwright and Pillow.
"""

import argparse
import base64
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from mousehole import shelf
from mousehole.core.record import dump, load, plies

GAMES = Path(__file__).resolve().parents[1] / "tests" / "games"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SIZES = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
EVERY = 100  # milliseconds between two pictures
LONGEST = {"desktop": 300, "phone": 150}  # pixels of a picture in its strip
ROW = {"desktop": 6, "phone": 12}
TAIL = 3500  # milliseconds that are filmed after the press


def cut(game, name, where):
    """A recorded game up to just before the first choice that `where` says yes to, and that choice."""
    found, record = load((GAMES / game / "golden" / f"{name}.json").read_bytes(), shelf.find)
    steps = list(plies(found, record))
    for number in reversed(range(1, len(steps))) if where is over else range(1, len(steps)):
        before, after = steps[number - 1], steps[number]
        if where(found, before, after):
            kept = type(record)(record.game, record.edition, record.setup, record.events[: number - 1], None)
            return dump(kept), after.event
    raise SystemExit(f"{name} has no such moment")


def chosen(before, event):
    """Whether an event is a choice."""
    return event in getattr(before.turn, "actions", ())


def caught(_, before, after):
    """A mouse is caught."""
    return chosen(before, after.event) and sum(map(bool, after.state.mice)) < sum(map(bool, before.state.mice))


def over(_, before, after):
    """The last choice of a game."""
    return chosen(before, after.event)


def stopped(_, before, after):
    """Somebody gathers, and the cat takes one of its last steps."""
    far = after.state.pantry.steps - after.state.cat
    return type(after.event).__name__ == "Gather" and after.state.cat > before.state.cat and 0 < far <= 3


MOMENTS = {
    "capture": ("chopchop", "ending-caught", caught),
    "chopchop-cat-wins": ("chopchop", "ending-caught", over),
    "chopchop-mice-win": ("chopchop", "ending-home", over),
    "mmm-win": ("mmm", "one-paw.win-1", over),
    "mmm-loss": ("mmm", "one-paw.loss-2", over),
    "mousewarming-win": ("mousewarming", "table.won", over),
    "last-steps": ("mmm", "one-paw.win-1", stopped),
    "failed-roll": ("mmm", "", None),
}


@contextmanager
def server():
    """Run the product's own server on fresh data."""
    folder = tempfile.mkdtemp()
    env = {**os.environ, "MOUSEHOLE_DATA": folder, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "mousehole", "web", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


def at_moment(page, address, moment):
    """Sit down just before a moment; what is returned brings it about."""
    game, name, where = MOMENTS[moment]
    if where is None:  # three red crosses, which real dice show
        page.goto(f"{address}/new/{game}")
        page.locator("form.setup .more > summary").click()
        page.locator("[name=real_dice]").check()
        page.locator("form.setup > button.primary").click()
        page.locator(".stage .spot").first.wait_for()
        crosses = page.get_by_role("button", name="a red cross", exact=True)
        for _ in range(2):
            crosses.click()
        return crosses.click
    record, event = cut(game, name, where)
    told = page.request.post(f"{address}/upload", data=record, headers={"accept": "application/json"}).json()
    page.goto(address + told["address"])
    page.locator(".stage .spot").first.wait_for()
    page.wait_for_timeout(1500)
    table = told["address"].split("/")[2]
    position = page.request.get(f"{address}/table/{table}/position.json").json()
    scene = page.request.get(f"{address}/table/{table}/scene.json").json()["scene"]
    action = position["actions"].index(json.loads(encoded(event)))
    offer = next(one for one in scene["offers"] if one["action"] == action)

    def press():
        if not offer.get("clicks"):
            page.locator(".actions button", has_text=offer["label"]).first.click()
        for key in offer.get("clicks", ()):
            page.locator(f".spot[data-key='{key}'], .piece[data-key='{key}']").first.dispatch_event("click")

    return press


def encoded(event):
    """An event as it stands in a record."""
    import msgspec

    return msgspec.json.encode(event)


def film(page, press):
    """Press, and collect what is painted afterwards with its time in milliseconds."""
    wire, frames = page.context.new_cdp_session(page), []

    def painted(told):
        frames.append((1000 * told["metadata"]["timestamp"], told["data"]))
        wire.send("Page.screencastFrameAck", {"sessionId": told["sessionId"]})

    wire.on("Page.screencastFrame", painted)
    wire.send("Page.startScreencast", {"format": "jpeg", "quality": 70, "maxWidth": 900, "maxHeight": 900})
    page.wait_for_timeout(300)
    press()
    page.wait_for_timeout(TAIL)
    wire.send("Page.stopScreencast")
    return frames


def strip(frames, size):
    """Put one picture for every tenth of a second side by side, row below row."""
    from PIL import Image, ImageDraw

    start, shown, at = frames[0][0], [], frames[0][0]
    while at <= frames[-1][0]:
        shown.append((at - start, next(data for when, data in reversed(frames) if when <= at)))
        at += EVERY
    pictures = []
    for ms, data in shown:
        picture = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
        picture.thumbnail((LONGEST[size], LONGEST[size] * 3))
        ImageDraw.Draw(picture).text((4, 2), f"{ms / 1000:.1f} s", fill="#c00")
        pictures.append(picture)
    wide, high = pictures[0].size
    rows = -(-len(pictures) // ROW[size])
    whole = Image.new("RGB", (wide * ROW[size], high * rows), "white")
    for n, picture in enumerate(pictures):
        whole.paste(picture, (n % ROW[size] * wide, n // ROW[size] * high))
    return whole


def main():
    """Film moments at both sizes."""
    from playwright.sync_api import sync_playwright

    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("folder", type=Path)
    asked.add_argument("moments", nargs="*", metavar="MOMENT", help=", ".join(MOMENTS))
    wishes = asked.parse_args()
    wishes.folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as play, server() as address:
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        for moment in wishes.moments or MOMENTS:
            for size, look in SIZES.items():
                page = browser.new_context(locale="en-GB", **look).new_page()
                frames = film(page, at_moment(page, address, moment))
                strip(frames, size).save(wishes.folder / f"{moment}-{size}.png")
                print(f"{moment}-{size}: {len(frames)} frames")
                page.context.close()


if __name__ == "__main__":
    main()
