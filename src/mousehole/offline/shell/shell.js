/** The outer page: it owns the house, and shows its pages in a frame. */

import { note, progress, quiet, says, tell, tells } from "./foot.js";
import { House } from "./house.js";
import { tongue } from "./shell_words.js";
import { Stills } from "./still.js";

/** @import { Near } from "./near.js" */
/** @import { Way } from "./foot.js" */
/** @import { Reason } from "./house.js" */

const BASE = new URL(".", import.meta.url).pathname;
const NAME = `mousehole ${BASE}`;
const FOLDER = NAME.replaceAll("/", "_");
const GAMES = "mousehole.db";
const SIZES = JSON.parse(document.body.dataset.sizes ?? "{}");
const LINE = new BroadcastChannel(NAME);
const PASSED = "#game=";
const AHEAD = new Set(JSON.parse(document.body.dataset.ahead ?? "[]")); // pages that are there before Python is
const AT_ONCE = "?early";
const PATIENCE = 2_000; // milliseconds after which Python is fetched though the first page is not complete
const REMEMBERED = 1_000; // milliseconds after which the shelf for the next visit is written
const SOON = 3_600_000; // milliseconds between two looks for a new version
const CALM = 300; // milliseconds between two looks whether a move is on its way
const SERVED = 15_000; // milliseconds within which a browser that keeps files takes over, and a new version begins
const PLAYED = `${NAME} played`; // remembers that there were games, should the browser delete them
const VISITED = `${NAME} visited`;
const DECLINED = `${NAME} stays in the browser`;
const HANDED = "#handed"; // the address after another app has handed a file over
const SETTING = "Setting the table…";
const FULL = "There is no room left on this device. The last move may not be kept.";
const GONE = "The browser has deleted the games that were kept here. A file with them brings them back.";
const EMPTIED = "The browser has just deleted the games that were kept here. What you play now is not kept.";
const FLEETING = "This browser lets mousehole keep nothing: your games end with this page. Save them as a file.";
const THOUGHTLESS = "The bots cannot think right now: they move at random.";
const REFUSED = "This browser does not let mousehole keep its files. Allow it to, or use another browser.";
const TOO_OLD = "This browser cannot run mousehole on its own. A newer one can, at an address that begins with https.";
const SLOW = "mousehole takes longer than usual to start.";
const SAFE = "Your games are kept.";
/** @type {Record<Reason, string>} */
const BROKEN = {
  file: "A file of mousehole did not arrive as it should.",
  memory: "This device has too little memory left for mousehole. Close other pages and programs.",
  busy: "mousehole is open elsewhere in this browser. Close its other tabs and try again.",
  full: FULL,
  gone: GONE,
  start: "mousehole could not start here.",
  stopped: "mousehole has stopped.",
};
const INSTALLED = "mousehole can stand among your apps, and works there without a network too.";
const READY = "From now on mousehole also works without a network.";
const ALONE = "No network: everything is played on this device.";
document.querySelector(".late")?.remove(); // what is said where none of this is read
const frame = document.querySelector("iframe");
const stills = new Stills(NAME, BASE, frame);
let complete = false; // whether the frame shows its first page
let overtaken = false; // whether the house was open before that page was there
let leaving = false; // whether something was pressed on a page written beforehand, and its answer is on the way

/** @type {(value?: unknown) => void} */
let seen = () => {};
const answered = new Promise((done) => (seen = done)); // the frame shows a page of the house

/** What a browser remembers beside the games, where it remembers anything. */
const memory = {
  get(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      if (value) localStorage.setItem(name, value);
      else localStorage.removeItem(name);
    } catch {
      // then it is said again
    }
  },
};

/** Say that something is wrong with what is kept; the page about it has a file with all games, and the way back. */
function warn(text) {
  const look = () => (quiet("warning"), frame.contentWindow.location.assign(`${BASE}privacy`));
  tell("warning", [text], [["What is kept", look]]);
}

const again = () => location.reload();

/** Begin as on a first visit: every file is fetched anew, and the games stay. */
async function afresh() {
  for (const service of await navigator.serviceWorker.getRegistrations()) await service.unregister();
  await caches.delete(NAME);
  again();
}

