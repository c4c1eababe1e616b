/** Named motions, played by the Web Animations API on transforms and opacity alone. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LASTS = { hop: 420, slide: 380, roll: 950, flip: 460, pop: 340, vanish: 260 };
const LONGEST_WALK = 1900;
const SAMPLES = 20; // keyframes of a throw
const TOSS = 150; // how high a die flies, in pixels before scaling
const ARCS = [{ from: 0, to: 0.5, high: 1 }, { from: 0.5, to: 0.78, high: 0.3 }, { from: 0.78, to: 0.94, high: 0.09 }];

/** Tell whether the viewer wants things to stand still. */
export function still() {
  return calm.matches;
}

/** Say how long a motion takes, in milliseconds; a walk over several spots takes longer. */
export function lasting(name, legs = 1) {
  return Math.min((LASTS[name] ?? 0) * (name === "hop" ? Math.max(legs * 0.75, 1) : 1), LONGEST_WALK);
}

/** Write where a thing stands as a transform; `lift` raises it towards the viewer. */
export function stand({ x, y, turn = 0, grow = 1, spin = 0, wide = 1 }) {
  return `translate(${round(x)}px, ${round(y)}px) rotate(${round(turn + spin)}deg) scale(${round(grow * wide)}, ${
    round(grow)
  })`;
}

/** Give the keyframes of a motion along points, the first being the start. */
export function keyframes(name, points) {
  return (FRAMES[name] ?? FRAMES.slide)(points);
}

/** Play keyframes on an element; a promise tells when they are over. */
export function play(element, frames, { duration, delay = 0, rate = 1, easing = "linear" }) {
  const motion = element.animate(frames, { duration, delay, easing, fill: "backwards" });
  motion.playbackRate = rate;
  return motion.finished.catch(() => null);
}

/** Bring everything that moves below an element to its end at once. */
export function finish(element) {
  for (const motion of element.getAnimations({ subtree: true })) {
    if (motion.effect.getTiming().iterations === 1) motion.finish();
  }
}

const FRAMES = { hop, slide, roll, pop, vanish, flip };

function hop(points) {
  const end = points.at(-1);
  const legs = points.slice(1).flatMap((to, leg) => arc(points[leg], to));
  return [{ transform: stand(points[0]), easing: "ease-out" }, ...legs, { transform: stand(end) }];
}

function arc(from, to) {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const top = { ...to, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - Math.min(90, 26 + far * 0.16) };
  return [
    { transform: stand({ ...top, grow: 1.14 * (to.grow ?? 1) }), easing: "ease-in" },
    { transform: stand({ ...to, wide: 1.1, grow: 0.93 * (to.grow ?? 1) }), easing: "ease-out" },
  ];
}

function slide(points) {
  return points.map((point) => ({ transform: stand(point), easing: "ease-in-out" }));
}

/** A throw: up from where the die lay, turning over, and down with bounces that die away. */
function roll(points) {
  const end = points.at(-1), from = points.length > 1 ? points[0] : { ...end, y: end.y - 60 };
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

/** Tell how high a thrown die is: one high arc, then lower ones. */
function height(t) {
  const arc = ARCS.find(({ from, to }) => t >= from && t < to);
  if (!arc) return 0;
  const along = (t - arc.from) / (arc.to - arc.from);
  return 4 * arc.high * along * (1 - along);
}

function pop(points) {
  const end = points.at(-1);
  return [
    { transform: stand({ ...end, grow: 0.01 }), opacity: 0, easing: "ease-out" },
    { transform: stand({ ...end, grow: 1.2 }), opacity: 1, offset: 0.65, easing: "ease-in-out" },
    { transform: stand(end), opacity: 1 },
  ];
}

function vanish(points) {
  const end = points.at(-1);
  return [
    { transform: stand(end), opacity: 1, easing: "ease-in" },
    { transform: stand({ ...end, grow: 0.05, spin: 50 }), opacity: 0 },
  ];
}

function flip(points) {
  const [from, end] = [points[0], points.at(-1)];
  const edge = { ...end, x: (from.x + end.x) / 2, y: (from.y + end.y) / 2 - 14, wide: 0.02, grow: 1.1 };
  return [{ transform: stand(from), easing: "ease-in" }, { transform: stand(edge), easing: "ease-out" }, {
    transform: stand(end),
  }];
}

function scatter(seed, reach) {
  return (((seed * 7919) % 1000) / 500 - 1) * reach || reach / 2;
}

function round(number) {
  return Math.round(number * 1000) / 1000;
}
