/** Shapes of a drawing: small words for SVG. */

import { put } from "../ui/dom.js";

const NS = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null>} Looks */

/**
 * Make a shape.
 * @param {string} tag @param {Looks} looks @param {...(Element | null)} children @returns {SVGElement}
 */
export function shape(tag, looks, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(looks)) put(element, name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Make a picture to draw in. @param {"svg"} tag @param {Looks} looks */
export function art(tag, looks) {
  return /** @type {SVGSVGElement} */ (shape(tag, looks));
}

/**
 * Draw a sprite around a point.
 * @param {string} name @param {number} x @param {number} y @param {[number, number]} size
 * @param {{ turned?: number, kind?: string }} [how]
 */
export function use(name, x, y, [w, h], { turned = 0, kind = "" } = {}) {
  return shape("use", {
    href: `#${name}`,
    x: x - w / 2,
    y: y - h / 2,
    width: w,
    height: h,
    class: kind || null,
    transform: turned ? `rotate(${turned} ${x} ${y})` : null,
  });
}

/** Draw a sprite along a line. @param {string} name @param {number[]} ends @param {string} kind */
export function stretch(name, [x1, y1, x2, y2], kind) {
  const turned = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return use(name, (x1 + x2) / 2, (y1 + y2) / 2, [Math.hypot(x2 - x1, y2 - y1), 0.2], { turned, kind });
}

/** @param {number[]} ends @param {string} kind */
export function line([x1, y1, x2, y2], kind) {
  return shape("line", { x1, y1, x2, y2, class: kind });
}

/** @param {string} text @param {number} x @param {number} y @param {string} kind */
export function words(text, x, y, kind) {
  const element = shape("text", { x, y, class: kind });
  element.textContent = text;
  return element;
}
