/** Named motions, played by the Web Animations API on transforms and opacity alone. */

/** @import { PieceView } from "./types/wire.d.ts" */
/** @typedef {NonNullable<PieceView["motion"]> | ""} Motion */
/** @typedef {{ x: number, y: number, turn?: number, grow?: number, spin?: number, wide?: number }} Stand */

/** @type {Record<string, number>} */
const LASTS = { hop: 420, slide: 380, roll: 950, flip: 460, pop: 340, vanish: 260 };
const LONGEST_WALK = 1900;
const SAMPLES = 20; // keyframes of a throw
const TOSS = 150; // how high a die flies, in pixels before scaling
const ARCS = [{ from: 0, to: 0.5, high: 1 }, { from: 0.5, to: 0.78, high: 0.3 }, { from: 0.78, to: 0.94, high: 0.09 }];

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

/** @type {Record<string, (points: Stand[]) => Keyframe[]>} */
const FRAMES = { hop, slide, roll, pop, vanish, flip };

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
