/** Named motions, played by the Web Animations API on transforms and opacity alone. */

/** @import { Piece } from "./scene.js" */
/** @import { PieceView } from "../wire/wire.d.ts" */
/** @typedef {NonNullable<PieceView["motion"]> | ""} Motion */
/** @import { BeatView } from "../wire/wire.d.ts" */
/** @typedef {{ x: number, y: number, turn?: number, grow?: number, spin?: number, wide?: number }} Stand */
/**
 * What moves, and when: times are milliseconds from the start of the frame.
 * @template {Moving} Path
 * @typedef {{ path: Path, motion: Motion, start: number, duration: number, sound: string, step: number }} Act
 */
/** @typedef {{ piece: Piece, from?: Piece, motion: Motion, leaves?: boolean, points: Stand[] }} Moving */
/** @typedef {{ by: string, word: string, sound: string, keys: string[], at: number }} Strike */

/** @type {Record<string, number>} */
const LASTS = { hop: 420, slide: 380, roll: 950, flip: 460, pop: 340, vanish: 260, drop: 620 };
const PAUSE = 45; // between pieces that set out together
const APART = 150; // between pieces that move one after the other
const ENTRANCE = 90; // what comes waits for what moves
const LONGEST_WALK = 1900;
const SAMPLES = 20; // keyframes of a throw
const TOSS = 150; // how high a die flies, in pixels before scaling
const ARCS = [{ from: 0, to: 0.5, high: 1 }, { from: 0.5, to: 0.78, high: 0.3 }, { from: 0.78, to: 0.94, high: 0.09 }];

/** A striker crouches, leaps and lands; the blow falls after `IMPACT`, and what it hits reels before it leaves. */
export const IMPACT = 280;
export const REELING = 420;
/** @type {Keyframe[]} */
export const POUNCE = [
  { scale: "1 1", translate: "0 0", easing: "ease-out" },
  { scale: "1.14 0.78", translate: "0 10%", offset: 0.34, easing: "ease-in" },
  { scale: "0.9 1.22", translate: "0 -26%", offset: 0.58, easing: "ease-in" },
  { scale: "1.2 0.84", translate: "0 6%", offset: 0.74, easing: "ease-out" },
  { scale: "1 1", translate: "0 0" },
];
/** @type {Keyframe[]} */
export const REEL = [
  { rotate: "0deg", translate: "0 0", easing: "ease-out" },
  { rotate: "-16deg", translate: "0 -78%", offset: 0.4 },
  { rotate: "14deg", translate: "0 -84%", offset: 0.6 },
  { rotate: "-8deg", translate: "0 -70%", offset: 0.8, easing: "ease-in" },
  { rotate: "0deg", translate: "0 0" },
];
/** @type {Keyframe[]} */
export const BURST = [
  { scale: "0.2", rotate: "-18deg", opacity: 0, easing: "ease-out" },
  { scale: "1.2", rotate: "-5deg", opacity: 1, offset: 0.16, easing: "ease-in-out" },
  { scale: "1", rotate: "-7deg", opacity: 1, offset: 0.28 },
  { scale: "1.04", rotate: "-7deg", opacity: 1, offset: 0.8, easing: "ease-in" },
  { scale: "1.3", rotate: "-7deg", opacity: 0 },
];

/** Whether the viewer wants things to stand still. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * How long a motion takes, in milliseconds; a walk over several spots takes longer.
 * @param {Motion} name @param {number} legs
 */
export function lasting(name, legs = 1) {
  return Math.min((LASTS[name] ?? 0) * (name === "hop" ? Math.max(legs * 0.75, 1) : 1), LONGEST_WALK);
}

/** Write where a thing stands as a transform. @param {Stand} place */
export function stand({ x, y, turn = 0, grow = 1, spin = 0, wide = 1 }) {
  const scale = `scale(${round(grow * wide)}, ${round(grow)})`;
  return `translate(${round(x)}px, ${round(y)}px) rotate(${round(turn + spin)}deg) ${scale}`;
}

/**
 * Choose how a piece moves: not at all where nothing changed; dice roll when they are thrown and hop when laid.
 * @param {Piece | undefined} from @param {Piece} piece @returns {Motion}
 */
