/** Niceties of the plain pages; each of them works without. */

import { load } from "./art.js";
import { fact, make, need, put } from "./dom.js";
import { say, switchLanguage } from "./words.js";

/** Draw sprites from sheets kept in the page: some browsers lose the gradients of other files. */
export async function draw() {
  const uses = [...document.querySelectorAll('use[href*=".svg"]')].map((use) => {
    const [sheet, name] = (use.getAttribute("href") ?? "").split("#");
    return { use, sheet, name };
  });
  await load(...new Set(uses.map(({ sheet }) => sheet)));
  for (const { use, name } of uses) if (document.getElementById(name)) put(use, "href", `#${name}`);
}

/** Let buttons copy the address beside them. */
export function copying() {
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll("button[data-copy]");
  for (const button of buttons) {
    /** @type {HTMLInputElement} */
    const field = need(`#${fact(button, "copy")}`);
    button.hidden = false;
    button.addEventListener("click", async () => {
      field.select();
      await navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
      const copied = make("span", { class: "copied", role: "status", text: say("Copied") });
      button.after(copied);
      setTimeout(() => copied.remove(), 2000);
    });
  }
}

/** Ask before a form does what cannot be taken back. */
export function sure() {
  /** @type {NodeListOf<HTMLFormElement>} */
  const forms = document.querySelectorAll("form[data-sure]");
  for (const form of forms) {
    form.addEventListener("submit", (event) => confirm(fact(form, "sure")) || stop(event), { capture: true });
  }
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
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

draw();
switchLanguage();
patient();
