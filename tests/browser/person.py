"""A person with a browser: does what people do, and sees what they see."""

import re
from urllib.parse import urlencode

from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SIDEWAYS = {**PHONE, "viewport": {"width": 844, "height": 390}}
WAIT = 90_000  # milliseconds; no test means to meet it
QUIET = "try { localStorage['mousehole-sound'] ??= 'false'; } catch { /* a page without a memory */ }"
BRISK = "try { localStorage['mousehole-pace'] ??= '\"quick\"'; } catch { /* a page without a memory */ }"
KNOWN = """try {
    for (const name of ["welcomed", "experienced"]) localStorage[`mousehole-${name}`] ??= '["mystics"]';
} catch { /* a page without a memory */ }"""
ALL_MICE = """form => Object.entries({ players: "1", steers: "", opening: "asked" }).forEach(([name, value]) =>
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value })))"""
CHANCES = "try { localStorage['mousehole-chances'] ??= 'true'; } catch { /* a page without a memory */ }"
expect.set_options(timeout=WAIT)
EXPECTED = ("ERR_", "WebSocket", "Push API in incognito mode")  # lines that are cut; what profiles of tests cannot do


class Person:
    """One browser profile with one page."""

    def __init__(self, context, home, quiet=True, chances=True):
        self.context, self.home = context, home
        self.troubles, self.strangers = [], set()
        kept = BRISK + KNOWN + (QUIET if quiet else "") + (CHANCES if chances else "")
        context.add_init_script(kept)
        self.page = context.new_page()
        self.page.set_default_timeout(WAIT)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self.heard)
        self.page.on("request", self.asked)

    def heard(self, message):
        if message.type == "error" and not any(words in message.text for words in EXPECTED):
            self.troubles.append(message.text)

    def asked(self, request):
        if not request.url.startswith((self.home, "data:")):
            self.strangers.add(request.url)

    def leave(self):
        self.context.close()
        assert not self.troubles, self.troubles
        assert not self.strangers, f"a page asked somebody else: {self.strangers}"

    def open(self, path):
        self.page.goto(path if path.startswith("http") else self.home + path)
        return self

    def play_now(self, game="mmm"):
        """Open a table with one press; of the adventure one where this person steers all mice and is asked all."""
        self.open("/")
        if game == "mystics":
            self.page.locator(f"form[action='/play/{game}']").evaluate(ALL_MICE)
        self.page.locator(f"form[action='/play/{game}'] button").first.click()
        return self.at_table()

    def new_table(self, chairs, **fields):
        """Fill in the form of a new table of Mmm!: a chair for each seat, then any other fields."""
        drawn = {"board": fields.pop("board")} if "board" in fields else {}  # a board is drawn, not typed into the form
        self.open(f"/new/mmm?{urlencode(drawn)}")
        self.page.locator("[name=players]").fill(str(len(chairs)))
        expect(self.page.locator(".seat-row:visible")).to_have_count(len(chairs))  # what is below them moves
        for name, value in fields.items():
            self.unfolded(self.page.locator(f"[name={name}]")).fill(str(value))
        for seat, chair in enumerate(chairs):
            self.sit(seat, chair)
        self.page.locator("form.setup > button.primary").click()
        self.page.wait_for_url(re.compile(r"/table/\w+"))
        return self

    def drawn(self, board):
        """Open the form of a new table with a board that was drawn."""
        return self.open(f"/new/mmm?{urlencode({'board': board})}")

    def sit(self, seat, chair, name=None):
        """Choose who sits in a seat of the form: by a face, or from the long list of bots."""
        card = self.page.locator(f"[name=chair-{seat}][value='{chair}']")
        if not card.or_(self.page.locator(f"[name=level-{seat}]")).first.is_visible():
            self.page.locator(f".seat-row[data-seat='{seat}'] > summary").click()
        if card.count():
            card.check()
            if name:
                self.page.locator(f"[name=name-{seat}]").fill(name)
            if card.is_visible():  # who has a name to give is asked on
                self.page.locator(f".seat-row[data-seat='{seat}'] .seat-done").click()
        else:
            self.page.locator(f"[name=chair-{seat}][value=bot]").check()
            self.page.locator(f"[name=level-{seat}]").select_option(chair.removeprefix("bot:"))
            self.page.locator(f".seat-row[data-seat='{seat}'] .seat-done").click()

    def unfolded(self, field):
        if not field.is_visible():
            self.page.locator("form.setup .more > summary").click()
        return field

    def at_table(self):
        self.page.wait_for_url(re.compile(r"/table/\w+$"))
        expect(self.page.locator(".stage .spot").first).to_be_visible()
        return self

    @property
    def table(self):
        return re.search(r"/table/(\w+)", self.page.url)[1]

    def link(self, name):
        """Read a link from the page of links: seat-1, watch."""
        self.open(f"/table/{self.table}/links")
        return self.page.locator(f"#link-{name}").input_value()

    def join(self, link):
        """Follow a link of somebody else, and press the one button."""
        self.open(link).page.locator(".invitation button").click()
        return self.at_table()

    def large(self, words=""):
        return self.page.locator(".actions .large", has_text=words)

    def spot(self, key):
        return self.page.locator(f".spot[data-key='{key}']")

    def tap(self, key):
        """Press a place of the board; food lies over its square, so the press goes to the place itself."""
        self.spot(key).dispatch_event("click")

    def glowing(self):
        """List the keys that can be chosen on the board, without the dice that can be taken up."""
        places = self.page.locator(".stage:not(.pointing) .can:not([data-key^='die-'])")
        return places.evaluate_all("all => all.map(e => e.dataset.key)")

    def my_turn(self):
        return self.page.locator(".prompt.mine")

    def story(self):
        return self.page.locator(".story li div").all_inner_texts()

    def ended(self):
        return self.page.locator("dialog.ending")

    def wait_until_asked(self):
        """Wait until this person can do something, or the game is over."""
        self.page.wait_for_function(
            """() => document.querySelector("dialog.ending")
                || document.querySelector(".table:not(.sent) .actions button")
                || document.querySelector(".table:not(.sent) .stage:not(.pointing) .can")""",
            timeout=WAIT,
        )

    def hurry(self):
        """Do the first thing that brings the game on: roll, lay one die, stop. Tell what it was."""
        self.wait_until_asked()
        if self.ended().count():
            return "ended"
        entry = self.story()
        choices = self.page.locator(".actions .large:not(.heading)")  # a heading only opens what is under it
        if choices.count():
            choices.last.click()
        else:
            self.tap(self.glowing()[0])
        self.page.wait_for_function(
            "n => document.querySelectorAll('.story li').length !== n || document.querySelector('dialog.ending')",
            arg=len(entry),
        )
        return "moved"