export function gait(from, piece) {
  if (!from) return piece.enter;
  const thrown = piece.tick !== 0 && piece.tick !== from.tick;
  const went = from.x !== piece.x || from.y !== piece.y || from.turn !== piece.turn || from.w !== piece.w;
  if (piece.motion === "roll") return thrown ? "roll" : went ? "hop" : "";
  if (piece.motion === "flip") return thrown || from.sprite !== piece.sprite ? "flip" : went ? "slide" : "";
  return thrown || went ? piece.motion : "";
}

/**
 * Plan a frame: dice fall first, then beat follows beat, then comes the rest. `told` is when words may tell about it,
 * `lasts` when everything stands.
 * @template {Moving} Path
 * @param {Path[]} paths @param {BeatView[]} beats
 */
export function timetable(paths, beats) {
  const open = new Set(paths.filter(({ motion }) => motion && motion !== "none"));
  /** @type {Act<Path>[]} */
  const acts = [];
  /** @type {Strike[]} */
  const strikes = [];
  /** @param {Path[]} some @param {number} start @param {BeatView} [beat] @returns {number} when they stand */
  const plan = (some, start, beat) => {
    for (const [step, path] of some.entries()) {
      const motion = beat?.motion ?? path.motion, duration = lasting(motion, path.points.length - 1);
      const sound = beat?.sound ? beatSound(beat, step) : path.piece.sound;
      const at = start + lag(path, step, beat);
      const alone = beat?.apart || motion === "roll"; // each is heard by itself
      acts.push({ path, motion, start: at, duration, sound, step: alone ? step : 0 });
      open.delete(path);
    }
    return Math.max(start, ...acts.map((act) => act.start + act.duration));
  };
  const rolls = [...open].filter(({ motion }) => motion === "roll");
  let told = rolls.length ? lasting("roll") + PAUSE * rolls.length : 0;
  plan(rolls, 0);
  for (const beat of beats) {
    const some = [...open].filter(({ piece }) => beat.pieces.some((key) => begins(piece.key, key)));
    if (!some.length) continue;
    const { by = "", word = "", sound = "" } = beat;
    if (by) strikes.push({ by, word, sound, keys: some.map(({ piece }) => piece.key), at: told });
    told = plan(some, told + (by ? IMPACT + REELING : 0), beat);
  }
  return { acts, strikes, told, lasts: plan([...open], told) };
}

/**
 * How long a piece waits for those that move with it.
 * @param {Moving} path @param {number} step @param {BeatView} [beat]
 */
function lag(path, step, beat) {
  if (beat?.apart) return step * APART;
  const entering = !beat && !path.from && !path.leaves && path.motion !== "roll";
  return Math.min(step * PAUSE, 500) + (entering ? ENTRANCE : 0);
}

/** What is heard of one piece of a beat: a blow is heard with the blow. @param {BeatView} beat @param {number} step */
function beatSound({ by, sound = "", apart }, step) {
  return by || (step && !apart) ? "" : sound;
}

/** Whether a key is the one that is meant, or begins with it. @param {string} key @param {string} meant */
function begins(key, meant) {
  return meant.endsWith("-") ? key.startsWith(meant) : key === meant;
}

/** The keyframes of a motion along points, the first being the start. @param {Motion} name @param {Stand[]} points */
export function keyframes(name, points) {
  return (FRAMES[name] ?? slide)(points);
}

/**
 * Play keyframes on an element; a promise tells when they are over.
 * @param {Element} element @param {Keyframe[]} frames
 * @param {{ duration: number, delay?: number, rate?: number }} how
 */
export function play(element, frames, { duration, delay = 0, rate = 1 }) {
  const motion = element.animate(frames, { duration, delay, fill: "backwards" });
  motion.playbackRate = rate;
  return motion.finished.catch(() => null);
}

/** Bring everything that moves below an element to its end at once. @param {Element} element */
export function finish(element) {
  for (const motion of element.getAnimations({ subtree: true })) {
    if (motion.effect?.getTiming().iterations === 1) motion.finish();
  }
}

/** Let what moves below an element move faster, to its end. @param {Element} element */
export function hasten(element) {
  for (const motion of element.getAnimations({ subtree: true })) {
    if (motion.effect?.getTiming().iterations === 1) motion.updatePlaybackRate(Math.max(motion.playbackRate, HASTY));
  }
}

