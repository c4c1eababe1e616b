/** Sounds made on the spot with WebAudio: no files. Off until somebody wants them. */

import { recall, remember } from "./dom.js";

let wanted = recall("sound", false);
/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;
/** @type {Map<string, number>} when each sound was made last */
const made = new Map();
const TOGETHER = 250; // milliseconds within which equal sounds are one

/** Whether sounds are wanted. */
export function audible() {
  return wanted;
}

/** Turn sounds off or on, and remember it. @param {boolean} quiet */
export function hush(quiet) {
  wanted = !quiet;
  remember("sound", wanted);
  if (wanted) sound("pop");
}

/**
 * Make a sound by name, some milliseconds from now; one of each kind at a time.
 * @param {string} name @param {number} delay
 */
export function sound(name, delay = 0) {
  const at = performance.now() + delay;
  if (!wanted || !SOUNDS[name] || Math.abs(at - (made.get(name) ?? -1e9)) < TOGETHER) return;
  made.set(name, at);
  if (studio().state === "suspended") studio().resume();
  SOUNDS[name](studio().currentTime + delay / 1000 + 0.01);
}

/** Where sounds are made; browsers allow it only after somebody has pressed something. */
function studio() {
  context ??= new AudioContext();
  return context;
}

/**
 * Sound for a piece that moves: dice rattle while they roll, feet are heard where they land.
 * @param {string} name @param {string} motion @param {number} start @param {number} end
 */
export function heard(name, motion, start, end) {
  if (!name) return;
  if (motion === "roll") sound("dice", start);
  else if (name === "dice") sound("tap", end);
  else sound(name, name === "step" ? end : start);
}

/** @type {Record<string, (time: number) => void>} */
const SOUNDS = {
  dice: (t) =>
    [0, 0.09, 0.17, 0.3, 0.41, 0.55, 0.68, 0.79].forEach((s, n) =>
      knock(t + s, 900 + ((n * 397) % 800), 0.2 * 0.87 ** n)
    ),
  tap: (t) => knock(t, 700, 0.16),
  step: (t) => [0, 0.07].forEach((s) => note(t + s, 190, 0.09, { type: "triangle", end: 110, loud: 0.22 })),
  pop: (t) => note(t, 420, 0.11, { type: "sine", end: 900, loud: 0.14 }),
  catch: (t) => note(t, 620, 0.35, { type: "sawtooth", end: 140, loud: 0.1 }),
  turn: (t) => [659, 880].forEach((f, n) => note(t + n * 0.12, f, 0.22, { type: "sine", loud: 0.1 })),
  say: (t) => note(t, 740, 0.09, { type: "sine", loud: 0.07 }),
  win: (t) =>
    [523, 659, 784, 1047, 784, 1047].forEach((f, n) => note(t + n * 0.13, f, 0.3, { type: "triangle", loud: 0.16 })),
  lose: (t) => [392, 370, 349, 262].forEach((f, n) => note(t + n * 0.24, f, 0.36, { type: "triangle", loud: 0.12 })),
};

/**
 * @param {number} t @param {number} pitch @param {number} lasts
 * @param {{ type: OscillatorType, end?: number, loud: number }} how
 */
function note(t, pitch, lasts, { type, end = pitch, loud }) {
  const tone = studio().createOscillator(), level = studio().createGain();
  tone.type = type;
  tone.frequency.setValueAtTime(pitch, t);
  tone.frequency.exponentialRampToValueAtTime(end, t + lasts);
  level.gain.setValueAtTime(0.0001, t);
  level.gain.exponentialRampToValueAtTime(loud, t + 0.015);
  level.gain.exponentialRampToValueAtTime(0.0001, t + lasts);
  tone.connect(level).connect(studio().destination);
  tone.start(t);
  tone.stop(t + lasts + 0.02);
}

/** @param {number} t @param {number} pitch @param {number} loud */
function knock(t, pitch, loud) {
  const source = studio().createBufferSource(), band = studio().createBiquadFilter(), level = studio().createGain();
  source.buffer = hiss();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 2.5;
  level.gain.setValueAtTime(loud * 3, t);
  level.gain.exponentialRampToValueAtTime(0.0001, t + 0.06);
  source.connect(band).connect(level).connect(studio().destination);
  source.start(t, 0, 0.08);
}

function hiss() {
  if (noise) return noise;
  noise = studio().createBuffer(1, studio().sampleRate * 0.1, studio().sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  return noise;
}
