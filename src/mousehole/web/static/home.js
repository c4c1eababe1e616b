/** The shelf: brings records in, from a chosen file or one dropped anywhere on the page. */

import { need } from "./dom.js";
import { at } from "./house_line.js";
import { passedGame } from "./passed_game.js";
import "./pages.js";
import { watchShelf } from "./shelf_news.js";
import { sayTimes } from "./times.js";

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
sayTimes();
watchShelf();
const passed = await passedGame();
if (passed) await send([passed]);

/** Send a record; the answer is the table it opened, or what is wrong with it. @param {ArrayLike<Blob> | null} files */
async function send(files) {
  if (!files?.length) return;
  problem.hidden = true;
  const answer = await fetch(form.action, { method: "POST", body: files[0], headers: { accept: "application/json" } });
  /** @type {Partial<Opened & Failure>} */
  const told = await answer.json().catch(() => ({}));
  problem.textContent = told.address ? "" : told.problem ?? answer.statusText;
  problem.hidden = Boolean(told.address);
  if (told.address) location.assign(at(told.address));
}
