/** A line of chances over the plies of a game, as an SVG that can be clicked and walked through with the arrow keys. */

import { make, put } from "./dom.js";

const NS = "http://www.w3.org/2000/svg";
const WIDE = 400, HIGH = 180, PAD = { left: 52, right: 16, top: 14, bottom: 14 };

export class Plot {
  /** `chances` begin with ply 0, `marks` are plies to point out, `go` hears which ply was chosen. */
  constructor(label, { chances, marks, go, told }) {
    Object.assign(this, { chances, go, told, ply: 0 });
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
      onclick: (event) => this.press(event),
      onkeydown: (event) => this.key(event),
    }, this.svg);
    this.show(0);
  }

  /** Point at a ply. */
  show(ply) {
    this.ply = ply;
    const [x, y] = this.at(ply);
    for (const name of ["x1", "x2"]) put(this.needle, name, x);
    put(this.dot, "cx", x);
    put(this.dot, "cy", y);
    put(this.element, "aria-valuenow", ply);
    put(this.element, "aria-valuetext", this.told(ply));
  }

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

  mark(ply, rank) {
    const [x, y] = this.at(ply), group = draw("g", { class: "plot-mark" });
    const words = draw("text", { x, y: y + 4.5, "text-anchor": "middle" });
    words.textContent = rank;
    group.append(draw("circle", { cx: x, cy: y, r: 11 }), words);
    return group;
  }

  press(event) {
    const box = this.svg.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * WIDE;
    const share = (across - PAD.left) / (WIDE - PAD.left - PAD.right);
    this.go(Math.round(Math.max(0, Math.min(1, share)) * (this.chances.length - 1)));
  }

  key(event) {
    const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.chances.length - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(Math.max(0, Math.min(this.chances.length - 1, to)));
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

function draw(tag, attributes) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  return element;
}
