/** What was shown since a viewer's last action, kept to be shown once more. Knows no page. */

/** @import { Reel } from "./reel.js" */
/** @import { Frame } from "./scene.js" */

const MOST = 80; // frames

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
    this.frames = own && frame.event !== undefined ? [frame] : [...this.frames, frame].slice(-MOST);
  }

  /** Let a reel show it once more; the answer is whether there is anything to show. @param {Reel} reel */
  again(reel) {
    const may = reel.done && this.frames.length > 1;
    if (may) reel.push(...this.frames);
    return may;
  }
}
