/** Small words for building pages. */

import { at } from "../wire/house_line.js";

const WAYS = new Set(["href", "action"]); // attributes that lead to another page
const NS = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => unknown)} Attribute */

/**
 * Make an element: "on…" are listeners, `text` its words, null and false leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, Attribute>} [attributes] @param {...(Child | Child[])} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = String(value ?? "");
    else put(element, name, value === true ? "" : WAYS.has(name) && typeof value === "string" ? at(value) : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * Hear when somebody looks at a button, by pointer or keyboard, and when no longer.
 * @template T
 * @param {HTMLElement} button @param {T} offer @param {(offer: T | null) => void} look
 */
export function glances(button, offer, look) {
  button.addEventListener("pointerenter", () => look(offer));
  button.addEventListener("focus", () => button.matches(":focus-visible") && look(offer)); // a tap looks at nothing
  for (const go of ["pointerleave", "blur"]) button.addEventListener(go, () => look(null));
}

/**
 * Set an attribute where it differs; null and false take it away.
 * @param {Element} element @param {string} name @param {string | number | boolean | null} [value]
 */
export function put(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * Mark what stands around an element, for style sheets: a page that asks `:has()` around a board of a hundred things
 * looks through all of them whenever one of them changes.
 * @param {Element} element @param {string} selector @param {string} name @param {boolean} on
 */
export function mark(element, selector, name, on) {
  element.closest(selector)?.classList.toggle(name, on);
  return on;
}

/** Write words into an element where they differ. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Draw a sprite of a loaded sheet; it is mere decoration. @param {string} name @param {string} kind */
export function sprite(name, kind = "") {
  const picture = document.createElementNS(NS, "svg");
  const use = document.createElementNS(NS, "use");
  put(picture, "class", `sprite ${kind}`.trim());
  put(picture, "aria-hidden", "true");
  put(picture, "focusable", "false");
  put(use, "href", `#${name}`);
  put(use, "width", "100%");
  put(use, "height", "100%");
  picture.append(use);
  return picture;
}

/** Change which sprite a picture shows. @param {SVGElement} picture @param {string} name */
export function redraw(picture, name) {
  if (picture.firstElementChild) put(picture.firstElementChild, "href", `#${name}`);
}

/**
 * Find what every page of this kind has.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} selector @param {ParentNode} [within] @returns {T}
 */
export function need(selector, within = document) {
  const found = /** @type {T | null} */ (within.querySelector(selector));
  if (!found) throw new Error(`this page has no ${selector}`);
  return found;
}

/** Read what the server wrote on an element for its scripts. @param {HTMLElement} element @param {string} name */
export function fact(element, name) {
  return element.dataset[name] ?? "";
}

/**
 * Find the element around the target of an event that matches.
 * @param {Event} event @param {string} selector @returns {HTMLElement | null}
 */
export function around({ target }, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/** Whether a key was pressed together with one that makes it the browser's own. @param {KeyboardEvent} event */
export function chorded(event) {
  return event.altKey || event.ctrlKey || event.metaKey;
}

/** Remember a choice of this browser; a browser that forbids it forgets. @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`mousehole-${name}`, JSON.stringify(value));
  } catch {
    // forgotten, then
  }
}

/**
 * Recall a choice of this browser.
 * @template T
 * @param {string} name @param {T} otherwise @returns {T}
 */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`mousehole-${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}
