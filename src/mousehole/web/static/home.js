/** The shelf: brings records in, from a chosen file or one dropped anywhere on the page. */

import { fact, need } from "./dom.js";
import "./pages.js";
import { language } from "./words.js";

/** @import { Failure, Opened } from "./types/wire.d.ts" */

/** @type {HTMLFormElement} */
const form = need(".upload form");
/** @type {HTMLInputElement} */
const field = need("input[type=file]", form);
const problem = need(".problem", form);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  send(field.files);
});
field.addEventListener("change", () => send(field.files));
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  send(event.dataTransfer?.files ?? null);
});
/** @type {NodeListOf<HTMLElement>} */
const times = document.querySelectorAll("time[data-time]");
for (const time of times) time.textContent = ago(Number(fact(time, "time")));

/** Send a record; the answer is the table it opened, or what is wrong with it. @param {FileList | null} files */
async function send(files) {
  if (!files?.length) return;
  problem.hidden = true;
  const answer = await fetch(form.action, { method: "POST", body: files[0], headers: { accept: "application/json" } });
  /** @type {Partial<Opened & Failure>} */
  const told = await answer.json().catch(() => ({}));
  problem.textContent = told.address ? "" : told.problem ?? answer.statusText;
  problem.hidden = Boolean(told.address);
  if (told.address) location.assign(told.address);
}

/** Say how long ago something was. @param {number} seconds */
function ago(seconds) {
  const past = seconds - Date.now() / 1000;
  const units = /** @type {const} */ ([["day", 86_400], ["hour", 3_600], ["minute", 60]]);
  const [unit, size] = units.find(([, length]) => Math.abs(past) >= length) ?? /** @type {const} */ (["second", 1]);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(past / size), unit);
}
