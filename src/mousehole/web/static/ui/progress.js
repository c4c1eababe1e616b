/** Long work on the server: a bar with the time left, asked about now and then; a page that is loaded again goes on. */

import { make, put, write } from "./dom.js";
import { at } from "../wire/house_line.js";

/** @import { WorkView } from "../wire/wire.d.ts" */
/** @typedef {Partial<WorkView>} Told the server may also have a problem and say nothing else */

const EVERY = 600; // milliseconds between two questions

export class Progress {
  /** `finished` hears what was found. @param {string} label @param {(told: Told) => void} finished */
  constructor(label, finished) {
    this.finished = finished;
    this.address = "";
    /** @type {number | undefined} */
    this.timer = undefined;
    this.bar = make("progress", { max: 1, "aria-label": label });
    this.words = make("p", { class: "work-words", role: "status" });
    this.element = make("div", { class: "work", hidden: true }, this.bar, this.words);
  }

  /**
   * Begin the work at an address; with `join` only join it where it is under way.
   * @param {string} address @param {boolean} join
   */
  async begin(address, join = false) {
    this.address = address;
    clearTimeout(this.timer);
    return this.hear(await this.ask(join ? "GET" : "POST"), address);
  }

  /** Stop asking. */
  rest() {
    clearTimeout(this.timer);
    this.address = "";
    this.element.hidden = true;
  }

  /** @param {"GET" | "POST"} method @returns {Promise<Told>} */
  async ask(method) {
    const headers = { accept: "application/json" };
    const answer = await fetch(at(this.address), { method, headers }).catch(() => null);
    return (await answer?.json().catch(() => null)) ?? { problem: "…" };
  }

  /** @param {Told} told @param {string} address */
  hear(told, address) {
    if (address !== this.address) return told;
    const busy = told.stage === "waiting" || told.stage === "working";
    this.element.hidden = !busy && !told.problem;
    this.bar.hidden = Boolean(told.problem);
    put(this.bar, "value", told.total ? (told.done ?? 0) / told.total : null);
    write(this.words, told.problem || told.words || "");
    this.words.classList.toggle("problem", Boolean(told.problem));
    if (busy) this.timer = setTimeout(async () => this.hear(await this.ask("GET"), address), EVERY);
    if (told.stage === "done") this.finished(told);
    return told;
  }
}
