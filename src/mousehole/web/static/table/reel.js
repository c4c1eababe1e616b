/** Shows frames one after the other, each with its motions; faster when behind, at once while nobody looks. */

/** @import { Frame } from "../board/scene.js" */
/** @typedef {{ rate: number, quick: boolean, last: boolean }} How */
/** @typedef {{ hold: number, speed: number, most: number, far: number }} Pace */
/**
 * @typedef {object} Projection
 * @property {(frame: Frame, how: How) => Promise<unknown>} show shows a frame and answers when it stands
 * @property {(frame: Frame) => Promise<unknown>} [read] lets somebody read the page of a frame
 * @property {() => boolean} [hidden] whether nobody looks
 * @property {() => Pace} [pace] how fast to go
 */

const KEPT = 80; // frames of the last turn
const CATCH_UP = 0.35; // so much faster for every frame that waits
const READ = 2.5; // so much longer stands what lies over the board, to be read
/** @type {Pace} */
const BRISK = { hold: 140, speed: 1, most: 4, far: 14 };

export class Reel {
  /** @param {Projection} projection */
  constructor({ show, read = () => Promise.resolve(), hidden = () => document.hidden, pace = () => BRISK }) {
    this.show = show;
    this.read = read;
    this.pace = pace;
    this.hidden = hidden;
    /** @type {Frame[]} */
    this.frames = [];
    this.running = false;
    /** @type {(nothing?: unknown) => void} */
    this.skip = () => {};
  }

  /** Add frames at the end. @param {...Frame} frames */
  push(...frames) {
    this.frames.push(...frames);
    if (!this.running) this.run();
  }

  /** Wait no longer for the frame that is being shown. */
  hurry() {
    this.skip();
  }

  /** Whether everything that came is shown. */
  get done() {
    return !this.frames.length;
  }

  async run() {
    this.running = true;
    for (let frame = this.frames.shift(); frame; frame = this.frames.shift()) {
      const behind = this.frames.length, { hold, speed, most, far } = this.pace();
      const rate = speed * Math.min(1 + behind * CATCH_UP, most);
      const quick = this.hidden() || Boolean(frame.snapshot) || behind > far;
      const stands = this.show(frame, { rate, quick, last: !behind });
      if (frame.scene?.page && !frame.over && !this.hidden()) await this.read(frame);
      if (quick) continue;
      const skipped = new Promise((done) => (this.skip = done));
      const held = frame.scene?.panels.some(({ over }) => over) ? hold * READ : hold;
      await Promise.race([Promise.all([stands, rest(held / rate)]), skipped]);
    }
    this.running = false;
  }
}

/** What was shown since a viewer's last action, kept to be shown once more. */
export class LastTurn {
  constructor() {
    /** @type {Frame[]} */
    this.frames = [];
  }

  /** Whether a frame was shown before. @param {Frame} frame */
  holds(frame) {
    return this.frames.includes(frame);
  }

  /** Add a frame; one's own action begins anew. @param {Frame} frame @param {boolean} own */
  add(frame, own) {
    this.frames = own && frame.event !== undefined ? [frame] : [...this.frames, frame].slice(-KEPT);
  }

  /** Let a reel show it once more; the answer is whether there is anything to show. @param {Reel} reel */
  again(reel) {
    const may = reel.done && this.frames.length > 1;
    if (may) reel.push(...this.frames);
    return may;
  }
}

/** @param {number} ms */
function rest(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
