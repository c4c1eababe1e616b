/** How much of a finished game was luck and how much skill: at once where exact chances are at hand, else if asked. */

import { make, write } from "./dom.js";
import { at } from "./house_line.js";
import { say } from "./words.js";

/** @import { ReviewAnswer, ReviewView } from "./types/wire.d.ts" */

const EVERY = 600; // milliseconds between two questions

export class Balance {
  /** @param {string} table */
  constructor(table) {
    this.address = at(`/table/${table}/review.json`);
    this.over = false; // nobody waits for it any more
    this.wished = false; // somebody has asked for it
    this.button = make("button", { type: "button", text: say("Luck or skill?"), onclick: () => this.begin() });
    this.words = make("p", { class: "work-words" });
    const look = { class: "balance", role: "status", tabindex: "-1", "aria-label": say("Luck and skill") };
    this.element = make("div", look, this.words);
  }

  /** Work it out where that is quick, offer it elsewhere. @param {boolean} exact */
  offer(exact) {
    if (exact) this.ask();
    else this.element.replaceChildren(this.button);
  }

  /** Work it out because somebody wants to know. */
  begin() {
    this.wished = true;
    write(this.words, say("Thinking…"));
    this.element.replaceChildren(this.words);
    this.element.focus(); // the button is gone, and the keyboard stays here
    this.ask();
  }

  /** Ask until it is known. */
  async ask() {
    const answer = await fetch(this.address, { headers: { accept: "application/json" } }).catch(() => null);
    /** @type {ReviewAnswer} */
    const told = (await answer?.json().catch(() => null)) ?? {};
    if (this.over) return;
    if (told.review) this.show(told.review);
    else if (told.problem && !this.wished) this.offer(false);
    else {
      write(this.words, told.problem || told.words || "");
      setTimeout(() => this.ask(), told.problem ? 5 * EVERY : EVERY);
    }
  }

  /** @param {ReviewView} review */
  show({ balance }) {
    const rows = balance.map(({ label, value }) =>
      make("div", { class: "figure" }, make("dt", { text: label }), make("dd", { text: value ?? "" }))
    );
    this.element.replaceChildren(make("dl", {}, rows));
  }

  /** Ask no more. */
  rest() {
    this.over = true;
  }
}
