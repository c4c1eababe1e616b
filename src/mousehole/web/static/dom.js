/** Small words for building pages. */

const NS = "http://www.w3.org/2000/svg";

/** Make an element: "on…" are listeners, `text` its words, null and false leave an attribute out. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else put(element, name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Hear when somebody looks at a button, by pointer or keyboard, and when no longer. */
export function glances(button, offer, look) {
  for (const come of ["pointerenter", "focus"]) button.addEventListener(come, () => look(offer));
  for (const go of ["pointerleave", "blur"]) button.addEventListener(go, () => look(null));
}

/** Set an attribute where it differs; null and false take it away. */
export function put(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Write words into an element where they differ. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Draw a sprite of a loaded sheet; it is decoration, words stand beside it. */
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

/** Change which sprite a picture shows. */
export function redraw(picture, name) {
  put(picture.firstChild, "href", `#${name}`);
}

/** Find the element of a page by its id. */
export function find(id) {
  return document.getElementById(id);
}

/** Remember a choice of this browser; a browser that forbids it forgets. */
export function remember(name, value) {
  try {
    localStorage.setItem(`mousehole-${name}`, JSON.stringify(value));
  } catch {
    return;
  }
}

/** Recall a choice of this browser. */
export function recall(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(`mousehole-${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}
