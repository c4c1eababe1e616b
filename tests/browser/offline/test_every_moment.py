"""Nothing hangs and nothing false is said: every press at every moment, and browsers that do not play along."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.offline.conftest import changed, newer
from tests.browser.offline.guest import OPENING
from tests.browser.offline.test_without_a_server import HELD, accessible

STOPPED = "mousehole has stopped. Your games are kept."
SILENT = "mousehole takes longer than usual to start. Your games are kept."  # it died before its first word
NOT_ARRIVED = "A file of mousehole did not arrive as it should."
DELETED = "The browser has just deleted the games that were kept here."
WAITING = """async () => {
  const service = await navigator.serviceWorker.ready;
  while (!service.waiting) {
    await service.update().catch(() => {});
    await new Promise((done) => setTimeout(done, 300));
  }
}"""
TAKE_OVER = """async () => {
  const { active, waiting } = await navigator.serviceWorker.ready;
  active.postMessage({ type: "let go" });
  waiting.postMessage({ type: "take over" });
}"""
STILL_TAKEN = """async (words) => {
  const address = new URL("early/still", location.href.split("#")[0]);
  while (!(await (await caches.match(address))?.text())?.includes(words)) {
    await new Promise((done) => setTimeout(done, 300));
  }
}"""
WORKERS = """
globalThis.made = {};
globalThis.Worker = class extends Worker {
  constructor(address, ...rest) {
    super(address, ...rest);
    made[/\\w+(?=\\.js)/.exec(address)[0]] = this;
  }
};
"""
NO_SERVICE = """
navigator.serviceWorker.register = async () => { throw new DOMException("denied", "SecurityError"); };
"""
NO_FILES = b"navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));\n"
NO_MEMORY = b"WebAssembly.Memory.prototype.grow = () => { throw new RangeError('cannot grow memory'); };\n"


def foot(anna, *words, ways=()):
    """Wait for words at the foot of the outer page, and look at what one can do about them."""
    for some in words:
        expect(anna.word()).to_contain_text(some)
    buttons = anna.shell.locator("footer button")
    if ways:
        expect(buttons).to_have_text([*ways])
    return buttons


def plays_on(anna, told):
    """The table is there with everything that was told, and takes a move."""
    anna.inside().at_table()
    anna.page.wait_for_function("n => document.querySelectorAll('.story li').length >= n", arg=len(told))
    assert anna.story()[: len(told)] == told
    anna.hurry()


def at_a_table(guests, host, game="mmm"):
    anna = guests(host)
    anna.context.add_init_script(WORKERS)
    anna.arrive().kept().play_now(game)
    anna.hurry()
    return anna


def held_back(anna):
    """Come again to the table; Python waits until it is let."""
    anna.context.add_init_script(HELD)
    anna.shell.evaluate("sessionStorage.hold = 'yes'")
    anna.shell.reload(wait_until="commit")
    anna.shell.wait_for_function("() => 'letPythonCome' in globalThis")
    anna.shell.evaluate("sessionStorage.removeItem('hold')")


def worker(anna, name):
    return next(one for one in anna.shell.workers if name in one.url)


def begun_anew(anna, script):
    """Do something after which the outer page loads itself anew, and wait until that is another page."""
    anna.shell.evaluate("document.body.dataset.before = ''")
    anna.shell.evaluate(script)
    expect(anna.shell.locator("body:not([data-before])")).to_be_attached()


def test_a_new_version_is_offered_to_an_open_house_and_begins_whenever_it_is_taken(guests, static_host, tmp_path):
    host = static_host("/")
    anna = at_a_table(guests, host)
    told, host.folder = anna.story(), newer(host.folder, tmp_path)
    held_back(anna)
    anna.shell.evaluate(WAITING)
    expect(anna.word()).to_have_text("Setting the table…")
    assert not anna.shell.locator("footer button").count()
    begun_anew(anna, TAKE_OVER)  # as another tab may at any moment
    plays_on(anna, told)
    anna.troubles.clear()  # the browser names the page that was not waited for


def test_a_house_that_dies_is_told_and_its_games_are_there_again_here_and_elsewhere(guests, static_host):
    host = static_host("/")
    anna = at_a_table(guests, host)
    told, table = anna.story(), anna.table
    worker(anna, "house_worker").evaluate("close()")
    foot(anna, STOPPED, ways=("Try again", "Start afresh", "Keep all games as a file"))
    accessible(anna.shell)
    with anna.shell.expect_download() as coming:
        anna.shell.get_by_role("button", name="Keep all games as a file").click()
    file = {"name": "games.mousehole", "mimeType": "", "buffer": Path(coming.value.path()).read_bytes()}
    anna.shell.get_by_role("button", name="Try again").click()
    plays_on(anna, told)
    ben = guests(host).arrive()
    ben.page.locator("input[type=file]").set_input_files(file)
    ben.page.wait_for_url(re.compile("/me$"))
    plays_on(ben.open(f"/table/{table}"), told)


def test_games_that_are_deleted_while_they_are_played_are_told_at_the_next_move_and_a_file_takes_the_words_away(
    guests, static_host
):
    host = static_host("/")
    anna = at_a_table(guests, host)
    with anna.shell.expect_download() as coming:
        anna.page.evaluate("address => location.assign(address)", f"{anna.home}/kept/games")
    file = {"name": "games.mousehole", "mimeType": "", "buffer": Path(coming.value.path()).read_bytes()}
    told, table = anna.story(), anna.table
    device = anna.context.new_cdp_session(anna.shell)
    device.send("Storage.clearDataForOrigin", {"origin": host.address, "storageTypes": "file_systems"})
    anna.press()
    foot(anna, DELETED, ways=["Start afresh"])
    expect(anna.page.get_by_text("This was not saved")).to_be_visible()
    assert not anna.page.get_by_text("What was saved before is safe").count()
    with anna.shell.expect_event("load"):
        anna.shell.get_by_role("button", name="Start afresh").click()
    anna.inside()
    foot(anna, "A file with them brings them back", ways=["What is kept"])
    anna.troubles.clear()  # the browser names the page of the table that is gone
    anna.open("/").page.locator("input[type=file]").set_input_files(file)
    anna.page.wait_for_url(re.compile("/me$"))
    expect(anna.shell.locator("footer")).to_be_hidden()
    plays_on(anna.open(f"/table/{table}"), told)


def test_a_browser_that_keeps_no_files_plays_in_memory_and_says_so(guests, static_host, tmp_path):
    host = static_host("/")
    host.folder = changed(host.folder, tmp_path / "forgetful", "house_worker.js", b"", NO_FILES)
    anna = guests(host).arrive()
    foot(anna, "your games end with this page", ways=["What is kept"])
    accessible(anna.shell)
    anna.play_now("mmm").hurry()
    anna.shell.get_by_role("button", name="What is kept").click()
    expect(anna.page.get_by_text("This browser keeps nothing")).to_be_visible()
    with anna.shell.expect_download() as coming:
        anna.page.get_by_role("link", name="Keep all games as a file").click()
    assert Path(coming.value.path()).stat().st_size > 500


@pytest.mark.parametrize("file", ["house_worker.js", "house.zip.xz", "pyodide/pyodide.asm.wasm"])
def test_a_file_that_is_not_what_it_should_be_is_told_and_tried_again(guests, static_host, tmp_path, file):
    host = static_host("/")
    whole = host.folder
    name = file if (whole / file).exists() else f"{file}.packed"
    host.folder = changed(whole, tmp_path / "torn", name, b"", b"torn", listed=False)
    anna = guests(host).look_in()
    foot(anna, NOT_ARRIVED, ways=("Try again", "Start afresh"))
    host.folder = whole
    anna.shell.get_by_role("button", name="Try again").click()
    anna.inside().play_now("mmm")
    anna.troubles.clear()  # the browser itself names the file


def test_a_browser_without_service_workers_or_memory_is_told_what_is_missing(guests, static_host, tmp_path):
    host = static_host("/")
    anna = guests(host)
    anna.context.add_init_script(NO_SERVICE)
    foot(anna.look_in(), "does not let mousehole keep its files", ways=("Try again", "Start afresh"))
    host.folder = changed(host.folder, tmp_path / "small", "python.js", b"", NO_MEMORY)
    ben = guests(host).look_in()
    foot(ben, "too little memory", ways=("Try again", "Start afresh"))
    for one in (anna, ben):
        one.troubles.clear()  # the browser and Python name them too


def test_a_table_opens_as_it_was_and_what_is_tapped_before_python_is_there_is_done_then(guests, static_host):
    anna = at_a_table(guests, static_host("/"))
    anna.wait_until_asked()
    told = anna.story()
    anna.shell.evaluate(STILL_TAKEN, told[-1])
    held_back(anna)
    still = anna.page = anna.shell.frame_locator("iframe")
    expect(still.locator("body[data-early] .story li")).to_have_count(len(told))
    expect(still.locator(".stage .spot").first).to_be_visible()
    accessible(anna.shell, anna.shell.frames[-1])
    expect(anna.word()).to_have_text("Setting the table…")
    anna.press()
    assert still.locator(".story li").count() == len(told)
    anna.shell.evaluate("letPythonCome()")
    anna.inside().at_table()
    anna.page.wait_for_function("n => document.querySelectorAll('.story li').length > n", arg=len(told))
    assert anna.story()[: len(told)] == told


PATH = "/table/{}"
DELETE = {"storageTypes": "file_systems"}


def arriving(anna):
    anna.shell.reload(wait_until="commit")


def starting(anna):
    arriving(anna)
    anna.shell.wait_for_function("() => document.querySelector('progress')?.value > 0.5")


def at_rest(anna):
    anna.wait_until_asked()


def moving(anna):
    anna.wait_until_asked()
    anna.press()


def thinking(anna):
    anna.page.get_by_role("button", name="Hints").first.click()


def taking_over(anna, host, place):
    host.folder = newer(host.folder, place)
    anna.shell.evaluate(WAITING)
    begun_anew(anna, TAKE_OVER)
    return anna


def reloading(anna, host, place):
    anna.shell.reload(wait_until="commit")
    return anna


def closing(anna, host, place):
    return anna.after_a_kill(PATH.format(anna.table))


def going_offline(anna, host, place):
    anna.context.set_offline(True)
    return anna


def a_second_tab(anna, host, place):
    return anna.beside().look_in(PATH.format(anna.table))


def the_house_dies(anna, host, place):
    end(anna, "house_worker")
    expect(anna.word()).to_have_text(re.compile(f"{STOPPED}|{SILENT}"))
    anna.shell.get_by_role("button", name="Try again").click()
    return anna


def the_thinker_dies(anna, host, place):
    anna.inside()
    end(anna, "thinking_worker")
    return anna


def end(anna, name):
    """End a worker of this page, as soon as there is one; the page before may have had one of that name too."""
    anna.shell.wait_for_function("name => globalThis.made[name]", arg=name)
    anna.shell.evaluate("name => made[name].terminate()", name)


PHASES = (arriving, starting, at_rest, moving, thinking)
PRESSES = (taking_over, reloading, closing, going_offline, a_second_tab, the_house_dies, the_thinker_dies)


@pytest.mark.long
@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)
@pytest.mark.parametrize("press", PRESSES, ids=lambda press: press.__name__)
def test_every_press_at_every_moment_leaves_a_table_that_goes_on(guests, static_host, tmp_path, phase, press):
    host = static_host("/")
    anna = at_a_table(guests, host)
    told = anna.story()
    phase(anna)
    plays_on(press(anna, host, tmp_path), told)
    anna.troubles.clear()  # the browser names what was broken off


@pytest.mark.long
@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)
def test_games_deleted_at_any_moment_are_told(guests, static_host, phase):
    host = static_host("/")
    anna = at_a_table(guests, host)
    phase(anna)
    anna.context.new_cdp_session(anna.shell).send("Storage.clearDataForOrigin", {"origin": host.address, **DELETE})
    expect(anna.shell.locator("body[data-open], footer button").first).to_be_attached(timeout=OPENING)
    if anna.shell.locator("body[data-open]").count():
        anna.inside()
        if anna.large().or_(anna.page.locator(".stage .can")).count():
            anna.press()
    foot(anna, "deleted the games")
    anna.troubles.clear()  # the browser names what cannot be written
