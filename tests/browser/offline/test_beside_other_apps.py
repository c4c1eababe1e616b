"""The house as an app among others: what the system and other apps hand over, and an icon of its own."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.offline.guest import OPENING
from tests.browser.offline.test_kept_games import passed_on, record
from tests.browser.offline.test_without_a_server import accessible

LAUNCHED = """
Object.defineProperty(globalThis, "launchQueue", { value: { setConsumer: (open) => (globalThis.launch = open) } });
"""
LAUNCH = """async (text) => {
  const getFile = async () => new File([text], "game.json");
  await launch({ files: [{ getFile }] });
}"""
ASKED = """() => {
  globalThis.asked = 0;
  const question = new Event("beforeinstallprompt");
  dispatchEvent(Object.assign(question, { prompt: () => (globalThis.asked += 1) }));
}"""
SHARE = """([address, text, url]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: address });
  form.enctype = "multipart/form-data";
  const add = (name, value) => form.append(Object.assign(document.createElement("input"), { name, value }));
  add("url", url);
  const field = Object.assign(document.createElement("input"), { type: "file", name: "file" });
  const all = new DataTransfer();
  if (text) all.items.add(new File([text], "game.json", { type: "application/json" }));
  field.files = all.files;
  if (text) form.append(field);
  document.body.append(form);
  form.submit();
}"""


def shared(anna, text="", url=""):
    """Hand something over as another app does, by the system; where that leads."""
    anna.shell.evaluate("document.body.dataset.before = ''")
    anna.shell.evaluate(SHARE, [f"{anna.home}/shared", text, url])
    expect(anna.shell.locator("body:not([data-before])[data-open]")).to_be_attached(timeout=OPENING)
    return anna.inside().at_table().table


def test_files_links_and_shortcuts_lead_to_games_and_an_icon_is_offered_after_a_game(guests, static_host):
    anna = guests(static_host("/a/b/"))
    anna.context.add_init_script(LAUNCHED)
    anna.arrive().kept()
    anna.shell.evaluate(ASKED)
    expect(anna.shell.locator("footer button")).to_have_count(0)  # nobody has played yet
    anna.play_now("mmm").hurry()
    first = anna.table
    link, text = passed_on(anna), Path(record(anna)).read_text("utf-8")
    anna.open("/")
    expect(anna.word()).to_contain_text("among your apps")
    accessible(anna.shell)
    anna.shell.get_by_role("button", name="Install").click()
    assert anna.shell.evaluate("asked") == 1
    anna.shell.evaluate(ASKED)
    anna.shell.get_by_role("button", name="Not now").click()
    anna.shell.evaluate(ASKED)
    expect(anna.shell.locator("footer")).to_be_hidden()
    anna.shell.evaluate(LAUNCH, text)
    anna.at_table()
    assert anna.table != first
    assert shared(anna, text=text) != first
    assert shared(anna, url=link) == first  # it is the game that is here
    anna.hurry()
    anna.shell.goto(f"{anna.home}/continue")
    anna.inside().page.wait_for_url(f"{anna.home}/table/{first}")
    anna.troubles.clear()  # the browser names requests that were broken off
