/** Niceties of the plain pages; each of them works without. */

import { load } from "./art.js";
import { make, put, write } from "./dom.js";
import { say } from "./words.js";

/** Draw sprites from sheets kept in the page: some browsers lose the gradients of other files. */
export async function draw() {
  const uses = [...document.querySelectorAll('use[href*=".svg"]')];
  const sheets = new Set(uses.map((use) => use.getAttribute("href").split("#")[0]));
  await load(...sheets);
  for (const use of uses) {
    const name = use.getAttribute("href").split("#")[1];
    if (document.getElementById(name)) put(use, "href", `#${name}`);
  }
}

/** Send a form as soon as its choice changes. */
export function eager(selector) {
  for (const form of document.querySelectorAll(selector)) {
    form.addEventListener("change", () => form.requestSubmit());
    for (const button of form.querySelectorAll("button")) button.hidden = true;
  }
}

/** Let buttons copy the address beside them. */
export function copying() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      field.select();
      await navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
      button.after(make("span", { class: "copied", role: "status", text: say("Copied") }));
      setTimeout(() => button.nextSibling?.remove(), 2000);
    });
  }
}

/** Say in a button that its form is on its way, so that nobody sends it twice. */
export function patient() {
  for (const form of document.querySelectorAll("form[method=post]")) {
    form.addEventListener("submit", () => form.classList.add("sent"));
  }
  addEventListener(
    "pageshow",
    () => document.querySelectorAll("form.sent").forEach((form) => form.classList.remove("sent")),
  );
}

/** Show the words of a range where it stands. */
export function spoken(range, output) {
  write(output, range.value);
  range.addEventListener("input", () => write(output, range.value));
}

draw();
eager("form.language");
patient();
