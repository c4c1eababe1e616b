/** The table as it was last seen, shown until the house is open; what is tapped on it is done then. */

const KEY = "early/still";
const SOON = 1_000; // milliseconds after the last change, when a still is taken
const WAIT = 5_000; // milliseconds that a tap waits for what it meant
const LOOK = 50;
const RULES = "default-src 'self'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
const MEANT = "[data-key], .actions button";

/** @typedef {{ key?: string, text: string }} Tap a thing of the board by its key, or a button by its words */

/** What a still shows, so that a tap is done only where the game has not gone on. @param {Document} page */
const entries = (page) => page.querySelectorAll(".story li").length;

export class Stills {
  /** @param {string} name of the cache @param {string} base @param {HTMLIFrameElement} frame */
  constructor(name, base, frame) {
    this.cache = name;
    this.address = new URL(`${base}${KEY}`, location.origin).href;
    this.frame = frame;
    /** @type {Tap[]} */
    this.taps = [];
    this.entries = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether there is a still of a page. @param {string} path */
  async has(path) {
    if (!path.startsWith("table/")) return false;
    const found = await caches.open(this.cache).then((cache) => cache.match(this.address), () => undefined);
    return found?.headers.get("x-path") === path;
  }

  /** Take one soon, once nothing changes any more. @param {string} path */
  soon(path) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.take(path), SOON);
  }

  /** @param {string} path */
  async take(path) {
    const page = this.frame.contentDocument;
    const calm = page?.querySelector(".table:not(.sent)") && !page.querySelector("dialog[open]");
    if (!path.startsWith("table/") || !calm || page.body.dataset.early !== undefined) return;
    const copy = /** @type {HTMLElement} */ (page.documentElement.cloneNode(true));
    copy.querySelectorAll("script, dialog, link[rel=modulepreload]").forEach((one) => one.remove());
    const body = copy.querySelector("body");
    body?.setAttribute("data-early", "");
    body?.setAttribute("aria-busy", "true");
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": RULES, "x-path": path };
    const still = new Response(`<!doctype html>${copy.outerHTML}`, { headers });
    await caches.open(this.cache).then((cache) => cache.put(this.address, still)).catch(() => {});
  }

  /** A still is shown: keep what is tapped. */
  shown() {
    const page = this.frame.contentDocument;
    this.frame.classList.add("still");
    this.taps = [];
    this.entries = entries(page);
    page.addEventListener("click", (event) => this.tapped(event), true);
  }

  /** @param {Event} event */
  tapped(event) {
    const meant = event.target instanceof this.frame.contentWindow.Element && event.target.closest(MEANT);
    if (!meant || meant.closest("a")) return;
    event.preventDefault();
    this.taps.push({ key: meant.dataset.key, text: meant.textContent });
    meant.style.outline = "3px solid #f2b84b";
  }

  /** The page itself is shown: do what was tapped, as long as the game stands where it stood. */
  async passed() {
    this.frame.classList.remove("still");
    const taps = this.taps.splice(0), page = this.frame.contentDocument;
    if (!taps.length || !(await this.until(() => entries(page) >= this.entries && asked(page)))) return;
    if (entries(page) !== this.entries) return;
    for (const tap of taps) {
      const found = await this.until(() => asked(page) && meantBy(page, tap));
      if (!found) return;
      found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  }

  /** Look again until something is there, but not for long. @template T @param {() => T} look @returns {Promise<T>} */
  async until(look) {
    for (let waited = 0; !look() && waited < WAIT; waited += LOOK) await new Promise((done) => setTimeout(done, LOOK));
    return look();
  }
}

/** Whether somebody is asked at a table. @param {Document} page */
const asked = (page) => page.querySelector(".table:not(.sent) :is(.actions button, .stage .can)");

/** @param {Document} page @param {Tap} tap @returns {Element | undefined} */
function meantBy(page, { key, text }) {
  if (key !== undefined) return page.querySelector(`.stage .can[data-key=${CSS.escape(key)}]`) ?? undefined;
  return [...page.querySelectorAll(".actions button")].find((one) => one.textContent === text);
}
