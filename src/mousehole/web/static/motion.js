/** Named motions, played by the Web Animations API on transforms and opacity alone. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LASTS = { hop: 420, slide: 380, roll: 950, flip: 460, pop: 340, vanish: 260 };
const LONGEST_WALK = 1900;

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

function roll(points) {
  const end = points.at(-1);
  const from = { x: end.x + scatter(end.x, 130), y: end.y - 60 - Math.abs(scatter(end.y, 90)) };
  const turns = scatter(end.x + end.y, 1) > 0 ? 540 : -540;
  return [0, 0.14, 0.3, 0.46, 0.62, 0.76, 0.88, 1].map((t) => {
    const bounce = Math.abs(Math.cos(t * 8.4)) * 70 * (1 - t) ** 1.5;
    const x = from.x + (end.x - from.x) * t, y = from.y + (end.y - from.y) * t - (t < 1 ? bounce : 0);
    return {
      offset: t,
      transform: stand({ ...end, x, y, spin: turns * (1 - t) ** 1.6, grow: (end.grow ?? 1) * (1 + 0.22 * (1 - t)) }),
    };
  });
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
