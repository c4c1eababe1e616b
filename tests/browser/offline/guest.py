"""A person whose browser is the house: the pages are in the frame of the outer one."""

from playwright.sync_api import expect

from tests.browser.person import Person

AUTOPLAY = """(seed) => {
  const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
  const shown = (all) => [...document.querySelectorAll(all)].filter((one) => one.checkVisibility());
  const press = () => {
    if (document.querySelector("dialog.ending[open]")) return;
    const tale = shown("dialog[open] .primary");
    const choices = tale.length ? tale : shown(".table:not(.sent) .actions .large");
    if (!tale.length) choices.push(...document.querySelectorAll(".table:not(.sent) .stage:not(.pointing) .can"));
    if (choices.length) choices[random(choices.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    setTimeout(press, 20);
  };
  press();
}"""
AT_ONCE = "try { localStorage['mousehole-pace'] = '\"once\"'; } catch { /* a page without a memory */ }"
NO_WAITING = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (told, ...rest) {
  if (told.origin) told.origin.pace = 0;
  return post.call(this, told, ...rest);
};
"""
LISTENING = """
globalThis.told = [];
addEventListener("DOMContentLoaded", () => {
  const word = document.querySelector("#word");
  if (word) new MutationObserver(() => told.push(word.textContent)).observe(word, { childList: true });
});
"""
REMEMBERED = """async (games) => {
  const kept = await caches.match(new URL("early/last", location.href.split("#")[0]));
  return kept && (await kept.text()).split('class="saved-game"').length === games + 1;
}"""
LONGEST = 240_000  # milliseconds of a whole game
OPENING = 300_000  # milliseconds until Python is there, on a machine with much else to do


class Guest(Person):
    """One browser profile with the outer page; `page` is what the frame shows."""

    def __init__(self, context, home):
        super().__init__(context, home)
        for script in (AT_ONCE, NO_WAITING, LISTENING):
            context.add_init_script(script)
        self.shell = self.page

    def heard(self, message):
        super().heard(message)
        if "Traceback" in message.text:
            self.troubles.append(message.text)

    def look_in(self, path="/"):
        """Open the folder; Python is not there yet."""
        self.shell.goto(f"{self.home}/" + (f"#{path}" if path != "/" else ""))
        return self

    def arrive(self, path="/"):
        """Open the folder, and wait until the house is open."""
        return self.look_in(path).inside()

    def early_shelf(self):
        """The shelf as it was written beforehand, without a Python to answer."""
        return self.shell.frame_locator("iframe").locator("body[data-early] .shelf")

    def word(self):
        """What the foot of the outer page says."""
        return self.shell.locator("#word")

    def inside(self):
        expect(self.shell.locator("body[data-open]")).to_be_attached(timeout=OPENING)
        self.page = self.shell.locator("iframe").element_handle().content_frame()
        self.page.locator("body:not([data-early])").wait_for(state="attached", timeout=OPENING)
        return self

    def kept(self):
        """Wait until every file is kept for a day without a network."""
        expect(self.shell.locator("body[data-kept]")).to_be_attached(timeout=OPENING)
        return self

    def remembered(self):
        """Wait until the shelf for the next visit is written as the house shows it now."""
        games = self.page.locator(".saved-game").count()
        self.shell.wait_for_function(REMEMBERED, arg=games)
        return self

    def was_told(self, words):
        """Wait until the foot of the outer page has said something, even if it is gone again."""
        self.shell.wait_for_function("words => told.some((one) => one.includes(words))", arg=words)

    def reload(self):
        self.shell.reload()
        return self.inside()

    def open(self, path):
        self.page.goto(self.home + path)
        return self

    def play_now(self, game="mmm"):
        self.open("/")
        self.page.locator(f"form[action$='/play/{game}'] button").first.click()
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

    def play_on(self, moves):
        """Press anything that can be pressed until the story is so many lines longer, or to the end."""
        told = len(self.story())
        self.page.evaluate(AUTOPLAY, 7)
        self.page.wait_for_function(
            "n => document.querySelector('dialog.ending[open]') || document.querySelectorAll('.story li').length > n",
            arg=told + moves,
            timeout=LONGEST,
        )
        return self

    def to_the_end(self):
        """Press anything that can be pressed until the game is over."""
        self.page.evaluate(AUTOPLAY, 7)
        self.page.locator("dialog.ending[open]").wait_for(timeout=LONGEST)
        return self
