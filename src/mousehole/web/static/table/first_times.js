/** A word at each first time: what somebody should know who meets a thing for the first time, once in each browser. */

import { make, recall, remember, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { FirstTimeView } from "../wire/wire.d.ts" */

export class FirstTimes {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.key = "";
    this.words = make("span");
    const close = make("button", {
      type: "button",
      class: "small",
      text: say("Got it"),
      onclick: () => this.learn(),
    });
    this.element = make("div", { class: "first-time", role: "status", hidden: true }, this.words, close);
  }

  /** Show the first of these that nobody has read here; one that is open stays. @param {FirstTimeView[]} list */
  show(list) {
    const known = this.known, fresh = recall("experienced", /** @type {string[]} */ ([])).includes(this.game)
      ? undefined
      : list.find(({ key }) => !known.includes(key));
    if (this.key && fresh?.key !== this.key) this.learn();
    if (!fresh || this.key) return;
    this.key = fresh.key;
    write(this.words, fresh.words);
    this.element.hidden = false;
  }

  /** What was read in this browser. @returns {string[]} */
  get known() {
    return recall(`first-times-${this.game}`, /** @type {string[]} */ ([]));
  }

  /** It was read. */
  learn() {
    remember(`first-times-${this.game}`, [...new Set([...this.known, this.key])]);
    this.key = "";
    this.element.hidden = true;
  }
}
