/** Words around the board: above it what the table waits for, beside it blocks of facts. */

import { make, sprite } from "./dom.js";
import { badge } from "./seats.js";

/** @import { PanelView, RowView, TurnView } from "./types/wire.d.ts" */

const LONG = 24; // letters; what is longer is a sentence below its label, not a value beside it
const MOST_PIPS = 24;

/**
 * Write what the table waits for, with the mark of the seat that is to move.
 * @param {HTMLElement} element @param {{ scene: { prompt: string }, turn: TurnView }} frame
 */
export function prompt(element, { scene, turn }) {
  const over = turn.kind === "over", mark = over || turn.seat === undefined ? [] : [badge(turn.seat)];
  element.replaceChildren(...mark, make("span", { class: "prompt-text", text: scene.prompt }));
  element.classList.toggle("mine", Boolean(turn.mine) && !over);
}

/**
 * Show the panels of a scene; what did not change stays as it is.
 * @param {HTMLElement} element @param {PanelView[]} list
 */
export function panels(element, list) {
  const text = JSON.stringify(list);
  if (element.dataset.shown === text) return;
  element.dataset.shown = text;
  element.replaceChildren(...list.map(panel));
}

/** Split panels into cards, which have a face, what lies over the board, and facts. @param {PanelView[]} list */
export function dealt(list) {
  const rest = list.filter(({ face }) => !face);
  return {
    cards: list.filter(({ face }) => face),
    over: rest.filter(({ over }) => over),
    facts: rest.filter(({ over }) => !over),
  };
}

/** @param {PanelView} panel */
export function panel({ title, rows }) {
  return make("section", { class: "panel" }, make("h3", { text: title }), make("ul", {}, rows.map(row)));
}

/** @param {RowView} row */
function row({ label, value = "", sprite: name, meter: full, ill = 0 }) {
  const words = make("span", { class: "row-label", text: label });
  const kind = value.length > LONG ? "row-value long" : "row-value";
  const fact = value ? make("span", { class: kind, text: value }) : null;
  return make(
    "li",
    { class: "row" },
    name ? sprite(name, "row-art") : null,
    words,
    fact,
    full ? meter(full, label, ill) : null,
  );
}

/**
 * Draw a meter: what is full, what is ill, what is empty.
 * @param {[number, number]} full @param {string} label @param {number} ill
 */
function meter([now, most], label, ill) {
  const bar = make("meter", { min: 0, max: most, value: now, "aria-label": label });
  const many = Math.min(most, MOST_PIPS), full = (now * many) / most, sick = full + (ill * many) / most;
  /** @param {number} n */
  const kind = (n) => (n < full ? "pip full" : n < sick ? "pip ill" : "pip");
  const pips = Array.from({ length: many }, (_, n) => make("i", { class: kind(n) }));
  return make("span", { class: "meter" }, bar, make("span", { class: "pips", "aria-hidden": "true" }, pips));
}
