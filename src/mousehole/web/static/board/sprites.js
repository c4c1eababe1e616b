/** Sheets of sprites: fetched once and kept in the page, so that their gradients hold in every browser. */

import { put, redraw } from "../ui/dom.js";

const FACE = 95; // milliseconds a face of a rolling die is seen

/** @type {Map<string, string[]>} */
const families = new Map();

/** Load sheets; one that does not come leaves tinted shapes instead of pictures. @param {...string} addresses */
export function load(...addresses) {
  return Promise.all(addresses.filter(Boolean).map((address) => sheet(address).catch(() => null)));
}

/**
 * Let a picture run through the faces of its die and end on one; the answer ends it at once.
 * @param {SVGElement} picture @param {string} face @param {number} delay @param {number} duration
 */
export function tumble(picture, face, delay, duration) {
  const faces = family(face).filter((name) => name !== face && !name.endsWith("-blank"));
  /** @type {number[]} */
  const timers = [];
  /** @param {number} ms @param {string} name */
  const at = (ms, name) => timers.push(setTimeout(() => redraw(picture, name), ms));
  for (let ms = FACE, n = Math.floor(Math.random() * 6); faces.length && ms < duration; ms += FACE, n += 1) {
    at(delay + ms, faces[n % faces.length]);
  }
  at(delay + duration, face);
  return () => timers.forEach(clearTimeout);
}

/** The sprites that differ from this one in the last part of their name: the faces of a die. @param {string} name */
function family(name) {
  return families.get(stem(name)) ?? [];
}

/** @param {string} address */
async function sheet(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address);
  const page = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const root = document.importNode(page.documentElement, true);
  put(root, "class", "sheet");
  put(root, "aria-hidden", "true");
  document.body.append(root);
  for (const symbol of root.querySelectorAll("symbol")) enrol(symbol.id);
}

/** @param {string} name */
function enrol(name) {
  families.set(stem(name), [...family(name), name]);
}

/** @param {string} name */
function stem(name) {
  return name.slice(0, name.lastIndexOf("-"));
}
