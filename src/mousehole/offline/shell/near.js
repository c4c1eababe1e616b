/** Phones that are near: this one invites others to its house, or is a guest in the house of another. */

import { tell } from "./foot.js";
import { isReachable } from "./calling.js";
import { Hosting } from "./hosting.js";
import { words } from "./near_words.js";
import { learn } from "./shell_words.js";
import { Together, WRONG } from "./together.js";
import { Visiting } from "./visiting.js";

learn(words);

const JOIN = "#join=", ANSWER = "#answer=";
const AT_TABLE = /^table\/\w+$/;
const LOST = "The other phone cannot be reached. It comes back by itself while both are near.";
const APART =
  "The phones cannot reach each other. Both have to be in the same Wi-Fi, or one in the hotspot of the other.";
const NOWHERE = "This phone is in no network. Switch on its Wi-Fi or its hotspot, and try again.";
const STRANGE = "The two phones have different versions of mousehole. Open it on both with a network, once.";
const ELSEWHERE = "You can close this page: mousehole goes on where you left it.";
const BUSY = "mousehole is open elsewhere in this browser. Close its other tabs and try again.";

/**
 * @typedef {object} Outer what the outer page does for this
 * @property {string} name
 * @property {string} base
 * @property {{ get: (name: string) => string | null, set: (name: string, value: string) => void }} memory
 * @property {() => Promise<string>} build
 * @property {() => Promise<boolean>} makeWay end the own house; whether that was possible
 * @property {(path: string) => void} go
 * @property {() => string} path of the page that is shown
 */

/** What this tab remembers. */
const tab = {
  get(name) {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      if (value) sessionStorage.setItem(name, value);
      else sessionStorage.removeItem(name);
    } catch {
      // then a page that is loaded anew is at home
    }
  },
};

export class Near {
  /** @param {Outer} outer */
  constructor(outer) {
    this.outer = outer;
    this.visit = `${outer.name} visit`; // remembered while this tab is a guest
    this.taken = `${outer.name} taken over`;
    this.ways = `${outer.name} ways`;
    this.known = `${outer.name} guests`;
    this.record = `${outer.name} record`;
    this.sheet = new Together(() => this.closed());
    /** @type {Hosting | null} */
    this.hosting = null;
    /** @type {Visiting | null} */
    this.visiting = null;
    this.stranded = false; // whether this page began as that of a guest, in vain
    this.first = false; // whether the line that is awaited is the first one
    /** @type {WakeLockSentinel | null} */
    this.awake = null;
    this.keeping = false; // whether a table is being asked for, to be kept
    this.stale = false; // whether it has changed since
    document.addEventListener("visibilitychange", () => document.hidden || this.stayAwake());
  }

  /** Whether this tab is or wants to be a guest. */
  get isGuest() {
    return this.visiting !== null || location.hash.startsWith(JOIN) || tab.get(this.visit) !== null;
  }

  /** Do what a button of a page in the frame asks for. @param {string} what */
  press(what) {
    if (what === "leave") this.leave();
    else if (what === "read") this.readCall();
    else this.invite(what);
  }

  /** Take what an address brings; whether it was for this. */
  arrived() {
    const { hash } = location;
    if (!hash.startsWith(JOIN) && !hash.startsWith(ANSWER)) return false;
    history.replaceState(null, "", this.outer.base);
    if (hash.startsWith(ANSWER)) this.handOn(hash);
    else this.join(hash).then((well) => well || this.misread());
    return true;
  }

  /** An answer that was opened like a link is for the page that waits for it. @param {string} hash */
  handOn(hash) {
    const line = new BroadcastChannel(this.outer.name);
    line.postMessage({ to: "shell", kind: "answered", text: hash });
    line.close();
    tell("trouble", [ELSEWHERE]);
  }

  // As the house

  /** @param {string} path */
  async invite(path) {
    this.hosting ??= new Hosting(this.outer.name, await this.outer.build(), this.outer.memory, {
      came: () => this.sheet.open && this.sheet.came(),
      unreached: () => this.sheet.open && this.sheet.say(APART),
      strange: () => this.sheet.open && this.sheet.say(STRANGE),
      count: (here) => this.stayAwake(here),
    });
    if (!(await isReachable(this.outer.name))) return this.sheet.problem(NOWHERE);
    const link = this.linkOf(JOIN, await this.hosting.invite(`/${path.slice(this.outer.base.length)}`));
    return this.sheet.invite(link, () => this.sheet.readAnswer((text) => this.answered(text)), this.absent());
  }

  /**
   * Guests who were here once: each needs to read a single code to come back.
   * @returns {[name: string, show: () => void][]}
   */
  absent() {
    return this.hosting.absent().map(([print, name]) => [name, async () => {
      this.sheet.wayBack(""); // the code for newcomers is not read by mistake
      this.sheet.wayBack(this.linkOf(JOIN, await this.hosting.wayBack(print)));
    }]);
  }

