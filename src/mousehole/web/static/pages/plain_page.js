/** Niceties of the plain pages; each of them works without. */

import { load } from "../board/sprites.js";
import { fact, make, need, put } from "../ui/dom.js";
import { language, say, switchLanguage } from "../ui/words.js";
import { at } from "../wire/house_line.js";

/** @import { Failure, Opened } from "../wire/wire.d.ts" */

drawSprites();
switchLanguage();
sendOnce();
offerCopies();
offerSharing();
askFirst();
sayTimes();

/**
 * Send a file; the answer is the page that it opened, or what is wrong with it.
 * @param {string} action @param {Blob} file @param {HTMLElement} problem where to say what is wrong
 */
export async function upload(action, file, problem) {
  problem.hidden = true;
  const answer = await fetch(action, { method: "POST", body: file, headers: { accept: "application/json" } });
  /** @type {Partial<Opened & Failure>} */
  const told = await answer.json().catch(() => ({}));
  problem.textContent = told.address ? "" : told.problem ?? answer.statusText;
  problem.hidden = Boolean(told.address);
  if (!told.address) problem.scrollIntoView({ block: "nearest" });
  if (told.address) location.assign(at(told.address));
}

/** Draw sprites from sheets kept in the page: some browsers lose the gradients of other files. */
export async function drawSprites() {
  const uses = [...document.querySelectorAll('use[href*=".svg"]')].map((use) => {
    const [sheet, name] = (use.getAttribute("href") ?? "").split("#");
    return { use, sheet, name };
  });
  await load(...new Set(uses.map(({ sheet }) => sheet)));
  for (const { use, name } of uses) if (document.getElementById(name)) put(use, "href", `#${name}`);
}

/** Let buttons copy the address beside them. */
function offerCopies() {
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

/** Let buttons hand an address to another app, where the browser can. */
function offerSharing() {
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll("button[data-share]");
  for (const button of buttons) {
    const what = { url: fact(button, "share"), title: document.title };
    button.hidden = !("share" in navigator);
    button.addEventListener("click", () => navigator.share(what).catch(() => null));
  }
}

/** Ask before a form does what cannot be taken back. */
function askFirst() {
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
function sendOnce() {
  for (const form of document.querySelectorAll("form[method=post]")) {
    form.addEventListener("submit", () => form.classList.add("sent"));
  }
  addEventListener(
    "pageshow",
    () => document.querySelectorAll("form.sent").forEach((form) => form.classList.remove("sent")),
  );
}

/** Write into every time on the page how long ago it was. */
export function sayTimes() {
  /** @type {NodeListOf<HTMLElement>} */
  const times = document.querySelectorAll("time[data-time]");
  for (const time of times) time.textContent = ago(Number(fact(time, "time")));
}

/** Say how long ago something was. @param {number} seconds */
function ago(seconds) {
  const past = seconds - Date.now() / 1000;
  const units = /** @type {const} */ ([["day", 86_400], ["hour", 3_600], ["minute", 60]]);
  const [unit, size] = units.find(([, length]) => Math.abs(past) >= length) ?? /** @type {const} */ (["second", 1]);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(past / size), unit);
}