/** The file with the saved games as it lies on the device. @returns {Promise<File | null>} */
async function savedGames() {
  try {
    const root = await navigator.storage.getDirectory();
    const file = await (await (await root.getDirectoryHandle(FOLDER)).getFileHandle(GAMES)).getFile();
    return file.size ? file : null;
  } catch {
    return null;
  }
}

/** Hand the file to whoever asked for it; the shelf takes it in again. @param {File} file */
function download(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "games.mousehole";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Say what is wrong, and what can be done about it without a house. @param {string} text */
async function trouble(text, retry = again) {
  const file = await savedGames();
  if (isOpen()) return;
  /** @type {Way[]} */
  const ways = [["Try again", retry], ["Start afresh", afresh]];
  if (file) ways.push(["Keep all games as a file", () => download(file)]);
  tell("trouble", file ? [text, SAFE] : [text], ways);
}

/** The browser's own question, kept for a good moment. @type {any} */
let installing;

/** Offer an icon of its own to somebody who has played and is back at the shelf, unless it was declined before. */
function offerIcon() {
  const atShelf = isOpen() && shownPath() === "";
  if (!atShelf && says(INSTALLED)) quiet("offer");
  if (!installing || !atShelf || !memory.get(PLAYED) || memory.get(DECLINED)) return;
  if (tells("progress", "trouble", "warning", "offer")) return;
  const answer = (yes) => {
    quiet("offer");
    if (yes) installing.prompt();
    else memory.set(DECLINED, "yes");
    installing = null;
  };
  tell("offer", [INSTALLED], [["Install", () => answer(true)], ["Not now", () => answer(false)]]);
}

/** Open a file that the system or another app handed over, as the shelf would. @param {Blob} file */
async function takeIn(file) {
  await answered;
  const answer = await fetch(`${BASE}upload`, { method: "POST", body: file, headers: { accept: "application/json" } });
  const told = await answer.json().catch(() => ({}));
  if (told.address) outer.go(told.address.slice(1));
  else note(told.problem ?? answer.statusText);
}

/** Open a file that the system opens with the installed house. @param {{ files: FileSystemFileHandle[] }} launched */
async function openLaunched({ files }) {
  if (files.length) await takeIn(await files[0].getFile());
}

/** Open the file that another app handed over; the service worker has kept it. */
async function openHanded() {
  const cache = await caches.open(NAME), key = `${BASE}early/handed`, found = await cache.match(key);
  await cache.delete(key);
  if (found) await takeIn(await found.blob());
}

/** The page that an address of the shell asks for. */
function wanted() {
  if (location.hash.startsWith(PASSED)) return location.hash;
  if (location.hash.startsWith("#/")) return location.hash.slice(2);
  return location.pathname.slice(BASE.length).replace(/^index\.html$/, "") + location.search;
}

/** The path of the page in the frame, below that of the folder. */
function shownPath() {
  const { pathname, search } = frame.contentWindow.location;
  return pathname.slice(BASE.length) + (search === AT_ONCE ? "" : search);
}

/** Keep address and title as those of the page in the frame. */
function shown() {
  const inside = frame.contentWindow.location;
  if (!inside.pathname.startsWith(BASE)) return;
  const path = shownPath();
  if (inside.search === AT_ONCE) frame.contentWindow.history.replaceState(null, "", BASE + path);
  const atHome = near && !near.isGuest && !isEarly(); // the games of a guest are kept elsewhere
  if (atHome && path.startsWith("table/")) memory.set(PLAYED, "yes");
  history.replaceState(null, "", path ? `${BASE}#/${path}` : BASE);
  if (isEarly() && path.startsWith("table/")) stills.shown();
  else if (!isEarly()) {
    seen((leaving = false));
    stills.passed();
  }
  stills.soon(path);
  offerIcon();
  complete = true;
  if (overtaken) freshen();
  overtaken = false;
  clearTimeout(remembering);
  remembering = setTimeout(remember, REMEMBERED);
  frame.contentDocument.addEventListener("click", ({ target }) => {
    const pressed = target instanceof frame.contentWindow.Element && target.closest("[data-together]");
    if (pressed) near?.press(pressed.dataset.together);
  });
  document.title = frame.contentDocument.title || "mousehole";
  document.documentElement.lang = frame.contentDocument.documentElement.lang || tongue;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let remembering;

/** Let the house write the shelf as the next visit is to see it first. */
const remember = () => LINE.postMessage({ to: "house", kind: "remember" });

/** Show the first page; what was written beforehand is there at once, and nothing is fetched beside it. */
async function showFirst() {
  const path = wanted(), early = AHEAD.has(path) || (await stills.has(path));
  frame.src = BASE + path + (early ? AT_ONCE : "");
  if (early) await new Promise((done) => {
    frame.addEventListener("load", done, { once: true });
    setTimeout(done, PATIENCE);
  });
}

/** Wait for something that happens once, but not for ever. @param {EventTarget} target @param {string} name */
const within = (target, name) =>
  new Promise((done, late) => {
    target.addEventListener(name, done, { once: true });
    setTimeout(() => late(new Error(name)), SERVED);
  });

async function served() {
  const had = navigator.serviceWorker.controller;
  const service = await navigator.serviceWorker.register(`${BASE}service_worker.js`, { scope: BASE });
  if (!had && !navigator.serviceWorker.controller) await within(navigator.serviceWorker, "controllerchange");
  navigator.serviceWorker.addEventListener("controllerchange", begunAnew);
  service.addEventListener("updatefound", () => offer(service));
  offer(service);
  setInterval(() => service.update().catch(() => {}), SOON);
}

const isOpen = () => document.body.dataset.open !== undefined;
const moving = () => Boolean(frame.contentDocument?.querySelector(".table.sent"));

/** Wait until a house is open and no move is on its way. */
async function calm() {
  while (!isOpen() || moving()) await new Promise((done) => setTimeout(done, CALM));
}

/** Offer a new version once all its files are here; until somebody says yes, the old one goes on. */
function offer(service) {
  const come = async () => {
    if (!service.waiting) return;
    await calm();
    if (tells("trouble", "warning")) return;
    tell("offer", ["A new version is ready."], [["Use it now", () => takeOver(service)]]);
  };
  service.installing?.addEventListener("statechange", come);
  come();
}

/** Let the house finish what it writes, then the new version begins; one that does not is offered again. */
async function takeOver(service) {
  tell("progress", [SETTING]);
  await calm();
  await house.stop();
  navigator.serviceWorker.controller?.postMessage({ type: "let go" }); // it ends once nobody waits for its answer
  service.waiting?.postMessage({ type: "take over" });
  setTimeout(again, SERVED);
}

async function begunAnew() {
  await house.stop();
  again();
}

const house = new House(
  {
    origin: { host: location.host, secure: location.protocol === "https:", base: BASE.replace(/\/$/, "") },
    folder: FOLDER,
    channel: NAME,
    sizes: SIZES,
  },
  {
    far: (part) => (tells("offer", "warning") || isOpen() ? undefined : progress(SETTING, part)),
    open: opened,
    slow: () => trouble(SLOW),
    told(type) {
      if (type === "full") warn(FULL);
      if (type === "emptied") tell("warning", [EMPTIED], [["Start afresh", again]]);
      if (type === "brought" && says(GONE)) quiet("warning");
      if (type === "thoughtless") note(THOUGHTLESS);
    },
  },
);

/** Why there is no service worker: what it consists of could not be fetched, or the browser wants none. */
const refused = (error) => (error instanceof TypeError ? BROKEN.file : REFUSED);

/** Show the first page, then look for a house; without one in another tab it opens here. */
async function arrive() {
  if (!location.hash.startsWith(PASSED)) await showFirst();
  begin();
}

let holding = false; // whether this tab is the one that may have a house
let guest = false; // whether it is a guest in the house of another phone

/** Let no other tab have a house while this one is a guest elsewhere. @returns {Promise<never>} */
function hold() {
  holding = true;
  return new Promise(() => {});
}

/** Own the house as long as it lives; another page of it goes through this one, and has its own try when it breaks. */
async function own() {
  const reason = await navigator.locks.request(NAME, () => (guest ? hold() : ((holding = true), house.live())));
  LINE.postMessage({ to: "all", kind: "away" });
  away();
  await trouble(BROKEN[reason], begin);
}

/** Read what other phones need: these scripts are packed, and the service worker unpacks them. */
async function nearby() {
  near = new (await import("./near.js")).Near(outer);
}

/** Be a guest in the house of another phone, for the first time or again. */
async function visit() {
  const anew = near.arrived();
  await showFirst();
  quiet("progress");
  if (!anew) await near.resume();
}

/** There is no house any more, here or in another tab. */
function away() {
  delete document.body.dataset.open;
}

/** Begin, without leaving what the page shows. */
function begin() {
  progress(SETTING, 0);
  LINE.postMessage({ to: "house", kind: "who" });
  own();
}

/** The house is open: once its page is seen, fetch what is missing, and let the other worker get ready. */
async function opened({ empty, kept }) {
  here();
  if (!kept) warn(FLEETING);
  if (kept && empty && memory.get(PLAYED)) warn(GONE);
  if (kept && empty) memory.set(PLAYED, "");
  if (!navigator.onLine) note(ALONE);
  await answered;
  house.thinker.ready();
  navigator.serviceWorker.controller?.postMessage({ type: "keep" });
  near?.opened();
  await navigator.storage?.persist?.();
}

/** Whether here or in another tab: the house answers. */
function here() {
  quiet("progress", "trouble");
  if (!isOpen() && location.hash.startsWith(PASSED)) frame.src = BASE + wanted();
  document.body.dataset.open = "";
  if (complete) freshen();
  else overtaken = true;
}

/** Which build answers here. @returns {Promise<string>} */
const buildHere = () =>
  new Promise((known) => {
    const hear = ({ data }) => {
      if (data.type !== "build") return;
      navigator.serviceWorker.removeEventListener("message", hear);
      known(data.build);
    };
    navigator.serviceWorker.addEventListener("message", hear);
    navigator.serviceWorker.controller?.postMessage({ type: "which" });
  });

/** End the house, so that this tab can be a guest elsewhere; one in another tab stays. */
async function makeWay() {
  guest = true;
  const holdIf = (known) => (lock) => (known(), lock && hold());
  if (!holding) await new Promise((known) => navigator.locks.request(NAME, { ifAvailable: true }, holdIf(known)));
  await house.stop();
  away();
  return holding;
}

/** @type {Near} */
let near;
const outer = {
  name: NAME,
  base: BASE,
  memory,
  build: buildHere,
  makeWay,
  go(path) {
    leaving = true; // no fresher page of the one that is shown is wanted any more
    frame.src = BASE + path; // a page that is just being replaced could not go anywhere itself
  },
  path: shownPath,
};

/** Ask the house for its own page in the place of one that was written beforehand. */
function freshen() {
  if (isEarly() && !leaving) frame.contentWindow.location.reload();
}

/** Whether the page in the frame was written beforehand: the house has a fresher one. */
const isEarly = () => frame.contentDocument?.body?.dataset.early !== undefined;

/** Every file is here; the first time that is said. */
function keptAll(build) {
  document.body.dataset.kept = build;
  if (!memory.get(VISITED)) note(READY);
  memory.set(VISITED, build);
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data.type === "kept") keptAll(data.build);
  if (data.type === "full") warn(FULL);
});
LINE.onmessage = ({ data }) => {
  if (data.kind === "text") stills.soon(shownPath());
  if (data.kind === "text") near?.changed();
  if (data.kind === "answered") near?.answered(data.text);
  if (data.kind === "here") here();
  if (data.kind === "away") away();
  if (data.kind === "leaving") leaving = true;
};
frame.addEventListener("load", shown);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return;
  remember();
  stills.take(shownPath());
});
addEventListener("offline", () => note(ALONE));
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event;
  offerIcon();
});
/** @type {any} */ (globalThis).launchQueue?.setConsumer(openLaunched);
if (location.hash === HANDED) openHanded();
addEventListener("hashchange", () => near?.arrived() || frame.contentWindow.location.assign(BASE + wanted()));
if (navigator.serviceWorker && navigator.locks) {
  progress(SETTING, 0);
  const ready = served().then(() => "", refused), had = navigator.serviceWorker.controller;
  const why = (had ? "" : await ready) || (await nearby().then(() => "", () => BROKEN.file));
  if (why) trouble(why);
  else if (near.isGuest) await visit();
  else if (!near.arrived()) await arrive();
} else {
  tell("trouble", [TOO_OLD]);
}
