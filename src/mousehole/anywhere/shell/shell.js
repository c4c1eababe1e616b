/** The outer page: it owns the workers with Python, and shows the pages of the house in a frame. */

import { say, tongue } from "./shell_words.js";

const BASE = new URL(".", import.meta.url).pathname;
const NAME = `mousehole ${BASE}`;
const SIZES = JSON.parse(document.body.dataset.sizes ?? "{}");
const LINE = new BroadcastChannel(NAME);
const PASSED = "#game=";
const AHEAD = new Set(JSON.parse(document.body.dataset.ahead ?? "[]")); // pages that are there before Python is
const AT_ONCE = "?early";
const PATIENCE = 2_000; // milliseconds after which Python is fetched though the first page is not complete
const REMEMBERED = 1_000; // milliseconds after which the shelf for the next visit is written
const SOON = 3_600_000; // milliseconds between two looks for a new version
const PLAYED = `${NAME} played`; // remembers that there were games, should the browser delete them
const VISITED = `${NAME} visited`;
const FULL = "There is no room left on this device. The last move may not be kept.";
const GONE = "The browser has deleted the games that were kept here. A file with them brings them back.";
const READY = "From now on mousehole also works without a network.";
const ALONE = "No network: everything is played on this device.";
const AWHILE = 6_000; // milliseconds
const frame = document.querySelector("iframe");
const foot = document.querySelector("footer");
const word = document.querySelector("#word");
const bar = document.querySelector("progress");
const button = document.querySelector("button");
/** @type {Worker | null} */
let house = null;
let complete = false; // whether the frame shows its first page
let overtaken = false; // whether the house was open before that page was there
let leaving = false; // whether something was pressed on a page written beforehand, and its answer is on the way

/** @type {(value?: unknown) => void} */
let seen = () => {};
const answered = new Promise((done) => (seen = done)); // the frame shows a page of the house

/** Say something at the foot of the page, with what can be done; an empty text takes it away. */
function tell(text, part, label, press) {
  foot.classList.toggle("note", [READY, ALONE].some((one) => say(one) === text));
  word.textContent = text;
  bar.hidden = part === undefined;
  bar.value = part ?? 0;
  button.hidden = !press;
  button.textContent = label ?? "";
  button.onclick = press ?? null;
  foot.hidden = !text;
}

