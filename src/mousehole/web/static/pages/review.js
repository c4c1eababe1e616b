/** A finished game in hindsight: the line of chances, the costliest decisions, and how much was luck. */

import { chorded, make, put, sprite, write } from "../ui/dom.js";
import { Progress } from "../ui/progress.js";
import { say } from "../ui/words.js";

/** @import { MomentView, ReviewAnswer, ReviewView } from "../wire/wire.d.ts" */

const NS = "http://www.w3.org/2000/svg";
const WIDE = 400, HIGH = 180, PAD = { left: 52, right: 16, top: 14, bottom: 14 };
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
    this.progress = new Progress(say("Working out the exact chances"), () => this.ask());
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
      onclick: () => this.progress.begin(`${this.address}/solve`),
    });
    this.body.replaceChildren(
      ...[
        this.costly(review.costliest),
        make("p", { class: "review-whose", text: review.whose }),
        this.plot.element,
        this.now,
        make("ul", { class: "review-sums" }, review.sums.map((text) => make("li", { text }))),
        this.all(),
        make("p", { class: "hints-kind", text: review.kind }),
        review.solve ? solve : null,
        this.progress.element,
      ].filter((part) => part !== null),
    );
    if (review.solve) this.progress.begin(`${this.address}/solve`, true);
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
    const way = { class: "quiet", href: moment.explore, text: say("Try it in the explorer") };
    const explore = moment.explore ? make("a", way) : null;
    return make("li", { "data-at": moment.ply - 1 }, jump, this.fork(moment.ply - 1), explore);
  }

  /** @param {number} ply */
  fork(ply) {
    return make(
      "form",
      { method: "post", action: `${this.address}/fork` },
      make("input", { type: "hidden", name: "ply", value: ply }),
      make("button", { class: "small", text: say("Try again") }),
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

/** The line of chances over the plies of a game: an SVG that can be clicked and walked through with arrow keys. */
class Plot {
  /**
   * `chances` begin with ply 0, `marks` are plies to point out, `go` hears which ply was chosen.
   * @param {string} label
   * @param {{ chances: number[], marks: number[], go: (ply: number) => void, told: (ply: number) => string }} what
   */
  constructor(label, { chances, marks, go, told }) {
    this.chances = chances;
    this.go = go;
    this.told = told;
    this.ply = 0;
    this.svg = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "plot-art", "aria-hidden": "true" });
    this.svg.append(...grid(), ...this.lines(), ...marks.map((ply, rank) => this.mark(ply, rank + 1)));
    this.needle = draw("line", { class: "plot-needle", y1: PAD.top, y2: HIGH - PAD.bottom });
    this.dot = draw("circle", { class: "plot-dot", r: 6 });
    this.svg.append(this.needle, this.dot);
    this.element = make("div", {
      class: "plot",
      role: "slider",
      tabindex: "0",
      "aria-label": label,
      "aria-valuemin": 0,
      "aria-valuemax": chances.length - 1,
      onclick: (/** @type {MouseEvent} */ event) => this.press(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    }, this.svg);
    this.show(0);
  }

  /** Point at a ply. @param {number} ply */
  show(ply) {
    this.ply = ply;
    const [x, y] = this.at(ply);
    for (const name of ["x1", "x2"]) put(this.needle, name, x);
    put(this.dot, "cx", x);
    put(this.dot, "cy", y);
    put(this.element, "aria-valuenow", ply);
    put(this.element, "aria-valuetext", this.told(ply));
  }

  /** @param {number} ply */
  at(ply) {
    const across = this.chances.length > 1 ? ply / (this.chances.length - 1) : 0;
    return [
      PAD.left + across * (WIDE - PAD.left - PAD.right),
      PAD.top + (1 - this.chances[ply]) * (HIGH - PAD.top - PAD.bottom),
    ];
  }

  lines() {
    const points = this.chances.map((_, ply) => this.at(ply).map((part) => part.toFixed(1)).join(","));
    const floor = HIGH - PAD.bottom, [last] = this.at(this.chances.length - 1);
    return [
      draw("polygon", { class: "plot-area", points: `${PAD.left},${floor} ${points.join(" ")} ${last},${floor}` }),
      draw("polyline", { class: "plot-line", points: points.join(" ") }),
    ];
  }

  /** @param {number} ply @param {number} rank */
  mark(ply, rank) {
    const [x, y] = this.at(ply), group = draw("g", { class: "plot-mark" });
    const words = draw("text", { x, y: y + 4.5, "text-anchor": "middle" });
    words.textContent = String(rank);
    group.append(draw("circle", { cx: x, cy: y, r: 11 }), words);
    return group;
  }

  /** @param {MouseEvent} event */
  press(event) {
    const box = this.svg.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * WIDE;
    const share = (across - PAD.left) / (WIDE - PAD.left - PAD.right);
    this.go(Math.round(Math.max(0, Math.min(1, share)) * (this.chances.length - 1)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const end = this.chances.length - 1;
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: end };
    const to = ways[event.key];
    if (to === undefined || chorded(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(Math.max(0, Math.min(end, to)));
  }
}

function grid() {
  return [0, 0.5, 1].flatMap((share) => {
    const y = PAD.top + (1 - share) * (HIGH - PAD.top - PAD.bottom);
    const words = draw("text", { class: "plot-scale", x: PAD.left - 6, y: y + 5, "text-anchor": "end" });
    words.textContent = `${100 * share}%`;
    return [draw("line", { class: "plot-grid", x1: PAD.left, x2: WIDE - PAD.right, y1: y, y2: y }), words];
  });
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function draw(tag, attributes) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  return element;
}

/** @param {MomentView} moment */
function better({ points, better: move }) {
  return make("span", {
    class: "costly-better",
    text: say("cost {points} points. Better: {move}", { points, move }),
  });
}
