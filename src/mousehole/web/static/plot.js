/** A line of chances over the plies of a game, as an SVG that can be clicked and walked through with the arrow keys. */

import { chorded, make, put } from "./dom.js";

const NS = "http://www.w3.org/2000/svg";
const WIDE = 400, HIGH = 180, PAD = { left: 52, right: 16, top: 14, bottom: 14 };

export class Plot {
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
