/** Where a game on several boards goes: a small map with the next step, and a large one whose parts tell their tale. */

import { make, mark, sprite, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { AreaView, ChartView, GateView } from "../wire/wire.d.ts" */

const KINDS = { here: say("You are here"), known: "", new: "" };

export class ChartStrip {
  constructor() {
    /** @type {ChartView | null} */
    this.chart = null;
    this.shown = "";
    this.chosen = ""; // the part whose tale is told
    this.map = make("span", { class: "way-map", "aria-hidden": "true" });
    this.next = make("span", { class: "way-next" });
    this.goal = make("span", { class: "way-goal" });
    const words = make("span", { class: "way-words" }, this.next, this.goal);
    const look = { type: "button", class: "way", hidden: true, "aria-haspopup": "dialog", onclick: () => this.open() };
    this.element = make("button", look, this.map, words);
    this.sheet = make("dialog", { class: "chart-sheet", "aria-label": say("Map") });
    this.sheet.addEventListener("click", (event) => event.target === this.sheet && this.sheet.close());
  }

  /** Show where a scene goes, if it tells. @param {ChartView | null | undefined} chart */
  show(chart) {
    const text = JSON.stringify(chart ?? null);
    if (text === this.shown) return;
    [this.shown, this.chart] = [text, chart ?? null];
    this.element.hidden = !chart;
    mark(this.element, ".table", "charted", Boolean(chart));
    if (!chart) return;
    const { aims = [], next = "" } = chart, open = aims.filter(({ done }) => !done);
    this.map.replaceChildren(...parts(chart, () => make("i", { class: "area" })));
    this.next.replaceChildren(...(next ? [make("b", { text: say("Next:") }), " ", next] : []));
    write(this.goal, open.map(({ words }) => words).join(" · "));
    this.element.setAttribute("aria-label", `${say("Map")}: ${next}`);
    if (this.sheet.open) this.fill(chart);
  }

  open() {
    if (!this.chart) return;
    this.chosen = this.chart.areas.find(({ known }) => known === "here")?.key ?? "";
    this.fill(this.chart);
    this.sheet.showModal();
  }

  /** @param {ChartView} chart */
  fill(chart) {
    const close = make("button", {
      type: "button",
      class: "small",
      text: say("Close"),
      onclick: () => this.sheet.close(),
    });
    const { aims = [], next } = chart;
    const goal = aims.map(({ words, done }) => make("li", { class: done ? "aim-row done" : "aim-row", text: words }));
    const large = make("div", { class: "chart-map" }, parts(chart, (area) => this.part(chart, area)));
    this.sheet.replaceChildren(
      make("div", { class: "sheet-head" }, make("h2", { text: say("Map") }), close),
      large,
      this.tale(chart),
      make("h3", { text: say("Goal") }),
      make("ul", { class: "aims" }, goal),
      next ? make("p", { class: "chart-next" }, make("b", { text: say("Next:") }), " ", next) : "",
    );
  }

  /** A part of the large map; a press tells what is known of it. @param {ChartView} chart @param {AreaView} area */
  part(chart, area) {
    const tell = () => {
      this.chosen = area.key;
      this.fill(chart);
      const again = this.sheet.querySelector(`[data-area="${area.key}"]`);
      if (again instanceof HTMLElement) again.focus();
    };
    const look = { type: "button", class: "area", "data-area": area.key, onclick: tell };
    const state = area.known ? KINDS[area.known] : "";
    const words = [area.label, state, area.goal ? say("The goal is here") : ""].filter(Boolean).join(". ");
    return make(
      "button",
      { ...look, "aria-label": words, "aria-pressed": String(area.key === this.chosen) },
      area.sprite ? sprite(area.sprite, "area-art") : make("b", { text: "?" }),
      make("span", { class: "area-name", text: area.sprite ? area.label : "" }),
    );
  }

  /** What is known of the chosen part. @param {ChartView} chart */
  tale({ areas, gates = [] }) {
    const area = areas.find(({ key }) => key === this.chosen);
    if (!area) return make("div", { class: "chart-tale" });
    const doors = gates.filter((gate) => gate.area === area.key).map(door);
    return make(
      "div",
      { class: "chart-tale", "aria-live": "polite" },
      make("b", { text: area.label }),
      (area.words ?? []).map((text) => make("p", { text })),
      doors.length ? make("ul", { class: "doors" }, doors) : "",
    );
  }
}

/** @param {GateView} gate */
function door({ label, tint = "", passed }) {
  const sign = make("i", { class: "door-sign", "aria-hidden": "true" });
  sign.style.background = tint || "var(--line)";
  return make("li", {}, sign, passed ? label : say("{door}: nobody has been beyond yet", { door: label }));
}

/**
 * Lay out the parts of a map where they lie, with their doors at their edges.
 * @param {ChartView} chart @param {(area: AreaView) => HTMLElement} draw
 */
function parts({ areas, gates = [] }, draw) {
  const xs = areas.map(({ at }) => at[0]), ys = areas.map(({ at }) => at[1]);
  const left = Math.min(...xs), top = Math.min(...ys);
  const wide = Math.max(...xs) - left + 1, high = Math.max(...ys) - top + 1;
  return areas.map((area) => {
    const element = draw(area), own = gates.filter((gate) => gate.area === area.key);
    element.dataset.known = area.known ?? "new";
    if (area.goal) element.dataset.goal = "";
    Object.assign(element.style, {
      left: `${((area.at[0] - left) / wide) * 100}%`,
      top: `${((area.at[1] - top) / high) * 100}%`,
      width: `${100 / wide}%`,
      height: `${100 / high}%`,
    });
    element.append(...own.map(({ edge, tint = "", passed }) => {
      const sign = make("i", { class: passed ? `gate ${edge} passed` : `gate ${edge}`, "aria-hidden": "true" });
      sign.style.background = tint || "var(--line)";
      return sign;
    }));
    element.style.setProperty("--wide", String(wide));
    return element;
  }).concat(sized(wide, high));
}

/** Tells a map how many parts lie side by side and above each other. @param {number} wide @param {number} high */
function sized(wide, high) {
  const element = make("i", { class: "map-size", "aria-hidden": "true" });
  element.style.aspectRatio = `${wide} / ${high}`;
  element.style.setProperty("--high", String(high));
  return element;
}
