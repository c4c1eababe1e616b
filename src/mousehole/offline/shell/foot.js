/** The foot of the outer page: what is going on, what went wrong, and what can be done about it. */

import { say } from "./shell_words.js";

const AWHILE = 6_000; // milliseconds that a note stays
const foot = document.querySelector("footer");
const word = document.querySelector("#word");
const bar = document.querySelector("progress");

/**
 * @typedef {"progress" | "trouble" | "offer" | "warning" | "note"} Kind progress and trouble end when the house is open
 * @typedef {[label: string, press: () => unknown]} Way
 */

/** @type {Kind | ""} */
let kind = "";
let said = ""; // in English
/** @type {ReturnType<typeof setTimeout> | undefined} */
let passing;

/** Whether the foot tells one of these just now. @param {Kind[]} kinds */
export const tells = (...kinds) => kinds.includes(/** @type {Kind} */ (kind));

/** Whether the foot says these words. @param {string} text */
export const says = (text) => said === text;

/** Say something, with what can be done. @param {Kind} how @param {string[]} texts @param {Way[]} ways */
export function tell(how, texts, ways = []) {
  const spoken = texts.map(say).join(" ");
  kind = how;
  said = texts[0];
  foot.classList.toggle("note", how === "note");
  if (word.textContent !== spoken) word.textContent = spoken; // otherwise it would be read aloud again
  bar.hidden = how !== "progress";
  bar.value = 0;
  foot.querySelectorAll("button").forEach((one) => one.remove());
  foot.append(...ways.map(button));
  foot.hidden = false;
}

/** @param {Way} way */
function button([label, press]) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = say(label);
  made.onclick = press;
  return made;
}

/** Say how far something is, as a part of 1; whatever else the foot tells stays. @param {string} text */
export function progress(text, part) {
  if (!tells("progress") || !says(text)) tell("progress", [text]);
  bar.value = part;
}

/** Say nothing more of these kinds. @param {Kind[]} kinds */
export function quiet(...kinds) {
  if (!tells(...kinds)) return;
  kind = said = word.textContent = "";
  foot.hidden = true;
}

/** Say something that needs no answer, over the page for a while; what stays is not covered. @param {string} text */
export function note(text) {
  if (kind && kind !== "note") return;
  tell("note", [text]);
  clearTimeout(passing);
  passing = setTimeout(() => quiet("note"), AWHILE);
}
