/** Small controls with their labels. */

import { make } from "../ui/dom.js";

/** @typedef {[string, string][]} Choices names and what they are called */

let made = 0; // menus so far: each needs a name of its own

/** A box to tick with its words. @param {string} label @param {boolean} checked */
export function check(label, checked) {
  const input = make("input", { type: "checkbox", checked });
  return { input, element: make("label", { class: "tick" }, input, label) };
}

/** A menu with its label. @param {string} label @param {Choices} choices */
export function choice(label, choices) {
  const select = make("select", { id: `choice-${(made += 1)}` });
  /** @param {Choices} known */
  const offer = (known) => {
    const { value, options } = select;
    const same = known.every(([name, text], n) => options[n]?.value === name && options[n].text === text);
    if (same && options.length === known.length) return;
    select.replaceChildren(...known.map(([name, text]) => make("option", { value: name, text })));
    if (known.some(([name]) => name === value)) select.value = value;
  };
  offer(choices);
  const element = make("div", { class: "labelled" }, make("label", { for: select.id, text: label }), select);
  return { select, offer, element };
}

/**
 * A field with its label.
 * @param {string} label @param {string} value @param {(value: string) => void} changed @param {string} [type]
 */
export function field(label, value, changed, type = "text") {
  const step = type === "number" ? { step: "0.1" } : {};
  const input = make("input", { type, value, ...step });
  input.addEventListener("change", () => changed(input.value));
  return make("label", { class: "labelled" }, make("span", { text: label }), input);
}
