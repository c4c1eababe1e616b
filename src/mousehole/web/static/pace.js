/** How fast a table shows what others do: chosen by each viewer, changed at any time, kept by the browser. */

import { recall, remember } from "./dom.js";
import { say } from "./words.js";

/**
 * @typedef {object} Pace
 * @property {number} hold milliseconds a frame stands at least
 * @property {number} speed how fast things move
 * @property {number} most so much faster at most when frames wait
 * @property {number} far frames behind from which on motions are left out
 * @property {number} moment milliseconds before dice fall by themselves
 * @property {number} finale milliseconds between the last move and the words about the end
 * @property {number} read milliseconds a page lies open by itself; endless where it waits for its reader
 */
/** @type {Record<string, Pace>} */
export const PACES = {
  slow: { hold: 1400, speed: 0.6, most: 1, far: Infinity, moment: 1400, finale: 2600, read: Infinity },
  normal: { hold: 420, speed: 1, most: 1.8, far: 60, moment: 650, finale: 1800, read: Infinity },
  quick: { hold: 140, speed: 1, most: 4, far: 14, moment: 300, finale: 700, read: 2500 },
  once: { hold: 0, speed: 4, most: 4, far: 0, moment: 0, finale: 0, read: 0 },
};
const NAMES = Object.keys(PACES);

/** The pace this viewer has chosen. */
export function pace() {
  return PACES[chosenPace()];
}

/** The name of the pace this viewer has chosen. */
export function chosenPace() {
  const name = recall("pace", "normal");
  return name in PACES ? name : "normal";
}

/** Go over to a pace. @param {string} name */
export function choosePace(name) {
  remember("pace", name);
}

/** Go over to the next pace; the answer says in words which that is. */
export function nextPace() {
  choosePace(NAMES[(NAMES.indexOf(chosenPace()) + 1) % NAMES.length]);
  return paceWords();
}

/** Say in words which pace is chosen. */
export function paceWords() {
  return say("Pace: {pace}", { pace: paceName(chosenPace()) });
}

/** What a pace is called. @param {string} name */
export function paceName(name) {
  /** @type {Record<string, string>} */
  const words = { slow: say("slow"), normal: say("normal"), quick: say("quick"), once: say("at once") };
  return words[name] ?? name;
}
