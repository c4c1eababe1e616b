/** Long work on the server: a bar with the time left, asked about now and then; a page that is loaded again goes on. */

import { make, put, write } from "./dom.js";

const EVERY = 600; // milliseconds between two questions

export class Work {
  /** `address` tells where to ask; `finished` hears what was found. */
  constructor(label, finished) {
    this.finished = finished;
    this.bar = make("progress", { max: 1, "aria-label": label });
    this.words = make("p", { class: "work-words", role: "status" });
    this.element = make("div", { class: "work", hidden: true }, this.bar, this.words);
  }

  /** Begin the work, or with `only` join it where it is under way. */
  async begin(address, only = false) {
    this.address = address;
    clearTimeout(this.timer);
    return this.hear(await this.ask(only ? "GET" : "POST"), address);
  }

  /** Stop asking. */
  rest() {
    clearTimeout(this.timer);
    this.address = null;
    this.element.hidden = true;
  }

  async ask(method) {
    const headers = { accept: "application/json" };
    const answer = await fetch(this.address, { method, headers }).catch(() => null);
    return (await answer?.json().catch(() => null)) ?? { problem: "…" };
  }

  hear(told, address) {
    if (address !== this.address) return told;
    const busy = told.stage === "waiting" || told.stage === "working";
    this.element.hidden = !busy && !told.problem;
    this.bar.hidden = Boolean(told.problem);
    put(this.bar, "value", told.total ? told.done / told.total : null);
    write(this.words, told.problem || told.words || "");
    this.words.classList.toggle("problem", Boolean(told.problem));
    if (busy) this.timer = setTimeout(async () => this.hear(await this.ask("GET"), address), EVERY);
    if (told.stage === "done") this.finished(told);
    return told;
  }
}
