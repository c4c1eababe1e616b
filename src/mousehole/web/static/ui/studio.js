/** Makes sounds and music with Web Audio, all on the spot: no recordings. */

import { TUNES } from "./tunes.js";

/** @import { Channel } from "./sound.js" */
/** @import { Part, Tune } from "./tunes.js" */
/** @typedef {{ type: OscillatorType, end?: number, loud: number, to?: AudioNode, soft?: number }} Tone */

const SCALE = [0, 2, 4, 7, 9, 12]; // semitones of a row of sounds
const LOWER = 0.35; // so much of the music is left under a sound
const AHEAD = 1.2; // seconds of music that are set ahead
const NAMES = ["c", "c#", "d", "d#", "e", "f", "f#", "g", "g#", "a", "a#", "b"];

/** @type {Record<string, (s: Studio, time: number, higher: number) => void>} */
const SOUNDS = {
  dice: (s, t, higher) => {
    const rattle = [0, 0.09, 0.17, 0.3, 0.41, 0.55];
    rattle.forEach((later, n) => s.knock(t + later, (900 + ((n * 397) % 800)) * higher, 0.14 * 0.87 ** n));
    s.knock(t + 0.72, 620 * higher, 0.26);
  },
  tap: (s, t) => s.knock(t, 700, 0.16),
  step: (s, t) =>
    [0, 0.07].forEach((later) => s.note(t + later, 190, 0.09, { type: "triangle", end: 110, loud: 0.22 })),
  pop: (s, t) => s.note(t, 420, 0.11, { type: "sine", end: 900, loud: 0.14 }),
  bite: (s, t, higher) => {
    s.knock(t, 1500, 0.14);
    s.note(t, 392 * higher, 0.16, { type: "triangle", loud: 0.16 });
  },
  catch: (s, t) => {
    s.knock(t, 420, 0.5);
    s.note(t, 880, 0.3, { type: "sawtooth", end: 150, loud: 0.12 });
  },
  creak: (s, t) =>
    [0, 0.11, 0.19, 0.25].forEach((later) => s.note(t + later, 140, 0.07, { type: "sawtooth", end: 210, loud: 0.05 })),
  drop: (s, t) =>
    [0, 0.1, 0.18].forEach((later, n) =>
      s.note(t + later, 330 - 60 * n, 0.2, { type: "sine", end: 90, loud: 0.14 })
    ),
  grab: (s, t) => {
    s.knock(t, 600, 0.3);
    s.note(t, 300, 0.18, { type: "square", end: 520, loud: 0.05 });
  },
  heart: (s, t) => [0, 0.16].forEach((later) => s.note(t + later, 70, 0.14, { type: "sine", end: 45, loud: 0.3 })),
  meow: (s, t) => {
    s.note(t, 480, 0.16, { type: "sawtooth", end: 820, loud: 0.05 });
    s.note(t + 0.15, 820, 0.34, { type: "sawtooth", end: 360, loud: 0.06 });
  },
  turn: (s, t) => [659, 880].forEach((high, n) => s.note(t + n * 0.12, high, 0.22, { type: "sine", loud: 0.1 })),
  say: (s, t) => s.note(t, 740, 0.09, { type: "sine", loud: 0.07 }),
  win: (s, t) =>
    [523, 659, 784, 1047, 784, 1047].forEach((high, n) =>
      s.note(t + n * 0.13, high, 0.3, { type: "triangle", loud: 0.16 })
    ),
  lose: (s, t) =>
    [392, 370, 349, 262].forEach((high, n) => s.note(t + n * 0.24, high, 0.36, { type: "triangle", loud: 0.12 })),
};

/**
 * How the parts of a tune sound: what makes the tone, how long it rings, how softly it begins.
 * @type {Record<string, Tone & { rings: number }>}
 */
const VOICES = {
  bass: { type: "triangle", loud: 0.34, rings: 0.5 },
  pluck: { type: "triangle", loud: 0.2, rings: 0.34 },
  bell: { type: "sine", loud: 0.2, rings: 0.9 },
  pipe: { type: "sine", loud: 0.16, rings: 1.1, soft: 0.09 },
};

/** Where sounds are made: two channels, of which the music steps back when something is heard. */
export class Studio {
  /** @param {Record<Channel, number>} volumes */
  constructor(volumes) {
    this.context = new AudioContext();
    this.noise = hiss(this.context);
    /** @type {Record<Channel, GainNode>} */
    this.channels = { effects: this.context.createGain(), music: this.context.createGain() };
    this.stand = this.context.createGain(); // of the music: it goes down while effects are heard
    this.channels.effects.connect(this.context.destination);
    this.channels.music.connect(this.stand).connect(this.context.destination);
    this.volumes = { ...volumes };
    for (const channel of /** @type {Channel[]} */ (["effects", "music"])) this.level(channel, volumes[channel]);
    this.tune = "";
    this.next = { beat: 0, time: 0 };
    /** @type {number | undefined} */
    this.clock = undefined;
  }

