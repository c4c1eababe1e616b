/** The shelf: brings records in, from a chosen file or one dropped anywhere on the page. */

import "./pages.js";
import { language } from "./words.js";

const form = document.querySelector(".upload form");
const field = form.querySelector("input[type=file]");
const problem = form.querySelector(".problem");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (field.files.length) send(field.files[0]);
});
field.addEventListener("change", () => field.files.length && send(field.files[0]));
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (event.dataTransfer.files.length) send(event.dataTransfer.files[0]);
});
for (const time of document.querySelectorAll("time[data-time]")) time.textContent = ago(Number(time.dataset.time));

/** Send a record; the answer is the table it opened, or what is wrong with it. */
async function send(file) {
  problem.hidden = true;
  const answer = await fetch(form.action, { method: "POST", body: file, headers: { accept: "application/json" } });
  const told = await answer.json().catch(() => ({}));
  if (told.address) return location.assign(told.address);
  problem.textContent = told.problem ?? answer.statusText;
  problem.hidden = false;
  return null;
}

/** Say how long ago something was. */
function ago(seconds) {
  const past = seconds - Date.now() / 1000;
  const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]];
  const [unit, size] = units.find(([, length]) => Math.abs(past) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(past / size), unit);
}
