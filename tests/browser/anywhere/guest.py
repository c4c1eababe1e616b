"""A person whose browser is the house: the pages are in the frame of the outer one."""

from playwright.sync_api import expect

from tests.browser.person import WAIT, Person

PRESS = """() => {
  const buttons = [...document.querySelectorAll(".actions button")].filter((button) => button.offsetParent);
  const pressed = buttons.pop() ?? document.querySelector(".stage:not(.pointing) .can");
  pressed?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
OPENING = 120_000  # milliseconds until Python is there, on a machine with much else to do


class Guest(Person):
    """One browser profile with the outer page; `page` is what the frame shows."""

    def __init__(self, context, home):
        super().__init__(context, home)
        self.shell = self.page

    def arrive(self, path="/"):
        """Open the folder, and wait until the house is open."""
        self.shell.goto(f"{self.home}/" + (f"#{path}" if path != "/" else ""))
        return self.inside()

    def inside(self):
        expect(self.shell.locator("body[data-open]")).to_be_attached(timeout=OPENING)
        self.page = self.shell.locator("iframe").element_handle().content_frame()
        self.page.locator("body:not([data-early])").wait_for(state="attached", timeout=WAIT)
        return self

    def kept(self):
        """Wait until every file is kept for a day without a network."""
        expect(self.shell.locator("body[data-kept]")).to_be_attached(timeout=OPENING)
        return self

    def reload(self):
        self.shell.reload()
        return self.inside()

    def open(self, path):
        self.page.goto(self.home + path)
        return self

    def play_now(self, game="mmm"):
        self.open("/")
        self.page.locator(f"form[action$='/play/{game}'] button").click()
        return self.at_table()

    def beside(self):
        """The same person with a second tab."""
        return Guest(self.context, self.home)

    def after_a_kill(self, path):
        """The same person after the tab has died at once, with no time to say anything."""
        again = self.beside()
        self.shell.close()
        return again.arrive(path)

    def press(self):
        """Do the first thing that can be done, without waiting for what comes of it."""
        if self.large().count():
            self.large().last.click()
        else:
            self.tap(self.glowing()[0])

    def do_something(self):
        """Press the first thing that can be pressed in any game, in one step: a button, or a place on the board."""
        self.page.evaluate(PRESS)