/** @type {Record<string, (points: Stand[]) => Keyframe[]>} */
const FRAMES = { hop, slide, roll, pop, vanish, flip, drop };
const HASTY = 5;

/** @param {Stand[]} points */
function hop(points) {
  const end = last(points);
  const legs = points.slice(1).flatMap((to, leg) => arc(points[leg], to));
  return [{ transform: stand(points[0]), easing: "ease-out" }, ...legs, { transform: stand(end) }];
}

/** @param {Stand} from @param {Stand} to */
function arc(from, to) {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const top = { ...to, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - Math.min(90, 26 + far * 0.16) };
  return [
    { transform: stand({ ...top, grow: 1.14 * (to.grow ?? 1) }), easing: "ease-in" },
    { transform: stand({ ...to, wide: 1.1, grow: 0.93 * (to.grow ?? 1) }), easing: "ease-out" },
  ];
}

/** @param {Stand[]} points */
function slide(points) {
  return points.map((point) => ({ transform: stand(point), easing: "ease-in-out" }));
}

/** A throw: up from where the die lay, turning over, and down with bounces that die away. @param {Stand[]} points */
function roll(points) {
  const end = last(points), from = points.length > 1 ? points[0] : { ...end, y: end.y - 60 };
  const aside = scatter(end.x, 55), turns = scatter(end.x + end.y, 1) > 0 ? 720 : -720;
  return Array.from({ length: SAMPLES + 1 }, (_, n) => n / SAMPLES).map((t) => {
    const x = from.x + (end.x - from.x) * t + aside * Math.sin(Math.PI * t), high = height(t);
    const y = from.y + (end.y - from.y) * t - TOSS * high;
    return {
      offset: t,
      transform: stand({ ...end, x, y, spin: turns * (1 - t) ** 1.6, grow: (end.grow ?? 1) * (1 + 0.3 * high) }),
    };
  });
}

/** How high a thrown die is: one high arc, then lower ones. @param {number} t */
function height(t) {
  const bounce = ARCS.find(({ from, to }) => t >= from && t < to);
  if (!bounce) return 0;
  const along = (t - bounce.from) / (bounce.to - bounce.from);
  return 4 * bounce.high * along * (1 - along);
}

/** @param {Stand[]} points */
function pop(points) {
  const end = last(points);
  return [
    { transform: stand({ ...end, grow: 0.01 }), opacity: 0, easing: "ease-out" },
    { transform: stand({ ...end, grow: 1.2 }), opacity: 1, offset: 0.65, easing: "ease-in-out" },
    { transform: stand(end), opacity: 1 },
  ];
}

/** @param {Stand[]} points */
function vanish(points) {
  const end = last(points);
  return [
    { transform: stand(end), opacity: 1, easing: "ease-in" },
    { transform: stand({ ...end, grow: 0.05, spin: 50 }), opacity: 0 },
  ];
}

/** Off the board: a start, and down out of sight. @param {Stand[]} points */
function drop(points) {
  const end = last(points), turns = scatter(end.x + end.y, 140);
  return [
    { transform: stand(end), opacity: 1, easing: "ease-out" },
    { transform: stand({ ...end, y: end.y - 34, spin: turns / 4 }), opacity: 1, offset: 0.28, easing: "ease-in" },
    { transform: stand({ ...end, y: end.y + 330, spin: turns, grow: 0.8 }), opacity: 0 },
  ];
}

/** @param {Stand[]} points */
function flip(points) {
  const from = points[0], end = last(points);
  const edge = { ...end, x: (from.x + end.x) / 2, y: (from.y + end.y) / 2 - 14, wide: 0.02, grow: 1.1 };
  return [
    { transform: stand(from), easing: "ease-in" },
    { transform: stand(edge), easing: "ease-out" },
    { transform: stand(end) },
  ];
}

/** @param {Stand[]} points */
function last(points) {
  return points[points.length - 1];
}

/** @param {number} seed @param {number} reach */
function scatter(seed, reach) {
  return (((seed * 7919) % 1000) / 500 - 1) * reach || reach / 2;
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 1000) / 1000;
}