  /** @param {Channel} channel @param {number} loud */
  level(channel, loud) {
    this.volumes[channel] = loud;
    this.channels[channel].gain.setTargetAtTime(loud ** 2, this.context.currentTime, 0.03);
  }

  /** Make a sound. @param {string} name @param {number} delay in seconds @param {number} step */
  make(name, delay, step) {
    const sound = SOUNDS[name], time = this.context.currentTime + delay + 0.01;
    if (!sound || !this.volumes.effects) return;
    if (this.context.state === "suspended") this.context.resume();
    sound(this, time, 2 ** (SCALE[step % SCALE.length] / 12));
    this.stand.gain.setTargetAtTime(LOWER, time, 0.04);
    this.stand.gain.setTargetAtTime(1, time + 0.7, 0.5);
  }

  /** Play a tune over and over; none stops what plays. @param {string} name */
  play(name) {
    const tune = TUNES[name], same = name === this.tune;
    if (same && (this.clock !== undefined || !tune)) return;
    clearInterval(this.clock);
    this.clock = undefined;
    this.tune = name;
    if (!tune) return;
    this.next = { beat: 0, time: this.context.currentTime + 0.8 };
    this.clock = setInterval(() => this.score(tune), (AHEAD * 1000) / 3);
  }

  /** Set the notes of the next moment. @param {Tune} tune */
  score(tune) {
    const { next, context } = this, eighth = 30 / tune.tempo, long = tune.parts[0].notes.length;
    next.time = Math.max(next.time, context.currentTime);
    for (; next.time < context.currentTime + AHEAD; next.time += eighth, next.beat += 1) {
      if (this.volumes.music) for (const part of tune.parts) this.sing(part, next.beat % long, next.time, eighth);
    }
  }

  /** @param {Part} part @param {number} beat @param {number} time @param {number} eighth */
  sing({ voice, notes }, beat, time, eighth) {
    if (!/^[a-g]/.test(notes[beat])) return;
    let held = 1;
    while (notes[(beat + held) % notes.length] === "-" && held < notes.length) held += 1;
    const { rings, ...tone } = VOICES[voice], lasts = Math.max(rings, held * eighth);
    this.note(time, pitch(notes[beat]), lasts, { ...tone, to: this.channels.music });
  }

  /**
   * A tone that may glide, and dies away.
   * @param {number} t @param {number} from @param {number} lasts @param {Tone} how
   */
  note(t, from, lasts, { type, end = from, loud, to = this.channels.effects, soft = 0.015 }) {
    const tone = this.context.createOscillator(), level = this.context.createGain();
    tone.type = type;
    tone.frequency.setValueAtTime(from, t);
    tone.frequency.exponentialRampToValueAtTime(end, t + lasts);
    level.gain.setValueAtTime(0.0001, t);
    level.gain.exponentialRampToValueAtTime(loud, t + soft);
    level.gain.exponentialRampToValueAtTime(0.0001, t + lasts);
    tone.connect(level).connect(to);
    tone.start(t);
    tone.stop(t + lasts + 0.02);
  }

  /** Something hard that hits wood. @param {number} t @param {number} high @param {number} loud */
  knock(t, high, loud) {
    const source = this.context.createBufferSource(), band = this.context.createBiquadFilter();
    const level = this.context.createGain();
    source.buffer = this.noise;
    band.type = "bandpass";
    band.frequency.value = high;
    band.Q.value = 2.5;
    level.gain.setValueAtTime(loud * 3, t);
    level.gain.exponentialRampToValueAtTime(0.0001, t + 0.06);
    source.connect(band).connect(level).connect(this.channels.effects);
    source.start(t, 0, 0.08);
  }
}

/** The pitch of a note such as "c#4". @param {string} name */
export function pitch(name) {
  const [, tone, octave] = /^([a-g]#?)(\d)$/.exec(name) ?? ["", "a", "4"];
  return 440 * 2 ** ((NAMES.indexOf(tone) - 9) / 12 + Number(octave) - 4);
}

/** @param {AudioContext} context */
function hiss(context) {
  const noise = context.createBuffer(1, context.sampleRate * 0.1, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  return noise;
}
