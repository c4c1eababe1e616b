/** A finished game in hindsight: the line of chances, the costliest decisions, and how much was luck. */

import { make, put, sprite, write } from "./dom.js";
import { Plot } from "./plot.js";
import { say } from "./words.js";
import { Work } from "./work.js";

/** @import { MomentView, ReviewAnswer, ReviewView } from "./types/wire.d.ts" */

const EVERY = 600; // milliseconds between two questions

export class Lookback {
  /** `go` shows a ply of the game. @param {string} address @param {(ply: number) => void} go */
  constructor(address, go) {
    this.address = address;
    this.go = go;
    this.ply = 0;
    /** @type {Plot | null} */
    this.plot = null;
    /** @type {MomentView[]} */
    this.moments = [];
    this.bar = make("progress", { max: 1, "aria-label": say("Looking back at the game") });
    this.words = make("p", { class: "work-words", role: "status" });
    this.busy = make("div", { class: "work" }, this.bar, this.words);
    this.body = make("div", { class: "review" });
    this.work = new Work(say("Working out the exact chances"), () => this.ask());
    this.now = make("p", { class: "review-now" });
    const look = { class: "review-box", tabindex: "0", role: "group", "aria-label": say("Review") };
    this.element = make("div", look, this.busy, this.body);
  }

  /** Ask for the review until it is there. */
  async ask() {
    const answer = await fetch(`${this.address}/review.json`, { headers: { accept: "application/json" } })
      .catch(() => null);
    /** @type {ReviewAnswer} */
    const told = (await answer?.json().catch(() => null)) ?? {};
    put(this.bar, "value", told.total ? (told.done ?? 0) / told.total : null);
    write(this.words, told.problem || told.words || "");
    this.bar.hidden = Boolean(told.problem);
    this.busy.hidden = Boolean(told.review);
    if (told.review) this.show(told.review);
    else setTimeout(() => this.ask(), told.problem ? 5 * EVERY : EVERY);
  }

  /** Point at the ply that the replay shows. @param {number} ply */
  mark(ply) {
    this.ply = ply;
    if (!this.plot) return;
    this.plot.show(ply);
    write(this.now, this.told(ply));
    for (const item of this.body.querySelectorAll("[data-at]")) {
      put(item, "aria-current", item.getAttribute("data-at") === String(ply) ? "true" : null);
    }
  }

  /** @param {ReviewView} review */
  show(review) {
    this.moments = review.moments;
    const chances = [review.start, ...review.moments.map(({ chance }) => chance)];
    this.plot = new Plot(review.whose, {
      chances,
      marks: review.costliest,
      go: (ply) => this.go(ply),
      told: (ply) => this.told(ply),
    });
    const solve = make("button", {
      type: "button",
      class: "small",
      text: say("Work out the exact chances"),
      onclick: () => this.work.begin(`${this.address}/solve`),
    });
    this.body.replaceChildren(
      ...[
        make("p", { class: "review-whose", text: review.whose }),
        make("ul", { class: "review-sums" }, review.sums.map((text) => make("li", { text }))),
        this.plot.element,
        this.now,
        this.costly(review.costliest),
        this.all(),
        make("p", { class: "hints-kind", text: review.kind }),
        review.solve ? solve : null,
        this.work.element,
      ].filter((part) => part !== null),
    );
    if (review.solve) this.work.begin(`${this.address}/solve`, true);
    this.mark(this.ply);
  }

  /** @param {number} ply */
  told(ply) {
    const moment = this.moments[ply - 1];
    return moment
      ? say("Move {ply}: {chance}. {story}", { ply, chance: moment.percent, story: moment.story })
      : say("The beginning");
  }

  /** @param {number[]} plies */
  costly(plies) {
    if (!plies.length) return null;
    const items = plies.map((ply, rank) => this.decision(this.moments[ply - 1], rank + 1));
    return make("section", {}, make("h3", { text: say("What cost most") }), make("ol", { class: "costly" }, items));
  }

  /** @param {MomentView} moment @param {number} rank */
  decision(moment, rank) {
    const jump = make(
      "button",
      { type: "button", class: "costly-jump", onclick: () => this.go(moment.ply - 1) },
      make("span", { class: "costly-rank", text: String(rank), "aria-hidden": "true" }),
      make("span", { class: "costly-words" }, make("b", { text: moment.story }), better(moment)),
    );
    const ways = moment.explore
      ? make("a", { class: "quiet", href: moment.explore, text: say("Try it in the explorer") })
      : this.fork(moment.ply - 1);
    return make("li", { "data-at": moment.ply - 1 }, jump, ways);
  }

  /** @param {number} ply */
  fork(ply) {
    return make(
      "form",
      { method: "post", action: `${this.address}/fork` },
      make("input", { type: "hidden", name: "ply", value: ply }),
      make("button", { class: "quiet", text: say("Play on from here") }),
    );
  }

  all() {
    const mine = this.moments.filter(({ ours }) => ours);
    /** @param {MomentView} moment */
    const row = (moment) =>
      make(
        "li",
        { "data-at": moment.ply },
        make(
          "button",
          { type: "button", class: "decision", onclick: () => this.go(moment.ply) },
          make("span", { text: moment.story }),
          moment.loss
            ? make("span", { class: "decision-loss", text: `−${moment.points}` })
            : sprite("house-check", "icon"),
        ),
      );
    return make(
      "details",
      { class: "decisions" },
      make("summary", { text: say("{n} decision", { n: mine.length }, "All {n} decisions") }),
      make("ol", {}, mine.map(row)),
    );
  }
}

/** @param {MomentView} moment */
function better({ points, better: move }) {
  return make("span", {
    class: "costly-better",
    text: say("cost {points} points. Better: {move}", { points, move }),
  });
}
