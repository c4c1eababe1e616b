/** What is heard and felt at a table. Nothing of it is loaded or made before somebody has pressed something. */

import { recall, remember } from "./dom.js";

/** @import { Studio } from "./studio.js" */
/** @typedef {"effects" | "music"} Channel */

const TOGETHER = 250; // milliseconds within which equal sounds are one
const SHAKEN = 25, STRUCK = [50, 40, 90]; // how a phone buzzes, in milliseconds
let on = recall("sound", true);
let buzzes = recall("vibration", true);
/** @type {Record<Channel, number>} */
const volumes = { effects: 0.8, music: 0.35, ...recall("volumes", {}) };
let tune = "";
/** @type {Studio | null} */
let studio = null;
/** @type {Map<string, number>} when each sound was made last */
const made = new Map();

/** Whether anything is to be heard. */
export function audible() {
  return on;
}

/** Turn all sound off or on, and remember it. @param {boolean} quiet */
export async function hush(quiet) {
  on = !quiet;
  remember("sound", on);
  await begin();
  studio?.play(on ? tune : "");
  sound("pop");
}

/** How loud a channel is, from 0 to 1. @param {Channel} channel */
export function volume(channel) {
  return volumes[channel];
}

/** Make a channel louder or softer, and remember it. @param {Channel} channel @param {number} loud */
export function setVolume(channel, loud) {
  volumes[channel] = loud;
  remember("volumes", volumes);
  studio?.level(channel, loud);
}

/** Whether the phone may buzz. */
export function vibrates() {
  return buzzes;
}

/** Let the phone buzz or not, and remember it. @param {boolean} may */
export function setVibration(may) {
  buzzes = may;
  remember("vibration", may);
}

/** Play the tune of a game while its page is seen, from the first press on. @param {string} game */
export function music(game) {
  tune = game;
  document.addEventListener("visibilitychange", () => studio?.play(on && !document.hidden ? tune : ""));
}

for (const press of ["pointerdown", "keydown"]) globalThis.addEventListener?.(press, begin, { capture: true });

/** Set up the studio, unless it stands or nobody wants it: browsers allow it only after a press. */
async function begin() {
  if (!on || studio) return;
  const { Studio } = await import("./studio.js");
  studio ??= new Studio(volumes);
  studio.play(on ? tune : "");
}

/**
 * Make a sound by name, some milliseconds from now; one of each kind at a time. One of a row is higher by its steps.
 * @param {string} name @param {number} delay @param {number} step
 */
export function sound(name, delay = 0, step = 0) {
  const at = performance.now() + delay, kind = `${name}${step}`;
  if (!on || !studio || !name || Math.abs(at - (made.get(kind) ?? -1e9)) < TOGETHER) return;
  made.set(kind, at);
  studio.make(name, delay / 1000, step);
}

/**
 * Sound for a piece that moves: dice rattle while they roll and land one by one, feet are heard where they land.
 * @param {string} name @param {string} motion @param {number} start @param {number} end @param {number} step
 */
export function heard(name, motion, start, end, step) {
  if (!name) return;
  if (motion === "roll") {
    if (!step) buzz(SHAKEN, start);
    sound("dice", start, step);
  } else if (name === "dice") sound("tap", end);
  else sound(name, name === "step" ? end : start, step);
  if (name === "catch" || name === "grab") buzz(STRUCK, start);
}

/** Let the phone buzz with what is seen. @param {number | number[]} pattern @param {number} delay */
function buzz(pattern, delay) {
  if (!buzzes || !navigator.userActivation?.hasBeenActive) return;
  setTimeout(() => navigator.vibrate?.(pattern), delay);
}
