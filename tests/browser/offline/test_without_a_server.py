"""The whole house in one browser, from a folder of plain files: visits, tabs, versions."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.offline.conftest import newer
from tests.browser.offline.guest import OPENING

LOOK = """async () => {
  const service = await navigator.serviceWorker.ready;
  setInterval(() => service.update(), 1000); // a single look may join one that the browser itself began before
}"""
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
PAGES = ("/", "/new/mmm", "/album", "/learn/mmm", "/me")  # as at a server, where every page is looked at
OWN_PAGES = ("/privacy", "/table/{table}/links")
HELD = """
const send = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (told, ...rest) {
  if (!sessionStorage.hold || told.type !== "start" || !told.origin) return send.call(this, told, ...rest);
  const slowly = new MessageEvent("message", { data: { type: "far", part: 0 } });
  const coming = setInterval(() => this.dispatchEvent(slowly), 1000); // however long it is held, it is on its way
  globalThis.letPythonCome = () => (clearInterval(coming), send.call(this, told, ...rest));
};
"""
ONE_OF_EACH = """async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const paths = all.flat().map(({ url }) => new URL(url).pathname);
  return paths.length > 20 && paths.length === new Set(paths).size;
}"""
PLACES = """() => [...document.querySelectorAll(".shelf, .day-card, .saved-game, .upload")].map((one) => {
  const { top, height } = one.getBoundingClientRect();
  return [one.className, Math.round(top + scrollY), Math.round(height)];
})"""


def test_everybody_can_use_what_is_said_from_the_first_visit_to_a_new_version(guests, static_host, tmp_path):
    host = static_host("/")
    host.python.clear()
    anna = guests(host).look_in()
    expect(anna.early_shelf()).to_be_visible()
    expect(anna.word()).to_have_text("Setting the table…")
    accessible(anna.shell, anna.shell.frames[-1])
    anna.shell.frames[-1].locator("form[action$='/play/mmm'] button").first.click(no_wait_after=True)
    host.python.set()
    table = anna.inside().kept().at_table().table  # what was pressed before Python was there
    installable(anna)
    for path in PAGES:
        accessible(anna.open(path).page)
    for light in ("dark", "light"):
        anna.shell.emulate_media(color_scheme=light)
        for path in OWN_PAGES:
            accessible(anna.open(path.format(table=table)).page)
    anna.open(f"/table/{table}").at_table().hurry()
    accessible(anna.page)
    anna.context.add_init_script(HELD)
    the_shelf_of_a_returning_visitor_does_not_wait_for_python(anna)
    anna.context.set_offline(True)
    expect(anna.word()).to_contain_text("No network")
    accessible(anna.shell)
    the_shelf_of_a_returning_visitor_does_not_wait_for_python(anna)
    anna.context.set_offline(False)
    anna.open(f"/table/{table}").at_table()
    a_new_version_waits_for_a_yes(anna, host, tmp_path)


def the_shelf_of_a_returning_visitor_does_not_wait_for_python(anna):
    """It is complete, with the games that go on, and what the house says later stands in the same places."""
    anna.open("/").remembered()
    anna.shell.evaluate("sessionStorage.hold = 'yes'")
    anna.look_in()
    anna.shell.wait_for_function("() => 'letPythonCome' in globalThis")
    anna.shell.evaluate("sessionStorage.removeItem('hold')")
    early = anna.shell.frames[-1]
    expect(anna.early_shelf()).to_be_visible()
    expect(early.locator(".saved-game")).to_have_count(1)
    assert early.evaluate("document.readyState") == "complete"
    accessible(early)
    places = early.evaluate(PLACES)
    anna.shell.evaluate("letPythonCome()")
    assert anna.inside().page.evaluate(PLACES) == places


def accessible(*pages):
    for page in pages:
        report = Axe().run(page, options=WCAG)
        assert report.response["violations"] == [], f"{page.url}: {report.generate_report()}"


def installable(anna):
    """The browser itself would offer to install the page; a profile without a memory is all that it minds."""
    device = anna.context.new_cdp_session(anna.shell)
    manifest = device.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["manifest"]["display"] == "kStandalone"
    found = {error["errorId"] for error in device.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert found <= {"in-incognito"}


def a_new_version_waits_for_a_yes(anna, host, place):
    anna.wait_until_asked()
    told, old = anna.story(), anna.shell.locator("body").get_attribute("data-kept")
    host.folder = newer(host.folder, place)
    anna.shell.evaluate(LOOK)
    expect(anna.word()).to_have_text("A new version is ready.", timeout=60_000)
    accessible(anna.shell)
    anna.shell.evaluate("document.body.dataset.before = ''")
    anna.shell.get_by_role("button", name="Use it now").click()
    expect(anna.shell.locator("body:not([data-before])[data-open]")).to_be_attached(timeout=OPENING)
    anna.inside().kept().at_table()
    assert anna.story() == told
    assert anna.shell.locator("body").get_attribute("data-kept") != old
    anna.shell.wait_for_function(ONE_OF_EACH)  # nothing of the version before is kept any longer
    anna.hurry()


def test_a_second_tab_takes_over_and_nothing_acknowledged_is_lost_when_tabs_are_killed(guests, static_host):
    anna = guests(static_host("/")).arrive().play_now("mmm")
    anna.hurry()
    second = anna.beside().arrive(f"/table/{anna.table}").at_table()
    assert second.story() == anna.story()
    anna.hurry()
    expect(second.page.locator(".story li div")).to_have_count(len(anna.story()))
    known = pressed(anna)
    anna.shell.close()
    second.shell.bring_to_front()
    second.inside().at_table()
    assert second.story()[: len(known)] == known
    known = pressed(second, until_told=True)
    third = second.after_a_kill(f"/table/{second.table}").at_table()
    assert third.story()[: len(known)] == known
    third.hurry()


def pressed(person, until_told=False):
    """Begin a move; what the page told so far comes back, with that move if asked for."""
    person.wait_until_asked()
    told = len(person.story())
    person.press()
    if until_told:
        person.page.wait_for_function("n => document.querySelectorAll('.story li').length > n", arg=told)
    return person.story()