/** Say that something is wrong with what is kept; the page about it has a file with all games, and the way back. */
function warn(text) {
  const look = () => (tell(""), frame.contentWindow.location.assign(`${BASE}privacy`));
  tell(say(text), undefined, say("What is kept"), look);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let passing;

/** Say something that needs no answer, over the page for a while; what is told for good is not covered. */
function note(text) {
  if (!foot.hidden && !foot.classList.contains("note")) return;
  tell(say(text));
  clearTimeout(passing);
  passing = setTimeout(() => foot.classList.contains("note") && tell(""), AWHILE);
}

/** The page that an address of the shell asks for. */
function wanted() {
  if (location.hash.startsWith(PASSED)) return location.hash;
  if (location.hash.startsWith("#/")) return location.hash.slice(2);
  return location.pathname.slice(BASE.length).replace(/^index\.html$/, "") + location.search;
}

/** Keep address and title as those of the page in the frame. */
function shown() {
  const inside = frame.contentWindow.location;
  if (!inside.pathname.startsWith(BASE)) return;
  const path = inside.pathname.slice(BASE.length) + (inside.search === AT_ONCE ? "" : inside.search);
  if (inside.search === AT_ONCE) frame.contentWindow.history.replaceState(null, "", BASE + path);
  if (path.startsWith("table/")) localStorage.setItem(PLAYED, "yes");
  history.replaceState(null, "", path ? `${BASE}#/${path}` : BASE);
  if (!isEarly()) seen((leaving = false));
  complete = true;
  if (overtaken) freshen();
  overtaken = false;
  clearTimeout(remembering);
  remembering = setTimeout(remember, REMEMBERED);
  document.title = frame.contentDocument.title || "mousehole";
  document.documentElement.lang = frame.contentDocument.documentElement.lang || tongue;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let remembering;

/** Let the house write the shelf as the next visit is to see it first. */
const remember = () => LINE.postMessage({ to: "house", kind: "remember" });

/** Show the first page; what was written beforehand is there at once, and nothing is fetched beside it. */
function showFirst() {
  const path = wanted(), early = AHEAD.has(path);
  frame.src = BASE + path + (early ? AT_ONCE : "");
  if (!early) return Promise.resolve();
  return new Promise((done) => {
    frame.addEventListener("load", done, { once: true });
    setTimeout(done, PATIENCE);
  });
}

async function served() {
  const service = await navigator.serviceWorker.register(`${BASE}service_worker.js`, { scope: BASE });
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  }
  navigator.serviceWorker.addEventListener("controllerchange", begunAnew);
  service.addEventListener("updatefound", () => offer(service));
  offer(service);
  setInterval(() => service.update().catch(() => {}), SOON);
}

/** Offer a new version once all its files are here; until somebody says yes, the old one goes on. */
function offer(service) {
  const use = () => takeOver(service);
  const come = () => service.waiting && tell(say("A new version is ready."), undefined, say("Use it now"), use);
  service.installing?.addEventListener("statechange", come);
  come();
}

/** Let the house finish what it writes, then the new version begins. */
async function takeOver(service) {
  tell(say("Setting the table…"), 0);
  await stopped();
  service.waiting?.postMessage({ type: "take over" });
}

async function begunAnew() {
  await stopped();
  location.reload();
}

function stopped() {
  const ending = house;
  house = null;
  if (!ending) return Promise.resolve();
  return new Promise((done) => {
    ending.addEventListener("message", ({ data }) => data.type === "stopped" && done(ending.terminate()));
    ending.postMessage({ type: "stop" });
  });
}

/** Own the house as long as this page lives; another page of it that is open goes through this one. */
const own = () => navigator.locks.request(NAME, () => new Promise(() => start()));

function start() {
  house = new Worker(new URL("house_worker.js", import.meta.url), { type: "module" });
  /** @type {Worker | null} */
  let thinker = null;
  const think = (question) => {
    if (!thinker) {
      thinker = new Worker(new URL("thinking_worker.js", import.meta.url), { type: "module" });
      thinker.onmessage = ({ data }) => house?.postMessage(data);
      thinker.postMessage({ type: "start", sizes: SIZES });
    }
    if (question) thinker.postMessage(question);
  };
  house.onmessage = ({ data }) => {
    if (data.type === "far") tell(say("Setting the table…"), data.part);
    if (data.type === "think") think(data);
    if (data.type === "open") opened(think, data.empty);
    if (data.type === "full") warn(FULL);
    if (data.type === "failed") failed(data);
  };
  const origin = { host: location.host, secure: location.protocol === "https:", base: BASE.replace(/\/$/, "") };
  house.postMessage({ type: "start", origin, folder: NAME.replaceAll("/", "_"), channel: NAME, sizes: SIZES });
}

/** The house is open: once its page is seen, fetch what is missing, and let the other worker get ready. */
async function opened(think, empty) {
  here();
  if (empty && localStorage.getItem(PLAYED)) warn(GONE);
  if (empty) localStorage.removeItem(PLAYED);
  if (!navigator.onLine) note(ALONE);
  await answered;
  think(null);
  navigator.serviceWorker.controller?.postMessage({ type: "keep" });
  await navigator.storage.persist?.();
}

function failed({ name }) {
  const full = name === "QuotaExceededError";
  tell(say(full ? FULL : "mousehole could not start here. Close other tabs and try again."));
}

/** Whether here or in another tab: the house answers. */
function here() {
  if (button.hidden) tell("");
  if (document.body.dataset.open === undefined && location.hash.startsWith(PASSED)) frame.src = BASE + wanted();
  document.body.dataset.open = "";
  if (complete) freshen();
  else overtaken = true;
}

/** Ask the house for its own page in the place of one that was written beforehand. */
function freshen() {
  if (isEarly() && !leaving) frame.contentWindow.location.reload();
}

/** Whether the page in the frame was written beforehand: the house has a fresher one. */
const isEarly = () => frame.contentDocument?.body?.dataset.early !== undefined;

/** Every file is here; the first time that is said. */
function kept(build) {
  document.body.dataset.kept = build;
  if (!localStorage.getItem(VISITED)) note(READY);
  localStorage.setItem(VISITED, build);
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data.type === "kept") kept(data.build);
  if (data.type === "full") warn(FULL);
});
LINE.onmessage = ({ data }) => {
  if (data.kind === "here") here();
  if (data.kind === "leaving") leaving = true;
};
frame.addEventListener("load", shown);
document.addEventListener("visibilitychange", () => document.hidden && remember());
addEventListener("offline", () => note(ALONE));
addEventListener("hashchange", () => frame.contentWindow.location.assign(BASE + wanted()));
if (navigator.serviceWorker && navigator.storage?.getDirectory && navigator.locks) {
  tell(say("Setting the table…"), 0);
  const ready = served();
  if (!navigator.serviceWorker.controller) await ready;
  if (!location.hash.startsWith(PASSED)) await showFirst();
  LINE.postMessage({ to: "house", kind: "who" });
  own();
} else {
  tell(say("This browser cannot run mousehole on its own. A newer one can, at an address that begins with https."));
}
