/** Blocks of facts beside the board. */

import { make, sprite } from "./dom.js";

const LONG = 24; // letters; what is longer is a sentence below its label, not a value beside it

/** Show the panels of a scene; what did not change stays as it is. */
export function panels(element, list) {
  const text = JSON.stringify(list);
  if (element.dataset.shown === text) return;
  element.dataset.shown = text;
  element.replaceChildren(...list.map(panel));
}

function panel({ title, rows }) {
  return make("section", { class: "panel" }, make("h3", { text: title }), make("ul", {}, rows.map(row)));
}

function row({ label, value, sprite: name, meter: full }) {
  const words = make("span", { class: "row-label", text: label });
  const kind = value?.length > LONG ? "row-value long" : "row-value";
  const fact = value ? make("span", { class: kind, text: value }) : null;
  return make(
    "li",
    { class: "row" },
    name ? sprite(name, "row-art") : null,
    words,
    fact,
    full ? meter(full, label) : null,
  );
}

function meter([now, most], label) {
  const bar = make("meter", { min: 0, max: most, value: now, "aria-label": label });
  const pips = Array.from(
    { length: Math.min(most, 24) },
    (_, n) => make("i", { class: n < (now * Math.min(most, 24)) / most ? "pip full" : "pip" }),
  );
  return make("span", { class: "meter" }, bar, make("span", { class: "pips", "aria-hidden": "true" }, pips));
}
