/** The house in its worker: begun, ended, and watched from here, so that no silence of Python's goes unnoticed. */

const ENDING = 5_000; // milliseconds that an open house has to finish what it writes
const BEAT = 5_000; // between two signs of life
const MISSED = 4; // beats without a sign, after which a house has stopped
const BIRTH = 10_000; // within which its worker is read and says so: of one that dies before, nothing else is heard
const LONG = 30_000; // without a word from one that starts, after which that is worth a word

/**
 * @typedef {"away" | "starting" | "open" | "stopping"} Phase
 * @typedef {"file" | "memory" | "busy" | "full" | "gone" | "start" | "stopped"} Reason why a house is gone
 * @typedef {object} Beginning what its workers need to know
 * @property {object} origin
 * @property {string} folder
 * @property {string} channel
 * @property {Record<string, [number, number]>} sizes
 * @typedef {object} Hearers
 * @property {(part: number) => void} far
 * @property {(found: { empty: boolean, kept: boolean }) => void} open
 * @property {() => void} slow
 * @property {(type: string) => void} told anything else that a house says of what it keeps
 */

export class House {
  /** @param {Beginning} beginning @param {Hearers} hear */
  constructor(beginning, hear) {
    this.beginning = beginning;
    this.hear = hear;
    /** @type {Phase} */
    this.phase = "away";
    /** @type {Worker | null} */
    this.worker = null;
    const answer = (told) => this.worker?.postMessage(told), lost = () => hear.told("thoughtless");
    this.thinker = new Thinker(beginning, answer, lost);
    this.missed = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    /** @type {(reason: Reason) => void} */
    this.broken = () => {};
    /** @type {Promise<void> | null} */
    this.ending = null;
    setInterval(() => this.phase === "open" && this.beat(), BEAT);
  }

  /** Begin; why it broke comes back, if it ever does. @returns {Promise<Reason>} */
  live() {
    return new Promise((broken) => {
      this.broken = broken;
      this.phase = "starting";
      const worker = watched("house_worker.js", (reason) => worker === this.worker && this.fail(reason));
      this.worker = worker;
      worker.addEventListener("message", ({ data }) => worker === this.worker && this.take(data));
      worker.postMessage({ type: "start", ...this.beginning });
      this.patient(BIRTH);
    });
  }

  /** @param {any} told */
  take(told) {
    if (told.type === "born") this.patient();
    else if (told.type === "far") this.further(told.part);
    else if (told.type === "open") this.opened(told);
    else if (told.type === "think") this.thinker.think(told);
    else if (told.type === "alive") this.missed = 0;
    else if (told.type === "failed") this.fail(told.reason);
    else this.hear.told(told.type);
  }

  /** @param {number} part */
  further(part) {
    if (this.phase !== "starting") return;
    this.hear.far(part);
    this.patient();
  }

  /** Wait for the next word of a start. */
  patient(time = LONG) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.phase === "starting" && this.hear.slow(), time);
  }

  opened(found) {
    if (this.phase !== "starting") return;
    clearTimeout(this.waiting);
    this.phase = "open";
    this.missed = 0;
    this.hear.open(found);
  }

  /** Ask for a sign of life; a device that slept asks no more often than it was awake. */
  beat() {
    if (this.missed++ >= MISSED) this.fail("stopped");
    else this.worker?.postMessage({ type: "beat" });
  }

  /** @param {Reason} reason */
  fail(reason) {
    if (this.phase !== "starting" && this.phase !== "open") return;
    this.leave();
    this.broken(reason);
  }

  /** End: one that is open finishes what it writes, one that starts has nothing to finish. */
  stop() {
    if (this.phase === "starting") this.leave();
    else if (this.phase === "open") this.ending = this.finish().finally(() => this.leave());
    return this.ending ?? Promise.resolve();
  }

  /** @returns {Promise<void>} */
  finish() {
    this.phase = "stopping";
    return new Promise((done) => {
      setTimeout(done, ENDING);
      this.worker?.addEventListener("message", ({ data }) => data.type === "stopped" && done());
      this.worker?.postMessage({ type: "stop" });
    });
  }

  leave() {
    clearTimeout(this.waiting);
    this.phase = "away";
    this.ending = null;
    this.worker?.terminate();
    this.worker = null;
    this.thinker.leave();
  }
}

/** The other worker, which begins when it is first of use; what one that has died was asked comes back unanswered. */
class Thinker {
  /** @param {Beginning} beginning @param {(told: object) => void} answer @param {() => void} lost */
  constructor({ sizes, folder }, answer, lost) {
    this.start = { type: "start", sizes, folder };
    this.answer = answer;
    this.lost = lost;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Set<number>} */
    this.open = new Set();
    /** @type {object[]} */
    this.known = []; // what every one of them has to know
  }

  ready() {
    if (this.worker) return this.worker;
    const worker = watched("thinking_worker.js", () => worker === this.worker && this.fail());
    this.worker = worker;
    worker.addEventListener("message", ({ data }) => worker === this.worker && this.take(data));
    worker.postMessage(this.start);
    for (const question of this.known) worker.postMessage(question);
    return worker;
  }

  think(question) {
    const worker = this.ready();
    if (question.number) this.open.add(question.number);
    else this.known = [question];
    worker.postMessage(question);
  }

  take(told) {
    if (told.type === "failed") this.fail();
    else if (told.type === "thought" && this.open.delete(told.number)) this.answer(told);
    else if (told.type === "far" || told.type === "solved") this.answer(told);
  }

  fail() {
    const unanswered = [...this.open];
    this.leave();
    for (const number of unanswered) this.answer({ type: "thought", number, text: "" });
    this.lost();
  }

  leave() {
    this.open.clear();
    this.worker?.terminate();
    this.worker = null;
  }
}

/**
 * A worker whose end is noticed, whatever it dies of: it holds a lock for as long as it lives.
 * @param {string} script @param {(reason: Reason) => void} ended
 */
function watched(script, ended) {
  const worker = new Worker(new URL(script, import.meta.url), { type: "module" }), life = crypto.randomUUID();
  let alive = false;
  worker.onerror = () => alive || ended("file"); // it was not even read
  worker.addEventListener("message", ({ data }) => {
    if (data.type !== "born") return;
    alive = true;
    navigator.locks.request(life, () => ended("stopped"));
  });
  worker.postMessage({ type: "life", name: life });
  return worker;
}
