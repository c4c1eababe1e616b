/** Lets people show each other what they think of: a hand with a name over the offer that somebody lingers over. */

import { point } from "../board/overlay.js";
import { say } from "../ui/words.js";

/** @import { Board } from "../board/board.js" */
/** @import { Offer } from "./offers.js" */
/** @import { Pointed } from "../wire/wire.d.ts" */
/**
 * @typedef {object} Handlers
 * @property {() => boolean} may whether there are others to see it now
 * @property {(action: number | null) => void} send show the others an action, or nothing any more
 * @property {(text: string) => void} speak say something to screen readers
 */

const LINGER = 450; // milliseconds over an offer before the others see it

export class Pointing {
  /** @param {Board} board @param {Handlers} handlers */
  constructor(board, { may, send, speak }) {
    this.board = board;
    this.may = may;
    this.send = send;
    this.speak = speak;
    /** @type {number | null} the action the others see */
    this.sent = null;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Let the others see over which offer somebody lingers. @param {Offer | null} offer */
  linger(offer) {
    clearTimeout(this.timer);
    if (this.may()) this.timer = setTimeout(() => this.at(offer?.action ?? null), LINGER);
  }

  /** Point at an action, or at nothing any more. @param {number | null} action */
  at(action) {
    if (action === this.sent) return;
    this.sent = action;
    this.send(action);
  }

  /** Show where somebody else points. @param {Pointed} pointed @param {Offer[]} offers */
  show({ seat, name, action }, offers) {
    const offer = offers.find((each) => each.action === action);
    point(this.board, seat ?? 0, name, offer?.clicks.at(-1));
    if (offer) this.speak(say("{name} points at: {move}", { name, move: offer.label }));
  }
}