  /** @param {string} text */
  async answered(text) {
    const wrong = await this.hosting?.answered(text.replace(/^.*#answer=/, ""));
    if (!wrong && this.hosting && this.hosting.here === 0) this.sheet.looks();
    return wrong ? WRONG[wrong] : "";
  }

  /** Keep the screen on while other phones are here, as far as the device lets us. */
  async stayAwake(here = this.hosting?.here ?? 0) {
    if (!here && !this.visiting) return this.awake?.release();
    if (this.awake && !this.awake.released) return undefined;
    this.awake = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    return undefined;
  }

  // As a guest

  readCall() {
    this.sheet.readCall(async (text) => {
      const hash = text.slice(text.indexOf(JOIN));
      return (await this.join(hash.startsWith(JOIN) ? hash : JOIN + text)) ? "" : WRONG["no code"];
    });
  }

  /** Come as a guest to the phone whose code this is. @param {string} hash @returns {Promise<boolean>} */
  async join(hash) {
    const text = hash.slice(JOIN.length);
    if (!Visiting.isCall(text)) return false;
    if (!(await this.begin())) return true;
    if (!(await isReachable(this.outer.name))) {
      this.first = true;
      this.sheet.problem(NOWHERE);
      return true;
    }
    const answer = await this.visiting.answer(text);
    this.first = Boolean(answer); // a phone that knows us lets us stay where we were
    if (answer) this.sheet.answer(this.linkOf(ANSWER, answer));
    else this.sheet.looks();
    return true;
  }

  /** A link was opened that is no code: perhaps the camera reads one. */
  misread() {
    this.stranded = true;
    this.readCall();
    this.sheet.say(WRONG["no code"]);
  }

  /** Be a guest from now on, and nothing else. */
  async begin() {
    if (this.visiting) return true;
    if (!(await this.outer.makeWay())) {
      tell("trouble", [BUSY], [["Try again", () => location.reload()]]);
      return false;
    }
    const me = { build: await this.outer.build(), base: this.outer.base.replace(/\/$/, "") };
    this.visiting = new Visiting(this.outer.name, me, {
      welcome: (path) => this.welcomed(path),
      unreached: () => (this.sheet.open ? this.sheet.say(APART) : this.lost()),
      lost: () => this.lost(),
      strange: () => this.strange(),
      ways: (ways) => this.outer.memory.set(this.ways, JSON.stringify(ways)),
    });
    this.visiting.ways = JSON.parse(this.outer.memory.get(this.ways) ?? "[]");
    return true;
  }

  /** Go back to the phone that this tab was a guest of. */
  async resume() {
    if (!(await this.begin())) return;
    this.lost();
    this.visiting.comeBack();
  }

  /** @param {string} path */
  welcomed(path) {
    const { first } = this;
    this.first = false;
    tab.set(this.visit, "yes");
    this.sheet.close();
    this.stayAwake();
    if (first) this.outer.go(path.slice(1));
  }

  lost() {
    const kept = this.outer.memory.get(this.record);
    tell("trouble", [LOST], [
      ["Read a new code", () => this.readCall()],
      ...(kept ? [/** @type {[string, () => void]} */ (["Play on here", () => this.takeOver(kept)])] : []),
      ["Back to my own games", () => this.leave()],
    ]);
  }

  strange() {
    tab.set(this.visit, "");
    this.sheet.close();
    tell("trouble", [STRANGE], [["Back to my own games", () => this.leave()]]);
  }

  /** Somebody closed the sheet before a line was there. */
  closed() {
    if ((this.visiting && this.first) || (this.stranded && !this.visiting)) this.leave();
  }

  /** Be at home again. */
  leave() {
    this.visiting?.leave();
    tab.set(this.visit, "");
    this.outer.memory.set(this.record, "");
    location.replace(this.outer.base);
    location.reload();
  }

  // When the house has gone

  /** A table has changed: keep it as it stands, should the other phone leave. */
  changed() {
    this.stale = this.visiting !== null;
    if (this.stale && !this.keeping) this.keep();
  }

  async keep() {
    this.keeping = true;
    while (this.stale && this.visiting?.house && AT_TABLE.test(this.outer.path())) {
      this.stale = false;
      const found = await fetch(`${this.outer.base}${this.outer.path()}/whole.json`).catch(() => null);
      if (found?.ok) this.outer.memory.set(this.record, await found.text());
    }
    this.keeping = false;
  }

  /** @param {string} record */
  takeOver(record) {
    tab.set(this.taken, record);
    this.leave();
  }

  /** The own house is open: bring what was taken over to it. */
  async opened() {
    const record = tab.get(this.taken);
    if (!record) return;
    tab.set(this.taken, "");
    const headers = { accept: "application/json" };
    const answer = await fetch(`${this.outer.base}kept/taken`, { method: "POST", body: record, headers });
    const { address } = await answer.json().catch(() => ({}));
    if (address) this.outer.go(`${address.slice(1)}/links`);
  }

  /** @param {string} kind @param {string} text */
  linkOf(kind, text) {
    return new URL(this.outer.base + kind + text, location.origin).href;
  }
}
