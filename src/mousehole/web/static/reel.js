/** Shows frames one after the other, each with its motions; faster when behind, at once while nobody looks. */

/** @import { Frame } from "./scene.js" */
/** @typedef {{ rate: number, quick: boolean, last: boolean }} How */

const HOLD = 140; // milliseconds a frame stands at least
const FAR = 14; // frames behind from which on motions are left out

export class Reel {
  /**
   * `show` shows one frame and answers when it stands; `hidden` says whether nobody looks.
   * @param {(frame: Frame, how: How) => Promise<unknown>} show @param {() => boolean} hidden
   */
  constructor(show, hidden = () => document.hidden) {
    this.show = show;
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
      const behind = this.frames.length, rate = Math.min(1 + behind * 0.35, 4);
      const quick = this.hidden() || Boolean(frame.snapshot) || behind > FAR;
      const stands = this.show(frame, { rate, quick, last: !behind });
      if (quick) continue;
      const skipped = new Promise((done) => (this.skip = done));
      await Promise.race([Promise.all([stands, rest(HOLD / rate)]), skipped]);
    }
    this.running = false;
  }
}

/** @param {number} ms */
function rest(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
