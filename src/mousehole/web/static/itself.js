/** Dice that nobody cares to throw fall by themselves, after a moment in which one sees whose they are. */

import { recall } from "./dom.js";
import { pace } from "./pace.js";

/** @import { ThrowView } from "./types/wire.d.ts" */

export class FallingDice {
  /** @param {() => void} fall */
  constructor(fall) {
    this.fall = fall;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Wait for these dice, unless they are somebody's to throw. @param {ThrowView | null} dice @param {boolean} mine */
  expect(dice, mine) {
    clearTimeout(this.timer);
    if (mine && dice?.itself && !recall("throws-all", false)) this.timer = setTimeout(this.fall, pace().moment);
  }

  /** Wait no longer. */
  forget() {
    clearTimeout(this.timer);
  }
}
