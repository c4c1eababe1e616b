/** Letters and numbers along a board whose squares are named a1, b2 and so on, as words call them. */

import { UNIT } from "./view.js";
import { make } from "../ui/dom.js";

/** @import { Spot } from "./scene.js" */
/** @typedef {{ text: string, x: number, y: number }} Label */

const SQUARE = /^([a-z])([1-9]\d?)$/;
const FEW = 4; // squares; fewer are no board
const BESIDE = 0.15; // units from the edge of the squares

/** Write the labels of a board into a layer. @param {HTMLElement} layer @param {Spot[]} spots */
export function rule(layer, spots) {
  const labels = rulers(spots), written = JSON.stringify(labels);
  if (layer.dataset.written === written) return;
  layer.dataset.written = written;
  layer.replaceChildren(...labels.map(({ text, x, y }) => {
    const label = make("i", { text, "aria-hidden": "true" });
    label.style.transform = `translate(${x * UNIT}px, ${y * UNIT}px) translate(-50%, -50%)`;
    return label;
  }));
}

/** The labels of a board; none where squares do not stand in straight columns and rows. @param {Spot[]} spots */
export function rulers(spots) {
  /** @type {[Map<string, number>, Map<string, number>]} */
  const [columns, rows] = [new Map(), new Map()];
  const squares = spots.filter(({ key }) => SQUARE.test(key));
  for (const { key, x, y } of squares) {
    const [, letter, number] = SQUARE.exec(key) ?? [];
    if (!agrees(columns, letter, x) || !agrees(rows, number, y)) return [];
  }
  if (squares.length < FEW) return [];
  const left = Math.min(...squares.map(({ x, w }) => x - w / 2)) - BESIDE;
  const top = Math.min(...squares.map(({ y, h }) => y - h / 2)) - BESIDE;
  return [
    ...[...columns].map(([text, x]) => ({ text, x, y: top })),
    ...[...rows].map(([text, y]) => ({ text, x: left, y })),
  ];
}

/** @param {Map<string, number>} known @param {string} name @param {number} at */
function agrees(known, name, at) {
  if (!known.has(name)) known.set(name, at);
  return Math.abs((known.get(name) ?? 0) - at) < 0.001;
}
